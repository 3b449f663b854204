package plots

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"evothello/evaluators"
	"evothello/evolution"
	"evothello/internal/files"
	"evothello/runs"
)

func TestRoundNumbers(t *testing.T) {
	for _, c := range []struct {
		span        span
		most        int
		least       float64
		first, last float64
		count       int
	}{
		{span{1, 800}, 10, 1, 100, 800, 8},
		{span{1, 93}, 10, 1, 10, 90, 9},
		{span{1, 2}, 10, 1, 1, 2, 2},
		{span{-1000, 340}, 4, 1, -1000, 0, 3},
		{span{0, 0.4}, 5, 1, 0, 0, 1},
		{span{29, 90}, 11, 10, 30, 90, 7},
	} {
		values := c.span.round(c.most, c.least)
		assert.Len(t, values, c.count, "%v", c.span)
		assert.Equal(t, []float64{c.first, c.last}, []float64{values[0], values[len(values)-1]}, "%v", c.span)
	}
}

func TestFiftyPerCentIsAlwaysMarked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := span{rapid.Float64Range(0, 0.5).Draw(t, "low"), rapid.Float64Range(0.5, 1).Draw(t, "high")}
		assert.Contains(t, percents(s), 0.5)
	})
}

func TestTheFirstGenerationIsMarkedWhereThereIsRoom(t *testing.T) {
	for last, want := range map[int][]string{
		1: {"1", "2"}, 2: {"1", "2"}, 12: {"1", "2", "4", "6", "8", "10", "12"}, 800: {"1", "200", "400", "600", "800"},
	} {
		var labels []string
		for _, tick := range generationTicks(last, 6) {
			labels = append(labels, tick.Label)
		}
		assert.Equal(t, want, labels)
	}
}

// Labels keep their order and distance, stay inside, and do not move without need.
func TestSpread(t *testing.T) {
	assert.Equal(t, []vg.Length{90, 50, 10}, spread([]vg.Length{90, 50, 10}, 10, 0, 100))
	assert.Equal(t, []vg.Length{55, 45}, spread([]vg.Length{50, 50}, 10, 0, 100))
	assert.Equal(t, []vg.Length{100, 90}, spread([]vg.Length{99, 98}, 10, 0, 100))
	assert.Equal(t, []vg.Length{100, 50, 0}, spread([]vg.Length{1, 1, 1}, 80, 0, 100), "there is no room for such gaps")
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.SliceOfN(rapid.IntRange(0, 100), 1, 9).Draw(t, "at")
		places := make([]vg.Length, len(at))
		for i := range at {
			places[i] = vg.Length(at[i])
			for j := range i {
				places[i] = min(places[i], places[j])
			}
		}
		const gap, close = 10, 1e-9
		moved := spread(places, gap, 0, 100)
		assert.Len(t, moved, len(places))
		for i, y := range moved {
			assert.True(t, y >= -close && y <= 100+close)
			if i > 0 {
				assert.GreaterOrEqual(t, moved[i-1]-y, vg.Length(gap-close))
			}
		}
	})
}

func TestRunningMean(t *testing.T) {
	values := Points{{1, 1}, {2, 2}, {3, 6}, {4, 4}, {5, 8}}
	assert.Equal(t, values, runningMean(values, 1))
	var smooth []float64
	for _, v := range runningMean(values, 3) {
		smooth = append(smooth, v[1])
	}
	assert.Equal(t, []float64{1, 3, 4, 6, 6}, smooth)
}

func TestRobustIgnoresFewOutliers(t *testing.T) {
	values := []float64{}
	for i := range 40 {
		values = append(values, float64(i-10))
	}
	assert.Equal(t, span{-10, 29}, robust(values))
	s := robust(append(values, 5000))
	assert.Less(t, s.high, 50.0)
	assert.Equal(t, -10.0, s.low)
	assert.Equal(t, span{0, 60}, robust(append(values[10:], 50, 55, 60)), "they are not that far")
	assert.Less(t, robust(nil).low, robust(nil).high)
}

func TestShortOutliersOfWeightsAreMarked(t *testing.T) {
	run := &runs.Run{Directory: runs.Directory{Dir: files.At("run")}, Config: evolution.Defaults(1),
		State: &evolution.State{Generation: 100}}
	const corner = "table.corner" // the first tile
	for generation, weight := range map[int]int{1: 90, 50: 5000, 51: 100} {
		champion := evolution.Champion{Generation: generation, Phases: make([]evaluators.Weights, len(run.Config.Turns))}
		champion.Phases[0].Set(corner, weight)
		run.State.Champions = append(run.State.Champions, champion)
	}
	slices.SortFunc(run.State.Champions, func(a, b evolution.Champion) int { return a.Generation - b.Generation })
	tiles, strays := weightTiles(run)
	assert.True(t, strays)
	assert.Less(t, tiles[0].scale.high, 200.0)
	assert.Greater(t, tiles[0].scale.high, 100.0)

	run.State.Champions[1].Phases[0].Set(corner, 110)
	_, strays = weightTiles(run)
	assert.False(t, strays)
}

func TestSplitTerms(t *testing.T) {
	a := terms{"depth 3", "solved from 8 empties", "256 pairs each"}
	b := terms{"depth 4", "solved from 8 empties", "256 pairs each"}
	runsOf := []*runs.Run{{}, {}}
	shared, own := split(runsOf, func(run *runs.Run) terms { return map[*runs.Run]terms{runsOf[0]: a, runsOf[1]: b}[run] })
	assert.Equal(t, terms{"solved from 8 empties", "256 pairs each"}, shared)
	assert.Equal(t, []terms{{"depth 3"}, {"depth 4"}}, own)
	shared, own = split(runsOf, func(*runs.Run) terms { return a })
	assert.Equal(t, a, shared)
	assert.Equal(t, []terms{nil, nil}, own)
}
