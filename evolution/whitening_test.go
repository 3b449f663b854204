package evolution

import (
	"encoding/json"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evolution/cmaes"
	"evothello/internal/portable"
)

func TestBlocks(t *testing.T) {
	for genes, want := range map[int][]int{
		1: {1}, 2000: {2000}, 2001: {1000, 1001}, 4802: {1600, 1601, 1601}, 6000: {2000, 2000, 2000},
	} {
		var sizes []int
		next := 0
		for _, b := range blocksOf(genes) {
			assert.Equal(t, next, b.first)
			assert.Len(t, b.factor, b.genes)
			sizes, next = append(sizes, b.genes), next+b.genes
		}
		assert.Equal(t, want, sizes)
	}
}

// Within blocks the covariance is that of the definition, in the lower triangle.
func TestCovariance(t *testing.T) {
	vectors := [][]float64{{1, 2, 0, 5}, {1, 0, 3, 5}, {4, 2, 0, 1}, {0, 0, 0, 0}}
	mean := []float64{1.5, 1, 0.75, 2.75}
	w := &whitening{genes: 4, blocks: []*whitenedBlock{
		{first: 0, genes: 3, factor: portable.NewTriangle(3)}, {first: 3, genes: 1, factor: portable.NewTriangle(1)},
	}}
	w.add(vectors)
	for _, b := range w.blocks {
		for i := range b.genes {
			for j := range i + 1 {
				want := 0.0
				for _, v := range vectors {
					want += (v[b.first+i] - mean[b.first+i]) * (v[b.first+j] - mean[b.first+j]) / 4
				}
				assert.InDelta(t, want, b.factor[i][j], 1e-12)
			}
		}
	}
}

// Perturbations have the inverse covariance of H + λI in each block, scaled to a mean variance of 1.
func TestWhiteningDraws(t *testing.T) {
	h := [][]float64{{4, 2, 0, 0}, {2, 3, 1, 0}, {0, 1, 2, 0}, {0, 0, 0, 3}}
	w := &whitening{genes: 4, blocks: []*whitenedBlock{
		{first: 0, genes: 3, factor: portable.Triangle{{4}, {2, 3}, {0, 1, 2}}},
		{first: 3, genes: 1, factor: portable.Triangle{{3}}},
	}}
	require.NoError(t, w.invert())
	for i := range h {
		h[i][i] += whiteningShare * 12 / 4
	}
	for _, b := range w.blocks {
		for i := range b.genes {
			for j := range i + 1 {
				product := 0.0
				for k := range j + 1 {
					product += b.factor[i][k] * b.factor[j][k]
				}
				assert.InDelta(t, h[b.first+i][b.first+j], product, 1e-12)
			}
		}
	}

	const draws = 20000
	var drawn [4][4]float64
	for _, x := range w.draw(rand.New(rand.NewSource(1)), draws) {
		for i := range x {
			for j := range x {
				drawn[i][j] += x[i] * x[j] / draws
			}
		}
	}
	variance := 0.0
	for i := range drawn {
		variance += drawn[i][i] / 4
		for j := range drawn {
			product, want := 0.0, 0.0
			for k := range drawn {
				product += drawn[i][k] * h[k][j]
			}
			if i == j {
				want = w.scale * w.scale
			}
			assert.InDelta(t, want, product, 0.15)
		}
	}
	assert.InDelta(t, 1, variance, 0.03)
}

// The side to move prefers its own gain, and the first of equal positions.
func TestWhiteningPlaysTheBestMove(t *testing.T) {
	effects := [][]float64{{1, 1}, {0, 2}, {3, 0}, {2, 1}}
	for _, c := range []struct {
		weights []float64
		side    engine.Side
		want    int
	}{
		{[]float64{0, 0}, engine.Black, 0}, {[]float64{1, 0}, engine.Black, 2}, {[]float64{1, 0}, engine.White, 1},
		{[]float64{2, 3}, engine.Black, 3}, {[]float64{1, 1}, engine.White, 0},
	} {
		assert.Equal(t, c.want, best(effects, c.weights, c.side), "%v", c)
	}
}

// Random moves make games different, and so does the start. It counts from the end of the opening on.
func TestWhiteningGamesAreThoseOfTheStart(t *testing.T) {
	c := stepping(t)
	e, err := c.encoding()
	require.NoError(t, err)
	none, some := make([]float64, e.Genes()), slices.Repeat([]float64{1}, e.Genes())
	covarianceOf := func(plies int, weights []float64, seed int64) portable.Triangle {
		c.Plies = plies
		w := &whitening{genes: e.Genes(), blocks: blocksOf(e.Genes()), of: e}
		w.addGame(c, weights, rand.New(rand.NewSource(seed)))
		return w.blocks[0].factor
	}
	assert.NotEqual(t, covarianceOf(0, none, 1), covarianceOf(0, none, 2), "some moves are random")
	assert.NotEqual(t, covarianceOf(0, none, 1), covarianceOf(0, some, 1), "the others are not")
	assert.Equal(t, covarianceOf(60, none, 1), covarianceOf(60, some, 1), "those of the opening are")
}

// A tenth of the mean variance is added to each variance, and perturbations have a mean variance of 1.
func TestWhiteningOfGames(t *testing.T) {
	c := stepping(t)
	c.Turns, c.Scorers = []int{60}, []string{"table"}
	e, err := c.encoding()
	require.NoError(t, err)
	w, err := newWhitening(c, e)
	require.NoError(t, err)
	measured, rng := &whitening{genes: e.Genes(), blocks: blocksOf(e.Genes()), of: e}, c.random("whitening")
	for range whiteningGames {
		measured.addGame(c, nil, rng)
	}
	whole, trace := 0.0, 0.0
	for _, row := range w.blocks[0].factor {
		for _, x := range row {
			whole += x * x
		}
	}
	for k := range e.Genes() {
		trace += measured.blocks[0].factor[k][k]
	}
	assert.InEpsilon(t, 1.1*trace, whole, 1e-9)
	variance := 0.0
	for _, drawn := range w.draw(rng, 100) {
		for _, x := range drawn {
			variance += x * x / float64(100*e.Genes())
		}
	}
	assert.InDelta(t, 1, variance, 0.2)
}

func stepping(t *testing.T) *Config {
	c := newConfig(t, "cmaes-mirrored", 12)
	c.Optimizer.(*Mirrored).Step = 0.25
	return c
}

// The distribution stays as wide as it is, and a resumed run draws the same genomes.
func TestMirroredStep(t *testing.T) {
	c := stepping(t)
	before := initialState(t, c)
	s := generated(t, c, before)
	var drawn [][]float64
	for _, m := range s.members {
		drawn = append(drawn, m.Genome.Vector())
	}
	after := stateAfter(t, s)
	old, moved := before.Optimizer.(*cmaes.State), after.Optimizer.(*cmaes.State)
	assert.Equal(t, old.Sigma, moved.Sigma)
	assert.Equal(t, old.Variances, moved.Variances)
	assert.NotEqual(t, old.Mean, moved.Mean)

	text, err := json.Marshal(old)
	require.NoError(t, err)
	c = stepping(t)
	resumed, err := Restore(c, 0, text, nil)
	require.NoError(t, err)
	for i, m := range generated(t, c, resumed).members {
		assert.Equal(t, drawn[i], m.Genome.Vector())
	}
}

func TestMirroredStepValidation(t *testing.T) {
	c := stepping(t)
	c.SetBoard(engine.Large(10))
	assert.ErrorContains(t, c.Validate(), "optimizer.step works only for weights of players on boards up to 8×8")
	c = stepping(t)
	c.Scorers = []string{"lines4", "lines3", "blocks", "outer"}
	c.Turns = []int{12, 24, 36, 48, 60}
	assert.ErrorContains(t, c.Validate(), "optimizer.step with 24535 weights: must be at most 20000")
}

// On 4×4 no edge is long enough to be rated.
func TestWhiteningNeedsEffects(t *testing.T) {
	square4, err := engine.ShapeNamed("Square-4")
	require.NoError(t, err)
	c := stepping(t)
	c.SetBoard(square4)
	c.Scorers = []string{"edgestability"}
	e, err := c.encoding()
	require.NoError(t, err)
	_, err = newWhitening(c, e)
	assert.ErrorContains(t, err, "no weight changes a move")
}
