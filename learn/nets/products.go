//go:build !386 && !arm && !mips && !mipsle

package nets

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
)

// The library multiplies small matrices with another kernel than large ones (compute v0.1.0). With
// SIMD that one takes the columns that its vectors leave over one number at a time, and the rows of
// a transposed matrix a sum at a time: up to fifty times as slow.
const (
	smallProduct    = 4 << 20 // multiplications from which on a product is large
	vectorColumns   = 16      // the most that a vector of the kernel has
	fewestColumns   = 32      // that the kernel takes by vectors
	worthItsTrouble = 8       // rows from which on a matrix is worth making wider, or turning over
)

func isSmall(rows, inner, columns int) bool {
	return rows >= worthItsTrouble && rows*inner*columns < smallProduct
}

// product is x·w.
func product(x, w *graph.Node) *graph.Node {
	rows, inner, columns := x.Shape().Dimensions[0], w.Shape().Dimensions[0], w.Shape().Dimensions[1]
	wider := max(fewestColumns, (columns+vectorColumns-1)/vectorColumns*vectorColumns)
	if wider == columns || !isSmall(rows, inner, columns) {
		return graph.MatMul(x, w)
	}
	zero := graph.ScalarZero(x.Graph(), dtypes.Float32)
	w = graph.Pad(w, zero, compute.PadAxis{}, compute.PadAxis{End: wider - columns})
	return graph.Slice(graph.MatMul(x, w), graph.AxisRange(), graph.AxisRange(0, columns))
}

// productTransposed is x·wᵀ.
func productTransposed(x, w *graph.Node) *graph.Node {
	rows, columns, inner := x.Shape().Dimensions[0], w.Shape().Dimensions[0], w.Shape().Dimensions[1]
	if isSmall(rows, inner, columns) {
		return product(x, graph.Transpose(w, 0, 1))
	}
	return graph.DotGeneral(x, []int{1}, nil, w, []int{1}, nil)
}
