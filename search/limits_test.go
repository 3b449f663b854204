package search

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

// unreached is a limit of nodes that no test reaches.
const unreached = 1 << 40

// middle returns a position with a number of empties and several moves.
func middle(t *testing.T, empties int) engine.Board {
	p := randomPosition(rand.New(rand.NewPCG(14, 1)), empties).Settle()
	require.Greater(t, len(legal(p)), 2)
	return p.Board
}

// find searches with a new searcher.
func find(ctx context.Context, b engine.Board, settings Settings) Result {
	return New(NewTable(12)).Search(ctx, b, compiled(seedBlank), settings)
}

// without returns a result without nodes, to compare searches that took different ways.
func without(r Result) Result {
	r.Nodes = 0
	return r
}

// A clock is a context that a search checks each time it looks at its limits. In a synctest bubble
// only sleep advances time. A check takes a millisecond.
type clock struct {
	context.Context
	looks, cancelAt int // the check number cancelAt cancels the context; 0 for never
}

func newClock(cancelAt int) *clock {
	return &clock{Context: context.Background(), cancelAt: cancelAt}
}

func (c *clock) Err() error {
	time.Sleep(time.Millisecond)
	if c.looks++; c.cancelAt > 0 && c.looks >= c.cancelAt {
		return context.Canceled
	}
	return nil
}

func TestDeepeningGivesTheLastDepthThatItsNodesAllow(t *testing.T) {
	b := middle(t, 30)
	for _, a := range []Algorithm{NegaScout, AlphaBeta, NegaMax, MinMax} {
		var before Result
		for depth := 1; depth <= 4; depth++ {
			r := find(context.Background(), b, Settings{Algorithm: a, Nodes: unreached, Depth: depth})
			assert.Equal(t, without(find(context.Background(), b, Settings{Algorithm: a, Depth: depth})), without(r))

			assert.Equal(t, r, find(context.Background(), b, Settings{Algorithm: a, Nodes: r.Nodes}), "just enough")
			if depth > 1 {
				limit := (before.Nodes + r.Nodes) / 2
				short := find(context.Background(), b, Settings{Algorithm: a, Nodes: limit})
				assert.Equal(t, without(before), without(short), "not enough for depth %d", depth)
				assert.GreaterOrEqual(t, short.Nodes, limit)
				assert.Less(t, short.Nodes, limit+100, "a look at every position with children above the leaves")
			}
			before = r
		}
	}
}

func TestDepthOneIsFinishedWhateverTheLimits(t *testing.T) {
	b := middle(t, 30)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	want := without(find(context.Background(), b, Settings{Depth: 1}))
	for _, settings := range []Settings{
		{Nodes: 1}, {Time: 1}, {Nodes: 1, Endgame: 60}, {Time: 1, Endgame: 60}, {Nodes: 1, Time: 1, Depth: 5},
	} {
		assert.Equal(t, want, without(find(context.Background(), b, settings)), "%+v", settings)
	}
	for _, settings := range []Settings{
		{Nodes: 1}, {Time: time.Hour}, {Time: time.Hour, Endgame: 60}, {Depth: 8}, {Depth: 8, Endgame: 60},
	} {
		assert.Equal(t, want, without(find(cancelled, b, settings)), "%+v, cancelled", settings)
	}
}

func TestDeepeningEndsWithTheDepthOrTheGame(t *testing.T) {
	for _, c := range []struct{ empties, depth, want int }{{30, 3, 3}, {7, 0, 7}, {7, 9, 7}, {7, 7, 7}} {
		b := middle(t, c.empties)
		r := find(context.Background(), b, Settings{Depth: c.depth, Nodes: unreached})
		assert.Equal(t, c.want, r.Depth, "%d empties, depth %d", c.empties, c.depth)
		assert.False(t, r.Exact)
	}
}

func TestEndgameBegins(t *testing.T) {
	b := middle(t, 9)
	for _, limits := range []Settings{{Depth: 2}, {Depth: 2, Nodes: unreached}, {Depth: 2, Time: time.Hour}} {
		settings := limits
		settings.Endgame = 8
		r := find(context.Background(), b, settings)
		assert.Equal(t, []any{false, 2}, []any{r.Exact, r.Depth}, "%+v", settings)
		settings.Endgame = 9
		r = find(context.Background(), b, settings)
		assert.Equal(t, []any{true, 9}, []any{r.Exact, r.Depth}, "%+v", settings)
	}
}

// Half of the nodes are for solving. If they do not suffice, the rest is for deepening.
func TestSolvingTakesHalfOfTheNodes(t *testing.T) {
	b := middle(t, 14)
	solved := find(context.Background(), b, Settings{Depth: 1, Endgame: 14})
	require.True(t, solved.Exact)
	require.Greater(t, solved.Nodes, uint64(10000))
	for _, limit := range []uint64{2*solved.Nodes - 1, 2 * solved.Nodes} {
		assert.Equal(t, solved, find(context.Background(), b, Settings{Nodes: limit, Endgame: 14}))
	}
	limit := solved.Nodes * 3 / 2
	r := find(context.Background(), b, Settings{Nodes: limit, Endgame: 14})
	assert.False(t, r.Exact)
	assert.Greater(t, r.Depth, 3)
	assert.GreaterOrEqual(t, r.Nodes, limit)
	assert.Less(t, r.Nodes, limit+200)
	assert.Equal(t, without(find(context.Background(), b, Settings{Depth: r.Depth})), without(r))
}

// A search checks the clock every 2,048 nodes from the first node.
func TestTimeLimit(t *testing.T) {
	b := middle(t, 40)
	for _, c := range []struct {
		limit time.Duration
		looks int
	}{
		{1, 1},
		{9*time.Millisecond - 1, 9}, {9 * time.Millisecond, 9}, {9*time.Millisecond + 1, 10},
	} {
		synctest.Test(t, func(t *testing.T) {
			clock := newClock(0)
			r := find(clock, b, Settings{Time: c.limit})
			assert.Equal(t, c.looks, clock.looks, "%s", c.limit)
			assert.InDelta(t, 2048*(c.looks-1)+20, r.Nodes, 20*float64(c.looks), "%s", c.limit)
			assert.Equal(t, without(find(context.Background(), b, Settings{Depth: r.Depth})), without(r), "%s", c.limit)
		})
	}
}

// Half of the time is for solving and half for deepening.
func TestSolvingTakesHalfOfTheTime(t *testing.T) {
	b := middle(t, 20)
	for _, c := range []struct {
		limit time.Duration
		looks int
	}{
		{1, 1 + 1}, {2, 1 + 1}, {3, 1 + 1}, // nanoseconds
		{10 * time.Millisecond, 5 + 5}, {11 * time.Millisecond, 6 + 6}, {10*time.Millisecond - 1, 5 + 5},
		{10*time.Millisecond + 1, 6 + 6},
	} {
		synctest.Test(t, func(t *testing.T) {
			clock := newClock(0)
			r := find(clock, b, Settings{Time: c.limit, Endgame: 20})
			assert.False(t, r.Exact)
			assert.Equal(t, c.looks, clock.looks, "%s", c.limit)
		})
	}
}

// With 12 empties 20,000 nodes solve a game, and 2.3 times as many with each more.
func TestSolvesIfTheTimeWillProbablySuffice(t *testing.T) {
	for _, c := range []struct {
		empties, depth int
		left           time.Duration // at a thousand nodes a millisecond
		fixed          int           // depth of the settings
		timed, solves  bool
	}{
		{12, 6, 20 * time.Millisecond, 0, true, true},
		{12, 6, 19 * time.Millisecond, 0, true, false},
		{13, 7, 47 * time.Millisecond, 0, true, true},
		{13, 7, 45 * time.Millisecond, 0, true, false},
		{13, 6, time.Second, 0, true, false}, // too shallow as yet
		{12, 6, time.Second, 9, true, false},
		{12, 6, time.Second, 0, false, false},
		{12, 12, time.Second, 0, true, false}, // it is solved
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &Searcher{}
			s.clocked, s.began, s.nodes = c.timed, time.Now(), 1000
			s.deadline = s.began.Add(time.Millisecond + c.left)
			time.Sleep(time.Millisecond)
			assert.Equal(t, c.solves, s.shouldSolve(c.empties, c.depth, Settings{Depth: c.fixed}), "%+v", c)
		})
	}
}

// When cancelled, a search to a fixed depth returns the result of the first ply, and a deepening
// one the last finished depth.
func TestCancellation(t *testing.T) {
	b := middle(t, 24)
	for _, look := range []int{1, 2, 7} {
		synctest.Test(t, func(t *testing.T) {
			first := without(find(context.Background(), b, Settings{Depth: 1}))
			for _, settings := range []Settings{{Depth: 9}, {Depth: 8, Endgame: 24}} {
				clock := newClock(look)
				assert.Equal(t, first, without(find(clock, b, settings)), "%+v", settings)
				assert.Equal(t, look, clock.looks, "%+v", settings)
			}
			clock := newClock(look)
			r := find(clock, b, Settings{Nodes: unreached})
			assert.Equal(t, look, clock.looks)
			assert.Equal(t, look == 1, r.Depth == 1)
			assert.Equal(t, without(find(context.Background(), b, Settings{Depth: r.Depth})), without(r))
		})
	}
}

// Values in the table make the next search of a game shorter, but do not change its result.
func TestSearchersRememberOneGameAndOneEvaluator(t *testing.T) {
	b, settings := middle(t, 20), Settings{Depth: 6}
	s, e, other := New(NewTable(16)), compiled(seedBlank), compiled(coarse)
	first := s.Search(context.Background(), b, e, settings)
	again := s.Search(context.Background(), b, e, settings)
	assert.Equal(t, without(first), without(again))
	assert.Less(t, again.Nodes, first.Nodes/2)

	s.NewGame()
	assert.Equal(t, first, s.Search(context.Background(), b, e, settings), "a game as if it were the first")

	assert.NotEqual(t, first.Score, s.Search(context.Background(), b, other, settings).Score)
	again = s.Search(context.Background(), b, e, settings)
	assert.Equal(t, without(first), without(again))
	assert.Greater(t, again.Nodes, first.Nodes/2, "the other evaluator's values are not remembered")

	solve := Settings{Depth: 1, Endgame: 20}
	s.NewGame()
	b = middle(t, 14)
	first = s.Search(context.Background(), b, e, solve)
	again = s.Search(context.Background(), b, other, solve)
	assert.Equal(t, without(first), without(again))
	assert.Less(t, again.Nodes, first.Nodes/2, "a solved position is solved for every evaluator")
	s.NewGame()
	assert.Equal(t, first, s.Search(context.Background(), b, e, solve))
}

// The plain searches visit every position, including passes and leaves.
func TestPlainSearchesVisitEveryNode(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	passes := false
	for range 200 {
		p := randomPosition(rng, 1+rng.IntN(12)).Settle()
		if p.Over() {
			continue
		}
		depth := 1 + rng.IntN(5)
		for _, a := range []Algorithm{NegaMax, MinMax} {
			r := find(context.Background(), p.Board, Settings{Algorithm: a, Depth: depth})
			assert.Equal(t, tree(p, depth, &passes), r.Nodes, "%s, %s to depth %d", p, a, depth)
		}
	}
	assert.True(t, passes)
}

// tree counts the positions from p to depth.
func tree(p engine.Position, depth int, passes *bool) uint64 {
	nodes := uint64(1)
	switch {
	case depth == 0 || p.Over():
	case p.MustPass():
		*passes = true
		nodes += tree(p.Pass(), depth, passes)
	default:
		for _, move := range legal(p) {
			nodes += tree(p.Play(move), depth-1, passes)
		}
	}
	return nodes
}

// Without a move the only answer is a pass. Then the search is that of the opponent's move.
func TestPassingIsSearchingForTheOpponent(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	for found := 0; found < 10; {
		p := randomPosition(rng, 4+rng.IntN(20))
		if !p.MustPass() {
			continue
		}
		found++
		for _, settings := range []Settings{{Depth: 3}, {Nodes: 1000}, {Depth: 1, Endgame: 10}} {
			want := find(context.Background(), p.Pass().Board, settings)
			want.Move, want.Score = engine.Pass, -want.Score
			assert.Equal(t, want, find(context.Background(), p.Board, settings), "%s", p)
		}
	}
}

// A watched search reports each finished depth and its nodes in between, and has the same result.
func TestWatch(t *testing.T) {
	p, err := engine.ParsePosition("f5d6c3d3c4f4f6f3e6e7")
	require.NoError(t, err)
	w := evaluators.Defaults()
	eval := evaluators.Compile(w, 0)
	settings := Settings{Depth: 10, Nodes: unreached}
	plain := New(NewTable(16)).Search(context.Background(), p.Board, eval, settings)
	var reports []Result
	watched := New(NewTable(16))
	watched.Watch(func(r Result) {
		line := watched.Line(p.Board, r)
		assert.Equal(t, r.Move, line[0])
		reports = append(reports, r)
	})
	assert.Equal(t, plain, watched.Search(context.Background(), p.Board, eval, settings))
	depths, nodes := []int{}, uint64(0)
	for i, r := range reports {
		assert.GreaterOrEqual(t, r.Nodes, nodes)
		if i > 0 && r.Depth == depths[i-1] {
			assert.GreaterOrEqual(t, r.Nodes, nodes+nodesBetweenReports)
		}
		depths, nodes = append(depths, r.Depth), r.Nodes
	}
	assert.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, slices.Compact(depths))
	assert.Greater(t, len(reports), 10, "there are reports within the last depth")
	assert.Equal(t, plain, reports[len(reports)-1])

	reports = nil
	solving := p
	for solving.Empties() > 14 {
		solving = solving.Play(engine.Square(bits.TrailingZeros64(solving.Moves()))).Settle()
	}
	watched.Watch(func(r Result) { reports = append(reports, r) })
	watched.Search(context.Background(), solving.Board, eval, Settings{Endgame: 14, Nodes: unreached})
	for _, r := range reports {
		assert.Equal(t, Result{Move: engine.NoSquare, Nodes: r.Nodes}, r, "there is no move before the solution")
	}
	watched.Watch(nil)
	assert.NotPanics(t, func() { watched.Search(context.Background(), p.Board, eval, settings) })
}
