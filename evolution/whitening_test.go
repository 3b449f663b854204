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
)

// The covariance is that of the definition, in the lower triangle.
func TestAddCovariance(t *testing.T) {
	vectors := [][]float64{{1, 2, 0}, {1, 0, 3}, {4, 2, 0}, {0, 0, 0}}
	mean := []float64{1.5, 1, 0.75}
	got := make([]float64, 9)
	addCovariance(got, vectors)
	for i := range 3 {
		for j := range 3 {
			want := 0.0
			for _, v := range vectors {
				want += (v[i] - mean[i]) * (v[j] - mean[j]) / 4
			}
			if j > i {
				want = 0
			}
			assert.InDelta(t, want, got[3*i+j], 1e-12)
		}
	}
}

// Perturbations have the inverse covariance, scaled to a mean variance of 1.
func TestWhiteningDraws(t *testing.T) {
	a := []float64{4, 0, 0, 2, 3, 0, 0, 1, 2} // lower triangle
	full := func(i, j int) float64 { return a[3*max(i, j)+min(i, j)] }
	w := &whitening{genes: 3, factor: append([]float64(nil), a...), scale: 1}
	w.decompose()
	for i := range 3 {
		for j := range i + 1 {
			product := 0.0
			for k := range j + 1 {
				product += w.factor[3*i+k] * w.factor[3*j+k]
			}
			assert.InDelta(t, full(i, j), product, 1e-12)
		}
	}
	const inverseTrace = 5./12 + 8./12 + 8./12 // from the minors; the determinant is 12
	assert.InDelta(t, inverseTrace, w.inverseTrace(), 1e-12)

	rng := rand.New(rand.NewSource(1))
	const draws = 20000
	var drawn [3][3]float64
	for range draws {
		x := w.draw(rng)
		for i := range 3 {
			for j := range 3 {
				drawn[i][j] += x[i] * x[j] / draws
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			product, want := 0.0, 0.0
			for k := range 3 {
				product += drawn[i][k] * full(k, j)
			}
			if i == j {
				want = 1
			}
			assert.InDelta(t, want, product, 0.1)
		}
	}
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
	covarianceOf := func(plies int, weights []float64, seed int64) []float64 {
		c.Plies = plies
		sum := make([]float64, e.Genes()*e.Genes())
		addGame(sum, c, e, weights, rand.New(rand.NewSource(seed)))
		return sum
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
	measured, rng := make([]float64, e.Genes()*e.Genes()), c.random("whitening")
	for range whiteningGames {
		addGame(measured, c, e, nil, rng)
	}
	whole, trace := 0.0, 0.0
	for _, x := range w.factor {
		whole += x * x
	}
	for k := range e.Genes() {
		trace += measured[k*e.Genes()+k]
	}
	assert.InEpsilon(t, 1.1*trace, whole, 1e-9)
	variance := 0.0
	for range 100 {
		for _, x := range w.draw(rng) {
			variance += x * x / float64(100*e.Genes())
		}
	}
	assert.InDelta(t, 1, variance, 0.2)
}

func stepping(t *testing.T) *Config {
	c := newConfig(t, "mirrored", 12)
	c.Model.(*Mirrored).Step = 0.25
	return c
}

// The distribution stays as wide as it is, and a resumed run draws the same genomes.
func TestMirroredStep(t *testing.T) {
	c := stepping(t)
	before := initialState(t, c)
	s := generated(t, c, before)
	var drawn [][]float64
	for _, m := range s.members {
		drawn = append(drawn, m.genome.Vector())
	}
	after := stateAfter(t, s)
	old, moved := before.Model.(*cmaes.State), after.Model.(*cmaes.State)
	assert.Equal(t, old.Sigma, moved.Sigma)
	assert.Equal(t, old.Variances, moved.Variances)
	assert.NotEqual(t, old.Mean, moved.Mean)

	text, err := json.Marshal(old)
	require.NoError(t, err)
	c = stepping(t)
	resumed, err := Restore(c, 0, text, nil)
	require.NoError(t, err)
	for i, m := range generated(t, c, resumed).members {
		assert.Equal(t, drawn[i], m.genome.Vector())
	}
}

func TestMirroredStepValidation(t *testing.T) {
	c := stepping(t)
	c.SetBoard(engine.Shape{Name: "Square-10", Size: 10})
	assert.ErrorContains(t, c.Validate(), "model.step needs weights of players on boards up to 8×8")
	c = stepping(t)
	c.Scorers = []string{"lines4", "lines3", "blocks"}
	c.Turns = []int{12, 24, 36, 48, 60}
	assert.ErrorContains(t, c.Validate(), "can be at most 3000")
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
	assert.ErrorContains(t, err, "no weight changes the choice of a move")
}
