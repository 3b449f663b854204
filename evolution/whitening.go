package evolution

import (
	"errors"
	"math"
	"math/rand"

	"evothello/engine"
	"evothello/genome"
	"evothello/internal/portable"
)

// A whitening draws perturbations of genes that change the choice between moves about equally in all directions. Genes
// differ by orders of magnitude in how much they matter there: a configuration of a network may stand on the board in
// every game or in one of thousands, and those that occur together matter together. With the same deviation for all
// genes a few of them decide the games, and nothing is learnt about the others.
//
// It measures this in games of the run's start, or random ones. There the covariance H of the genes' effects is that
// among the positions after the moves of a position. The perturbations have the covariance (H + λI)⁻¹ up to a factor,
// with λ a share of the mean variance: so genes that hardly matter are not perturbed without limit. It knows what the
// start knows and nothing else of Othello.
type whitening struct {
	genes  int
	factor []float64 // lower triangle L of H + λI = LLᵀ, row by row
	scale  float64   // with it the genes' mean variance is 1
	of     *genome.Encoding
}

// Settings of whitenings: the number of games, how often a move of theirs is random, once in so many, and λ as a share
// of the genes' mean variance.
const (
	whiteningGames  = 64
	whiteningRandom = 10
	whiteningShare  = 0.1
)

// maxWhitened is the maximum number of genes, because memory grows with its square and time with its cube: 2,815 genes
// take some six seconds.
const maxWhitened = 3000

// newWhitening measures the effects of the genes in games of the start.
func newWhitening(c *Config, e *genome.Encoding) (*whitening, error) {
	start, err := c.Start.genome(e)
	if err != nil {
		return nil, err
	}
	n := e.Genes()
	var weights []float64 // nil for random games
	if start != nil {
		weights = start.Vector()
	}
	covariance := make([]float64, n*n)
	rng := c.random("whitening")
	for range whiteningGames {
		addGame(covariance, c, e, weights, rng)
	}
	trace := 0.0
	for k := range n {
		trace += covariance[k*n+k]
	}
	if trace == 0 {
		return nil, errors.New("model.step: no weight changes the choice of a move in games of the start; leave it out")
	}
	for k := range n {
		covariance[k*n+k] += whiteningShare * trace / float64(n)
	}
	w := &whitening{genes: n, factor: covariance, of: e}
	w.decompose()
	w.scale = math.Sqrt(float64(n) / w.inverseTrace())
	return w, nil
}

// addGame plays a game and adds the covariance of the genes' effects in its positions, the lower triangle only.
func addGame(covariance []float64, c *Config, e *genome.Encoding, weights []float64, rng *rand.Rand) {
	board := c.HomeBoard()
	p := board.Start.Settle()
	for ply := 0; !p.Over(); ply++ {
		phase := c.Turns.Phase(p.Discs()-board.DiscsAtStart(), board.EmptiesAtStart())
		var moves []engine.Square
		var effects [][]float64
		for move := range engine.SquaresOf(p.Moves()) {
			moves = append(moves, move)
			effects = append(effects, e.Effects(p.Play(move), phase))
		}
		addCovariance(covariance, effects)
		chosen := rng.Intn(len(moves))
		if weights != nil && ply >= c.Plies && rng.Intn(whiteningRandom) > 0 {
			chosen = best(effects, weights, p.Side)
		}
		p = p.Play(moves[chosen]).Settle()
	}
}

// best returns the number of the position that a side values most, the first of equal ones.
func best(effects [][]float64, weights []float64, side engine.Side) (best int) {
	most := math.Inf(-1)
	for i, effect := range effects {
		value := 0.0
		for k, x := range effect {
			value += float64(x * weights[k])
		}
		if side == engine.White {
			value = -value
		}
		if value > most {
			best, most = i, value
		}
	}
	return best
}

// addCovariance adds the covariance of vectors to a lower triangle. Few components differ from those of the first
// vector, so it adds the products of these differences only.
func addCovariance(covariance []float64, vectors [][]float64) {
	n, share := len(vectors[0]), 1/float64(len(vectors))
	mean := make([]float64, n)
	for _, v := range vectors[1:] {
		difference := make([]float64, n)
		for k, x := range v {
			difference[k] = x - vectors[0][k]
			mean[k] += float64(share * difference[k])
		}
		addSquare(covariance, difference, share)
	}
	addSquare(covariance, mean, -1)
}

// addSquare adds factor × vvᵀ to a lower triangle.
func addSquare(covariance, v []float64, factor float64) {
	var at []int
	for k, x := range v {
		if x != 0 {
			at = append(at, k)
		}
	}
	for i, k := range at {
		row, x := covariance[k*len(v):(k+1)*len(v)], factor*v[k]
		for _, j := range at[:i+1] {
			row[j] += float64(x * v[j])
		}
	}
}

// decompose replaces a lower triangle by its Cholesky factor.
func (w *whitening) decompose() {
	n, a := w.genes, w.factor
	for i := range n {
		for j := range i + 1 {
			s := a[i*n+j]
			left, right := a[i*n:i*n+j], a[j*n:j*n+j]
			for k := range right {
				s -= float64(left[k] * right[k])
			}
			if i == j {
				a[i*n+i] = math.Sqrt(s)
			} else {
				a[i*n+j] = s / a[j*n+j]
			}
		}
	}
}

// inverseTrace returns the trace of (LLᵀ)⁻¹, the sum of the squares of L⁻¹.
func (w *whitening) inverseTrace() (sum float64) {
	n, l := w.genes, w.factor
	column := make([]float64, n)
	for i := range n {
		clear(column)
		column[i] = 1
		for r := i; r < n; r++ {
			s := column[r]
			for k := i; k < r; k++ {
				s -= float64(l[r*n+k] * column[k])
			}
			column[r] = s / l[r*n+r]
			sum += float64(column[r] * column[r])
		}
	}
	return sum
}

// draw returns a random perturbation: the solution x of Lᵀx = z for standard normal z, scaled.
func (w *whitening) draw(rng *rand.Rand) []float64 {
	n := w.genes
	x := make([]float64, n)
	for k := range x {
		x[k] = w.scale * portable.Normal(rng)
	}
	for k := n - 1; k >= 0; k-- {
		row := w.factor[k*n : k*n+k]
		x[k] /= w.factor[k*n+k]
		solved := x[k]
		for j := range row {
			x[j] -= float64(row[j] * solved)
		}
	}
	return x
}
