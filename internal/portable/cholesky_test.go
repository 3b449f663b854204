package portable

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// Solutions and the trace of the inverse agree with gonum's.
func TestCholesky(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	const n = 7
	square := mat.NewDense(n, n, nil)
	square.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, square)
	var positive, inverse mat.Dense
	positive.Mul(square, square.T())
	require.NoError(t, inverse.Inverse(&positive))
	triangle, right := NewTriangle(n), make([]float64, n)
	for i, row := range triangle {
		right[i] = rng.NormFloat64()
		for j := range row {
			row[j] = positive.At(i, j)
		}
	}
	var want mat.VecDense
	require.NoError(t, want.SolveVec(&positive, mat.NewVecDense(n, append([]float64{}, right...))))

	require.True(t, triangle.Decompose())
	assert.InEpsilon(t, mat.Trace(&inverse), triangle.InverseTrace(), 1e-9)
	triangle.Solve(right)
	for i, x := range right {
		assert.InDelta(t, want.AtVec(i), x, 1e-9)
	}
}

// Several vectors are solved as each of them alone.
func TestSolveTransposed(t *testing.T) {
	l := Triangle{{2}, {1, 4}}
	a, b := []float64{5, 8}, []float64{1, 4}
	l.SolveTransposed(a, b)
	assert.Equal(t, [][]float64{{1.5, 2}, {0, 1}}, [][]float64{a, b})
}

func TestDecomposeNeedsAPositiveDefiniteMatrix(t *testing.T) {
	for _, singular := range []Triangle{{{0}}, {{-1}}, {{1}, {1, 1}}, {{1}, {2, 1}}} {
		assert.False(t, singular.Decompose())
	}
}
