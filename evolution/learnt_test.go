package evolution

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/weights"
)

// learntStart returns a player with learnt tables of random weights.
func learntStart(t *testing.T) *weights.Switch {
	rng := rand.New(rand.NewPCG(1, 1))
	numbers := make([]int16, patterns.Folding().Weights)
	for i := range numbers {
		numbers[i] = int16(rng.IntN(201) - 100)
	}
	tables, err := patterns.New([]patterns.Stage{{Discs: 64, Mobility: 40, Weights: patterns.Pack(numbers)}}, nil)
	require.NoError(t, err)
	var w evaluators.Weights
	w.Set(evaluators.PatternsWeight, 8)
	return weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, tables)
}

// If the start has learnt tables, their weight evolves with the other weights. The configuration and the champions name
// the tables.
func TestRunWithLearntTables(t *testing.T) {
	start := learntStart(t)
	c := Defaults(1)
	c.StartFrom("learnt", start)
	assert.Contains(t, c.Scorers, evaluators.PatternsScorer)
	require.NoError(t, c.Validate())
	encoding, err := c.encoding()
	require.NoError(t, err)
	g, err := c.Start.genome(encoding)
	require.NoError(t, err)
	require.NoError(t, encoding.Switch(g).Validate())
	assert.Equal(t, start.Tables, encoding.Switch(g).Tables)
	_, err = ParseConfig(c.Marshal(), nil)
	assert.ErrorContains(t, err, "are missing: copy them")
	dir := t.TempDir()
	require.NoError(t, start.Learnt().Save(dir))
	again, err := ParseConfig(c.Marshal(), TablesIn(dir))
	require.NoError(t, err)
	assert.Equal(t, start.Tables, again.Learnt().Hash())
	assert.Equal(t, start.Tables, again.Switch(&Champion{Phases: start.Phases}).Tables)
}

func TestPatternsNeedLearntTables(t *testing.T) {
	c := Defaults(1)
	c.Scorers = append(c.Scorers, evaluators.PatternsScorer)
	assert.EqualError(t, c.Validate(), "scorer patterns needs learnt tables: start from a champion that has them, "+
		"with --start")
}
