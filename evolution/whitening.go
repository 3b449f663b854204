package evolution

import (
	"errors"
	"math"
	"math/rand"
	"slices"
	"sync"

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
	blocks []*whitenedBlock
	scale  float64 // with it the genes' mean variance is 1
	of     *genome.Encoding
}

// A whitenedBlock is consecutive genes whose covariance is known. That between blocks counts as 0, because memory grows
// with the square of a block's genes and time with their cube.
type whitenedBlock struct {
	first, genes int
	factor       portable.Triangle // first H, then L of H + λI = LLᵀ
}

// The maximum numbers of genes in a block and in all. The factors of 18,440 genes take 140 MB.
const (
	maxBlock    = 2000
	maxWhitened = 20_000
)

// blocksOf divides genes into as few blocks as possible, about equally large.
func blocksOf(genes int) (blocks []*whitenedBlock) {
	for first := 0; first < genes; {
		left := genes - first
		n := left / ((left-1)/maxBlock + 1)
		blocks = append(blocks, &whitenedBlock{first: first, genes: n, factor: portable.NewTriangle(n)})
		first += n
	}
	return blocks
}

// Settings of whitenings: the number of games, how often a move of theirs is random, once in so many, and λ as a share
// of the genes' mean variance.
const (
	whiteningGames  = 64
	whiteningRandom = 10
	whiteningShare  = 0.1
)

// newWhitening measures the effects of the genes in games of the start.
func newWhitening(c *Config, e *genome.Encoding) (*whitening, error) {
	start, err := c.Start.genome(e)
	if err != nil {
		return nil, err
	}
	var weights []float64 // nil for random games
	if start != nil {
		weights = start.Vector()
	}
	w := &whitening{genes: e.Genes(), blocks: blocksOf(e.Genes()), of: e}
	rng := c.random("whitening")
	for range whiteningGames {
		w.addGame(c, weights, rng)
	}
	return w, w.invert()
}

// invert turns the covariances H into those of perturbations.
func (w *whitening) invert() error {
	trace, inverse := 0.0, 0.0
	for _, b := range w.blocks {
		for k := range b.genes {
			trace += b.factor[k][k]
		}
	}
	if trace == 0 {
		return errors.New("optimizer.step: no weight changes a move in games of the start player: leave out optimizer.step")
	}
	for _, b := range w.blocks {
		for k := range b.genes {
			b.factor[k][k] += whiteningShare * trace / float64(w.genes)
		}
		if !b.factor.Decompose() {
			return errors.New("optimizer.step: the covariance of the weights' effects has no inverse: leave out optimizer.step")
		}
		inverse += b.factor.InverseTrace()
	}
	w.scale = math.Sqrt(float64(w.genes) / inverse)
	return nil
}

// addGame plays a game and adds the covariance of the genes' effects in its positions.
func (w *whitening) addGame(c *Config, weights []float64, rng *rand.Rand) {
	board := c.HomeBoard()
	p := board.Start.Settle()
	for ply := 0; !p.Over(); ply++ {
		phase := c.Turns.Phase(p.Discs()-board.DiscsAtStart(), board.EmptiesAtStart())
		var moves []engine.Square
		var effects [][]float64
		for move := range engine.SquaresOf(p.Moves()) {
			moves = append(moves, move)
			effects = append(effects, w.of.Effects(p.Play(move), phase))
		}
		w.add(effects)
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

// add adds the covariance of vectors, the lower triangles only. Few components differ from those of the first vector,
// so it adds the products of these differences only.
func (w *whitening) add(vectors [][]float64) {
	share := 1 / float64(len(vectors))
	mean, difference := make([]float64, len(vectors[0])), make([]float64, len(vectors[0]))
	for _, v := range vectors[1:] {
		for k, x := range v {
			difference[k] = x - vectors[0][k]
			mean[k] += float64(share * difference[k])
		}
		w.addSquare(difference, share)
	}
	w.addSquare(mean, -1)
}

// addSquare adds factor × vvᵀ to the lower triangles.
func (w *whitening) addSquare(v []float64, factor float64) {
	for _, b := range w.blocks {
		of := v[b.first:][:b.genes]
		var at []int
		for k, x := range of {
			if x != 0 {
				at = append(at, k)
			}
		}
		for i, k := range at {
			row, x := b.factor[k], factor*of[k]
			for _, j := range at[:i+1] {
				row[j] += float64(x * of[j])
			}
		}
	}
}

// draw returns random perturbations: in each block the solution x of Lᵀx = z for standard normal z, scaled.
func (w *whitening) draw(rng *rand.Rand, number int) [][]float64 {
	drawn := make([][]float64, number)
	for i := range drawn {
		drawn[i] = make([]float64, w.genes)
		for k := range drawn[i] {
			drawn[i][k] = w.scale * portable.Normal(rng)
		}
	}
	var group sync.WaitGroup
	for some := range slices.Chunk(drawn, solvedTogether) {
		group.Go(func() {
			for _, b := range w.blocks {
				var parts [][]float64
				for _, v := range some {
					parts = append(parts, v[b.first:][:b.genes])
				}
				b.factor.SolveTransposed(parts...)
			}
		})
	}
	group.Wait()
	return drawn
}

// solvedTogether is the number of vectors for which a block's factor is read once: they fit into a processor's cache.
const solvedTogether = 16
