//go:build !386 && !arm && !mips && !mipsle

package nets

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
)

// The library multiplies small matrices with another kernel than large ones (compute v0.1.0).
// That one takes the columns that are left over from its vectors one number at a time, and matrices
// of which one lies transposed a sum at a time: up to fifty times as slow.
const (
	smallProduct = 4 << 20 // multiplications
	vectors      = 32      // columns that the kernel takes at once
)

// A few rows are not worth widening a matrix for.
func isSmall(rows, inner, columns int) bool { return rows >= 8 && rows*inner*columns < smallProduct }

// product is x·w.
func product(x, w *graph.Node) *graph.Node {
	rows, inner, columns := x.Shape().Dimensions[0], w.Shape().Dimensions[0], w.Shape().Dimensions[1]
	over := (vectors - columns%vectors) % vectors
	if over == 0 || !isSmall(rows, inner, columns) {
		return graph.MatMul(x, w)
	}
	zero := graph.ScalarZero(x.Graph(), dtypes.Float32)
	wider := graph.Pad(w, zero, compute.PadAxis{}, compute.PadAxis{End: over})
	return graph.Slice(graph.MatMul(x, wider), graph.AxisRange(), graph.AxisRange(0, columns))
}

// productTransposed is x·wᵀ.
func productTransposed(x, w *graph.Node) *graph.Node {
	rows, columns, inner := x.Shape().Dimensions[0], w.Shape().Dimensions[0], w.Shape().Dimensions[1]
	if isSmall(rows, inner, columns) {
		return product(x, graph.Transpose(w, 0, 1))
	}
	return graph.DotGeneral(x, []int{1}, nil, w, []int{1}, nil)
}
