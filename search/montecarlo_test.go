package search

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestMonteCarloDependsOnItsSeedOnly(t *testing.T) {
	seeded := func(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
	m := MonteCarlo{Games: 20}
	p := randomPosition(seeded(1), 50)
	once := m.Search(context.Background(), p, seeded(7))
	assert.Equal(t, once, m.Search(context.Background(), p, seeded(7)))
	assert.NotEqual(t, once.Nodes, m.Search(context.Background(), p, seeded(8)).Nodes)
	long := MonteCarlo{Games: 20, Time: time.Hour}
	again := long.Search(context.Background(), p, seeded(7))
	assert.Equal(t, once, again, "a clock that does not run out changes nothing")
}

// chance is the average points of a random game from b for its mover (sign +1) or the other side
// (sign -1). It follows all games.
func chance(b engine.Board, sign int) float64 {
	if b.Over() {
		return float64(playoutPoints(sign * b.FinalDiff()))
	}
	moves := b.Moves()
	if moves == 0 {
		return chance(b.Swap(), -sign)
	}
	sum := 0.0
	for s := range engine.SquaresOf(moves) {
		sum += chance(b.Play(s), -sign)
	}
	return sum / float64(bits.OnesCount64(moves))
}

// The positions are near the end of the game, where all random games can be enumerated. The
// score of the chosen move is close to their average, and no other move has a much better one.
func TestMonteCarloComesNearTheAverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	passes := 0
	for range 60 {
		p := randomPosition(rng, 1+rng.IntN(6)).Settle()
		if p.Over() {
			continue
		}
		best := math.Inf(-1)
		for s := range engine.SquaresOf(p.Moves()) {
			best = max(best, chance(p.Board.Play(s), -1))
			if p.Play(s).MustPass() {
				passes++
			}
		}
		const games = 4000 // the standard deviation is at most 2/√4000: 3 points in a hundred games
		r := MonteCarlo{Games: games}.Search(context.Background(), p, rng)
		require.NoError(t, engine.CheckLegal(p, r.Move))
		assert.InDelta(t, 100*chance(p.Board.Play(r.Move), -1), r.Score, 16, "%s", p)
		assert.InDelta(t, 100*best, r.Score, 16, "%s", p)
	}
	assert.Positive(t, passes)
}

func TestMonteCarloBeatsRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	wins := 0
	for game := range 20 {
		p := engine.Start()
		for ; !p.Over(); p = p.Settle() {
			if p.Side == engine.Side(game%2) {
				p = p.Play(MonteCarlo{Games: 20}.Search(context.Background(), p, rng).Move)
			} else {
				p = p.Play(engine.RandomSquare(rng, p.Moves()))
			}
		}
		if (p.FinalDiff() > 0) == (p.Side == engine.Side(game%2)) && p.FinalDiff() != 0 {
			wins++
		}
	}
	assert.GreaterOrEqual(t, wins, 18)
}

func TestMonteCarloDrawsAmongEquals(t *testing.T) {
	// All four first moves are symmetric, so random numbers decide.
	seen := map[engine.Square]bool{}
	for seed := range uint64(200) {
		r := MonteCarlo{Games: 1}.Search(context.Background(), engine.Start(), rand.New(rand.NewPCG(seed, 0)))
		seen[r.Move] = true
	}
	assert.Len(t, seen, 4)
}

func TestMonteCarloStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rng := rand.New(rand.NewPCG(1, 1))
	p := engine.Start()
	for name, m := range map[string]MonteCarlo{
		"games":    {Games: 1 << 30},
		"time":     {Time: time.Hour},
		"the pair": {Games: 1 << 30, Time: time.Hour},
	} {
		r := m.Search(ctx, p, rng)
		assert.NoError(t, engine.CheckLegal(p, r.Move), name)
		assert.Less(t, r.Nodes, uint64(4*100), "%s: one round", name)
	}
	for name, m := range map[string]MonteCarlo{
		"a clock that has run out": {Games: 1 << 30, Time: 1},
		"no limit":                 {},
	} {
		r := m.Search(context.Background(), p, rng)
		assert.NoError(t, engine.CheckLegal(p, r.Move), name)
	}
}

// Where every game has only one continuation after its first move, score and nodes can be computed
// in advance.
func TestMonteCarloCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 1))
	scores := map[int]bool{}
	for range 3000 {
		p := randomPosition(rng, 1+rng.IntN(4)).Settle()
		best, nodes, forced := -200, uint64(0), !p.Over()
		for _, move := range legal(p) {
			discs, visited, ok := onlyGame(p.Play(move), p.Side)
			forced = forced && ok
			nodes += visited
			best = max(best, 100*playoutPoints(discs))
		}
		if !forced {
			continue
		}
		for _, games := range []int{1, 3} {
			r := MonteCarlo{Games: games}.Search(context.Background(), p, rng)
			require.Equal(t, Result{Move: r.Move, Score: best, Depth: 1, Nodes: uint64(games) * nodes}, r, "%s", p)
			discs, _, _ := onlyGame(p.Play(r.Move), p.Side)
			require.Equal(t, best, 100*playoutPoints(discs), "%s", p)
		}
		scores[best] = true
	}
	assert.Equal(t, map[int]bool{200: true, 100: true, -200: true}, scores)
}

// onlyGame plays the only moves from p to the end. It returns the result for a side in discs and
// the number of positions on the way, without passes. ok is false if a position has several moves.
func onlyGame(p engine.Position, side engine.Side) (discs int, visited uint64, ok bool) {
	visited = 1
	for ; !p.Over(); visited++ {
		p = p.Settle()
		if len(legal(p)) > 1 {
			return 0, 0, false
		}
		p = p.Play(legal(p)[0])
	}
	if winner, discs := p.Winner(); winner == side {
		return discs, visited, true
	} else {
		return -discs, visited, true
	}
}

func TestPlayoutPoints(t *testing.T) {
	for discs, points := range map[int]int{64: 2, 1: 2, 0: 1, -1: -2, -64: -2} {
		assert.Equal(t, points, playoutPoints(discs), "%d discs", discs)
	}
}

func TestAllMovesWithMostPoints(t *testing.T) {
	for _, c := range []struct{ points, best []int }{
		{[]int{-2}, []int{0}},
		{[]int{-2, 4}, []int{1}},
		{[]int{4, 4}, []int{0, 1}},
		{[]int{-2, 4, 5, 4, 5}, []int{2, 4}},
	} {
		assert.Equal(t, c.best, mostPoints(c.points))
	}
}

// In a synctest bubble a round takes the millisecond that checking the context takes.
func TestMonteCarloLimits(t *testing.T) {
	for _, c := range []struct {
		m        MonteCarlo
		cancelAt int
		rounds   int
	}{
		{m: MonteCarlo{}, rounds: 1},
		{m: MonteCarlo{Games: 1}, rounds: 1},
		{m: MonteCarlo{Games: 9}, rounds: 9},
		{m: MonteCarlo{Time: 9 * time.Millisecond}, rounds: 9},
		{m: MonteCarlo{Time: 8*time.Millisecond + 1}, rounds: 9},
		{m: MonteCarlo{Games: 5, Time: 9 * time.Millisecond}, rounds: 5},
		{m: MonteCarlo{Games: 20, Time: 9 * time.Millisecond}, rounds: 9},
		{m: MonteCarlo{Games: 20}, cancelAt: 3, rounds: 3},
		{m: MonteCarlo{Time: time.Hour}, cancelAt: 3, rounds: 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			// With one empty square, nodes are the number of rounds.
			p, err := engine.ParsePosition("-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X")
			require.NoError(t, err)
			r := c.m.Search(newClock(c.cancelAt), p, rand.New(rand.NewPCG(1, 1)))
			assert.EqualValues(t, c.rounds, r.Nodes, "%s", c.m)
		})
	}
}

func TestMonteCarloInWords(t *testing.T) {
	for words, m := range map[string]MonteCarlo{
		"100 random games from each move":             {Games: 100},
		"random games from each move for 1s":          {Time: time.Second},
		"9 random games from each move, 20ms at most": {Games: 9, Time: 20 * time.Millisecond},
	} {
		assert.Equal(t, words, m.String())
	}
}

func TestMonteCarloGamesAllocateNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	allocations := func(games int) float64 {
		return testing.AllocsPerRun(10, func() { MonteCarlo{Games: games}.Search(context.Background(), engine.Start(), rng) })
	}
	assert.InDelta(t, allocations(1), allocations(100), 5)
}

func BenchmarkMonteCarlo(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		MonteCarlo{Games: 1000}.Search(context.Background(), engine.Start(), rng)
	}
}
