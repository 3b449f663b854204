package portable

import "math"

// A Triangle is the lower triangle of a symmetric matrix A, and after Decompose Cholesky's factor L with A = LLᵀ. Row i
// has i + 1 numbers.
type Triangle [][]float64

// NewTriangle returns a triangle of n rows, all zeros.
func NewTriangle(n int) Triangle {
	t := make(Triangle, n)
	for i := range t {
		t[i] = make([]float64, i+1)
	}
	return t
}

// Decompose replaces A by L. It returns false, with A partly replaced, if A is not positive definite, perhaps only
// because of rounding.
func (t Triangle) Decompose() bool {
	for i, row := range t {
		for j, above := range t[:i+1] {
			s, left, right := row[j], row[:j], above[:j]
			for k := range right {
				s -= float64(left[k] * right[k])
			}
			switch {
			case j < i:
				row[j] = s / above[j]
			case s > 0:
				row[i] = math.Sqrt(s)
			default:
				return false
			}
		}
	}
	return true
}

// Solve replaces b by the solution x of LLᵀx = b. It adds in another order than SolveTransposed, so the last bits may
// differ.
func (t Triangle) Solve(b []float64) {
	t.forward(b, 0)
	for r := len(t) - 1; r >= 0; r-- {
		x := b[r]
		for k := r + 1; k < len(t); k++ {
			x -= float64(t[k][r] * b[k])
		}
		b[r] = x / t[r][r]
	}
}

// forward replaces b, which is 0 before the given row, by the solution x of Lx = b.
func (t Triangle) forward(b []float64, first int) {
	for r := first; r < len(t); r++ {
		row, x := t[r], b[r]
		for k := first; k < r; k++ {
			x -= float64(row[k] * b[k])
		}
		b[r] = x / row[r]
	}
}

// SolveTransposed replaces each vector b by the solution x of Lᵀx = b. It reads L once for all vectors.
func (t Triangle) SolveTransposed(vectors ...[]float64) {
	for r := len(t) - 1; r >= 0; r-- {
		row := t[r][:r]
		for _, b := range vectors {
			b[r] /= t[r][r]
			x := b[r]
			for k := range row {
				b[k] -= float64(row[k] * x)
			}
		}
	}
}

// InverseTrace returns the trace of (LLᵀ)⁻¹, the sum of the squares of L⁻¹.
func (t Triangle) InverseTrace() (sum float64) {
	column := make([]float64, len(t))
	for i := range t {
		clear(column)
		column[i] = 1
		t.forward(column, i)
		for _, x := range column[i:] {
			sum += float64(x * x)
		}
	}
	return sum
}
