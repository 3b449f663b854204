package search

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestMonteCarloDependsOnItsSeedOnly(t *testing.T) {
	lots := func(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
	m := MonteCarlo{Games: 20}
	p := randomPosition(lots(1), 50)
	once := m.Search(context.Background(), p.Board, lots(7))
	assert.Equal(t, once, m.Search(context.Background(), p.Board, lots(7)))
	assert.NotEqual(t, once.Nodes, m.Search(context.Background(), p.Board, lots(8)).Nodes)
	long := MonteCarlo{Games: 20, Time: time.Hour}
	assert.Equal(t, once, long.Search(context.Background(), p.Board, lots(7)), "a clock that does not run out changes nothing")
}

// chance is what a random game from b counts on average for its mover (sign +1) or
// the other side (sign -1), by following all games.
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

// The positions are near the end of the game, where all random games can be
// followed. The move's score comes near their average, and no other move's average
// is much better.
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
		const games = 4000 // a deviation of 2/√4000 or less: 3 points in a hundred games
		r := MonteCarlo{Games: games}.Search(context.Background(), p.Board, rng)
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
				p = p.Play(MonteCarlo{Games: 20}.Search(context.Background(), p.Board, rng).Move)
			} else {
				p = p.Play(engine.Pick(rng, p.Moves()))
			}
		}
		if (p.FinalDiff() > 0) == (p.Side == engine.Side(game%2)) && p.FinalDiff() != 0 {
			wins++
		}
	}
	assert.GreaterOrEqual(t, wins, 18)
}

func TestMonteCarloDrawsAmongEquals(t *testing.T) {
	// All four first moves are mirror images, so that lots decide.
	seen := map[engine.Square]bool{}
	for seed := range uint64(200) {
		seen[MonteCarlo{Games: 1}.Search(context.Background(), engine.StartBoard(), rand.New(rand.NewPCG(seed, 0))).Move] = true
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
		r := m.Search(ctx, p.Board, rng)
		assert.NoError(t, engine.CheckLegal(p, r.Move), name)
		assert.Less(t, r.Nodes, uint64(4*100), "%s: one round", name)
	}
	for name, m := range map[string]MonteCarlo{
		"a clock that has run out": {Games: 1 << 30, Time: 1},
		"no limit":                 {},
	} {
		r := m.Search(context.Background(), p.Board, rng)
		assert.NoError(t, engine.CheckLegal(p, r.Move), name)
	}
}

func TestMonteCarloAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	b := engine.StartBoard()
	assert.Zero(t, testing.AllocsPerRun(10, func() { MonteCarlo{Games: 10}.Search(context.Background(), b, rng) }))
}

func BenchmarkMonteCarlo(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		MonteCarlo{Games: 1000}.Search(context.Background(), engine.StartBoard(), rng)
	}
}
