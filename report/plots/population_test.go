package plots

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
)

func TestPicturesOfAPopulation(t *testing.T) {
	for optimizer, parents := range map[string]bool{"ga": true, "cmaes": false} {
		c := evolution.Defaults(3)
		require.NoError(t, c.SetOptimizer(optimizer))
		run := played(t, 4, c)
		drawAll(t, run)
		assertShows(t, run.PlotsDir(), map[string][]string{
			"population": {"spread of the genes", "edgestability", "distance", "Selection", "Candidates that the gate refused"},
			"genes":      {"the genes of the population after generation 4", "table.corner", "moves 49–60"},
		})
		shown := textOf(t, run.PlotsDir().Path("population.svg"))
		assert.Equal(t, parents, strings.Contains(shown, "Offspring\n") && strings.Contains(shown, "heritability\n"))
	}
}

// The genes of networks and of single squares are too many for rows.
func TestRowsOfGenes(t *testing.T) {
	c := evolution.Defaults(3)
	c.Scorers = []string{"possibility", "lines1", "squares"}
	require.NoError(t, c.SetOptimizer("cmaes"))
	run := played(t, 1, c)
	assert.Len(t, weightRows(run.State.Genes(), false), 1)
	drawAll(t, run)
}

// A run of an earlier version has noted nothing but the diversity.
func TestPopulationOfAnEarlierRun(t *testing.T) {
	run := playedRun(t, 3)
	for i := range run.History {
		run.History[i].Genes, run.History[i].Selection, run.History[i].Heredity = nil, nil, nil
	}
	panels := populationPanels(run)
	require.Len(t, panels, 2)
	assert.NotEmpty(t, panels[0].curves[0].Line)
	assert.Empty(t, panels[0].curves[1].Line)
}
