package plots

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/learn/comparison"
)

func compared(seeds int) *comparison.Results {
	r := &comparison.Results{Seeds: make([]uint64, seeds), Pairs: 40, Depth: 3, Endgame: 8,
		Opponents: []comparison.Opponent{{Name: "reversi-blank"}, {Name: "alphabeta"}}}
	for i, name := range []string{"optimizer=cmaes", "optimizer=ga population=64"} {
		o := comparison.Outcome{Name: name, Elo: comparison.Measure{Mean: 30 - 60*float64(i), Error: 50}}
		for k := 1.0; k <= 4; k++ {
			o.Curve = append(o.Curve, comparison.Point{Generations: k * 10, Games: k * 50000, CPU: k * 20,
				Score: comparison.Score{Mean: 0.5 + k/20, Low: 0.45 + k/20, High: 0.55 + k/20}})
		}
		r.Settings = append(r.Settings, o)
		for seed := range seeds {
			r.Runs = append(r.Runs, comparison.RunResult{Setting: name, Seed: uint64(seed), Elo: float64(seed * 20)})
		}
	}
	return r
}

func TestWriteComparison(t *testing.T) {
	dir := t.TempDir()
	_, err := WriteComparison(compared(3), files.At(dir))
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(dir, "compare.png"))
	shown := textOf(t, filepath.Join(dir, "compare.svg"))
	for _, words := range []string{"depth 3, solved from 8 empties, 40 pairs each", "reversi-blank, alphabeta",
		"Dots: 3 seeds",
		"intervals over seeds and openings", "optimizer=ga population=64\n", "+30 ± 50\n", "−30 ± 50\n", "generations\n",
		"games\n", "CPU seconds\n", "100k\n", "50 %\n"} {
		assert.Contains(t, shown, words)
	}

	one := compared(1)
	one.Settings[0].Curve[0].CPU = 0 // of a run on other machines
	_, err = WriteComparison(one, files.At(dir))
	require.NoError(t, err)
	shown = textOf(t, filepath.Join(dir, "compare.svg"))
	assert.Contains(t, shown, "so few seeds do not give")
	assert.NotContains(t, shown, "±")
	assert.NotContains(t, shown, "CPU seconds\n")

	methods := compared(3)
	methods.Settings[1].Kind, methods.Budgets = "learn", []float64{30, 75}
	_, err = WriteComparison(methods, files.At(dir))
	require.NoError(t, err)
	shown = textOf(t, filepath.Join(dir, "compare.svg"))
	assert.NotContains(t, shown, "generations\n", "and rounds do not compare")
	assert.Contains(t, shown, "\nCPU seconds\n30\n75\n")
}
