package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/weights"
)

// What the scorers add adds up to the score, and those without a weight are not named.
func TestContributions(t *testing.T) {
	blank, err := weights.Named("seed-blank")
	require.NoError(t, err)
	p, err := engine.ParsePosition("f5d6c3d3c4f4f6")
	require.NoError(t, err)
	e := Explain(blank, p, true)
	valuations := []Valuation{e.Valuation}
	for _, m := range e.Moves {
		valuations = append(valuations, m.Valuation)
	}
	for _, v := range valuations {
		sum := 0
		var scorers []string
		for _, c := range e.Contributions(&v) {
			sum += c.Points
			scorers = append(scorers, c.Scorer)
		}
		assert.Equal(t, v.Score, sum)
		assert.Contains(t, scorers, "table")
		assert.NotContains(t, scorers, "number")
	}
}
