package engine

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLargeBoardsAreNamedByTheirSize(t *testing.T) {
	for text, want := range map[string]int{
		"10": 10, "12": 12, "26": 26, "12x12": 12, "12X12": 12,
		"8": 0, "11": 0, "28": 0, "": 0, "-12": 0, "+12": 0, "012": 0, "12x14": 0, "12x": 0, "x12": 0,
	} {
		board, err := ShapeNamed(text)
		assert.Equal(t, want > 0, err == nil, text)
		if err == nil {
			assert.Equal(t, Large(want), board)
		}
	}
}

func TestSquares(t *testing.T) {
	p := LargeStart(26)
	for text, want := range map[string]Square{
		"a1": At(0, 0), "h8": At(7, 7), "j10": At(9, 9), "J9": At(9, 8), "z26": At(25, 25), "a26": At(0, 25),
	} {
		s, err := p.ParseMove(text)
		require.NoError(t, err)
		assert.Equal(t, want, s)
		assert.Equal(t, strings.ToLower(text), s.String())
	}
	for _, text := range []string{"", "a", "a0", "a11", "k1", "a01", "a+1", "1a", "a-1", "a1b1", "é1", "{1"} {
		_, err := LargeStart(10).ParseMove(text)
		assert.ErrorContains(t, err, "is not a square of this board: want a letter a-j and a number 1-10, such as f7", text)
	}
	assert.Equal(t, "pass", Pass.String())
	assert.Equal(t, "-", NoSquare.String())
	seen := map[Square]bool{Pass: true, NoSquare: true}
	for y := range MaxLarge {
		for x := range MaxLarge {
			s := At(x, y)
			require.Equal(t, [2]int{x, y}, [2]int{s.Col(), s.Row()})
			require.False(t, seen[s])
			seen[s] = true
			again, err := p.ParseMove(s.String())
			require.NoError(t, err)
			require.Equal(t, s, again)
		}
	}
}

func TestSetsAreVisitedInOrderAndPickedFromFairly(t *testing.T) {
	var set LargeSet
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
	assert.Equal(t, Start(), small(LargeStart(8)))
	p := LargeStart(10)
	b := p.Large()
	assert.True(t, b.Mover.Has(At(5, 4)) && b.Mover.Has(At(4, 5)) && b.Opponent.Has(At(4, 4)) && b.Opponent.Has(At(5, 5)))
	assert.Equal(t, 96, p.Empties())
}

// Code that knows boards within 8×8 only finds no squares on a larger one, and no game to play.
func TestLargePositionsHaveNoSquaresWithin8x8(t *testing.T) {
	p := LargeStart(10)
	assert.Zero(t, p.Board.Size())
	assert.Zero(t, p.Board.Empties())
	assert.Zero(t, p.Moves())
	assert.True(t, p.Board.Over())
	assert.Zero(t, p.Board.FinalDiff())
}

// On 8×8 squares the rules equal those of boards within 8×8.
func TestLargeRulesAgreeWithSmallOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyLarge(t, 8)
		want := small(p)
		require.Equal(t, want.Legal(), p.Legal())
		require.Equal(t, want.Over(), p.Over())
		require.Equal(t, want.MustPass(), p.MustPass())
		require.Equal(t, want.Settle(), small(p.Settle()))
		require.Equal(t, want.Squares(), p.Squares())
		require.Equal(t, want.FinalDiff(), p.FinalDiff())
		require.Equal(t, [3]int{want.Size(), want.Discs(), want.Empties()}, [3]int{p.Size(), p.Discs(), p.Empties()})
		for _, s := range p.Legal() {
			require.Equal(t, want.Play(s), small(p.Play(s)))
			require.Equal(t, want.Flipped(s), p.Flipped(s))
		}
		if len(p.Legal()) > 0 {
			seed := rapid.Uint64().Draw(t, "seed")
			require.Equal(t, want.RandomMove(rand.New(rand.NewPCG(seed, 1))), p.RandomMove(rand.New(rand.NewPCG(seed, 1))))
		}
		for s := range Square(64) {
			require.Equal(t, CheckLegal(want, s), CheckLegal(p, s))
		}
	})
}

func TestLargePerftAgreesWithPerft(t *testing.T) {
	assert.Equal(t, Perft(StartBoard(), 6), LargeStart(8).Perft(6))
	assert.EqualValues(t, 1396, LargeStart(26).Perft(5), "far from the edges it is as on 8×8")
}

// On every size the rules equal those of a grid of characters.
func TestLargeRulesAgreeWithAGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyLarge(t, anySize(t))
		g, own := gridOf(p), p.Side.Letter()[0]
		moves := p.Legal()
		for y := range p.Columns() {
			for x := range p.Columns() {
				flips, s := g.flips(x, y, own), At(x, y)
				require.Equal(t, len(flips) > 0, slices.Contains(moves, s), "%s in %s", s, p)
				require.Equal(t, len(flips) > 0, CheckLegal(p, s) == nil)
			}
		}
		if len(moves) == 0 {
			return
		}
		s := p.RandomMove(rand.New(rand.NewPCG(1, 1)))
		g.play(s.Col(), s.Row(), own)
		after := p.Play(s)
		require.Equal(t, g.text(), after.Squares())
		require.Equal(t, p.Side.Other(), after.Side)
		require.Equal(t, p.Size()-strings.Count(g.text(), "-"), after.Discs())
	})
}

func TestSymmetricBoardsHaveOneCanonicalForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyLarge(t, anySize(t)).Large()
		want := p.Canonical()
		require.Equal(t, p.Moves().Count(), want.Moves().Count())
		require.Equal(t, p.DiscDiff(), want.DiscDiff())
		image := p
		for range rapid.IntRange(0, 3).Draw(t, "turns") {
			image = image.turned()
		}
		if rapid.Bool().Draw(t, "mirrored") {
			image = image.mirrored()
		}
		require.Equal(t, want, image.Canonical())
	})
}

func TestLargePositionsAndTranscriptsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := anySize(t)
		game := anyGame(t, size)
		again, err := ParseTranscriptFrom(game.Start, game.Transcript())
		require.NoError(t, err)
		require.Equal(t, game, again)
		if len(game.Moves) > 0 {
			p, err := ParsePositionOn(game.Start, game.Transcript())
			require.NoError(t, err)
			require.Equal(t, game.Final(), p)
		}
		p, err := ParsePositionOn(game.Start, game.Final().String())
		require.NoError(t, err)
		require.Equal(t, game.Final().String(), p.String())
	})
}

func TestLargeTranscripts(t *testing.T) {
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
			game, err := ParseTranscriptFrom(LargeStart(c.size), c.text)
			require.NoError(t, err)
			assert.Equal(t, c.want, game.Transcript())
		})
	}
	for text, says := range map[string]string{
		"a1":          "move 1: a1 is not a legal move for Black",
		"f7f7":        "move 2: f7 is taken",
		"f7k1":        `move 2: "k1" is not a square of this board`,
		"f7e":         `move 2: "e" is not a square`,
		"f77":         `move 1: "f77" is not a square`,
		"f7pass":      "move 2: pass is not a legal move for White",
		"f7 7e":       `move 2: "7e" is not a square`,
		"hello f7":    `move 1: "hello" is not a square`,
		"1. f7 3. e7": "move 2: it has the number 3",
		"f7\xff\xff":  `move 2: "\xff\xff" is not a square`,
	} {
		_, err := ParseTranscriptFrom(LargeStart(10), text)
		assert.ErrorContains(t, err, says, text)
	}
}

func TestParsePositionOnALargeBoardRefuses(t *testing.T) {
	board := LargeStart(10).Squares()
	for text, says := range map[string]string{
		"":               "empty position",
		board[1:] + " X": "the board has 99 squares: must have 100, a1 to j10",
		board:            "needs exactly one side",
		board + " Z":     `side to move "Z"`,
		board + " X O":   "needs exactly one side",
		"f7f7":           "move 2: f7 is taken",
	} {
		_, err := ParsePositionOn(LargeStart(10), text)
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
			p, err := ParsePositionOn(LargeStart(10), board+side)
			require.NoError(t, err)
			assert.Equal(t, sign*want, p.FinalDiff(), board)
		}
	}
}
