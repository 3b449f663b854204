//go:build !386 && !arm && !mips && !mipsle

package nets

import (
	"slices"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/train/optimizer"
)

// gomlx is the machine of the library. Its variables are the weights and what the optimizer
// remembers.
type gomlx struct {
	spec   Spec
	store  *model.Store
	passes *model.Exec
	steps  *model.Exec // nil until training is prepared
	rate   *model.Variable
}

// backend is made when the first network is. It computes one operation after the other, each of
// them on all cores: several at a time wait for each other forever once each has a place in the
// library's pool of workers (compute v0.1.0) and wants more, which large batches come to in minutes.
var backend = sync.OnceValues(func() (compute.Backend, error) { return gobackend.New("ops_sequential") })

func newMachine(s Spec) (machine, error) {
	b, err := backend()
	if err != nil {
		return nil, err
	}
	m := &gomlx{spec: s, store: model.NewStore()}
	m.passes, err = model.NewExec(b, m.store, m.outputs)
	return m, err
}

// outputs is the computation of the outputs from inputs, a row a position.
func (m *gomlx) outputs(scope *model.Scope, x *graph.Node) *graph.Node {
	if m.spec.Lookup.Places > 0 {
		x = m.lookUp(scope, x)
	}
	layers := len(m.spec.Hidden) + 1
	for i := 1; i <= layers; i++ {
		w := scope.GetVariable(weightsName(i)).NodeValue(x)
		b := scope.GetVariable(biasesName(i)).NodeValue(x)
		x = graph.Add(graph.MatMul(x, w), graph.ExpandLeftToRank(b, 2))
		if i < layers {
			x = graph.MaxScalar(x, 0)
		}
	}
	return x
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

func (m *gomlx) forward(inputs []float32, batch int) ([]float32, error) {
	x := tensors.FromFlatDataAndDimensions(inputs, batch, m.spec.Inputs)
	defer x.FinalizeAll()
	y, err := m.passes.Call1(x)
	if err != nil {
		return nil, err
	}
	defer y.FinalizeAll()
	return tensors.CopyFlatData[float32](y)
}

func (m *gomlx) prepare(loss Loss, o Optimizer) error {
	config := optimizer.Adam()
	if o.Method == RMSProp {
		config = optimizer.RMSProp()
	}
	updates := config.LearningRate(o.Rate).Betas(0.9, o.Decay).Done()
	b, err := backend()
	if err != nil {
		return err
	}
	m.rate = optimizer.LearningRateVar(m.store.RootScope(), dtypes.Float32, o.Rate)
	m.steps, err = model.NewExec(b, m.store, func(scope *model.Scope, in []*graph.Node) *graph.Node {
		value := losses[loss](m.outputs(scope, in[0]), in[1], in[2])
		updates.UpdateGraph(scope, value.Graph(), value)
		return value
	})
	return err
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

func (m *gomlx) step(inputs, targets, mask []float32, batch int) (float64, error) {
	x := tensors.FromFlatDataAndDimensions(inputs, batch, m.spec.Inputs)
	y := tensors.FromFlatDataAndDimensions(targets, batch, m.spec.Outputs)
	counts := tensors.FromFlatDataAndDimensions(mask, batch, m.spec.Outputs)
	defer x.FinalizeAll()
	defer y.FinalizeAll()
	defer counts.FinalizeAll()
	value, err := m.steps.Call1(x, y, counts)
	if err != nil {
		return 0, err
	}
	defer value.FinalizeAll()
	return float64(tensors.ToScalar[float32](value)), nil
}

func (m *gomlx) setRate(rate float64) error {
	return m.rate.SetValue(tensors.FromScalar(float32(rate)))
}

func (m *gomlx) state() (all []Tensor, err error) {
	for v := range m.store.IterVariables() {
		if v.DType() != dtypes.Float32 || !v.HasValue() {
			continue // what the library counts for itself
		}
		value, err := v.Value()
		if err != nil {
			return nil, err
		}
		one := Tensor{Name: strings.TrimPrefix(v.Path(), "/"), Dims: slices.Clone(v.Shape().Dimensions)}
		if one.Values, err = tensors.CopyFlatData[float32](value); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b Tensor) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

func (m *gomlx) set(t *Tensor) error {
	value := tensors.FromFlatDataAndDimensions(t.Values, t.Dims...)
	if v := m.store.GetVariable("/" + t.Name); v != nil {
		return v.SetValue(value)
	}
	m.store.VariableWithValue("/"+t.Name, value).SetTrainable(find(m.spec.tensors(), t.Name) != nil)
	return nil
}
