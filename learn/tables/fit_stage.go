package tables

import (
	"math"

	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// A fitting is the fit of one stage. Its model is linear: a weight for each pattern configuration,
// one for mobility, and a constant for each disc count, the value of having the move. The tables have
// no constants: those of results say little about searches. With lookahead each weight of the tables has
// a share of the constants' mean. The fit minimizes Σ(model(w) − target)² + ridge·|w − plain|² over the
// weights w, by conjugate gradients preconditioned by how often each weight occurs
// (Hestenes and Stiefel, Methods of conjugate gradients for solving linear systems, 1952;
// Buro, Improving heuristic mini-max search by supervised learning, 2002).
type fitting struct {
	geometry  *tuples.Geometry
	low, high int // discs
	ridge     float64
	constant  bool    // the tables have the mean of the constants, and move
	move      float64 // what more having the move is worth, in discs, see fitMove
	report    StageReport
	from      []float64 // weights of the tables to start from, nil for none
	plainFit  *plainFit // set in the first pass over the games only
	passes    int
	stale     int // number of last passes without a gain
	done      bool

	// Indexed by weight, in discs.
	weights   []float64
	plain     []float64 // centre of the regularization: the weights of the plain model
	best      []float64 // weights with the least held-out error
	residual  []float64 // negative half of the gradient
	direction []float64
	scale     []float64 // diagonal of the preconditioner
	rho       float64   // preconditioned square of the residual
	rhoFirst  float64

	// Indexed by pattern value, then mobility, then disc count.
	model, step []float32 // weights and direction
	sums        []float64 // of a pass
	counts      []float64 // of the first pass
	modelErrors errorSum  // of a pass
	zeroErrors  errorSum  // of a pass, for the prediction 0
}

// errorSum sums up prediction errors.
type errorSum struct{ squares, absolute float64 }

func (s *errorSum) add(e float64) {
	s.squares += float64(e * e)
	s.absolute += math.Abs(e)
}

func (s errorSum) mean(n int) Errors {
	if n == 0 {
		return Errors{}
	}
	return Errors{RMSE: math.Sqrt(s.squares / float64(n)), MAE: s.absolute / float64(n)}
}

// overlap is the number of discs by which stages use positions of their neighbours. It gives them
// more data, and neighbours agree better at the boundary.
const overlap = 2

// The stopping criteria of a stage.
const (
	patience = 3     // passes without a gain
	minGain  = 0.004 // least fall of the error that counts as a gain, in discs
	minRho   = 1e-10 // least share of the first rho
)

// newFittings begins the fits of all stages. Invalid stages are an error.
func newFittings(o *FitOptions) (all []*fitting, err error) {
	var check []patterns.Stage
	none := patterns.Pack(make([]int16, patterns.Folding().Weights))
	for _, discs := range o.Stages {
		check = append(check, patterns.Stage{Discs: discs, Weights: none})
	}
	if _, err := patterns.New(check, nil); err != nil {
		return nil, err
	}
	low := 0
	for _, high := range o.Stages {
		f := &fitting{geometry: tuples.Patterns(), low: low, high: high, ridge: o.Ridge,
			constant: o.Lookahead > 0, report: StageReport{Discs: high}}
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

// weightsOf returns the weights of a stage of earlier tables: patterns and mobility, in discs.
func weightsOf(s *patterns.Stage) []float64 {
	weights := make([]float64, mobilityWeight()+1)
	for i, w := range s.Weights.Unpack() {
		weights[i] = float64(w) / patterns.Unit
	}
	weights[mobilityWeight()] = float64(s.Mobility) / patterns.Unit
	return weights
}

// start sets the start weights: those of the earlier tables if there are any, else of the plain
// model. The constants come from the plain model in both cases.
func (f *fitting) start() {
	f.plain, f.plainFit = f.plainFit.weights(), nil
	copy(f.weights, f.plain)
	copy(f.weights, f.from)
	copy(f.best, f.weights)
	unfold(f.weights, f.model)
}

// A pattern has one value per configuration and place; symmetric ones share a weight (patterns.Folding).
// After the pattern's weights, and after its values, there is one for mobility and then one for each
// disc count.
func mobilityWeight() int { return patterns.Folding().Weights }
func mobilityValue() int  { return tuples.Patterns().Len }
func folded() int         { return mobilityWeight() + 1 + 65 }
func unfolded() int       { return mobilityValue() + 1 + 65 }

// unfold copies each weight to all its values.
func unfold(weights []float64, values []float32) {
	for i, w := range patterns.Folding().Of {
		values[i] = float32(weights[w-1])
	}
	for i, w := range weights[mobilityWeight():] {
		values[mobilityValue()+i] = float32(w)
	}
}

// fold sums up the values of each weight.
func fold(values, weights []float64) {
	clear(weights)
	for i, w := range patterns.Folding().Of {
		weights[w-1] += values[i]
	}
	copy(weights[mobilityWeight():], values[mobilityValue():])
}

// addSamples adds the samples of some games to the sums of the pass.
func (f *fitting) addSamples(all *samples) {
	if f.done {
		return
	}
	for discs := max(f.low-overlap, 0); discs <= min(f.high+overlap, len(all)-1); discs++ {
		for i := range all[discs] {
			s := &all[discs][i]
			switch {
			case f.plainFit != nil && !s.held:
				f.plainFit.add(s, discs)
			case f.plainFit != nil:
			case s.held:
				f.addHeldOut(s, discs)
			default:
				f.addTraining(s, discs)
			}
		}
	}
}

// addHeldOut adds the model's error on a held-out sample.
func (f *fitting) addHeldOut(s *sample, discs int) {
	var space [tuples.Slots]uint32
	f.modelErrors.add(f.predict(f.model, s, f.entries(s, &space), discs) - s.discs())
	f.zeroErrors.add(s.discs())
	if f.passes == 0 {
		f.report.HeldOut++
	}
}

// addTraining adds a sample to the sums: of the gradient in the first pass, and of its change along
// the direction in later passes.
func (f *fitting) addTraining(s *sample, discs int) {
	var space [tuples.Slots]uint32
	entries := f.entries(s, &space)
	var e float64
	if f.passes == 0 {
		e = s.discs() - f.predict(f.model, s, entries, discs)
		f.report.Positions++
		for _, entry := range entries {
			f.counts[entry]++
		}
		f.counts[f.geometry.Len] += float64(int(s.mobility) * int(s.mobility))
		f.counts[f.geometry.Len+1+discs]++
	} else {
		e = f.predict(f.step, s, entries, discs)
	}
	for _, entry := range entries {
		f.sums[entry] += e
	}
	f.sums[f.geometry.Len] += float64(e * float64(s.mobility))
	f.sums[f.geometry.Len+1+discs] += e
}

func (f *fitting) entries(s *sample, space *[tuples.Slots]uint32) []uint32 {
	var p tuples.Position
	f.geometry.Find(s.own, s.opp, &p)
	return p.Entries(f.geometry, space)
}

// predict returns a model's prediction for a sample, in discs.
func (f *fitting) predict(values []float32, s *sample, entries []uint32, discs int) float64 {
	sum := values[f.geometry.Len+1+discs] + float32(values[f.geometry.Len]*float32(s.mobility))
	for _, e := range entries {
		sum += values[e]
	}
	return float64(sum)
}

// endPass takes a step of the conjugate gradient method: it computes the next weights. The errors of
// the pass belong to the weights before the step.
func (f *fitting) endPass() {
	if f.done {
		return
	}
	if f.plainFit != nil {
		f.start()
		return
	}
	f.passes++
	f.keepBest()
	f.modelErrors, f.zeroErrors = errorSum{}, errorSum{}
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
		f.nextDirection()
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
	f.nextDirection()
}

// nextDirection computes the next search direction.
func (f *fitting) nextDirection() {
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
	f.done = rho <= minRho*f.rhoFirst
	for i, r := range f.residual {
		f.direction[i] = r/f.scale[i] + float64(keep*f.direction[i])
	}
	unfold(f.direction, f.step)
}

// keepBest keeps the weights if their held-out error is the least so far, and ends the fit after
// patience passes without a gain. Without held-out games it keeps the last weights.
func (f *fitting) keepBest() {
	now := f.modelErrors.mean(f.report.HeldOut)
	if f.passes == 1 {
		f.report.Zero, f.report.Start, f.report.Fit = f.zeroErrors.mean(f.report.HeldOut), now, now
	}
	if f.passes <= 2 { // still the start weights
		return
	}
	f.stale++
	if f.report.HeldOut == 0 || now.RMSE < f.report.Fit.RMSE-minGain {
		f.stale = 0
	}
	if f.report.HeldOut == 0 || now.RMSE < f.report.Fit.RMSE {
		copy(f.best, f.weights)
		f.report.Fit, f.report.Passes = now, f.passes
	}
	f.done = f.stale == patience
}

// hasData reports whether the weights come from positions or earlier tables.
func (f *fitting) hasData() bool { return f.from != nil || f.report.Positions > 0 }

// stage returns the best weights as a stage of tables.
func (f *fitting) stage() patterns.Stage {
	var weights []int16
	more := 0.0
	if f.constant {
		more = (f.meanConstant() + f.move) / float64(places())
	}
	for _, w := range f.best[:mobilityWeight()] {
		weights = append(weights, points(w+more, patterns.MaxWeight))
	}
	mobility := points(f.best[mobilityWeight()], patterns.MaxMobility)
	return patterns.Stage{Discs: f.high, Mobility: int(mobility), Weights: patterns.Pack(weights)}
}

// meanConstant returns the mean of the constants of the stage's disc counts.
func (f *fitting) meanConstant() (mean float64) {
	low := max(f.low, 4)
	for _, c := range f.best[mobilityWeight()+1+low : mobilityWeight()+1+f.high+1] {
		mean += c
	}
	return mean / float64(f.high+1-low)
}

// places returns how many pattern configurations each position has.
func places() (n int) {
	for _, shape := range tuples.Patterns().Shapes {
		n += len(shape.Places)
	}
	return n
}

// points converts discs to the unit of the tables, limited to ±most.
func points(discs, most float64) int16 {
	return int16(max(-most, min(most, math.RoundToEven(float64(discs*patterns.Unit)))))
}
