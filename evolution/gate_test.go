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

// The first candidate passes without games. Later candidates must win the sequential test. A candidate with the genes
// of the champion does not play.
func TestGate(t *testing.T) {
	for _, c := range []struct {
		name      string
		champions []int
		candidate int
		discs     int // by which the candidate wins
		pairs     int // of the gate
		passes    bool
		gate      fitness.Pentanomial
	}{
		{"the first", nil, 7, 0, 64, true, fitness.Pentanomial{}},
		{"a stronger one", []int{5, 6}, 7, 2, 64, true, fitness.Pentanomial{0, 0, 0, 0, 48}},
		{"a stronger one with too few pairs", []int{5, 6}, 7, 2, 32, false, fitness.Pentanomial{0, 0, 0, 0, 32}},
		{"a weaker one", []int{5, 6}, 7, -2, 64, false, fitness.Pentanomial{48}},
		{"one of the same strength", []int{5, 6}, 7, 0, 64, false, fitness.Pentanomial{0, 0, 64}},
		{"the champion itself", []int{5, 6}, 6, 2, 64, false, fitness.Pentanomial{}},
		{"an earlier champion", []int{5, 6}, 5, 2, 64, true, fitness.Pentanomial{0, 0, 0, 0, 48}},
	} {
		config := oneGene(t, "cmaes", 8)
		config.Gate.Pairs = c.pairs
		s := stepAfter(t, config, stateWithChampions(t, config, 40, c.champions...))
		candidate := &Individual{ID: "41.mean", Genome: newEdgeGenome(t, s, c.candidate)}
		arena := &fakeArena{discs: func(p fitness.Pair) int {
			assert.Equal(t, "41.mean", p.A.Name)
			assert.Equal(t, c.candidate, recipeEdgeWeight(p.A))
			assert.Equal(t, "champion", p.B.Name)
			assert.Equal(t, 6, recipeEdgeWeight(p.B), "the current champion")
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

// The gate has its own openings. Its search depth is that of the schedule, even if fitness games use several depths.
func TestGamesOfTheGate(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Depths, c.Gate.Pairs = []int{3, 4}, 16
	c.Schedule = []ScheduleEntry{{From: 3, Endgame: 7}}
	s := stepAfter(t, c, stateWithChampions(t, c, 4, 1))
	arena := heavierWins()
	s.arena = arena
	_, err := s.passesGate(context.Background(), &Individual{ID: "5.mean", Genome: newEdgeGenome(t, s, 9)})
	require.NoError(t, err)
	openings, err := fitness.RandomOpenings(fitness.Random(c.Seed, "openings", int(fitness.ForGate), 5), engine.Start(),
		16, c.Plies, fitness.ForGate)
	require.NoError(t, err)
	for i, p := range arena.played {
		assert.Equal(t, openings[i], p.Opening)
		for _, side := range []*players.Recipe{p.A, p.B} {
			assert.Equal(t, search.Settings{Depth: 1, Endgame: 7}, *side.Search)
		}
	}
}

// A champion plays all reference opponents on the same openings. It uses the search settings of the run, which the
// schedule does not change.
func TestReference(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Reference = Reference{Pairs: 5, Opponents: []string{"reversi-edge", "reversi-alphabeta:depth=2"}}
	c.Depths, c.Schedule = []int{3}, []ScheduleEntry{{From: 2, Endgame: 9}}
	s := stepAfter(t, c, stateWithChampions(t, c, 4))
	arena := &fakeArena{discs: func(p fitness.Pair) int { return map[string]int{"reversi-edge": 4}[p.B.Name] }}
	s.arena = arena
	reference, err := s.playReference(context.Background(), &Champion{ID: "5.mean", genome: newEdgeGenome(t, s, 9)})
	require.NoError(t, err)
	assert.Equal(t, []ReferenceScore{
		{"reversi-edge", fitness.Pentanomial{0, 0, 0, 0, 5}},
		{"reversi-alphabeta:depth=2", fitness.Pentanomial{0, 0, 5, 0, 0}},
	}, reference)
	assert.Equal(t, 2*2*5, s.row.Games)
	assert.Equal(t, uint64(3*s.row.Games), s.nodes)

	openings, err := fitness.RandomOpenings(fitness.Random(c.Seed, "openings", int(fitness.ForReference), 5),
		engine.Start(),
		5, c.Plies, fitness.ForReference)
	require.NoError(t, err)
	for i, p := range arena.played {
		assert.Equal(t, openings[i%5], p.Opening)
		assert.Equal(t, "5.mean", p.A.Name)
		assert.Equal(t, 9, recipeEdgeWeight(p.A))
		assert.Equal(t, c.Search, *p.A.Search)
		assert.Equal(t, []int{1, 2}[i/5], p.B.Search.Depth, "the depth of the run, unless the spec has one")
		assert.Equal(t, c.Search.Endgame, p.B.Search.Endgame)
	}
}

// Candidates come more often in early generations.
func TestGateInterval(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Gate.Every, c.Gate.Pairs = 4, 64
	state, candidates := initialState(t, c), []int(nil)
	for generation := 1; generation <= 9; generation++ {
		before := *state
		before.Champions = slices.Clone(state.Champions)
		after, outcome := next(t, c, state, heavierWins())
		assert.Equal(t, before, *state, "the previous state does not change")
		assert.Equal(t, generation, after.Generation)
		assert.Equal(t, generation, outcome.Row.Generation)
		assert.Equal(t, outcome.Champion != nil, outcome.Row.Promoted)
		assert.Equal(t, after.CurrentChampion().Generation, outcome.Row.Champion)
		if outcome.Row.Promoted || outcome.Row.Gate.Pairs() > 0 {
			candidates = append(candidates, generation)
		}
		if outcome.Row.Promoted {
			assert.Equal(t, append(before.Champions, *outcome.Champion), after.Champions)
			assert.Equal(t, generation, outcome.Champion.Generation)
			assert.Equal(t, fmt.Sprintf("%d.mean", generation), outcome.Champion.ID)
			assert.Equal(t, outcome.Row.Gate, outcome.Champion.Gate)
			assert.Len(t, outcome.Champion.Reference, len(c.Reference.Opponents))
		} else {
			assert.Equal(t, before.Champions, after.Champions)
		}
		state = after
	}
	assert.Equal(t, []int{1, 2, 3, 4, 6, 8}, candidates)
	assert.Greater(t, len(state.Champions), 1, "there is progress if the larger weight wins")
	for i, champion := range state.Champions[1:] {
		assert.Greater(t, edgeWeight(champion.Phases), edgeWeight(state.Champions[i].Phases))
	}
}

// A run that stops after any number of generations from 2 on has tried a candidate in its last quarter, as long as that
// is not longer than Gate.Every.
func TestEveryLengthHasALateCandidate(t *testing.T) {
	for _, every := range []int{1, 2, 4, 10, 1000} {
		c := &Config{Gate: Gate{Every: every}}
		last := 0
		for n := 1; n <= 300; n++ {
			if c.hasCandidate(n) {
				last = n
			}
			late := n - min(every, max(1, n/4))
			assert.Greater(t, last, late-1, "%d generations, every %d", n, every)
			if n >= 2 && n/4 < every {
				assert.Greater(t, 4*last, 3*n, "%d generations, every %d", n, every)
			}
		}
	}
	c, few := &Config{Gate: Gate{Every: 4}}, []int{}
	for n := range 24 {
		if c.hasCandidate(n) {
			few = append(few, n)
		}
	}
	assert.Equal(t, []int{1, 2, 3, 4, 6, 8, 11, 15, 19, 23}, few)
}

// If all games begin at the start position and genomes meet opponents only, a candidate is promoted if it scores more
// than the champion against these, in the same games with random moves.
func TestGateAgainstOpponentsFromTheStart(t *testing.T) {
	for candidate, passes := range map[int]bool{5: false, 6: false, 7: true} {
		c := oneGene(t, "cmaes", 8)
		c.Plies, c.RandomEvery, c.Panel, c.Opponents, c.Gate.Pairs = 0, 10, 0, []string{"wpc"}, 16
		require.NoError(t, c.Validate())
		s := stepAfter(t, c, stateWithChampions(t, c, 4, 6))
		seeds := map[uint64]int{}
		arena := &fakeArena{discs: func(p fitness.Pair) int {
			assert.Equal(t, "wpc", p.B.Name)
			assert.Equal(t, fitness.OpeningFromPosition(engine.Start()), p.Opening)
			assert.Equal(t, 10, p.RandomEvery)
			seeds[p.Seed]++
			return recipeEdgeWeight(p.A) - 6
		}}
		s.arena = arena
		got, err := s.passesGate(context.Background(), &Individual{ID: "5.mean", Genome: newEdgeGenome(t, s, candidate)})
		require.NoError(t, err)
		assert.Equal(t, passes, got, candidate)
		if candidate != 6 {
			assert.Len(t, seeds, 16)
			assert.Equal(t, 16, s.row.Gate.Pairs(), "only the candidate's count")
			assert.Equal(t, 64, s.row.Games)
		}
	}
}
