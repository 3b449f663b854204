//go:build !386 && !arm && !mips && !mipsle

package nets

import (
	"strings"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
)

// outputs is the computation of the outputs from inputs, a row a position.
func (m *gomlx) outputs(scope *model.Scope, x *graph.Node) *graph.Node {
	all := m.layers(scope, x)
	return all[len(all)-1]
}

// layers is the computation of what each layer says, from what the first one sees to the outputs.
func (m *gomlx) layers(scope *model.Scope, x *graph.Node) []*graph.Node {
	if m.spec.Lookup.Places > 0 {
		x = m.lookUp(scope, x)
	}
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

// lookUp puts vectors in the place of the inputs that are names of things.
func (m *gomlx) lookUp(scope *model.Scope, x *graph.Node) *graph.Node {
	l, batch, numbers := m.spec.Lookup, x.Shape().Dimensions[0], m.spec.Inputs-m.spec.Lookup.Places
	things := graph.ConvertDType(graph.Slice(x, graph.AxisRange(), graph.AxisRange(numbers)), dtypes.Int32)
	vectors := graph.Gather(scope.GetVariable(vectorsName).NodeValue(x), graph.ExpandAxes(things, -1))
	vectors = graph.Reshape(vectors, batch, l.Places*l.Width)
	if numbers == 0 {
		return vectors
	}
	return graph.Concatenate([]*graph.Node{graph.Slice(x, graph.AxisRange(), graph.AxisRange(0, numbers)), vectors}, 1)
}

// losses are the computations of the losses from outputs, targets and masks.
var losses = map[Loss]func(outputs, targets, mask *graph.Node) *graph.Node{
	Huber: func(outputs, targets, mask *graph.Node) *graph.Node {
		off := graph.Abs(graph.Mul(graph.Sub(outputs, targets), mask))
		within := graph.MinScalar(off, 1)
		all := graph.Sub(graph.Mul(within, off), graph.MulScalar(graph.Square(within), 0.5))
		return graph.Div(graph.ReduceAllSum(all), graph.ReduceAllSum(mask))
	},
	Squared: func(outputs, targets, mask *graph.Node) *graph.Node {
		off := graph.Mul(graph.Sub(outputs, targets), mask)
		return graph.Div(graph.MulScalar(graph.ReduceAllSum(graph.Square(off)), 0.5), graph.ReduceAllSum(mask))
	},
	CrossEntropy: func(outputs, targets, mask *graph.Node) *graph.Node {
		excluded := graph.MulScalar(graph.OneMinus(mask), -1e9)
		logs := graph.LogSoftmax(graph.Add(outputs, excluded), -1)
		return graph.Neg(graph.ReduceAllMean(graph.ReduceSum(graph.Mul(graph.Mul(targets, mask), logs), -1)))
	},
}

// gradients are those of the loss in all variables that are trained, in the order in which the
// optimizer goes through them. The library would derive them too, but then takes longer to
// transpose the gradients of large layers' weights than to multiply the matrices.
func (m *gomlx) gradients(scope *model.Scope, layers []*graph.Node, loss *graph.Node) (all []*graph.Node) {
	of := make(map[string]*graph.Node)
	last := len(layers) - 1
	back := graph.Gradient(loss, layers[last])[0] // by what the layer says
	for i := last; i >= 1; i-- {
		if i < last {
			active := graph.GreaterThan(layers[i], graph.ScalarZero(loss.Graph(), dtypes.Float32))
			back = graph.Where(active, back, graph.ZerosLike(back))
		}
		of[weightsName(i)] = product(graph.Transpose(layers[i-1], 0, 1), back)
		of[biasesName(i)] = graph.ReduceSum(back, 0)
		if i > 1 || m.spec.Lookup.Places > 0 {
			back = productTransposed(back, scope.GetVariable(weightsName(i)).NodeValue(loss))
		}
	}
	if m.spec.Lookup.Places > 0 {
		seen := graph.ReduceAllSum(graph.Mul(layers[0], graph.StopGradient(back)))
		of[vectorsName] = graph.Gradient(seen, scope.GetVariable(vectorsName).NodeValue(loss))[0]
	}
	for v := range scope.IterVariables() {
		if v.Trainable && v.InUseByGraph(loss.Graph()) {
			all = append(all, of[strings.TrimPrefix(v.Path(), "/")])
		}
	}
	return all
}
