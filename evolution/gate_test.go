package evolution

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
)

// The gate is open to the first candidate; after that it takes a match to be champion,
// and the candidate must be decidedly stronger. Who is the champion again does not play.
func TestWhoPassesTheGate(t *testing.T) {
	for _, c := range []struct {
		name      string
		champions []int
		candidate int
		discs     int // that the candidate wins by
		pairs     int // that the gate has
		passes    bool
		gate      fitness.Pentanomial
	}{
		{"the first", nil, 7, 0, 64, true, fitness.Pentanomial{}},
		{"a stronger one", []int{5, 6}, 7, 2, 64, true, fitness.Pentanomial{0, 0, 0, 0, 48}},
		{"a stronger one, who cannot prove it", []int{5, 6}, 7, 2, 32, false, fitness.Pentanomial{0, 0, 0, 0, 32}},
		{"a weaker one", []int{5, 6}, 7, -2, 64, false, fitness.Pentanomial{48}},
		{"one of the same strength", []int{5, 6}, 7, 0, 64, false, fitness.Pentanomial{0, 0, 64}},
		{"the champion itself", []int{5, 6}, 6, 2, 64, false, fitness.Pentanomial{}},
		{"an earlier champion", []int{5, 6}, 5, 2, 64, true, fitness.Pentanomial{0, 0, 0, 0, 48}},
	} {
		config := oneGene(t, "cmaes", 8)
		config.Gate.Pairs = c.pairs
		s := stepAfter(t, config, reigned(t, config, 40, c.champions...))
		candidate := s.member("41.mean", valued(t, s, c.candidate))
		arena := &rule{discs: func(p fitness.Pair) int {
			assert.Equal(t, "41.mean", p.A.Name)
			assert.Equal(t, c.candidate, weightOf(p.A))
			assert.Equal(t, "champion", p.B.Name)
			assert.Equal(t, 6, weightOf(p.B), "the reigning one")
			return c.discs
		}}
		s.arena = arena
		passes, err := s.passesGate(context.Background(), candidate)
		require.NoError(t, err)
		assert.Equal(t, c.passes, passes, c.name)
		assert.Equal(t, c.gate, s.row.Gate, c.name)
		assert.Equal(t, 2*c.gate.Pairs(), s.row.Games, c.name)
		assert.Equal(t, uint64(6*c.gate.Pairs()), s.nodes, c.name)
	}
}

// Games of the gate are to the schedule's depth, also where those of fitness take turns
// at several, and on openings of its own.
func TestGamesOfTheGate(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Depths, c.Gate.Pairs = []int{3, 4}, 16
	c.Schedule = []Stage{{From: 3, Endgame: 7}}
	s := stepAfter(t, c, reigned(t, c, 4, 1))
	arena := moreOnEdges()
	s.arena = arena
	_, err := s.passesGate(context.Background(), s.member("5.mean", valued(t, s, 9)))
	require.NoError(t, err)
	openings, err := fitness.RandomOpenings(fitness.Random(c.Seed, "openings", int(fitness.ForGate), 5), engine.Start(),
		16, c.Plies, fitness.ForGate)
	require.NoError(t, err)
	for i, p := range arena.pairs {
		assert.Equal(t, openings[i], p.Opening)
		for _, side := range []*players.Recipe{p.A, p.B} {
			assert.Equal(t, search.Settings{Depth: 1, Endgame: 7}, *side.Search)
		}
	}
}

// A champion climbs every rung on the same openings, and as the run says it searches:
// the schedule does not change how it is measured.
func TestClimb(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Ladder = Ladder{Pairs: 5, Opponents: []string{"seed-edge", "seed-alphabeta:depth=2"}}
	c.Depths, c.Schedule = []int{3}, []Stage{{From: 2, Endgame: 9}}
	s := stepAfter(t, c, reigned(t, c, 4))
	arena := &rule{discs: func(p fitness.Pair) int { return map[string]int{"seed-edge": 4}[p.B.Name] }}
	s.arena = arena
	ladder, err := s.climb(context.Background(), s.member("5.mean", valued(t, s, 9)))
	require.NoError(t, err)
	assert.Equal(t, []Rung{
		{"seed-edge", fitness.Pentanomial{0, 0, 0, 0, 5}},
		{"seed-alphabeta:depth=2", fitness.Pentanomial{0, 0, 5, 0, 0}},
	}, ladder)
	assert.Equal(t, 2*2*5, s.row.Games)
	assert.Equal(t, uint64(3*s.row.Games), s.nodes)

	openings, err := fitness.RandomOpenings(fitness.Random(c.Seed, "openings", int(fitness.ForLadder), 5), engine.Start(),
		5, c.Plies, fitness.ForLadder)
	require.NoError(t, err)
	for i, p := range arena.pairs {
		assert.Equal(t, openings[i%5], p.Opening)
		assert.Equal(t, "5.mean", p.A.Name)
		assert.Equal(t, 9, weightOf(p.A))
		assert.Equal(t, c.Search, *p.A.Search)
		assert.Equal(t, []int{1, 2}[i/5], p.B.Search.Depth, "the run's, unless its spec says another")
		assert.Equal(t, c.Search.Endgame, p.B.Search.Endgame)
	}
}

// Every fourth generation, from the first, has a candidate; in between there is none at
// the gate.
func TestCandidatesComeOnTime(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Gate.Every, c.Gate.Pairs = 4, 64
	state, candidates := begun(t, c), []int(nil)
	for generation := 1; generation <= 9; generation++ {
		before := *state
		before.Champions = slices.Clone(state.Champions)
		now, outcome := next(t, c, state, moreOnEdges())
		assert.Equal(t, before, *state, "the state before stays as it was")
		assert.Equal(t, generation, now.Generation)
		assert.Equal(t, generation, outcome.Row.Generation)
		assert.Equal(t, outcome.Champion != nil, outcome.Row.Promoted)
		assert.Equal(t, now.Reigning().Generation, outcome.Row.Champion)
		if outcome.Row.Promoted || outcome.Row.Gate.Pairs() > 0 {
			candidates = append(candidates, generation)
		}
		if outcome.Row.Promoted {
			assert.Equal(t, append(before.Champions, *outcome.Champion), now.Champions)
			assert.Equal(t, generation, outcome.Champion.Generation)
			assert.Equal(t, fmt.Sprintf("%d.mean", generation), outcome.Champion.ID)
			assert.Equal(t, outcome.Row.Gate, outcome.Champion.Gate)
			assert.Len(t, outcome.Champion.Ladder, len(c.Ladder.Opponents))
		} else {
			assert.Equal(t, before.Champions, now.Champions)
		}
		state = now
	}
	assert.Equal(t, []int{1, 5, 9}, candidates)
	assert.Greater(t, len(state.Champions), 1, "where more is better there is progress")
	for i, champion := range state.Champions[1:] {
		assert.Greater(t, value(champion.Phases), value(state.Champions[i].Phases))
	}
}
