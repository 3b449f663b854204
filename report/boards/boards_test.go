package boards

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search/solver/solvertest"
)

var modest = Settings{Games: 1000, Seed: 1, Budget: time.Hour, Workers: 2, Memory: 1 << 24}

// find runs an analysis of a board to its end.
func find(t *testing.T, shape engine.Shape) BoardAnalysis {
	w := Begin(shape, modest)
	w.Run(t.Context())
	return w.Results()
}

func shapeNamed(t *testing.T, name string) engine.Shape {
	shape, err := engine.ShapeNamed(name)
	require.NoError(t, err)
	return shape
}

// The results on small boards are those of an exhaustive search.
func TestSmallBoards(t *testing.T) {
	for name, squares := range map[string]string{
		"Square-4": "##################----####-OX-####-XO-####----##################",
		"slip":     "########" + "########" + "########" + "#-OX-###" + "#-XO-###" + "#----###" + "########" + "########",
		"corners":  "########" + "#--##--#" + "#--OX--#" + "##-XO-##" + "########" + "########" + "########" + "########",
		"two":      "-OX-####" + "-XO-####" + "----####" + "########" + "########" + "###-OX##" + "###-XO##" + "########",
		"pass":     "-OOOX###" + "########" + "########" + "########" + "########" + "########" + "####OX-#" + "########",
		"lost":     "-OOOOX##" + "########" + "########" + "OOOOOOOO" + "########" + "########" + "########" + "########",
	} {
		t.Run(name, func(t *testing.T) {
			shape, err := engine.ParseShape(name, squares)
			require.NoError(t, err)
			truth := solvertest.Oracle{}.Ask(shape.Start)
			s := find(t, shape)

			require.True(t, s.BestGame.Exact)
			assert.Equal(t, truth.Best, s.BestGame.lead(engine.Black))
			require.True(t, s.LargestWinBlack.Exact)
			assert.Equal(t, truth.Most, s.LargestWinBlack.lead(engine.Black))
			require.True(t, s.LargestWinWhite.Exact)
			assert.Equal(t, -truth.Least, s.LargestWinWhite.lead(engine.White))
			for _, end := range []End{s.BestGame.End, s.LargestWinBlack.End, s.LargestWinWhite.End} {
				assert.True(t, ends(shape, end), "%v is a game to its end", end)
			}
			for side, want := range []int{truth.BlackAhead, truth.WhiteAhead} {
				found := []*Shortest{s.ShortestWinBlack, s.ShortestWinWhite}[side]
				require.True(t, found.Exact)
				if want == solvertest.Never {
					want = 0
				}
				assert.Equal(t, want, found.Moves, "%v", engine.Side(side))
				if want > 0 {
					assertWin(t, shape, found, engine.Side(side))
				}
			}
		})
	}
}

// assertWin checks that a record is a game with its number of moves that ends with a side ahead.
func assertWin(t *testing.T, shape engine.Shape, win *Shortest, side engine.Side) {
	game, err := engine.ParseTranscriptFrom(shape.Start, win.Record)
	require.NoError(t, err)
	end := game.Final()
	assert.True(t, end.Over())
	winner, discs := ahead(end)
	assert.Equal(t, side, winner)
	assert.Positive(t, discs)
	assert.Len(t, game.Moves, win.Moves)
}

// figures holds the published figures of the reversi library for a board.
type figures struct {
	Blanks int
	Random struct{ Black, White float64 } `json:"random_10000_games"`

	BestGame         *End      `json:"best_game"`
	LargestWinBlack  End       `json:"largest_win_black"`
	LargestWinWhite  End       `json:"largest_win_white"`
	ShortestWinBlack *Shortest `json:"shortest_win_black"`
	ShortestWinWhite *Shortest `json:"shortest_win_white"`
}

func published(t *testing.T) (all map[string]figures) {
	data, err := os.ReadFile("testdata/figures.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &all))
	require.Len(t, all, 11)
	return all
}

// longToFind are the boards whose largest wins take longer to find than those of all others together.
var longToFind = []string{"Two", "Xhole"}

// An analysis reproduces the published figures. There are none for best play on large boards.
func TestPublishedFigures(t *testing.T) {
	all := published(t)
	for _, name := range longToFind {
		delete(all, name)
	}
	testFigures(t, all)
}

func testFigures(t *testing.T, boards map[string]figures) {
	for name, want := range boards {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shape := shapeNamed(t, name)
			settings := modest
			settings.Games = 10000
			w := Begin(shape, settings)
			w.playRandom()
			assert.Equal(t, want.Blanks, w.found.Blanks)
			assert.InDelta(t, want.Random.Black, w.found.Random.Black, 2.5) // both are of 10,000 games
			assert.InDelta(t, want.Random.White, w.found.Random.White, 2.5)

			w.findLargest(t.Context())
			for side, found := range []*Largest{w.found.LargestWinBlack, w.found.LargestWinWhite} {
				wanted := []End{want.LargestWinBlack, want.LargestWinWhite}[side]
				assert.True(t, found.Exact)
				assert.Equal(t, []int{wanted.Black, wanted.White}, []int{found.Black, found.White})
				assert.True(t, ends(shape, wanted), "the published game is finished")
				assert.True(t, ends(shape, found.End))
			}

			w.findShortest(t.Context())
			for side, found := range []*Shortest{w.found.ShortestWinBlack, w.found.ShortestWinWhite} {
				assert.True(t, found.Exact)
				assertWin(t, shape, found, engine.Side(side))
				if wanted := []*Shortest{want.ShortestWinBlack, want.ShortestWinWhite}[side]; wanted != nil {
					assert.Equal(t, wanted.Moves, found.Moves)
				}
			}

			if want.BestGame != nil {
				w.findBest(t.Context())
				assert.True(t, w.found.BestGame.Exact)
				best := w.found.BestGame
				assert.Equal(t, []int{want.BestGame.Black, want.BestGame.White}, []int{best.Black, best.White})
			}
		})
	}
}

// Shares of random games are in per cent and have 95 % intervals.
func TestRandomGames(t *testing.T) {
	r := PlayRandom(shapeNamed(t, "Square-4"), 2000, 1)
	assert.InDelta(t, 100, r.Black+r.White+r.Draw, 1e-9)
	assert.Equal(t, r, PlayRandom(shapeNamed(t, "Square-4"), 2000, 1))
	low, high := r.Interval(r.Black)
	assert.Less(t, low, 35.4) // the share in 200,000 games
	assert.Greater(t, high, 35.4)
	low, high = (&RandomGames{Games: 10}).Interval(0)
	assert.InDelta(t, 0, low, 1e-9)
	assert.InDelta(t, 27.8, high, 0.1)
}

// A stopped analysis has bounds and a game for each result, and Resume continues it until everything is
// exact.
func TestResume(t *testing.T) {
	shape := shapeNamed(t, "Plus")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := Begin(shape, modest)
	w.Run(ctx) // time for random games and a shallow game only
	s := w.Results()
	assert.False(t, s.BestGame.Exact)
	assert.Equal(t, []int{-28, 28}, []int{*s.BestGame.AtLeast, *s.BestGame.AtMost})
	assert.True(t, ends(shape, s.BestGame.End))

	steps := 1 // after which a process is stopped
	for state := w.State(); !complete(w.Results()); state = w.State() {
		var err error
		w, err = Resume(shape, modest, state)
		require.NoError(t, err)
		before := w.Results()
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			defer cancel()
			waitForSteps(ctx, w, steps)
		}()
		w.Run(ctx)
		cancel()
		after := w.Results()
		if b, a := before.BestGame, after.BestGame; !b.Exact && !a.Exact {
			assert.LessOrEqual(t, *b.AtLeast, *a.AtLeast)
			assert.GreaterOrEqual(t, *b.AtMost, *a.AtMost)
		}
		assert.Greater(t, after.Seconds, before.Seconds)
		steps++ // so the last process comes to its end
	}
	assert.Equal(t, 6, w.Results().BestGame.lead(engine.Black))
	assert.Equal(t, 9, w.Results().ShortestWinBlack.Moves)
	assert.Equal(t, []int{28, 0}, []int{w.Results().LargestWinBlack.Black, w.Results().LargestWinBlack.White})
}

// waitForSteps waits until the description of the present search has changed so many times.
func waitForSteps(ctx context.Context, w *Analysis, steps int) {
	for last := ""; steps > 0 && ctx.Err() == nil; time.Sleep(100 * time.Microsecond) {
		if doing, _ := w.Doing(); doing != last {
			last = doing
			steps--
		}
	}
}

func complete(s BoardAnalysis) bool {
	return s.BestGame != nil && s.BestGame.Exact && s.LargestWinBlack.Exact && s.LargestWinWhite.Exact &&
		s.ShortestWinBlack.Exact && s.ShortestWinWhite.Exact
}

// Resume returns an error that says what is damaged.
func TestDamagedStates(t *testing.T) {
	shape := shapeNamed(t, "Square-4")
	w := Begin(shape, modest)
	w.Run(t.Context())
	data := w.State()
	_, err := Resume(shape, modest, data)
	require.NoError(t, err)
	for _, c := range []struct {
		says   string
		damage func(s *state)
	}{
		{"it is about another board", func(s *state) { s.Analysis.Board = s.Analysis.Board[1:] + "-" }},
		{"best_game is not a finished game", func(s *state) { s.Analysis.BestGame.Black++ }},
		{"best_game is not a finished game", func(s *state) { s.Analysis.BestGame.Record = "d3" }},
		{"best_game is not exact, and its at_least", func(s *state) { s.Analysis.BestGame.Exact = false }},
		{"a largest win is not a finished game", func(s *state) { s.Analysis.LargestWinWhite.Record = "a1" }},
		{"a largest win is not exact, and its at_most", func(s *state) { s.Analysis.LargestWinBlack.Exact = false }},
		{"a shortest win is not exact, and its at_least", func(s *state) { s.Analysis.ShortestWinBlack.Exact = false }},
		{"a shortest win is not a finished game", func(s *state) { s.Analysis.ShortestWinBlack.Moves++ }},
		{"random has no games", func(s *state) { s.Analysis.Random.Games = 0 }},
		{"proof 1 is not about a position of this board", func(s *state) { s.Proved = []fact{{Position: "d3", AtMost: 4}} }},
		{"proof 1 is not about a position of this board", func(s *state) {
			s.Proved = []fact{{Position: shape.Start.String(), AtLeast: 5, AtMost: 4}}
		}},
	} {
		var s state
		require.NoError(t, json.Unmarshal(data, &s))
		c.damage(&s)
		damaged, err := json.Marshal(s)
		require.NoError(t, err)
		_, err = Resume(shape, modest, damaged)
		assert.ErrorContains(t, err, c.says)
	}
	_, err = Resume(shape, modest, data[:len(data)/2])
	assert.ErrorContains(t, err, "not readable as JSON")
}
