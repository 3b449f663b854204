package players

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
)

// In these positions X may play on b1, d1, d3, which flip one disc each, or on a2,
// which flips five. They differ in discs that take no part.
const (
	eightDiscs = "---------OOOOOX--XO--------------------------------------------- X"
	nineDiscs  = "---------OOOOOX--XO--------------------------------------------X X"
	tenDiscs   = "---------OOOOOX--XO----------------------------X---------------X X"
)

// Here X may take the corners a1 and h1, which flip one disc each. The moves a3 and a6 flip most,
// three discs each. b2 and g2 are legal as well.
const twoCorners = "-OX--XO---O--O---OOOX--------------------OOOX------------------- X"

// On 6×6 X may take the corners b2 and g2.
const cornersOf6 = "#########-OXXO-##-O--O-##------##------##-OX---##--XO--######### X"

func TestRules(t *testing.T) {
	for _, c := range []struct {
		name     string
		choose   rule
		position string
		want     string // every move that random numbers may choose
	}{
		{"random", anyMove, "start", "d3 c4 f5 e6"},
		{"random", anyMove, eightDiscs, "b1 d1 a2 d3"},
		{"greedy takes most", greedyMove, eightDiscs, "a2"},
		{"greedy draws among equals", greedyMove, twoCorners, "a3 a6"},
		{"unselfish takes fewest", unselfishMove, eightDiscs, "b1 d1 d3"},
		{"unselfish draws among equals", unselfishMove, "start", "d3 c4 f5 e6"},
		{"slowstarter is unselfish under 15 %", slowStarterMove, nineDiscs, "b1 d1 d3"},
		{"slowstarter is greedy from 15 %", slowStarterMove, tenDiscs, "a2"},
		{"corner takes either corner", cornerMove, twoCorners, "a1 h1"},
		{"corner without a corner", cornerMove, eightDiscs, "b1 d1 a2 d3"},
		{"corner on a smaller board", cornerMove, cornersOf6, "b2 g2"},
	} {
		assert.Equal(t, c.want, moveNames(chosen(t, c.choose, c.position, 300)), c.name)
	}
}

// A random number below 0.9 takes a legal corner, so none below 0.8 is left for the move that
// flips most.
func TestEpisodeUsesOneRandomNumberForBothTests(t *testing.T) {
	const n = 20_000
	near := func(want, share float64, what string) { // four standard deviations and more
		t.Helper()
		assert.InDelta(t, want, share, 0.015, what)
	}
	counts := chosen(t, episodeMove, twoCorners, n)
	moves := len(counts)
	share := func(name string) float64 {
		s, err := engine.ParseSquare(name)
		require.NoError(t, err)
		return float64(counts[s]) / n
	}
	any := 0.1 / float64(moves)
	near(0.45+any, share("a1"), "a corner")
	near(0.45+any, share("h1"), "the other")
	near(any, share("a3"), "most flips are any move where there is a corner")
	near(any, share("a6"), "most flips are any move where there is a corner")

	counts = chosen(t, episodeMove, eightDiscs, n)
	near(0.8+0.05, share("a2"), "most flips")
	near(0.05, share("d1"), "any move")

	counts = chosen(t, episodeMove, "start", n)
	near(0.8+0.05, share("d3"), "the first of those that flip equally many")
	near(0.05, share("e6"), "a later one")
}

// chosen counts the moves that a rule chooses in a position with different seeds.
func chosen(t *testing.T, choose rule, position string, seeds int) map[engine.Square]int {
	t.Helper()
	p, err := engine.ParsePosition(position)
	require.NoError(t, err)
	counts := map[engine.Square]int{}
	for seed := range uint64(seeds) {
		s := (&simple{choose: choose}).move(t.Context(), rand.New(rand.NewPCG(seed, 1)), p).Move
		require.NoError(t, engine.CheckLegal(p, s))
		counts[s]++
	}
	return counts
}

// moveNames lists the counted squares in their order.
func moveNames(counts map[engine.Square]int) string {
	var squares []engine.Square
	for s := range counts {
		squares = append(squares, s)
	}
	slices.Sort(squares)
	text := ""
	for _, s := range squares {
		text += " " + s.String()
	}
	return text[1:]
}

// table takes the corner of the board that it plays on, b2 on 6×6. On the table of 8×8 squares that is the
// worst square. On 8×8 both play the same.
func TestTables(t *testing.T) {
	move := func(player, position string) string {
		p, err := engine.ParsePosition(position)
		require.NoError(t, err)
		c, err := mustSpec(t, player).Contestant()
		require.NoError(t, err)
		r, err := c.New(search.New(search.NewTable(search.DefaultTableBits))).Move(context.Background(), p)
		require.NoError(t, err)
		return r.Move.String()
	}
	assert.Equal(t, "b2", move("table", cornersOf6))
	assert.NotContains(t, []string{"b2", "g2"}, move("table-8x8", cornersOf6))
	assert.NotContains(t, []string{"b2", "g2"}, move("reversi-table-8x8:depth=1,endgame=0", cornersOf6))
	assert.Equal(t, move("table", twoCorners), move("table-8x8", twoCorners))
	assert.Equal(t, move("reversi-alphabeta:depth=3", twoCorners), move("reversi-table-8x8:depth=3", twoCorners))
}
