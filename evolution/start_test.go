package evolution

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/evaluators"
	"evothello/genome"
	"evothello/weights"
)

// weightsOf returns weights with the given features.
func weightsOf(named map[string]int) (w evaluators.Weights) {
	for name, value := range named {
		w.Set(name, value)
	}
	return w
}

// A phase of the run gets the weights that the start has for the last move of the phase.
func TestStartIsConvertedToThePhasesOfTheRun(t *testing.T) {
	start := Start{
		Turns: weights.Turns{12, 30, 60},
		// After scaling they are 660, −667 and 660, at most a third of the bound.
		Phases: []evaluators.Weights{edgeWeights(11)[0], edgeWeights(-667)[0], edgeWeights(220)[0]},
	}
	for _, c := range []struct {
		turns weights.Turns
		want  []int
	}{
		{weights.Turns{12, 30, 60}, []int{660, -667, 660}},
		{weights.Turns{60}, []int{660}},
		{weights.Turns{11, 12, 13, 60}, []int{660, 660, -667, 660}},
		{weights.Turns{29, 30, 31, 60}, []int{-667, -667, 660, 660}},
	} {
		encoding, err := genome.NewEncoding(genome.Encoding{Turns: c.turns, Scorers: []string{"edge"}},
			genome.Variation{Alpha: 0.25})
		require.NoError(t, err)
		g, err := start.genome(encoding)
		require.NoError(t, err)
		var got []int
		for _, w := range encoding.Phases(g) {
			got = append(got, edgeWeight([]evaluators.Weights{w}))
		}
		assert.Equal(t, c.want, got, "%v", c.turns)
	}
}

func TestStartErrors(t *testing.T) {
	for _, c := range []struct {
		start Start
		says  string
	}{
		{Start{Turns: weights.Turns{30, 50}, Phases: append(edgeWeights(1), edgeWeights(2)...)},
			"start: turns [30 50] must end at 60"},
		{Start{Turns: weights.Turns{30, 60}, Phases: edgeWeights(1)}, "start: 1 phases for 2 turns: " +
			"give one phase for each turn"},
		{Start{Turns: weights.Turns{60}, Phases: append(edgeWeights(1), edgeWeights(2)...)},
			"start: 2 phases for 1 turns: give one phase for each turn"},
		{Start{Turns: weights.Turns{60}, Phases: edgeWeights(2001)}, "start: phase 1: edge.w is 2001, outside -2000 to 2000"},
		{Start{Turns: weights.Turns{60}, Phases: []evaluators.Weights{weightsOf(map[string]int{"possibility.w": 100})}},
			"start: phase 1: possibility.w is 100, but it does not evolve and stays 0: add its scorer, or start from other " +
				"weights"},
	} {
		config := oneGene(t, "cmaes", 8)
		config.Start = &c.start
		assert.EqualError(t, config.Validate(), c.says)
		_, err := InitialState(config)
		assert.Error(t, err, c.says)
	}
}

// The factor is the largest whole number with which all weights are within a third of their bounds, so that they can
// evolve in both directions.
func TestScaleFactor(t *testing.T) {
	for _, c := range []struct {
		weights map[string]int
		want    int
	}{
		{nil, 1},
		{map[string]int{"edge.w": 1}, 666}, // of 2000
		{map[string]int{"edge.w": 333}, 2},
		{map[string]int{"edge.w": 334}, 1},
		{map[string]int{"edge.w": -333}, 2},
		{map[string]int{"edge.w": -2000}, 1},
		{map[string]int{"edge.w": 10, "blank.w1": 2}, 16}, // of 100
		{map[string]int{"edge.w": 100, "blank.w1": -2}, 6},
	} {
		w := weightsOf(c.weights)
		assert.Equal(t, c.want, scaleFactor(w), "%v", c.weights)
	}
	rapid.Check(t, func(t *rapid.T) {
		w := evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int {
			if !rapid.Bool().Draw(t, "used") {
				return 0
			}
			return rapid.IntRange(-f.Bound, f.Bound).Draw(t, f.Name)
		})
		fits := func(factor int) (fits bool) {
			fits = true
			evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int {
				weight := 3 * factor * w.Get(f.Name)
				fits = fits && -f.Bound <= weight && weight <= f.Bound
				return 0
			})
			return fits
		}
		want := 1
		for !w.Equal(evaluators.Weights{}) && fits(want+1) {
			want++
		}
		assert.Equal(t, want, scaleFactor(w))
	})
}

// A run has the scorers and phases of its start.
func TestScorersAndPhasesOfTheStart(t *testing.T) {
	c := Defaults(1)
	c.Scorers = []string{"edge"}
	named := c.Scorers
	phases := []evaluators.Weights{
		weightsOf(map[string]int{"edge.w": 3}), weightsOf(map[string]int{"blank.w2": -1, "edge.w": 2}),
	}
	start := &weights.Switch{Turns: weights.Turns{30, 60}, Phases: phases}
	c.StartFrom("mine", start)
	assert.Equal(t, &Start{Name: "mine", Turns: start.Turns, Phases: phases}, c.Start)
	assert.ElementsMatch(t, []string{"edge", "blank"}, c.Scorers)
	assert.Equal(t, weights.Turns{30, 60}, c.Turns)
	assert.Equal(t, []string{"edge"}, named, "the caller's slice does not change")
	require.NoError(t, c.Validate())
	parsed, err := ParseConfig(c.Marshal(), nil)
	require.NoError(t, err)
	assert.Equal(t, c, parsed)
	more, err := ParseConfig([]byte(`{"start": {"turns": [60], "phases": [{"edge.w": 3}]}, "scorers": ["edge", "blank"],
		"turns": [20, 60]}`), nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"edge", "blank"}, more.Scorers, "settings that are given stay")
	assert.Equal(t, weights.Turns{20, 60}, more.Turns)
}

// With a start optimizers have other defaults, so that they search near it.
func TestStartChangesOptimizerDefaults(t *testing.T) {
	start, err := weights.Named("reversi-edge")
	require.NoError(t, err)
	for _, name := range Optimizers() {
		c := newConfig(t, name, 32)
		c.StartFrom("reversi-edge", start)
		with := c.Optimizer
		require.NoError(t, c.SetOptimizer(name))
		assert.Equal(t, c.Optimizer, with, name)
	}
}

// An entry applies from its generation on. Settings that it does not have stay the same.
func TestSchedule(t *testing.T) {
	c := Defaults(1)
	c.Search.Depth, c.Search.Endgame, c.Pairs = 1, 4, 8
	c.Schedule = []ScheduleEntry{
		{From: 5, Pairs: 16},
		{From: 6, Depth: 2, Endgame: 6},
		{From: 10, Depth: 3, Pairs: 32},
	}
	require.NoError(t, c.Validate())
	for generation, want := range map[int]ScheduleEntry{
		0:  {0, 1, 4, 8},
		4:  {0, 1, 4, 8},
		5:  {5, 1, 4, 16},
		6:  {6, 2, 6, 16},
		9:  {6, 2, 6, 16},
		10: {10, 3, 6, 32},
		99: {10, 3, 6, 32},
	} {
		assert.Equal(t, want, c.gameSettings(generation), "generation %d", generation)
		assert.Equal(t, want.Depth, c.fitnessDepth(generation))
	}
	assert.Equal(t, []int{16, 32}, c.scheduledPairs())
}

// With several depths, generations use them in turn for fitness games, but not for the gate.
func TestDepthsAlternate(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Depths = []int{1, 1, 3}
	for generation, depth := range []int{1, 1, 3, 1, 1, 3, 1} {
		assert.Equal(t, depth, c.fitnessDepth(generation))
		assert.Equal(t, c.Search.Depth, c.gameSettings(generation).Depth)
	}
	s := generated(t, c, stateWithChampions(t, c, 4))
	for _, m := range s.members {
		assert.Equal(t, 3, s.recipe(&m).Search.Depth)
	}
}

func TestScheduleErrors(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string // "" if it is valid
	}{
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 2, Depth: 2}} }, ""},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 1, Depth: 2}} },
			"schedule: entry 1 begins in generation 1: entries must begin in generation 2 or later, in rising order"},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5, Depth: 2}, {From: 6, Depth: 3}} }, ""},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5, Depth: 2}, {From: 5, Depth: 3}} },
			"schedule: entry 2 begins in generation 5: entries must begin in generation 2 or later, in rising order"},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5, Depth: 2}, {From: 4, Depth: 3}} },
			"schedule: entry 2 begins in generation 4: entries must begin in generation 2 or later, in rising order"},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5}} },
			"schedule: the entry from generation 5 changes nothing: give depth, endgame or pairs"},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5, Depth: 61}} },
			"schedule: from generation 5: depth 61: must be 1 to 60"},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5, Endgame: 61}} },
			"schedule: from generation 5: endgame 61: must be 0 to 60"},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5, Pairs: 1}} }, ""},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5, Pairs: -1}} },
			"schedule: from generation 5: pairs is -1: must be 1 to 100000"},
		{func(c *Config) { c.Schedule = []ScheduleEntry{{From: 5, Pairs: 100001}} },
			"schedule: from generation 5: pairs is 100001: must be 1 to 100000"},
		{func(c *Config) { c.Rounds, c.Schedule = 2, []ScheduleEntry{{From: 5, Pairs: 100000}} },
			"schedule: from generation 5: rounds is 2: the last genomes would play 150000 pairs, but at most 100000 are " +
				"possible: reduce rounds or pairs"},
		{func(c *Config) { c.Plies, c.Schedule = 5, []ScheduleEntry{{From: 5, Pairs: 156}} }, ""},
		{func(c *Config) { c.Plies, c.Schedule = 5, []ScheduleEntry{{From: 5, Pairs: 157}} },
			"schedule: from generation 5: too few different openings: only 156 with 5 plies for 157 pairs; ask for at " +
				"most 156 pairs, or for more plies"},
		{func(c *Config) { c.Depths = []int{1, 60} }, ""},
		{func(c *Config) { c.Depths = []int{1, 0} }, "depths: depth 0: must be 1 to 60"},
		{func(c *Config) { c.Depths = []int{61, 1} }, "depths: depth 61: must be 1 to 60"},
		{func(c *Config) { c.Depths, c.Schedule = []int{1, 2}, []ScheduleEntry{{From: 5, Endgame: 6}} }, ""},
		{func(c *Config) { c.Depths, c.Schedule = []int{1, 2}, []ScheduleEntry{{From: 5, Depth: 2}} },
			"schedule: depth cannot be used together with depths"},
	} {
		config := newConfig(t, "cmaes", 16)
		c.change(config)
		if err := config.Validate(); c.says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

// The first round has at least one pair for each opponent and for the champion, with every entry of the schedule.
func TestPairsForOpponents(t *testing.T) {
	for _, c := range []struct {
		rounds, pairs, scheduled int
		opponents                []string
		says                     string
	}{
		{1, 1, 0, nil, ""},
		{1, 3, 0, []string{"table", "greedy"}, ""},
		{1, 2, 0, []string{"table", "greedy"}, "pairs is 2: must be 3 or more, one for each of 2 opponents and the champion"},
		{1, 3, 2, []string{"table", "greedy"},
			"pairs is 2: must be 3 or more, one for each of 2 opponents and the champion"},
		{2, 5, 0, []string{"table", "greedy"}, ""},
		{2, 4, 0, []string{"table", "greedy"},
			"rounds is 2: the first round has 2 of 4 pairs, but needs 3, one for each of 2 opponents and the champion: " +
				"reduce rounds, or increase pairs"},
		{2, 3, 0, []string{"table", "greedy"},
			"rounds is 2: the first round has 2 of 3 pairs, but needs 3, one for each of 2 opponents and the champion: " +
				"reduce rounds, or increase pairs"},
		{2, 5, 4, []string{"table", "greedy"},
			"rounds is 2: the first round has 2 of 4 pairs, but needs 3, one for each of 2 opponents and the champion: " +
				"reduce rounds, or increase pairs"},
		{2, 2, 0, nil, ""},
	} {
		config := newConfig(t, "cmaes", 16)
		config.Rounds, config.Pairs, config.Opponents = c.rounds, c.pairs, c.opponents
		if c.scheduled > 0 {
			config.Schedule = []ScheduleEntry{{From: 2, Pairs: c.scheduled}}
		}
		if err := config.Validate(); c.says == "" {
			assert.NoError(t, err, "%+v", c)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

func TestSameEvaluator(t *testing.T) {
	for text, want := range map[string]string{
		"reversi-switch": "reversi-switch:depth=5", "negascout:weights=reversi-switch": "reversi-switch:depth=5",
		"greedy":       "greedy",
		"reversi-edge": "", "random": "", "xyz": "",
	} {
		for _, against := range []string{"xyz", "reversi-switch:depth=5", "greedy"} {
			assert.Equal(t, against == want, new(Config).sameEvaluator(text, against), "%s, %s", text, against)
		}
	}
}

// The weights of a start are scaled before the limits are checked, and the error says so.
func TestLimitsOfAScaledStart(t *testing.T) {
	w := weightsOf(map[string]int{"possibility.w": 5})
	c := Defaults(1)
	c.Turns, c.Scorers = weights.Turns{60}, []string{"possibility", "edge"}
	c.Limits = map[string]genome.Range{"possibility.w": {5, 5}}
	c.StartFrom("mine", weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, nil))
	c.Scorers = []string{"possibility", "edge"}
	assert.EqualError(t, c.Validate(), "start: phase 1: possibility.w is 65, but limits fix it at 5 "+
		"(the start's weights were first multiplied by a whole number, because only their ratios matter)")
}

// The start of a run is its champion of generation 0: candidates play it at the gate, and new champions are measured
// against it.
func TestTheStartIsTheFirstChampion(t *testing.T) {
	const weight = -1000 // the heavier edge wins
	c := oneGene(t, "ga", 12)
	c.StartFrom("mine", &weights.Switch{Turns: weights.Turns{60}, Phases: edgeWeights(weight)})
	require.NoError(t, c.SetOptimizer("ga"))
	c.Gate.Every, c.Gate.Pairs = 1, 64
	state := initialState(t, c)
	require.Len(t, state.Champions, 1)
	assert.Zero(t, state.CurrentChampion().Generation)
	start := state.CurrentChampion().Phases
	for range 4 {
		state, _ = next(t, c, state, heavierWins())
	}
	assert.Equal(t, start, state.Champions[0].Phases)
	require.Greater(t, len(state.Champions), 1)
	for _, champion := range state.Champions[1:] {
		assert.Positive(t, champion.Gate.Pairs(), "also the first one that is promoted")
		assert.Equal(t, 4*c.Reference.Pairs, champion.Start.Pairs())
		assert.Equal(t, 1.0, champion.Start.Score())
	}
	optimizer, err := json.Marshal(state.Optimizer)
	require.NoError(t, err)
	again, err := Restore(c, state.Generation, optimizer, state.Champions[1:])
	require.NoError(t, err)
	assert.Equal(t, state.Champions, again.Champions)
}
