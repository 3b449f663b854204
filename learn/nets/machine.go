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

// A gradientOptimizer can be given the gradients, as the library's optimizers can.
type gradientOptimizer interface {
	UpdateGraphWithGradients(scope *model.Scope, gradients []*graph.Node, loss dtypes.DType)
}

func (m *gomlx) prepare(loss Loss, o Optimizer) error {
	config := optimizer.Adam()
	if o.Method == RMSProp {
		config = optimizer.RMSProp()
	}
	updates := config.LearningRate(o.Rate).Betas(0.9, o.Decay).Done().(gradientOptimizer)
	b, err := backend()
	if err != nil {
		return err
	}
	m.rate = optimizer.LearningRateVar(m.store.RootScope(), dtypes.Float32, o.Rate)
	m.steps, err = model.NewExec(b, m.store, func(scope *model.Scope, in []*graph.Node) *graph.Node {
		layers := m.layers(scope, in[0])
		value := losses[loss](layers[len(layers)-1], in[1], in[2])
		updates.UpdateGraphWithGradients(scope, m.gradients(scope, layers, value), dtypes.Float32)
		return value
	})
	return err
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
