package large

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/evaluators"
	"evothello/players"
)

func contestant(t *testing.T, spec string) *players.Contestant {
	t.Helper()
	s, err := ParseSpec(spec)
	require.NoError(t, err)
	c, err := s.Contestant()
	require.NoError(t, err)
	return c
}

// randomPosition returns a position from a random game that has a move and at least empties empty squares.
func randomPosition(rng *rand.Rand, size, empties int) large.Position {
	for {
		p := large.Start(size)
		for p.Empties() > empties && !p.Over() {
			p = p.Settle()
			p = p.Play(p.Moves().Pick(rng))
		}
		if !p.Over() {
			return p.Settle()
		}
	}
}

// On 8×8 squares the players choose the same moves as those of package players, also at random.
func TestPlayersMatchThe8x8Players(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spec := range []string{
		"random", "greedy", "unselfish", "slowstarter", "corner", "episode", "random:seed=7", "Slow_Starter", "table",
		"montecarlo:games=3", "m-10",
		"alphabeta:depth=1", "alphabeta:depth=2", "alphabeta:depth=3", "alphabeta:depth=1,endgame=8", "m-10:endgame=8",
		"minmax", "negamax:depth=2", "negascout:depth=2", "reversi-edge:depth=2,endgame=0", "reversi-blank:depth=1,endgame=0",
		"reversi-switch:depth=2,endgame=0", "reversi-switch-blank:depth=2,endgame=0",
		"alphabeta:depth=2,weights=evolved-classic",
	} {
		t.Run(spec, func(t *testing.T) {
			spec = strings.Replace(spec, "Slow_S", "SlowS", 1)
			ours := contestant(t, spec).Large()
			parsed, err := players.ParseSpec(spec)
			require.NoError(t, err)
			other, err := parsed.Contestant()
			require.NoError(t, err)
			theirs := other.New(other.NewSearcher())
			for range 60 {
				at := randomPosition(rng, 8, 1+rng.IntN(60))
				if strings.Contains(spec, "endgame") {
					at = randomPosition(rng, 8, 1+rng.IntN(8))
				}
				seed := rng.Uint64()
				ours.NewGame(seed)
				theirs.NewGame(seed)
				want, err := players.Choose(t.Context(), theirs, nil, at.Eight())
				require.NoError(t, err)
				got, err := chooseAt(t.Context(), ours, at)
				require.NoError(t, err)
				require.Equal(t, want.Move, engine.At(got.Move.Col(), got.Move.Row()), "in %s", at)
			}
		})
	}
}

func TestAllPlayersMoveOnLargeBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, e := range Roster() {
		if e.External {
			continue
		}
		spec := e.Name
		for _, faster := range []string{":depth=2", ":games=1"} {
			if _, err := ParseSpec(spec + faster); err == nil && e.Name != "m-1000" && e.Name != "theend" {
				spec += faster
			}
		}
		empties := 60
		if e.Name == "m-1000" || e.Name == "theend" {
			empties = 6
		}
		for _, size := range []int{10, 26} {
			player := contestant(t, spec).Large()
			player.NewGame(1)
			_, err := chooseAt(t.Context(), player, randomPosition(rng, size, empties))
			assert.NoError(t, err, "%s on %d", e.Name, size)
		}
	}
}

// Counts of edges and blanks on 6×6 squares equal those of package evaluators there.
func TestScorersMatchThoseOfSmallerBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		at := randomPosition(rng, 4+2*rng.IntN(3), 4+rng.IntN(30))
		w := evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
			if !s.Standard {
				return 0
			}
			return rng.IntN(21) - 10
		})
		moves, replies := at.Moves(), at.Swap().Moves()
		want := w.Score(at.Eight(), nil)
		if at.Side == engine.White {
			want = -want
		}
		require.Equal(t, want, newEvaluation(at.Size, w).score(&at.Board, &moves, &replies), at)
	}
}

// The classes of squares are those of the Table scorer on 8×8, and those of the reversi library on other
// sizes.
func TestTableLayout(t *testing.T) {
	for s := range engine.Square(64) {
		var w evaluators.Weights
		w.Set("table."+squareClass(8, large.At(s.Col(), s.Row())), 1)
		assert.Equal(t, 1, w.Score(engine.Position{Board: engine.Board{Mover: s.Bit()}}, nil), s)
	}
	for size, want := range map[int]string{
		4: `corner c
			c b1`,
		6: `corner c a2
			c x o1
			a2 o1 b1`,
		10: `corner c a2 b3 b3
			c x o1 o2 o2
			a2 o1 a1 b2 b2
			b3 o2 b2 x o1
			b3 o2 b2 o1 b1`,
		12: `corner c a2 b3 b3 b3
			c x o1 o2 o2 o2
			a2 o1 a1 b2 b2 b2
			b3 o2 b2 x o1 o2
			b3 o2 b2 o1 a1 b2
			b3 o2 b2 o2 b2 b1`,
	} {
		for y, row := range strings.Split(want, "\n") {
			for x, name := range strings.Fields(row) {
				last := size - 1
				for _, s := range []large.Square{large.At(x, y), large.At(last-x, y), large.At(x, last-y),
					large.At(last-x, last-y)} {
					assert.Equal(t, name, squareClass(size, s), "%s of %d", s, size)
				}
			}
		}
	}
}

// A cancelled player still chooses a move, and at once. The clock of synctest shows that it does not wait.
func TestSearchesStopWhenCancelled(t *testing.T) {
	at := large.Start(10)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		for _, spec := range []string{"theend", "montecarlo:time=1h", "alphabeta:depth=8"} {
			player := contestant(t, spec).Large()
			player.NewGame(1)
			began := time.Now()
			_, err := chooseAt(ctx, player, at)
			assert.NoError(t, err, "it still has a move")
			assert.Zero(t, time.Since(began))
		}
	})
}

func TestParseSpecErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "champion.json")
	require.NoError(t, os.WriteFile(file, []byte("{}"), 0o600))
	const known = "random, greedy, unselfish, slowstarter, corner, episode, table, montecarlo, m-10, m-100, m-1000, " +
		"theend, minmax, negamax, alphabeta, joseki, fullreading, iterative, edge, switch, blanki-16, negascout, external, " +
		"reversi-alphabeta, reversi-edge, reversi-blank, reversi-switch, reversi-switch-blank, reversi-switch-1279"
	for text, says := range map[string]string{
		"strongest:depth=3": "player strongest:depth=3 plays only on boards up to 8×8; players for larger boards: " + known,
		"tpweb8-16":         "player tpweb8-16 plays only on boards up to 8×8; players for larger boards: " + known,
		file + ":games=3": `player ` + file + `:games=3 on this board: unknown key "games"; known: depth, time, ` +
			"endgame, weights, file",
		"xyz":            `on boards larger than 8×8: unknown player "xyz"; known: ` + known[:87] + " and 19 more",
		"":               `on boards larger than 8×8: unknown player ""; known: ` + known[:87] + " and 19 more",
		"random:depth=3": `player random:depth=3 on this board: unknown key "depth"; known: seed`,
		"table:seed=1":   `player table:seed=1 on this board: unknown key "seed"; it takes none`,
		"m-10:depth=3":   `player m-10:depth=3 on this board: unknown key "depth"; known: games, time, endgame, seed`,
		"alphabeta:book=no": `player alphabeta:book=no on this board: unknown key "book"; known: depth, time, endgame, ` +
			"weights, file",
		"alphabeta:depth=9":         "player alphabeta:depth=9: depth=9: want a whole number from 1 to 8",
		"alphabeta:depth=1,depth=2": "player alphabeta:depth=1,depth=2: depth is given twice",
		"montecarlo:games=0":        "player montecarlo:games=0: games=0: want a whole number from 1 to 1000000",
	} {
		_, err := ParseSpec(text)
		assert.EqualError(t, err, says)
	}
	s, err := ParseSpec("external")
	require.NoError(t, err)
	_, err = s.Contestant()
	assert.ErrorContains(t, err, "player external: name its registration file")
}

func TestWithDefault(t *testing.T) {
	for _, c := range []struct{ spec, about string }{
		{"alphabeta", "weights of reversi-alphabeta, alphabeta to depth 2, last 6 exact"},
		{"alphabeta:depth=3", "weights of reversi-alphabeta, alphabeta to depth 3, last 6 exact"},
		{"alphabeta:endgame=0", "weights of reversi-alphabeta, alphabeta to depth 2"},
		{"greedy", "the move that flips most discs, ties at random"},
		{"theend:endgame=14", "10000 random games from each move, last 14 exact"},
		{"m-10", "10 random games from each move, last 6 exact"},
		{"montecarlo:endgame=0", "1000 random games from each move, 500ms at most"},
	} {
		s, err := ParseSpec(c.spec)
		require.NoError(t, err)
		s, err = s.WithDefault("depth", 2)
		require.NoError(t, err)
		s, err = s.WithDefault("endgame", 6)
		require.NoError(t, err)
		made, err := s.Contestant()
		require.NoError(t, err)
		assert.Equal(t, c.about, made.About)
		assert.Equal(t, c.spec, made.Name)
	}
}

// chooseAt asks a player for its move in a position without earlier moves.
func chooseAt(ctx context.Context, p players.LargePlayer, at large.Position) (players.LargeResult, error) {
	return Choose(ctx, p, &large.Game{Start: at}, at)
}
