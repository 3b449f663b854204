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

// gomlx is the machine of the library gomlx. Its variables are the weights and the optimizer's state.
type gomlx struct {
	spec   Spec
	store  *model.Store
	passes *model.Exec // forward passes
	steps  *model.Exec // training steps, nil before prepare
	rate   *model.Variable
}

// backend returns the backend, which all networks share. It computes operations one after the other,
// each on all cores. Operations in parallel can deadlock: each holds a worker of the library's pool
// (compute v0.1.0) and waits for more. With large batches that happens within minutes.
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

// A gradientOptimizer takes gradients from the caller. The library's optimizers implement it.
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
			continue // the library's own counters
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
