package fit

import (
	"context"
	"iter"
	"math"
	"slices"
	"sync"

	"evothello/engine"
	"evothello/internal/portable"
)

// A regression fits the weights of all phases. It expects Black to win with the chance 1 / (1 + e^−x), where x is
// the sum of weights times counts, and in each phase a constant for having the move, which is no weight.
//
// It minimizes −Σ ln(chance of the result) + ridge/2 Σ unknown². Its values are the weights and the constant of one
// phase after the other. An unknown is a value times its scale; the phases have one unknown for a weight of a shared
// scorer. The scale makes the ridge pull all unknowns as strongly for each occurrence.
type regression struct {
	d       *Data
	ctx     context.Context // its sums end early if it is cancelled
	workers int
	fitted  int         // positions
	row     int         // values of a phase: the features' and the constant
	unknown []int       // by value
	scale   []float64   // by unknown: root mean square of the counts that are not 0; 0 for a feature that never occurs
	curves  [][]float64 // by block and position: second derivative of the loss, see slope
}

func newRegression(ctx context.Context, d *Data, workers int) *regression {
	r := &regression{d: d, ctx: ctx, workers: max(workers, 1), row: len(d.row) + 1}
	unknowns := 0
	add := func(shared bool) {
		if at := len(r.unknown) - r.row; shared && at >= 0 {
			r.unknown = append(r.unknown, r.unknown[at])
			return
		}
		r.unknown = append(r.unknown, unknowns)
		unknowns++
	}
	for range d.options.Turns {
		for _, s := range d.options.Scorers {
			for range s.Features {
				add(slices.Contains(d.options.Shared, s.Name))
			}
		}
		add(false)
	}
	for _, b := range d.blocks {
		r.curves = append(r.curves, make([]float64, len(b.positions)))
	}
	r.scale = make([]float64, unknowns)
	occurs, squares := r.inUnknowns(r.sum(func(p *position, counts []count, _ *float64, to, also []float64) {
		at := int(p.phase) * r.row
		for _, c := range counts {
			to[at+int(c.feature)]++
			also[at+int(c.feature)] += float64(int(c.n) * int(c.n))
		}
		to[at+r.row-1]++
		also[at+r.row-1]++
	}))
	for phase := range d.options.Turns {
		r.fitted += int(occurs[r.unknown[(phase+1)*r.row-1]])
	}
	for k, n := range occurs {
		if n > 0 {
			r.scale[k] = math.Sqrt(squares[k] / n)
		}
	}
	return r
}

// together yields the phases that have one scale: each alone, or all if scorers are shared.
func (r *regression) together() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		all := make([]int, len(r.d.options.Turns))
		for i := range all {
			all[i] = i
		}
		size := 1
		if len(r.d.options.Shared) > 0 {
			size = len(all)
		}
		for phases := range slices.Chunk(all, size) {
			if !yield(phases) {
				return
			}
		}
	}
}

// value is the sum of a phase's weights times counts.
func (r *regression) value(values []float64, p *position, counts []count) (sum float64) {
	of := values[int(p.phase)*r.row:]
	for _, c := range counts {
		sum += float64(of[c.feature] * float64(c.n))
	}
	return sum
}

// constant is the phase's constant for having the move, from Black's view.
func (r *regression) constant(values []float64, p *position) float64 {
	constant := values[int(p.phase+1)*r.row-1]
	if p.side == engine.White {
		return -constant
	}
	return constant
}

// add adds a factor times each count, and the factor to the constant.
func (r *regression) add(factor float64, p *position, counts []count, to []float64) {
	to = to[int(p.phase)*r.row:][:r.row]
	for _, c := range counts {
		to[c.feature] += float64(factor * float64(c.n))
	}
	if p.side == engine.White {
		factor = -factor
	}
	to[r.row-1] += factor
}

// lanes is the number of sums that are added up at the same time. It decides the last bits of the weights.
const lanes = 16

// sum calls add for each fitted position with its counts, its place in curves, and two sums for each value. It returns
// the first sums of all positions, then the second.
func (r *regression) sum(add func(p *position, counts []count, curve *float64, to, also []float64)) []float64 {
	var all [lanes][]float64
	var group sync.WaitGroup
	free := make(chan bool, r.workers)
	for lane := range lanes {
		free <- true
		group.Go(func() {
			sums := make([]float64, 2*len(r.unknown))
			to, also := sums[:len(r.unknown)], sums[len(r.unknown):]
			for i := lane; i < len(r.d.blocks) && r.ctx.Err() == nil; i += lanes {
				curve := 0
				for p, counts := range r.d.blocks[i].all() {
					if !p.heldOut {
						add(p, counts, &r.curves[i][curve], to, also)
					}
					curve++
				}
			}
			all[lane] = sums
			<-free
		})
	}
	group.Wait()
	for _, sums := range all[1:] {
		for k, sum := range sums {
			all[0][k] += sum
		}
	}
	return all[0]
}

// inUnknowns adds up the sums of the values of each unknown.
func (r *regression) inUnknowns(sums []float64) (first, second []float64) {
	first, second = make([]float64, len(r.scale)), make([]float64, len(r.scale))
	for k, unknown := range r.unknown {
		first[unknown] += sums[k]
		second[unknown] += sums[len(r.unknown)+k]
	}
	return first, second
}

// values returns the values of unknowns.
func (r *regression) values(unknowns []float64) []float64 {
	values := make([]float64, len(r.unknown))
	for k, unknown := range r.unknown {
		if r.scale[unknown] > 0 {
			values[k] = unknowns[unknown] / r.scale[unknown]
		}
	}
	return values
}

// chance is 1 / (1 + e^−value).
func chance(value float64) float64 { return 1 / (1 + portable.Exp(-value)) }

// loss is −ln of the chance of a result. That of a draw is the mean of a win's and a defeat's.
func loss(value, black float64) float64 {
	// −ln chance(v) = ln(1 + e^−v), and e^−v may overflow for large losses.
	low := max(-value, 0) + portable.Log(1+portable.Exp(-math.Abs(value)))
	return low + float64((1-black)*value)
}

// newton returns the unknowns that minimize the objective, by Newton's method. It halves a step that does not lower the
// objective. After each step it calls stepped with the objective a position, unless stepped is nil.
func (r *regression) newton(stepped func(loss float64)) []float64 {
	x := make([]float64, len(r.scale))
	before := r.objective(x)
	for better := true; better && r.ctx.Err() == nil; {
		step := r.step(r.slope(x))
		next := make([]float64, len(x))
		better = false
		for share := 1.0; share > 1e-6 && r.ctx.Err() == nil; share /= 2 {
			for k := range x {
				next[k] = x[k] - float64(share*step[k])
			}
			if after := r.objective(next); after < before {
				better = before-after > 1e-4*before
				x, before = next, after
				break
			}
		}
		if stepped != nil {
			stepped(before / float64(r.fitted))
		}
	}
	return x
}

// objective returns what newton minimizes.
func (r *regression) objective(x []float64) float64 {
	values := r.values(x)
	sum := r.sum(func(p *position, counts []count, _ *float64, to, _ []float64) {
		to[0] += loss(r.value(values, p, counts)+r.constant(values, p), p.black())
	})[0]
	return sum + float64(r.d.options.Ridge/2*dot(x, x))
}

// slope returns the gradient of the objective and the diagonal of its second derivative, and sets curves.
func (r *regression) slope(x []float64) (gradient, diagonal []float64) {
	values := r.values(x)
	gradient, diagonal = r.inUnknowns(r.sum(func(p *position, counts []count, curve *float64, to, also []float64) {
		win := chance(r.value(values, p, counts) + r.constant(values, p))
		*curve = float64(win * (1 - win))
		r.add(win-p.black(), p, counts, to)
		at := int(p.phase) * r.row
		for _, c := range counts {
			also[at+int(c.feature)] += float64(*curve * float64(int(c.n)*int(c.n)))
		}
		also[at+r.row-1] += *curve
	}))
	for k, scale := range r.scale {
		if scale > 0 {
			gradient[k] /= scale
			diagonal[k] /= float64(scale * scale)
		}
		gradient[k] += float64(r.d.options.Ridge * x[k])
		diagonal[k] += r.d.options.Ridge
	}
	return gradient, diagonal
}

// curvature returns the second derivative of the objective times a direction.
func (r *regression) curvature(direction []float64) []float64 {
	values := r.values(direction)
	product, _ := r.inUnknowns(r.sum(func(p *position, counts []count, curve *float64, to, _ []float64) {
		r.add(float64(*curve*(r.value(values, p, counts)+r.constant(values, p))), p, counts, to)
	}))
	for k, scale := range r.scale {
		if scale > 0 {
			product[k] /= scale
		}
		product[k] += float64(r.d.options.Ridge * direction[k])
	}
	return product
}

// step returns about the second derivative's inverse times the gradient: conjugate gradients, which the diagonal
// preconditions, lower the gradient to a tenth (Nocedal and Wright, Numerical Optimization, 2006, algorithm 7.1).
func (r *regression) step(gradient, diagonal []float64) []float64 {
	x, direction := make([]float64, len(gradient)), make([]float64, len(gradient))
	var before, first float64
	for r.ctx.Err() == nil {
		weighed := make([]float64, len(gradient))
		for k := range weighed {
			weighed[k] = gradient[k] / diagonal[k]
		}
		left := dot(gradient, weighed)
		if first == 0 {
			first, before = left, 1
		}
		if left <= 0.01*first {
			break
		}
		for k := range direction {
			direction[k] = weighed[k] + float64(left/before*direction[k])
		}
		product := r.curvature(direction)
		length := left / dot(direction, product)
		for k := range x {
			x[k] += float64(length * direction[k])
			gradient[k] -= float64(length * product[k])
		}
		before = left
	}
	return x
}

func dot(a, b []float64) (sum float64) {
	for k := range a {
		sum += float64(a[k] * b[k])
	}
	return sum
}
