//go:build !386 && !arm && !mips && !mipsle

package nets

import (
	"fmt"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// plainOutputs builds the outputs with the library's products.
func plainOutputs(m *gomlx, scope *model.Scope, x *graph.Node) *graph.Node {
	for i := range len(m.spec.Hidden) + 1 {
		if i > 0 {
			x = graph.MaxScalar(x, 0)
		}
		w, b := scope.GetVariable(weightsName(i+1)).NodeValue(x), scope.GetVariable(biasesName(i+1)).NodeValue(x)
		x = graph.Add(graph.MatMul(x, w), graph.ExpandLeftToRank(b, 2))
	}
	return x
}

// The gradients are those that the library derives from its own products.
func TestGradientsMatchTheLibrarys(t *testing.T) {
	for _, c := range []struct {
		batch int
		Spec
	}{
		{50, Spec{Inputs: 5, Hidden: []int{7, 6}, Outputs: 3}},
		{4, Spec{Inputs: 5, Hidden: []int{7, 6}, Outputs: 3}},
		{50, Spec{Inputs: 40, Hidden: []int{70}, Outputs: 36}},
		{50, Spec{Inputs: 40, Hidden: []int{300, 300}, Outputs: 36}}, // 50·300·300 is large
	} {
		batch, s := c.batch, c.Spec
		n, err := New(s, 3)
		require.NoError(t, err)
		m := n.machine.(*gomlx)
		x := normals(batch*s.Inputs, 1)
		b, err := backend()
		require.NoError(t, err)
		both, err := model.NewExec(b, m.store, func(scope *model.Scope, in []*graph.Node) []*graph.Node {
			layers := m.layers(scope, in[0])
			loss := losses[Squared](layers[len(layers)-1], in[1], in[2])
			plain := losses[Squared](plainOutputs(m, scope, in[0]), in[1], in[2])
			return append(m.gradients(scope, layers, loss), scope.BuildTrainableVariablesGradientsGraph(plain)...)
		})
		require.NoError(t, err)
		y := normals(batch*s.Outputs, 2)
		rows := func(values []float32, width int) *tensors.Tensor {
			return tensors.FromFlatDataAndDimensions(values, batch, width)
		}
		all, err := both.Call(rows(x, s.Inputs), rows(y, s.Outputs), rows(normals(batch*s.Outputs, 4), s.Outputs))
		require.NoError(t, err)
		require.Len(t, all, 2*len(s.tensors()))
		ours, theirs := all[:len(all)/2], all[len(all)/2:]
		for i := range ours {
			assert.Equal(t, theirs[i].Shape().Dimensions, ours[i].Shape().Dimensions)
			got, want := tensors.MustCopyFlatData[float32](ours[i]), tensors.MustCopyFlatData[float32](theirs[i])
			assert.InDeltaSlice(t, want, got, 1e-3, fmt.Sprint(s, i))
		}
	}
}
