//go:build !386 && !arm && !mips && !mipsle

package nets

import (
	"strings"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// outputs builds the graph of the outputs from inputs with a row for each position.
func (m *gomlx) outputs(scope *model.Scope, x *graph.Node) *graph.Node {
	all := m.layers(scope, x)
	return all[len(all)-1]
}

// layers builds the graph of the activations of each layer, from the inputs to the outputs.
func (m *gomlx) layers(scope *model.Scope, x *graph.Node) []*graph.Node {
	all := []*graph.Node{x}
	for i := 1; i <= len(m.spec.Hidden)+1; i++ {
		w := scope.GetVariable(weightsName(i)).NodeValue(x)
		b := scope.GetVariable(biasesName(i)).NodeValue(x)
		x = graph.Add(product(x, w), graph.ExpandLeftToRank(b, 2))
		if i <= len(m.spec.Hidden) {
			x = graph.MaxScalar(x, 0)
		}
		all = append(all, x)
	}
	return all
}

// losses builds the graph of each loss from outputs, targets and masks.
var losses = map[Loss]func(outputs, targets, mask *graph.Node) *graph.Node{
	Huber: func(outputs, targets, mask *graph.Node) *graph.Node {
		errors := graph.Abs(graph.Mul(graph.Sub(outputs, targets), mask))
		within := graph.MinScalar(errors, 1)
		all := graph.Sub(graph.Mul(within, errors), graph.MulScalar(graph.Square(within), 0.5))
		return graph.Div(graph.ReduceAllSum(all), graph.ReduceAllSum(mask))
	},
	Squared: func(outputs, targets, mask *graph.Node) *graph.Node {
		errors := graph.Mul(graph.Sub(outputs, targets), mask)
		return graph.Div(graph.MulScalar(graph.ReduceAllSum(graph.Square(errors)), 0.5), graph.ReduceAllSum(mask))
	},
}

// gradients builds the gradients of the loss for all trainable variables, in the order of the optimizer.
// The library can derive them too, but then spends more time on transposing the gradients of large
// layers than on multiplying the matrices.
func (m *gomlx) gradients(scope *model.Scope, layers []*graph.Node, loss *graph.Node) (all []*graph.Node) {
	of := make(map[string]*graph.Node) // by the variable's name
	last := len(layers) - 1
	back := graph.Gradient(loss, layers[last])[0] // gradient for the activations of layer i
	for i := last; i >= 1; i-- {
		if i < last {
			active := graph.GreaterThan(layers[i], graph.ScalarZero(loss.Graph(), dtypes.Float32))
			back = graph.Where(active, back, graph.ZerosLike(back))
		}
		of[weightsName(i)] = product(graph.Transpose(layers[i-1], 0, 1), back)
		of[biasesName(i)] = graph.ReduceSum(back, 0)
		if i > 1 {
			back = productTransposed(back, scope.GetVariable(weightsName(i)).NodeValue(loss))
		}
	}
	for v := range scope.IterVariables() {
		if v.Trainable && v.InUseByGraph(loss.Graph()) {
			all = append(all, of[strings.TrimPrefix(v.Path(), "/")])
		}
	}
	return all
}
