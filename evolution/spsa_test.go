package evolution

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
)

// Members come in twos: the mean plus and minus the same perturbation, as large in every gene.
func TestSPSAPerturbs(t *testing.T) {
	c := newConfig(t, "spsa", 8)
	s := generated(t, c, initialState(t, c))
	mean, size := s.previous.Optimizer.(*Walk).Mean, c.Optimizer.(*SPSA).perturbation(1)
	for i := 0; i < len(s.members); i += 2 {
		plus, minus := s.members[i].Genome.Vector(), s.members[i+1].Genome.Vector()
		for k := range mean {
			assert.InDelta(t, size, math.Abs(plus[k]-mean[k]), 0.01, "rounded")
			assert.InDelta(t, mean[k], (plus[k]+minus[k])/2, 0.01)
		}
	}
	assert.NotEqual(t, s.members[0].Genome.Vector(), s.members[2].Genome.Vector())
	for i, m := range s.members {
		assert.Equal(t, memberID(1, i), m.ID)
	}
}

// The mean moves by gain · perturbation · sign for each game won more than lost, whatever the order of the members.
// After the first generation the average of the means is that mean.
func TestSPSAMoves(t *testing.T) {
	c := newConfig(t, "spsa", 4)
	s := generated(t, c, initialState(t, c))
	m, before := c.Optimizer.(*SPSA), s.previous.Optimizer.(*Walk).Mean
	first, second := s.members[0].Genome.Vector(), s.members[2].Genome.Vector()
	results := []fitness.Pentanomial{{0, 0, 1, 2, 3}, {3, 2, 1, 0, 0}, {1, 0, 3, 0, 0}, {0, 0, 3, 0, 1}}
	for i := range s.members {
		s.members[i].Result = results[i]
	}
	s.members[0], s.members[1], s.members[3] = s.members[3], s.members[0], s.members[1]
	optimizer, _ := m.update(s)
	for k, mean := range optimizer.(*Walk).Mean {
		signs := [2]float64{math.Copysign(1, first[k]-before[k]), math.Copysign(1, second[k]-before[k])}
		moved := m.gain(1) * m.perturbation(1) * (8*signs[0] - 2*signs[1])
		assert.InDelta(t, before[k]+moved, mean, 1e-12)
		assert.InDelta(t, mean, optimizer.(*Walk).Average[k], 1e-12)
	}
}

// At the horizon the gains are the settings, and they shrink with the exponents of Spall (1998).
func TestSPSAGains(t *testing.T) {
	m := &SPSA{CEnd: 0.2, REnd: 0.003, Horizon: 50}
	assert.InDelta(t, 0.2, m.perturbation(50), 1e-12)
	assert.InDelta(t, 0.003, m.gain(50), 1e-12)
	for _, generation := range []int{1, 7, 200} {
		c := 0.2 * math.Pow(50/float64(generation), 0.101)
		a := 0.003 * 0.2 * 0.2 * math.Pow(55/(5+float64(generation)), 0.602)
		assert.InDelta(t, c, m.perturbation(generation), 1e-9)
		assert.InDelta(t, a/(c*c), m.gain(generation), 1e-9)
	}
}

// With two parameters whose larger values win, SPSA goes there and stays within the ranges.
func TestSPSAFindsTheHeavierGene(t *testing.T) {
	c := oneGene(t, "spsa", 20)
	c.Optimizer.(*SPSA).REnd = 0.05
	state := initialState(t, c)
	first := state.Optimizer.(*Walk).Mean[0]
	for range 5 {
		state, _ = next(t, c, state, heavierWins())
	}
	walk := state.Optimizer.(*Walk)
	assert.Greater(t, walk.Mean[0], first)
	assert.Greater(t, walk.Average[0], first)
	require.LessOrEqual(t, walk.Mean[0], 1.0)
	assert.Positive(t, walk.Pull([]float64{first})[0])
}

func TestSPSAValidation(t *testing.T) {
	for says, change := range map[string]func(*Config){
		"population is 13: must be even with optimizer spsa": func(c *Config) { c.Population = 13 },
		"rounds is 2: must be 1 with optimizer spsa":         func(c *Config) { c.Rounds = 2 },
		"opponents must be empty with optimizer spsa":        func(c *Config) { c.Opponents = []string{"table"} },
		"optimizer.c_end is 0: must be above 0":              func(c *Config) { c.Optimizer.(*SPSA).CEnd = 0 },
		"optimizer.r_end is 0: must be above 0":              func(c *Config) { c.Optimizer.(*SPSA).REnd = 0 },
		"optimizer.horizon is 0: must be 1 to 1000000":       func(c *Config) { c.Optimizer.(*SPSA).Horizon = 0 },
	} {
		c := newConfig(t, "spsa", 12)
		change(c)
		assert.ErrorContains(t, c.Validate(), says)
	}
	_, err := (&SPSA{}).restore([]byte(`{"mean": [1], "average": [1], "chance": []}`), nil, initialState(t, newConfig(t, "spsa", 12)).
		encoding.Layout)
	assert.ErrorContains(t, err, "mean, average and chance have 1, 1 and 0 numbers: must have ")
}
