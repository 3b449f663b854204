package evaluators

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestStableDiscs(t *testing.T) {
	for _, c := range []struct {
		name        string
		board, want string // the first rows, the rest is empty; # marks stable discs
	}{
		{"nothing without a corner", "-XXXXXX- -XOOXX--", "-XXXXXX- -XOOXX--"},
		{"a corner and the run from it", "XX-X---- O-------", "##-X---- O-------"},
		{"what lies behind a run of its colour", "XXX----- XX------ X-------", "###----- ##------ #-------"},
		{"but not behind the other's", "XXO----- OXX-----", "##O----- OXX-----"},
		{"a full edge of both colours", "XOOXOXXO -XX-----", "######## -XX-----"},
		{"a full row behind it, but for the ends of the other colour", "XXXXXXXX OXXXXXXO", "######## O######O"},
		{"no full row with open columns", "-------- XXOOXXOX OXOXOXOX", "-------- XXOOXXOX OXOXOXOX"},
		{
			"where all four lines are full, even without a corner",
			"-XXXXXX- XXXXXXXX XXXOXXXX XXXXXXXX XXXXOXXX XXXXXXXX XXXXXXXX -XXXXXX-",
			"-XXXXXX- XX####XX X#X##X#X X##XX##X X##XO##X X#X##X#X XX####XX -XXXXXX-",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			fill := func(rows string) string {
				rows = strings.ReplaceAll(rows, " ", "")
				return rows + strings.Repeat("-", 64-len(rows))
			}
			p, err := engine.ParsePosition(fill(c.board) + " X")
			require.NoError(t, err)
			marked := []byte(p.Squares())
			stable := findStable(p.Black(), p.White(), wholeBoard) | findStable(p.White(), p.Black(), wholeBoard)
			for s := range engine.SquaresOf(stable) {
				marked[s] = '#'
			}
			assert.Equal(t, fill(c.want), string(marked))
		})
	}
}

// A stable disc keeps its colour in every continuation of a game, even if a side moves twice, and it
// stays stable.
func TestStableDiscsAreNeverFlipped(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	found := 0
	for range 2000 {
		var black, white uint64
		for p := engine.Start(); ; {
			nowBlack, nowWhite := findStable(p.Black(), p.White(), wholeBoard), findStable(p.White(), p.Black(), wholeBoard)
			require.Zero(t, black&^nowBlack|white&^nowWhite, "%s", p)
			black, white = nowBlack, nowWhite
			if p.Over() {
				break
			}
			if p.Moves() == 0 || p.Swap().Moves() != 0 && rng.IntN(10) == 0 {
				p = p.Pass()
			} else {
				p = p.Play(engine.RandomSquare(rng, p.Moves()))
			}
		}
		found += bits.OnesCount64(black | white)
	}
	assert.Greater(t, found, 2000*32, "most discs are stable in the end")
}
