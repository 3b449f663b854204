package plots

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHistoryCharts(t *testing.T) {
	charts, err := HistoryCharts([]byte("round,loss,games,random,random low,random high,random results,promoted\n" +
		"1,0.5,20,0.6,0.5,0.7,1 2 3 4 5,true\n" +
		"2,0.25,20,0.8,0.7,0.9,1 2 3 4 5,false\n"))
	require.NoError(t, err)
	assert.Equal(t, []Chart{
		{Name: "scores", Along: "round", Shares: true, Curves: []Curve{{Name: "random",
			Line: Points{{1, 0.6}, {2, 0.8}}, Band: [][3]float64{{1, 0.5, 0.7}, {2, 0.7, 0.9}}}}},
		{Name: "loss", Along: "round", Curves: []Curve{{Name: "loss", Line: Points{{1, 0.5}, {2, 0.25}}}}},
	}, charts, "games never change, and the other columns are no numbers")

	charts, err = HistoryCharts([]byte("round,loss\n"))
	assert.NoError(t, err)
	assert.Empty(t, charts, "nothing is finished yet")
	_, err = HistoryCharts([]byte("round,loss\n1\n"))
	assert.ErrorContains(t, err, "wrong number of fields")
}

// A long history is thinned evenly, and keeps its last line.
func TestLongHistoryIsThinned(t *testing.T) {
	for _, n := range []int{1, 2, 599, 600, 601, 1200, 12345} {
		var history strings.Builder
		history.WriteString("round,loss\n")
		for i := range n {
			fmt.Fprintf(&history, "%d,%d\n", i+1, i)
		}
		charts, err := HistoryCharts([]byte(history.String()))
		require.NoError(t, err)
		if n == 1 {
			assert.Empty(t, charts)
			continue
		}
		line := charts[0].Curves[0].Line
		assert.LessOrEqual(t, len(line), 600)
		assert.Equal(t, [2]float64{float64(n), float64(n - 1)}, line[len(line)-1])
		for i := 2; i < len(line); i++ {
			assert.Equal(t, line[1][0]-line[0][0], line[i][0]-line[i-1][0])
		}
	}
}
