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

// tablesStart returns a player with pattern tables of random weights.
func tablesStart(t *testing.T) *weights.Switch {
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

// If the start has pattern tables, their weight evolves with the others. The configuration and the champions name
// the tables.
func TestRunWithPatternTables(t *testing.T) {
	start := tablesStart(t)
	c := Defaults(1)
	c.StartFrom("tables", start)
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
	require.NoError(t, start.PatternTables().Save(dir))
	again, err := ParseConfig(c.Marshal(), TablesIn(dir))
	require.NoError(t, err)
	assert.Equal(t, start.Tables, again.PatternTables().Hash())
	assert.Equal(t, start.Tables, again.Switch(&Champion{Phases: start.Phases}).Tables)
}

func TestPatternsNeedPatternTables(t *testing.T) {
	c := Defaults(1)
	c.Scorers = append(c.Scorers, evaluators.PatternsScorer)
	assert.EqualError(t, c.Validate(), "scorer patterns needs pattern tables: start from a champion that has them, "+
		"with --start")
}
