package large

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]int{
		"10": 10, "12": 12, "26": 26,
		"8": 0, "11": 0, "28": 0, "": 0, "-12": 0, "+12": 0, "012": 0, "12x12": 0, "Diamond": 0,
	} {
		size, ok := Size(text)
		assert.Equal(t, want, size, text)
		assert.Equal(t, want > 0, ok, text)
	}
}

func TestSquares(t *testing.T) {
	for text, want := range map[string]Square{
		"a1": At(0, 0), "j10": At(9, 9), "J9": At(9, 8), "z26": At(25, 25), "a26": At(0, 25),
	} {
		s, err := ParseSquare(26, text)
		require.NoError(t, err)
		assert.Equal(t, want, s)
		assert.Equal(t, strings.ToLower(text), s.String())
	}
	for _, text := range []string{"", "a", "a0", "a11", "k1", "a01", "a+1", "1a", "a-1", "a1b1", "é1", "{1"} {
		_, err := ParseSquare(10, text)
		assert.ErrorContains(t, err, "is no square of this board: a letter a-j and a number 1-10, such as f7", text)
	}
	assert.Equal(t, "pass", Pass.String())
	assert.Equal(t, "-", NoSquare.String())
	rapid.Check(t, func(t *rapid.T) {
		size := anySize(t)
		x, y := rapid.IntRange(0, size-1).Draw(t, "x"), rapid.IntRange(0, size-1).Draw(t, "y")
		s, err := ParseSquare(size, At(x, y).String())
		require.NoError(t, err)
		require.Equal(t, [2]int{x, y}, [2]int{s.Col(), s.Row()})
	})
}

func TestSetsAreVisitedInOrderAndPickedFromFairly(t *testing.T) {
	var set Set
	want := []Square{At(3, 0), At(25, 0), At(0, 7), At(1, 25)}
	for _, s := range want {
		set.Add(s)
	}
	var visited []Square
	for s := range set.Squares() {
		visited = append(visited, s)
	}
	assert.Equal(t, want, visited)
	assert.Equal(t, len(want), set.Count())
	counts := map[Square]int{}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 4000 {
		counts[set.Pick(rng)]++
	}
	assert.Len(t, counts, len(want))
	for s, n := range counts {
		assert.InDelta(t, 1000, n, 150, s) // five standard deviations
	}
}

func TestStartsAreInTheMiddle(t *testing.T) {
	assert.Equal(t, engine.Start(), Start(8).Eight())
	p := Start(10)
	black, white := p.Sets()
	assert.True(t, black.Has(At(5, 4)) && black.Has(At(4, 5)) && white.Has(At(4, 4)) && white.Has(At(5, 5)))
	assert.Equal(t, 96, p.Empties())
}

// On 8×8 squares the rules equal those of package engine.
func TestRulesAgreeWithTheEngine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t, 8)
		want := p.Eight()
		require.Equal(t, want.Moves(), eight(p.Moves()))
		require.Equal(t, want.Over(), p.Over())
		require.Equal(t, want.MustPass(), p.MustPass())
		require.Equal(t, want.Settle(), p.Settle().Eight())
		require.Equal(t, want.Squares(), p.Squares())
		require.Equal(t, want.FinalDiff(), p.FinalDiff())
		require.Equal(t, want.DiscDiff(), p.DiscDiff())
		for s := range p.Moves().Squares() {
			require.Equal(t, want.Play(engine.At(s.Col(), s.Row())), p.Play(s).Eight())
		}
	})
}

func TestPerftAgreesWithTheEngine(t *testing.T) {
	var perft func(p Position, depth int) int
	perft = func(p Position, depth int) (leaves int) {
		if depth == 0 || p.Over() {
			return 1
		}
		if p.MustPass() {
			return perft(p.Pass(), depth-1)
		}
		for s := range p.Moves().Squares() {
			leaves += perft(p.Play(s), depth-1)
		}
		return leaves
	}
	assert.EqualValues(t, engine.Perft(engine.StartBoard(), 6), perft(Start(8), 6))
	assert.Equal(t, 1396, perft(Start(26), 5), "far from the edges it is as on 8×8")
}

// On every size the rules equal those of a grid of characters.
func TestRulesAgreeWithAGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t, anySize(t))
		g, own := gridOf(p), p.Side.Letter()[0]
		moves := p.Moves()
		for y := range p.Size {
			for x := range p.Size {
				flips, s := g.flips(x, y, own), At(x, y)
				require.Equal(t, len(flips) > 0, moves.Has(s), "%s in %s", s, p)
				require.Equal(t, len(flips) > 0, CheckLegal(p, s) == nil)
			}
		}
		if moves.IsEmpty() {
			return
		}
		s := moves.Pick(rand.New(rand.NewPCG(1, 1)))
		g.play(s.Col(), s.Row(), own)
		after := p.Play(s)
		require.Equal(t, g.text(), after.Squares())
		require.Equal(t, p.Side.Other(), after.Side)
		require.Equal(t, p.Size*p.Size-strings.Count(g.text(), "-"), after.Discs())
	})
}

func TestSymmetricBoardsHaveOneCanonicalForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t, anySize(t))
		want := p.Canonical()
		require.Equal(t, p.Moves().Count(), want.Moves().Count())
		require.Equal(t, p.DiscDiff(), want.DiscDiff())
		image := p.Board
		for range rapid.IntRange(0, 3).Draw(t, "turns") {
			image = image.turned()
		}
		if rapid.Bool().Draw(t, "mirrored") {
			image = image.mirrored()
		}
		require.Equal(t, want, image.Canonical())
	})
}

func TestPositionsAndTranscriptsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := anySize(t)
		game := anyGame(t, size)
		again, err := ParseTranscript(game.Start, game.Transcript())
		require.NoError(t, err)
		require.Equal(t, game, again)
		if len(game.Moves) > 0 {
			p, err := ParsePosition(size, game.Transcript())
			require.NoError(t, err)
			require.Equal(t, game.Final(), p)
		}
		p, err := ParsePosition(size, game.Final().String())
		require.NoError(t, err)
		require.Equal(t, game.Final(), p)
	})
}

// passGame ends where Black must pass on 8×8 squares, as in package engine's tests.
const passGame = "d3c3e6d2d1e1b2c1"

func TestTranscripts(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		size             int
	}{
		{"nothing", " ", "", 10},
		{"two digits", "f7e7", "f7e7", 10},
		{"blanks, ends of lines and capitals", "F7 \n e7", "f7e7", 10},
		{"a pass that is due", passGame + " pass a3", passGame + "a3", 8},
		{"in short", passGame + "PAa3", passGame + "a3", 8},
		{"in dashes", passGame + "--a3", passGame + "a3", 8},
		{"left out", passGame + "a3", passGame + "a3", 8},
		{"numbers", "1. F7 e7\n2. d8", "f7e7d8", 10},
		{"as people write them", "Ｆ７-e7 (+1)", "f7e7", 10},
		{"passes after the end", "e6f4e3f6g5d6e7f5c5 pass --", "e6f4e3f6g5d6e7f5c5", 8},
		{"numbers and a pass", passGame + " 9. pa 10. a3", passGame + "a3", 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			game, err := ParseTranscript(Start(c.size), c.text)
			require.NoError(t, err)
			assert.Equal(t, c.want, game.Transcript())
		})
	}
	for text, says := range map[string]string{
		"a1":          "move 1: a1 is no legal move for Black",
		"f7f7":        "move 2: f7 is taken",
		"f7k1":        `move 2: "k1" is no square of this board`,
		"f7e":         `move 2: "e" is no square`,
		"f77":         `move 1: "f77" is no square`,
		"f7pass":      "move 2: pass is no legal move for White",
		"f7 7e":       `move 2: "7e" is no square`,
		"hello f7":    `move 1: "hello" is no square`,
		"1. f7 3. e7": "move 2: it has the number 3",
		"f7\xff\xff":  `move 2: "\xff\xff" is no square`,
	} {
		_, err := ParseTranscript(Start(10), text)
		assert.ErrorContains(t, err, says, text)
	}
}

func TestParsePositionRefuses(t *testing.T) {
	board := Start(10).Squares()
	for text, says := range map[string]string{
		"":               "empty position",
		board[1:] + " X": "a board of 99 squares: want 100, a1 to j10",
		board:            "needs exactly one side",
		board + " Z":     `side to move "Z"`,
		board + " X O":   "needs exactly one side",
		"f7f7":           "move 2: f7 is taken",
	} {
		_, err := ParsePosition(10, text)
		assert.ErrorContains(t, err, says, text)
	}
}

func TestResultsGiveEmptySquaresToTheWinner(t *testing.T) {
	empty := strings.Repeat("-", 100)
	for board, want := range map[string]int{
		"XX" + empty[2:]:  100,
		"XXO" + empty[3:]: 98,
		"O" + empty[1:]:   -100,
		"X-O" + empty[3:]: 0,
	} {
		for side, sign := range map[string]int{" X": 1, " O": -1} {
			p, err := ParsePosition(10, board+side)
			require.NoError(t, err)
			assert.Equal(t, sign*want, p.FinalDiff(), board)
		}
	}
}
