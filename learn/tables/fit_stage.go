package tables

import (
	"math"

	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// A fitting is the fit of one stage: a linear model with a weight for each that the tables
// have, one for mobility, and for each number of discs one for being to move, which is no part
// of the tables. It looks for the weights w that make Σ(model(w) − result)² + ridge·|w − plain|²
// least, by conjugate gradients that are preconditioned by how often each weight was seen
// (Hestenes and Stiefel, Methods of conjugate gradients for solving linear systems, 1952;
// Buro, Improving heuristic mini-max search by supervised learning, 2002).
type fitting struct {
	geometry  *tuples.Geometry
	low, high int // discs
	ridge     float64
	report    StageReport
	from      []float64 // weights of earlier tables to begin with, nil for none
	plainFit  *plainFit // in the first pass over the games
	passes    int
	stale     int // of them without a gain, the last ones
	done      bool

	// By weight, in discs.
	weights   []float64
	plain     []float64 // what the weights of rare configurations stay near
	best      []float64 // those of the least error
	residual  []float64 // half the gradient, negative
	direction []float64
	scale     []float64 // of the preconditioner
	rho       float64   // the residual's square, preconditioned
	rhoFirst  float64

	// By value of the patterns, then mobility, then discs.
	model, step []float32 // weights and direction
	sums        []float64 // of a pass
	counts      []float64 // of the first pass
	guesses     misses    // of a pass, by the model
	zeros       misses    // of a pass, by 0
}

// misses sum up errors.
type misses struct{ squares, absolute float64 }

func (m *misses) add(miss float64) {
	m.squares += float64(miss * miss)
	m.absolute += math.Abs(miss)
}

func (m misses) mean(n int) Errors {
	if n == 0 {
		return Errors{}
	}
	return Errors{RMSE: math.Sqrt(m.squares / float64(n)), MAE: m.absolute / float64(n)}
}

// overlap is by how many discs stages learn from positions of their neighbours, so that they
// have more to learn from and agree better where they meet.
const overlap = 2

// A stage is done after so many passes in which its error did not fall by more than that, in
// discs, or when so little is left of the gradient's square.
const (
	patience = 3
	gain     = 0.004
	little   = 1e-10
)

// newFittings begins the fits of all stages. Stages that do not go together are an error.
func newFittings(o *FitOptions) (all []*fitting, err error) {
	var check []patterns.Stage
	none := patterns.Pack(make([]int16, patterns.Folding().Weights))
	for _, discs := range o.Stages {
		check = append(check, patterns.Stage{Discs: discs, Weights: none})
	}
	if _, err := patterns.New(check); err != nil {
		return nil, err
	}
	low := 0
	for _, high := range o.Stages {
		f := &fitting{geometry: tuples.Patterns(), low: low, high: high, ridge: o.Ridge, report: StageReport{Discs: high}}
		weights, values := folded(), unfolded()
		f.weights, f.best, f.residual = make([]float64, weights), make([]float64, weights), make([]float64, weights)
		f.direction, f.scale = make([]float64, weights), make([]float64, weights)
		f.model, f.step = make([]float32, values), make([]float32, values)
		f.sums, f.counts = make([]float64, values), make([]float64, values)
		f.plainFit = &plainFit{}
		if o.From != nil {
			f.from = weightsOf(&o.From.Stages[o.From.Stage(high)])
		}
		all = append(all, f)
		low = high + 1
	}
	return all, nil
}

// weightsOf are the weights of earlier tables, as far as tables have them.
func weightsOf(s *patterns.Stage) []float64 {
	weights := make([]float64, mobilityWeight()+1)
	for i, w := range s.Weights.Unpack() {
		weights[i] = float64(w) / patterns.Unit
	}
	weights[mobilityWeight()] = float64(s.Mobility) / patterns.Unit
	return weights
}

// start sets the weights to begin with: those of the plain model, and of earlier tables if
// there are any.
func (f *fitting) start() {
	f.plain, f.plainFit = f.plainFit.weights(), nil
	copy(f.weights, f.plain)
	copy(f.weights, f.from)
	copy(f.best, f.weights)
	unfold(f.weights, f.model)
}

// Weights and values are followed by one for mobility, then one for each number of discs.
func mobilityWeight() int { return patterns.Folding().Weights }
func mobilityValue() int  { return tuples.Patterns().Len }
func folded() int         { return mobilityWeight() + 1 + 65 }
func unfolded() int       { return mobilityValue() + 1 + 65 }

// unfold gives each value its weight.
func unfold(weights []float64, values []float32) {
	for i, w := range patterns.Folding().Of {
		values[i] = float32(weights[w-1])
	}
	for i, w := range weights[mobilityWeight():] {
		values[mobilityValue()+i] = float32(w)
	}
}

// fold sums up what belongs to each weight.
func fold(values, weights []float64) {
	clear(weights)
	for i, w := range patterns.Folding().Of {
		weights[w-1] += values[i]
	}
	copy(weights[mobilityWeight():], values[mobilityValue():])
}

// take takes the samples of some games into account.
func (f *fitting) take(all *samples) {
	if f.done {
		return
	}
	for discs := max(f.low-overlap, 0); discs <= min(f.high+overlap, len(all)-1); discs++ {
		for i := range all[discs] {
			s := &all[discs][i]
			switch {
			case f.plainFit != nil && !s.held:
				f.plainFit.learn(s, discs)
			case f.plainFit != nil:
			case s.held:
				f.test(s, discs)
			default:
				f.learn(s, discs)
			}
		}
	}
}

// test sums up the errors of the model.
func (f *fitting) test(s *sample, discs int) {
	var space [tuples.Slots]uint32
	f.guesses.add(f.sum(f.model, s, f.entries(s, &space), discs) - float64(s.result))
	f.zeros.add(float64(s.result))
	if f.passes == 0 {
		f.report.HeldOut++
	}
}

// learn sums up the gradient in the first pass, and what the direction changes of it in those
// that follow.
func (f *fitting) learn(s *sample, discs int) {
	var space [tuples.Slots]uint32
	entries := f.entries(s, &space)
	var miss float64
	if f.passes == 0 {
		miss = float64(s.result) - f.sum(f.model, s, entries, discs)
		f.report.Positions++
		for _, e := range entries {
			f.counts[e]++
		}
		f.counts[f.geometry.Len] += float64(int(s.mobility) * int(s.mobility))
		f.counts[f.geometry.Len+1+discs]++
	} else {
		miss = f.sum(f.step, s, entries, discs)
	}
	for _, e := range entries {
		f.sums[e] += miss
	}
	f.sums[f.geometry.Len] += float64(miss * float64(s.mobility))
	f.sums[f.geometry.Len+1+discs] += miss
}

func (f *fitting) entries(s *sample, space *[tuples.Slots]uint32) []uint32 {
	var p tuples.Position
	f.geometry.Find(s.own, s.opp, &p)
	return p.Entries(f.geometry, space)
}

// sum is what a model says of a sample.
func (f *fitting) sum(values []float32, s *sample, entries []uint32, discs int) float64 {
	sum := values[f.geometry.Len+1+discs] + float32(values[f.geometry.Len]*float32(s.mobility))
	for _, e := range entries {
		sum += values[e]
	}
	return float64(sum)
}

// endPass goes on to the next weights. The errors of the pass are those of the weights so far.
func (f *fitting) endPass() {
	if f.done {
		return
	}
	if f.plainFit != nil {
		f.start()
		return
	}
	f.passes++
	f.judge()
	f.guesses, f.zeros = misses{}, misses{}
	change := make([]float64, len(f.weights))
	fold(f.sums, change)
	clear(f.sums)
	if f.passes == 1 {
		for i, w := range f.weights {
			f.residual[i] = change[i] - float64(f.ridge*(w-f.plain[i]))
		}
		fold(f.counts, f.scale)
		f.counts = nil
		for i, count := range f.scale {
			if count > 0 && i < mobilityWeight() {
				f.report.Seen++
			}
			f.scale[i] += f.ridge
		}
		f.turn()
		return
	}
	curvature := 0.0
	for i, d := range f.direction {
		change[i] += float64(f.ridge * d)
		curvature += float64(d * change[i])
	}
	if f.done {
		return
	}
	length := f.rho / curvature
	for i, d := range f.direction {
		f.weights[i] += float64(length * d)
		f.residual[i] -= float64(length * change[i])
	}
	unfold(f.weights, f.model)
	f.turn()
}

// turn finds the next direction.
func (f *fitting) turn() {
	rho := 0.0
	for i, r := range f.residual {
		rho += float64(r*r) / f.scale[i]
	}
	keep := 0.0
	if f.rho > 0 {
		keep = rho / f.rho
	} else {
		f.rhoFirst = rho
	}
	f.rho = rho
	f.done = rho <= little*f.rhoFirst
	for i, r := range f.residual {
		f.direction[i] = r/f.scale[i] + float64(keep*f.direction[i])
	}
	unfold(f.direction, f.step)
}

// judge keeps the weights if they are better than those before, and ends the fit when there
// has been no gain for some passes. Where nothing is held out the last weights are kept.
func (f *fitting) judge() {
	now := f.guesses.mean(f.report.HeldOut)
	if f.passes == 1 {
		f.report.Zero, f.report.Start, f.report.Fit = f.zeros.mean(f.report.HeldOut), now, now
	}
	if f.passes <= 2 { // the weights at the start
		return
	}
	f.stale++
	if f.report.HeldOut == 0 || now.RMSE < f.report.Fit.RMSE-gain {
		f.stale = 0
	}
	if f.report.HeldOut == 0 || now.RMSE < f.report.Fit.RMSE {
		copy(f.best, f.weights)
		f.report.Fit, f.report.Passes = now, f.passes
	}
	f.done = f.stale == patience
}

// known reports whether the weights come from anything.
func (f *fitting) known() bool { return f.from != nil || f.report.Positions > 0 }

// stage is the tables' stage that was found.
func (f *fitting) stage() patterns.Stage {
	var weights []int16
	for _, w := range f.best[:mobilityWeight()] {
		weights = append(weights, points(w, patterns.MaxWeight))
	}
	mobility := points(f.best[mobilityWeight()], patterns.MaxMobility)
	return patterns.Stage{Discs: f.high, Mobility: int(mobility), Weights: patterns.Pack(weights)}
}

// points are discs in the unit of the tables, at most so many either way.
func points(discs, most float64) int16 {
	return int16(max(-most, min(most, math.RoundToEven(float64(discs*patterns.Unit)))))
}
