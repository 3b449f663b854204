//go:build !386 && !arm && !mips && !mipsle

package nets

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
)

// The library has a special kernel for small matrices (compute v0.1.0). With SIMD it is up to fifty times
// slower in two cases: for columns that do not fill a vector, and for transposed matrices. The functions
// below avoid both by padding and transposing.
const (
	smallProduct  = 4 << 20 // products with fewer multiplications use that kernel
	vectorColumns = 16      // columns in the kernel's largest vector
	fewestColumns = 32      // the kernel uses no vectors for fewer columns
	fewestRows    = 8       // padding or transposing does not pay for fewer rows
)

func isSmall(rows, inner, columns int) bool {
	return rows >= fewestRows && rows*inner*columns < smallProduct
}

// product builds x·w.
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

// productTransposed builds x·wᵀ.
func productTransposed(x, w *graph.Node) *graph.Node {
	rows, columns, inner := x.Shape().Dimensions[0], w.Shape().Dimensions[0], w.Shape().Dimensions[1]
	if isSmall(rows, inner, columns) {
		return product(x, graph.Transpose(w, 0, 1))
	}
	return graph.DotGeneral(x, []int{1}, nil, w, []int{1}, nil)
}
