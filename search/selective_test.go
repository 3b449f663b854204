package search

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// uniform returns cuts with the same line at all depths, from one or two plies.
func uniform(slope, offset, margin float64) *Cuts {
	var cuts Cuts
	for depth := 3; depth <= MaxDepth; depth++ {
		cuts[depth] = Cut{Shallow: 2 - depth%2, Slope: slope, Offset: offset, Margin: margin}
	}
	return &cuts
}

// If the margin is so wide that only finished games are certain, a search with cuts finds the same
// as the full search.
func TestCutsWithHugeMarginsChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	full, selective := New(NewTable(14)), New(NewTable(14))
	hugeMargins := uniform(1, 0, 1<<20)
	more := 0
	for range 60 {
		p := randomPosition(rng, 4+rng.IntN(40)).Settle()
		if p.Over() {
			continue
		}
		for depth := 1; depth <= 6; depth++ {
			full.NewGame()
			selective.NewGame()
			want := full.Search(context.Background(), p.Board, compiled(seedBlank), Settings{Depth: depth})
			settings := Settings{Depth: depth, Cuts: hugeMargins}
			found := selective.Search(context.Background(), p.Board, compiled(seedBlank), settings)
			assert.Equal(t, without(want), without(found), "%s to depth %d", p, depth)
			if found.Nodes > want.Nodes {
				more++
			}
		}
	}
	assert.Greater(t, more, 60, "it has looked")
}

// A position is predicted to be above a window if the line with its margin says so, applied to the full value of the
// shallow search, or of the search to one ply if that is far enough from what the shallow search has to find.
func TestForeseeFollowsTheLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 1))
	s := New(NewTable(10))
	foreseen := map[bool]int{}
	decidedBy := map[string]int{}
	for range 400 {
		p := randomPosition(rng, 20+rng.IntN(20))
		if p.Moves() == 0 {
			continue
		}
		cut := Cut{
			Shallow: 1 + rng.IntN(3), Slope: 0.5 + rng.Float64(),
			Offset: float64(rng.IntN(101) - 50), Margin: float64(rng.IntN(400)),
		}
		depth := cut.Shallow + 2
		var cuts Cuts
		cuts[depth] = cut
		first, shallow := oracle(p, seedBlank, 1), oracle(p, seedBlank, cut.Shallow)
		alpha := int32(cut.Slope*float64(shallow)+cut.Offset) + int32(rng.IntN(801)-600)

		s.begin(context.Background(), p.Board, compiled(seedBlank), Settings{Cuts: &cuts})
		s.setLimits(0, 0)
		likely := s.foresee(p.Mover, p.Opponent, p.Moves(), alpha, depth)
		above := func(value int) bool { return cut.Slope*float64(value)+cut.Offset-cut.Margin >= float64(alpha+1) }
		near := int(math.Floor(nearShare * cut.Margin))
		switch {
		case cut.Shallow == 1:
			require.Equal(t, above(first), likely, "%s", p)
		case above(first - near):
			require.True(t, likely, "%s", p)
			decidedBy["one ply, above"]++
		case !above(first + near):
			require.False(t, likely, "%s", p)
			decidedBy["one ply, below"]++
		default:
			require.Equal(t, above(shallow), likely, "%s", p)
			decidedBy["shallow search"]++
		}
		foreseen[likely]++
	}
	assert.Greater(t, min(foreseen[true], foreseen[false]), 40)
	for _, by := range []string{"one ply, above", "one ply, below", "shallow search"} {
		assert.Greater(t, decidedBy[by], 15, by)
	}
}

// Cuts save nodes. Values of a selective search are forgotten when a full one follows.
func TestSelectiveSearch(t *testing.T) {
	b, e := middle(t, 34), compiled(seedBlank)
	s, full := New(NewTable(16)), Settings{Depth: 8}
	selective := full
	selective.Cuts = uniform(1, 0, 20)
	want := find(context.Background(), b, full)

	found := s.Search(context.Background(), b, e, selective)
	assert.Less(t, found.Nodes, want.Nodes/2)
	assert.Equal(t, without(want), without(s.Search(context.Background(), b, e, full)))
	s.NewGame()
	assert.Equal(t, found, s.Search(context.Background(), b, e, selective), "a game as if it were the first")

	deepening := Settings{Nodes: found.Nodes, Cuts: selective.Cuts}
	assert.Equal(t, find(context.Background(), b, deepening), find(context.Background(), b, deepening))
	unselective := find(context.Background(), b, Settings{Nodes: found.Nodes})
	assert.Greater(t, find(context.Background(), b, deepening).Depth, unselective.Depth)
}

// A selective search that reaches the end of the game may be wrong, so the position is then solved.
func TestSelectiveSearchSolvesAtTheEnd(t *testing.T) {
	for empties := 6; empties <= 12; empties++ {
		b := middle(t, empties)
		r := find(context.Background(), b, Settings{Nodes: unreached, Cuts: uniform(1, 0, 0)})
		want := find(context.Background(), b, Settings{Depth: 1, Endgame: empties})
		assert.Equal(t, without(want), without(r), "%d empties", empties)
	}
}
