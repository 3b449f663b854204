package evolution

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/evaluators"
	"evothello/genome"
	"evothello/weights"
)

// weighing makes weights of some features by name.
func weighing(named map[string]int) (w evaluators.Weights) {
	for name, value := range named {
		w.Set(name, value)
	}
	return w
}

// A run's phase takes the weights that the start has for the phase's last move.
func TestAStartIsFittedToThePhases(t *testing.T) {
	start := Start{
		Turns: weights.Turns{12, 30, 60},
		// Multiplied, they would be 660, 667 and 660, a third of the bound or little less.
		Phases: []evaluators.Weights{edges(11)[0], edges(-667)[0], edges(220)[0]},
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
			got = append(got, value([]evaluators.Weights{w}))
		}
		assert.Equal(t, c.want, got, "%v", c.turns)
	}
}

func TestAStartIsRefused(t *testing.T) {
	for _, c := range []struct {
		start Start
		says  string
	}{
		{Start{Turns: weights.Turns{30, 50}, Phases: append(edges(1), edges(2)...)}, "start: turns [30 50] must end at 60"},
		{Start{Turns: weights.Turns{30, 60}, Phases: edges(1)}, "start: 1 phases of weights for 2 turns"},
		{Start{Turns: weights.Turns{60}, Phases: append(edges(1), edges(2)...)}, "start: 2 phases of weights for 1 turns"},
		{Start{Turns: weights.Turns{60}, Phases: edges(2001)}, "start: phase 1: edge.w is 2001, outside -2000 to 2000"},
		{Start{Turns: weights.Turns{60}, Phases: []evaluators.Weights{weighing(map[string]int{"possibility.w": 100})}},
			"start: phase 1: possibility.w is 100, but it does not evolve here and stays 0: name its scorer, or take other " +
				"weights"},
	} {
		config := oneGene(t, "cmaes", 8)
		config.Start = &c.start
		assert.EqualError(t, config.Validate(), c.says)
		_, err := Genesis(config)
		assert.Error(t, err, c.says)
	}
}

// Weights grow by the largest whole factor that leaves all of them within a third of
// their bounds: there is room to breed in.
func TestRoomFor(t *testing.T) {
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
		w := weighing(c.weights)
		assert.Equal(t, c.want, roomFor(w), "%v", c.weights)
	}
	rapid.Check(t, func(t *rapid.T) {
		w := evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int {
			if !rapid.Bool().Draw(t, "used") {
				return 0
			}
			return rapid.IntRange(-f.Bound, f.Bound).Draw(t, f.Name)
		})
		roomy := func(factor int) (roomy bool) {
			roomy = true
			evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int {
				weight := 3 * factor * w.Get(f.Name)
				roomy = roomy && -f.Bound <= weight && weight <= f.Bound
				return 0
			})
			return roomy
		}
		want := 1
		for !w.Equal(evaluators.Weights{}) && roomy(want+1) {
			want++
		}
		assert.Equal(t, want, roomFor(w))
	})
}

// All scorers evolve that the start uses, besides those that are named.
func TestStartFromTakesTheScorersUsed(t *testing.T) {
	c := Defaults(1)
	c.Scorers = []string{"edge"}
	named := c.Scorers
	phases := []evaluators.Weights{
		weighing(map[string]int{"edge.w": 3}), weighing(map[string]int{"blank.w2": -1, "edge.w": 2}),
	}
	start := &weights.Switch{Turns: weights.Turns{30, 60}, Phases: phases}
	c.StartFrom("mine", start)
	assert.Equal(t, &Start{Name: "mine", Turns: start.Turns, Phases: phases}, c.Start)
	assert.ElementsMatch(t, []string{"edge", "blank"}, c.Scorers)
	assert.Equal(t, []string{"edge"}, named, "who named them keeps what they had")
	require.NoError(t, c.Validate())
}

// Models begin near the start.
func TestModelsFollowTheStart(t *testing.T) {
	start, err := weights.Named("seed-edge")
	require.NoError(t, err)
	for _, name := range Models() {
		c := of(t, name, 32)
		c.StartFrom("seed-edge", start)
		assert.Equal(t, models[name](c), c.Model, name)
	}
}

// A stage holds from its generation on, and what it does not name stays as it was.
func TestTheSchedule(t *testing.T) {
	c := Defaults(1)
	c.Search.Depth, c.Search.Endgame, c.Pairs = 1, 4, 8
	c.Schedule = []Stage{
		{From: 5, Pairs: 16},
		{From: 6, Depth: 2, Endgame: 6},
		{From: 10, Depth: 3, Pairs: 32},
	}
	require.NoError(t, c.Validate())
	for generation, want := range map[int]Stage{
		0:  {0, 1, 4, 8},
		4:  {0, 1, 4, 8},
		5:  {5, 1, 4, 16},
		6:  {6, 2, 6, 16},
		9:  {6, 2, 6, 16},
		10: {10, 3, 6, 32},
		99: {10, 3, 6, 32},
	} {
		assert.Equal(t, want, c.stage(generation), "generation %d", generation)
		assert.Equal(t, want.Depth, c.roundDepth(generation))
	}
	assert.Equal(t, []int{16, 32}, c.scheduledPairs())
}

// Fitness games take turns at several depths, those of the gate do not.
func TestDepthsTakeTurns(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Depths = []int{1, 1, 3}
	for generation, depth := range []int{1, 1, 3, 1, 1, 3, 1} {
		assert.Equal(t, depth, c.roundDepth(generation))
		assert.Equal(t, c.Search.Depth, c.stage(generation).Depth)
	}
	s := bred(t, c, reigned(t, c, 4))
	for _, m := range s.members {
		assert.Equal(t, 3, m.recipe.Search.Depth)
	}
}

func TestTheScheduleRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string // "" if it is good
	}{
		{func(c *Config) { c.Schedule = []Stage{{From: 2, Depth: 2}} }, ""},
		{func(c *Config) { c.Schedule = []Stage{{From: 1, Depth: 2}} },
			"schedule: stage 1 is from generation 1: the first must be from 2 or later, each after the one before"},
		{func(c *Config) { c.Schedule = []Stage{{From: 5, Depth: 2}, {From: 6, Depth: 3}} }, ""},
		{func(c *Config) { c.Schedule = []Stage{{From: 5, Depth: 2}, {From: 5, Depth: 3}} },
			"schedule: stage 2 is from generation 5: the first must be from 2 or later, each after the one before"},
		{func(c *Config) { c.Schedule = []Stage{{From: 5, Depth: 2}, {From: 4, Depth: 3}} },
			"schedule: stage 2 is from generation 4: the first must be from 2 or later, each after the one before"},
		{func(c *Config) { c.Schedule = []Stage{{From: 5}} },
			"schedule: from generation 5 nothing changes: name depth, endgame or pairs"},
		{func(c *Config) { c.Schedule = []Stage{{From: 5, Depth: 61}} },
			"schedule: from generation 5: depth 61: must be 1 to 60"},
		{func(c *Config) { c.Schedule = []Stage{{From: 5, Endgame: 61}} },
			"schedule: from generation 5: endgame 61: must be 0 to 60"},
		{func(c *Config) { c.Schedule = []Stage{{From: 5, Pairs: 1}} }, ""},
		{func(c *Config) { c.Schedule = []Stage{{From: 5, Pairs: -1}} },
			"schedule: from generation 5: pairs is -1: must be 1 to 100000"},
		{func(c *Config) { c.Schedule = []Stage{{From: 5, Pairs: 100001}} },
			"schedule: from generation 5: pairs is 100001: must be 1 to 100000"},
		{func(c *Config) { c.Rounds, c.Schedule = 2, []Stage{{From: 5, Pairs: 100000}} },
			"schedule: from generation 5: rounds is 2: the last genomes would play 150000 pairs, of at most 100000: ask for " +
				"fewer rounds or pairs"},
		{func(c *Config) { c.Plies, c.Schedule = 5, []Stage{{From: 5, Pairs: 156}} }, ""},
		{func(c *Config) { c.Plies, c.Schedule = 5, []Stage{{From: 5, Pairs: 157}} },
			"schedule: from generation 5: too few different openings: 156 of 5 plies for 157 pairs; ask for at most 156 " +
				"pairs or more plies"},
		{func(c *Config) { c.Depths = []int{1, 60} }, ""},
		{func(c *Config) { c.Depths = []int{1, 0} }, "depths: 0: must be 1 to 60"},
		{func(c *Config) { c.Depths = []int{61, 1} }, "depths: 61: must be 1 to 60"},
		{func(c *Config) { c.Depths, c.Schedule = []int{1, 2}, []Stage{{From: 5, Endgame: 6}} }, ""},
		{func(c *Config) { c.Depths, c.Schedule = []int{1, 2}, []Stage{{From: 5, Depth: 2}} },
			"schedule: with several depths it cannot change the depth"},
	} {
		config := of(t, "cmaes", 16)
		c.change(config)
		if err := config.Validate(); c.says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

// In the first round, which all play, each opponent and the champion have a pair, in
// every stage of the schedule.
func TestOpponentsWantAPairEach(t *testing.T) {
	for _, c := range []struct {
		rounds, pairs, scheduled int
		opponents                []string
		says                     string
	}{
		{1, 1, 0, nil, ""},
		{1, 3, 0, []string{"table", "greedy"}, ""},
		{1, 2, 0, []string{"table", "greedy"}, "pairs is 2: 2 opponents and the champion want one each, 3 or more"},
		{1, 3, 2, []string{"table", "greedy"}, "pairs is 2: 2 opponents and the champion want one each, 3 or more"},
		{2, 5, 0, []string{"table", "greedy"}, ""},
		{2, 4, 0, []string{"table", "greedy"}, "rounds is 2: the first has 2 of 4 pairs, and 2 opponents and the champion " +
			"want one each"},
		{2, 3, 0, []string{"table", "greedy"}, "rounds is 2: the first has 2 of 3 pairs, and 2 opponents and the champion " +
			"want one each"},
		{2, 5, 4, []string{"table", "greedy"}, "rounds is 2: the first has 2 of 4 pairs, and 2 opponents and the champion " +
			"want one each"},
		{2, 2, 0, nil, ""},
	} {
		config := of(t, "cmaes", 16)
		config.Rounds, config.Pairs, config.Opponents = c.rounds, c.pairs, c.opponents
		if c.scheduled > 0 {
			config.Schedule = []Stage{{From: 2, Pairs: c.scheduled}}
		}
		if err := config.Validate(); c.says == "" {
			assert.NoError(t, err, "%+v", c)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

func TestAlike(t *testing.T) {
	for text, want := range map[string]string{
		"seed-switch": "seed-switch:depth=5", "negascout:weights=seed-switch": "seed-switch:depth=5", "greedy": "greedy",
		"seed-edge": "", "random": "", "xyz": "",
	} {
		for _, rung := range []string{"xyz", "seed-switch:depth=5", "greedy"} {
			assert.Equal(t, rung == want, alike(text, rung), "%s, %s", text, rung)
		}
	}
}

// A start's weights are scaled before limits are looked at, and the error says so.
func TestLimitsOfAScaledStart(t *testing.T) {
	w := weighing(map[string]int{"possibility.w": 5})
	c := Defaults(1)
	c.Turns, c.Scorers = weights.Turns{60}, []string{"possibility", "edge"}
	c.Limits = map[string]genome.Range{"possibility.w": {5, 5}}
	c.StartFrom("mine", weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, nil))
	assert.EqualError(t, c.Validate(), "start: phase 1: possibility.w is 65, but limits fix it at 5 "+
		"(a start's weights are multiplied by whole numbers first: only their ratios matter)")
}
