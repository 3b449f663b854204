package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/weights"
)

// The champion's score has parts by groups and shapes of patterns, from the tables of the position's
// stage.
func TestTables(t *testing.T) {
	champion, err := weights.Strongest()
	require.NoError(t, err)
	stages := map[[2]int]bool{}
	for _, moves := range []string{"f5", "f5d6c3d3c4f4f6", "f5d6c3d3c4f4f6f3e6e7d7c5b5b4"} {
		p, err := engine.ParsePosition(moves)
		require.NoError(t, err)
		e := Explain(champion, nil, p, true)
		for _, v := range append([]MoveScore{{PositionScore: e.PositionScore}}, e.Moves...) {
			require.NotNil(t, v.Tables)
			discs := p.Discs()
			if v.Move != "" {
				discs++
			}
			assert.LessOrEqual(t, v.Tables.Discs[0], discs)
			assert.GreaterOrEqual(t, v.Tables.Discs[1], discs)
			stages[v.Tables.Discs] = true
			assert.Subset(t, []string{"edges", "corners", "rows", "diagonals", "mobility", "layer"}, v.Tables.Groups())
			sum := 0
			for _, group := range v.Tables.Groups() {
				sum += v.Tables.Group(group)
			}
			assert.Equal(t, v.Features["patterns.w"], sum)
			contributed := 0
			for _, c := range e.Contributions(&v.PositionScore) {
				contributed += c.Points
			}
			assert.Equal(t, v.Score, contributed)
		}
	}
	assert.Greater(t, len(stages), 1, "tables go by the position's discs")

	evolved, err := weights.Named(weights.EvolvedName)
	require.NoError(t, err)
	assert.Nil(t, Explain(evolved, nil, engine.Start(), false).Tables)
}

// The contributions sum up to the score, and scorers without weights have none.
func TestContributions(t *testing.T) {
	blank, err := weights.Named("reversi-blank")
	require.NoError(t, err)
	p, err := engine.ParsePosition("f5d6c3d3c4f4f6")
	require.NoError(t, err)
	e := Explain(blank, nil, p, true)
	valuations := []PositionScore{e.PositionScore}
	for _, m := range e.Moves {
		valuations = append(valuations, m.PositionScore)
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
