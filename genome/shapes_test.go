package genome

import (
	"math/bits"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

func on(w evaluators.Weights, s engine.Square) int { return w.Get("squares." + s.String()) }

// Squares that a symmetry of the board takes to each other share a gene, whatever varies it;
// holes have none.
func TestSquaresShareGenes(t *testing.T) {
	heart, err := engine.ShapeNamed("Heart")
	require.NoError(t, err)
	for board, genes := range map[*engine.Shape]int{nil: 10, &heart: 20} {
		l, err := NewEncoding(Encoding{Board: board, Turns: []int{30, 60}, Scorers: []string{"squares"},
			Limits: map[string]Range{"squares.d4": {7, 7}}},
			Variation{Alpha: 0.25, Share: 1, Step: 1})
		require.NoError(t, err)
		assert.Equal(t, 2*(genes-1), l.Genes(), "one of them is fixed")
		home := engine.Standard()
		if board != nil {
			home = *board
		}
		rng := rand.New(rand.NewSource(1))
		a, b := l.Random(rng), l.Random(rng)
		a.Mutate(rng)
		a.Crossover(b, rng)
		for _, g := range []*Genome{a, b, Mean([]*Genome{a, b}), l.FromVector(a.Vector()), a.Copy()} {
			for _, w := range l.Phases(g) {
				for _, orbit := range home.Orbits() {
					first := engine.Square(bits.TrailingZeros64(orbit))
					for s := range engine.SquaresOf(orbit) {
						assert.Equal(t, on(w, first), on(w, s), "%s like %s", s, first)
					}
				}
				for s := range engine.SquaresOf(home.Holes()) {
					assert.Zero(t, on(w, s), "hole %s", s)
				}
				assert.Equal(t, 7, on(w, engine.At(4, 3)), "e4 mirrors d4")
			}
			again, err := l.Genome(l.Phases(g))
			require.NoError(t, err)
			assert.True(t, g.Equal(again))
			assert.Equal(t, board, l.Switch(g).Board)
		}
		odd := l.Phases(a)
		odd[1].Set("squares.h4", on(odd[1], engine.At(0, 3))+1)
		_, err = l.Genome(odd)
		assert.ErrorContains(t, err, "but it shares the gene of phase 2: squares.")
	}
}

// Scorers of edges are for boards that have them; edgestability is for edges of six squares or more.
func TestDefaultScorersOnShapes(t *testing.T) {
	for name, want := range map[string][]string{
		"Square-8": {"table", "possibility", "edge", "blank", "edgestability"},
		"Outside":  {"table", "possibility", "edge", "blank", "edgestability"},
		"X":        {"table", "possibility", "blank"},
		"Plus":     {"table", "possibility", "blank"},
		"Square-6": {"table", "possibility", "edge", "blank", "edgestability"},
		"Square-4": {"table", "possibility", "edge", "blank"},
		"Clover":   {"table", "possibility", "edge", "blank", "edgestability"},
		"Diamond":  {"table", "possibility", "edge", "blank"},
		"T":        {"table", "possibility", "edge", "blank", "edgestability"},
	} {
		board, err := engine.ShapeNamed(name)
		require.NoError(t, err)
		assert.Equal(t, want, DefaultScorers(board), name)
	}
}
