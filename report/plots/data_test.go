package plots

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The curves of RunCharts are those of the pictures.
func TestCurvesAreThoseOfThePictures(t *testing.T) {
	run := playedRun(t, 3)
	charts := RunCharts(run)
	for _, c := range []struct {
		drawn *chart
		told  []Curve
	}{{referenceChart(run), charts[0].Curves}, {fitnessChart(run), charts[1].Curves}} {
		require.Len(t, c.told, 3)
		for i, one := range c.drawn.curves {
			assert.Equal(t, c.told[i], one.Curve)
		}
	}
	for i, row := range run.History {
		assert.Equal(t, [2]float64{float64(row.Generation), row.Best}, charts[1].Curves[0].Line[i])
	}
	champion := run.State.CurrentChampion()
	reference := charts[0].Curves[0]
	low, high := champion.Reference[0].Result.Interval()
	assert.Equal(t, "reversi-blank", reference.Name)
	assert.Equal(t, [2]float64{3, champion.Reference[0].Result.Score()}, reference.Line[len(reference.Line)-1])
	assert.Equal(t, [3]float64{3, low, high}, reference.Band[len(reference.Band)-1])
}

func TestCurvesAsJSON(t *testing.T) {
	text, err := json.Marshal([]Curve{
		{Name: "best", Line: Points{{1, 0.5}}},
		{Name: "none"},
		{Name: "a", Line: Points{{1, 0.5}}, Dots: Points{{1, 0.25}}, Band: [][3]float64{{1, 0.4, 0.6}}},
	})
	require.NoError(t, err)
	assert.JSONEq(t, `[{"name":"best","line":[[1,0.5]]},{"name":"none","line":[]},
		{"name":"a","line":[[1,0.5]],"dots":[[1,0.25]],"band":[[1,0.4,0.6]]}]`, string(text))
}
