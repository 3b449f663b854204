package plots

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/internal/files"
	"evothello/runs"
)

// others is a run that has been played, as if with another seed and changed settings.
func others(t *testing.T, seed uint64, change func(*evolution.Config)) *runs.Run {
	t.Helper()
	run := playedRun(t, 3)
	run.Config.Seed = seed
	change(&run.Config)
	return run
}

func TestGroups(t *testing.T) {
	same := func(*evolution.Config) {}
	larger := func(c *evolution.Config) { c.SetSize(32, evolution.DefaultPairs(32)) }
	optimizer := func(c *evolution.Config) { _ = c.SetOptimizer("cmaes") }
	all := []*runs.Run{others(t, 1, same), others(t, 2, optimizer), others(t, 2, same), others(t, 1, optimizer)}
	names := func(all []*runs.Run) (names []string) {
		for _, g := range groupsOf(all) {
			names = append(names, g.name)
		}
		return names
	}
	assert.Equal(t, []string{"optimizer=ga", "optimizer=cmaes"}, names(all),
		"and not the settings that only one optimizer has")
	assert.Len(t, groupsOf(all)[1].runs, 2)
	assert.Equal(t, []string{label(all[0], all)}, names([]*runs.Run{all[0], all[2]}))
	one := others(t, 1, func(c *evolution.Config) { c.SetSize(64, evolution.DefaultPairs(64)) })
	assert.Equal(t, []string{"population=64", "population=32"}, names([]*runs.Run{one, others(t, 1, larger)}),
		"pairs follow from the population")

	dir := t.TempDir()
	for _, axis := range append(Axes, "") {
		_, err := Compare(all, Comparing{Axis: axis, Grouped: true}, files.At(dir))
		require.NoError(t, err)
		for _, name := range []string{"compare-reference.svg", "compare-fitness.svg"} {
			shown := textOf(t, filepath.Join(dir, name))
			assert.Contains(t, shown, "optimizer=ga\n2 seeds\n")
			assert.Contains(t, shown, map[string]string{"cpu": "CPU seconds\n", "games": "games\n"}[axis])
		}
	}
	_, err := Compare(all, Comparing{Axis: "time"}, files.At(dir))
	assert.ErrorContains(t, err, `unknown axis "time"; known: generations, games, cpu`)
	all[1].Timings = nil
	_, err = Compare(all, Comparing{Axis: "cpu"}, files.At(dir))
	assert.ErrorContains(t, err, "has no CPU times")
}

func TestMeanCurve(t *testing.T) {
	a := Curve{Line: Points{{1, 0.2}, {3, 0.2}, {3, 0.6}, {5, 0.6}}} // a step
	b := Curve{Line: Points{{2, 0.4}, {6, 0.8}}}
	m := meanCurve([]Curve{a, b})
	assert.InDeltaSlice(t, []float64{2, 0.3}, m.Line[0][:], 1e-12, "from where both have begun")
	assert.InDelta(t, 5, m.Line[len(m.Line)-1][0], 1e-12, "as far as both go")
	assert.InDelta(t, 0.65, m.Line[len(m.Line)-1][1], 1e-12)
	assert.Empty(t, m.Band, "two values say nothing of others")
	band := meanCurve([]Curve{a, b, {Line: Points{{2, 0.9}, {5, 0.9}}}}).Band
	assert.Equal(t, [3]float64{2, 0, 1}, band[0], "no win rate is beyond 0 to 1")
	assert.InDelta(t, 0.6, a.at(3), 1e-12)
	assert.InDelta(t, 0.2, a.at(2.9), 1e-12)
	assert.InDelta(t, 0.6, b.at(4), 1e-12)
	assert.Equal(t, a, meanCurve([]Curve{a}))
}
