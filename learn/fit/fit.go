package fit

import (
	"context"
	"errors"
	"math"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
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
	fitted := make([]bool, len(d.options.Turns))
	for _, b := range d.blocks {
		for _, p := range b.positions {
			fitted[p.phase] = fitted[p.phase] || !p.heldOut
		}
	}
	if i := slices.Index(fitted, false); i >= 0 {
		return errors.New("no training position of " + d.options.Turns.Name(i) + ": take more games, or fewer phases")
	}
	return nil
}

// Fit returns the weights that predict the results best, or their mean with Options.Champion, and a report of each
// phase. It uses that many workers; the result depends only on the data. Unless stepped is nil, it is called with the
// loss after each step of Newton's method. Fit returns an error if Check does. If ctx is cancelled, Fit stops soon and
// returns its cause.
func (d *Data) Fit(ctx context.Context, workers int, stepped func(loss float64)) (*weights.Switch, []Report, error) {
	if err := d.Check(); err != nil {
		return nil, nil, err
	}
	r := newRegression(ctx, d, workers)
	values := r.values(r.newton(stepped))
	if d.options.Keep > 0 {
		r.keep(values)
	}
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	var board *engine.Shape
	if d.options.Board.Start != engine.Start() {
		board = &d.options.Board
	}
	return weights.New(d.options.Turns, board, r.phases(values), nil), r.report(values), nil
}

// keep sets the weights to their mean with the champion's, whose values are scaled to the same root mean square: in
// each phase, or in all together if scorers are shared. Constants stay.
func (r *regression) keep(values []float64) {
	champion, share := make([]float64, len(values)), r.d.options.Keep
	for phase, w := range r.d.options.Champion {
		at := phase * r.row
		for _, s := range r.d.options.Scorers {
			for i, weight := range w.Of(s) {
				champion[at+i] = float64(weight)
			}
			at += len(s.Features)
		}
	}
	squares := r.sum(func(p *position, counts []count, _ *float64, to, also []float64) {
		own, its := r.value(values, p, counts), r.value(champion, p, counts)
		to[int(p.phase)*r.row] += float64(own * own)
		also[int(p.phase)*r.row] += float64(its * its)
	})
	for phases := range r.together() {
		var own, its float64
		for _, phase := range phases {
			own += squares[phase*r.row]
			its += squares[len(values)+phase*r.row]
		}
		if its == 0 {
			continue
		}
		scale := math.Sqrt(own / its)
		for _, phase := range phases {
			for k := phase * r.row; k < (phase+1)*r.row-1; k++ {
				values[k] = float64((1-share)*values[k]) + float64(float64(share*scale)*champion[k])
			}
		}
	}
}

// phases returns the weights, as large whole numbers as the features' bounds allow: in each phase, or in all together
// if scorers are shared.
func (r *regression) phases(values []float64) evaluators.Phases {
	all := make(evaluators.Phases, len(r.d.options.Turns))
	var bounds []float64
	for _, s := range r.d.options.Scorers {
		for _, f := range s.Features {
			bounds = append(bounds, float64(f.Bound))
		}
	}
	for phases := range r.together() {
		most := 0.0
		for _, phase := range phases {
			for k, bound := range bounds {
				most = max(most, math.Abs(values[phase*r.row+k])/bound)
			}
		}
		for _, phase := range phases {
			whole := make([]int32, len(bounds))
			for k := range whole {
				if most > 0 {
					whole[k] = int32(math.Round(values[phase*r.row+k] / most))
				}
			}
			all[phase] = evaluators.NewWeights(r.d.options.Scorers, whole)
		}
	}
	return all
}

// report measures weights and constants in the positions that are held out.
func (r *regression) report(values []float64) []Report {
	reports, right := make([]Report, len(r.d.options.Turns)), make([]float64, len(r.d.options.Turns))
	decided := make([]int, len(reports))
	for _, b := range r.d.blocks {
		for p, counts := range b.all() {
			report := &reports[p.phase]
			if !p.heldOut {
				report.Positions++
				continue
			}
			value, black := r.value(values, p, counts)+r.constant(values, p), p.black()
			report.HeldOut++
			report.Loss += loss(value, black)
			if black != 0.5 {
				decided[p.phase]++
				switch {
				case value == 0:
					right[p.phase] += 0.5
				case value > 0 == (black == 1):
					right[p.phase]++
				}
			}
		}
	}
	for i := range reports {
		reports[i].Loss /= float64(max(reports[i].HeldOut, 1))
		reports[i].Accuracy = right[i] / float64(max(decided[i], 1))
	}
	return reports
}
