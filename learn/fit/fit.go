package fit

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/portable"
	"evothello/weights"
)

// A Report measures how well the weights of a phase predict results.
type Report struct {
	Positions int `json:"positions"` // fitted
	HeldOut   int `json:"held_out"`  // positions of held-out games
	// Loss and Accuracy are measured on the held-out positions, and 0 without such positions. Loss is the mean
	// cross-entropy in nats, ln 2 for a guess. Accuracy is the share of positions of decided games where the weights
	// favour the winner, 0…1.
	Loss     float64 `json:"loss"`
	Accuracy float64 `json:"accuracy"`
}

// Check returns an error if a phase has no position to fit.
func (d *Data) Check() error {
	for i := range d.phases {
		if !slices.ContainsFunc(d.phases[i].positions, func(p position) bool { return !p.heldOut }) {
			return errors.New("no training position of " + d.options.Turns.Name(i) + ": take more games, or fewer phases")
		}
	}
	return nil
}

// Fit returns the weights that predict the results best, and a report of each phase. It fits up to workers phases at
// the same time. It returns an error if Check does. The result depends only on the data. If ctx is cancelled, Fit stops
// soon and returns its cause.
func (d *Data) Fit(ctx context.Context, workers int) (*weights.Switch, []Report, error) {
	if err := d.Check(); err != nil {
		return nil, nil, err
	}
	phases, reports := make(evaluators.Phases, len(d.phases)), make([]Report, len(d.phases))
	errs := make([]error, len(d.phases))
	var all sync.WaitGroup
	free := make(chan bool, max(workers, 1))
	for i := range d.phases {
		free <- true
		all.Go(func() {
			phases[i], reports[i], errs[i] = d.fitPhase(ctx, i)
			<-free
		})
	}
	all.Wait()
	if err := cmp.Or(context.Cause(ctx), errors.Join(errs...)); err != nil {
		return nil, nil, err
	}
	var board *engine.Shape
	if d.options.Board.Start != engine.Start() {
		board = &d.options.Board
	}
	return weights.New(d.options.Turns, board, phases, nil), reports, nil
}

// A regression fits the weights of one phase. It expects Black to win with the chance 1 / (1 + e^−x), where x is
// the sum of weights times counts, and a constant for having the move, which is no weight.
//
// It minimizes −Σ ln(chance of the result) + ridge/2 Σ weight² by Newton's method. Counts are divided by their root
// mean squares where they are not 0, so that the ridge pulls all weights as strongly for each occurrence.
type regression struct {
	data  *phaseData
	d     *Data
	n     int       // unknowns: the features and the constant
	scale []float64 // root mean squares of the counts that are not 0; 0 for a feature that never occurs
	x     []float64 // a position's counts over scale, and ±1 for the side to move
}

func (d *Data) fitPhase(ctx context.Context, phase int) (w evaluators.Weights, report Report, err error) {
	r := newRegression(d, &d.phases[phase])
	solution, err := r.newton(ctx)
	if err != nil {
		return w, report, err
	}
	return r.weights(solution), r.report(solution), nil
}

func newRegression(d *Data, data *phaseData) *regression {
	r := &regression{data: data, d: d, n: d.features + 1}
	r.scale, r.x = make([]float64, r.n), make([]float64, r.n)
	occurs := make([]int, d.features)
	for i := range data.positions {
		if data.positions[i].heldOut {
			continue
		}
		for k, count := range data.of(i, d.features) {
			if count != 0 {
				occurs[k]++
				r.scale[k] += float64(float64(count) * float64(count))
			}
		}
	}
	for k, n := range occurs {
		if n > 0 {
			r.scale[k] = math.Sqrt(r.scale[k] / float64(n))
		}
	}
	r.scale[d.features] = 1
	return r
}

// load sets x to a position's values, and returns Black's result.
func (r *regression) load(position int) (black float64) {
	for k, count := range r.data.of(position, r.d.features) {
		r.x[k] = 0
		if r.scale[k] > 0 {
			r.x[k] = float64(count) / r.scale[k]
		}
	}
	at := &r.data.positions[position]
	r.x[r.n-1] = 1
	if at.side == engine.White {
		r.x[r.n-1] = -1
	}
	return at.black()
}

// value returns the sum of weights times counts of the position in x.
func (r *regression) value(w []float64) (sum float64) {
	for k, x := range r.x {
		sum += float64(w[k] * x)
	}
	return sum
}

// chance is 1 / (1 + e^−value).
func chance(value float64) float64 { return 1 / (1 + portable.Exp(-value)) }

// loss is −ln of the chance of a result, for a drawn game the mean of both.
func loss(value, black float64) float64 {
	// −ln chance(v) = ln(1 + e^−v), and e^−v may overflow for large losses.
	low := max(-value, 0) + portable.Log(1+portable.Exp(-math.Abs(value)))
	return low + float64((1-black)*value)
}

// newton returns the weights of the scaled counts.
func (r *regression) newton(ctx context.Context) ([]float64, error) {
	w := make([]float64, r.n)
	before := r.objective(w)
	for range 50 {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		hessian, step := r.equations(w)
		if !hessian.Decompose() {
			return nil, errors.New("some features always count the same, so the fit cannot " +
				"separate their weights: use a larger ridge")
		}
		hessian.Solve(step)
		next, better := make([]float64, r.n), false
		for share := 1.0; share > 1e-6; share /= 2 {
			for k := range w {
				next[k] = w[k] - float64(share*step[k])
			}
			if after := r.objective(next); after < before {
				better = before-after > 1e-9*before
				w, before = next, after
				break
			}
		}
		if !better {
			break
		}
	}
	return w, nil
}

// objective returns what newton minimizes.
func (r *regression) objective(w []float64) (sum float64) {
	for i := range r.data.positions {
		if !r.data.positions[i].heldOut {
			black := r.load(i)
			sum += loss(r.value(w), black)
		}
	}
	for _, weight := range w {
		sum += float64(float64(r.d.options.Ridge*weight) * weight / 2)
	}
	return sum
}

// equations returns the Hessian and the gradient of the objective.
func (r *regression) equations(w []float64) (hessian portable.Triangle, gradient []float64) {
	hessian, gradient = portable.NewTriangle(r.n), make([]float64, r.n)
	for k := range hessian {
		hessian[k][k] = r.d.options.Ridge
		gradient[k] = float64(r.d.options.Ridge * w[k])
	}
	for i := range r.data.positions {
		if r.data.positions[i].heldOut {
			continue
		}
		black := r.load(i)
		p := chance(r.value(w))
		curve := float64(p * (1 - p))
		for k, x := range r.x {
			if x == 0 {
				continue
			}
			gradient[k] += float64((p - black) * x)
			scaled, row := float64(curve*x), hessian[k]
			for j := range row {
				row[j] += float64(scaled * r.x[j])
			}
		}
	}
	return hessian, gradient
}

// weights returns the weights of the counts, as large whole numbers as the features' bounds allow.
func (r *regression) weights(solution []float64) evaluators.Weights {
	values := make([]int32, r.d.features)
	most, bounds := 0.0, r.bounds()
	unscaled := func(k int) float64 {
		if r.scale[k] == 0 {
			return 0
		}
		return solution[k] / r.scale[k]
	}
	for k := range values {
		most = max(most, math.Abs(unscaled(k))/bounds[k])
	}
	for k := range values {
		if most > 0 {
			values[k] = int32(math.Round(unscaled(k) / most))
		}
	}
	return evaluators.NewWeights(r.d.options.Scorers, values)
}

// bounds returns the bounds of the features' weights.
func (r *regression) bounds() (bounds []float64) {
	for _, s := range r.d.options.Scorers {
		for _, f := range s.Features {
			bounds = append(bounds, float64(f.Bound))
		}
	}
	return bounds
}

// report measures a solution in the positions that are held out.
func (r *regression) report(solution []float64) (report Report) {
	right, decided := 0.0, 0
	for i := range r.data.positions {
		if !r.data.positions[i].heldOut {
			report.Positions++
			continue
		}
		black := r.load(i)
		value := r.value(solution)
		report.HeldOut++
		report.Loss += loss(value, black)
		if black != 0.5 {
			decided++
			switch {
			case value > 0 == (black == 1):
				right++
			case value == 0:
				right += 0.5
			}
		}
	}
	if report.HeldOut > 0 {
		report.Loss /= float64(report.HeldOut)
	}
	if decided > 0 {
		report.Accuracy = right / float64(decided)
	}
	return report
}
