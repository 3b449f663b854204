package patterns

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators/tuples"
)

// Each shape's part equals the value of tables whose other weights are 0.
func TestParts(t *testing.T) {
	tables := someTables(t, 3)
	for i := range tables.Stages {
		tables.Stages[i].Weights = divided(tables.Stages[i].Weights, 512) // far from the limit
	}
	var alone []*Tables
	for shape := range tuples.Patterns().Shapes {
		alone = append(alone, onlyShape(t, tables, shape))
	}
	rng := rand.New(rand.NewPCG(7, 1))
	for b := engine.Start(); b.Moves() != 0; b = b.Play(engine.RandomSquare(rng, b.Moves())).Settle() {
		ownMoves, oppMoves := engine.Mobilities(b.Mover, b.Opponent)
		var names []string
		points, sum := map[string]int{}, 0
		for _, p := range tables.Parts(b.Mover, b.Opponent, ownMoves, oppMoves) {
			names = append(names, p.Group+": "+p.Name)
			points[p.Name] = p.Points
			sum += p.Points
		}
		assert.Equal(t, []string{
			"edges: edge and X squares", "corners: corner 3×3", "corners: corner 2×5",
			"rows: row 2", "rows: row 3", "rows: row 4", "diagonals: diagonal 8", "diagonals: diagonal 7",
			"diagonals: diagonal 6", "diagonals: diagonal 5", "diagonals: diagonal 4", "mobility: mobility",
		}, names)
		assert.Equal(t, tables.Value(b.Mover, b.Opponent, ownMoves, oppMoves), sum)
		for i, shape := range tuples.Patterns().Shapes {
			assert.Equal(t, alone[i].Value(b.Mover, b.Opponent, 0, 0), points[shape.Name], shape.Name)
		}
	}
}

// onlyShape returns tables with the weights of one shape.
func onlyShape(t *testing.T, from *Tables, shape int) *Tables {
	g, stages := tuples.Patterns(), make([]Stage, len(from.Stages))
	for i, s := range from.Stages {
		weights := make([]int16, Folding().Weights)
		for c := range g.Shapes[shape].Configurations() {
			w := Folding().Of[g.Starts[shape]+c] - 1
			weights[w] = s.Weights.at(int(w))
		}
		stages[i] = Stage{Discs: s.Discs, Weights: Pack(weights)}
	}
	tables, err := New(stages, nil)
	require.NoError(t, err)
	return tables
}

// The part limit subtracts the excess over the limit.
func TestPartsBeyondTheLimit(t *testing.T) {
	weights := make([]int16, Folding().Weights)
	for i := range weights {
		weights[i] = MaxWeight
	}
	tables, err := New([]Stage{{Discs: 64, Weights: Pack(weights)}}, nil)
	require.NoError(t, err)
	b := engine.StartBoard()
	parts := tables.Parts(b.Mover, b.Opponent, 0, 0)
	sum := 0
	for _, p := range parts {
		sum += p.Points
	}
	last := parts[len(parts)-1]
	assert.Equal(t, limit, last.Group)
	assert.Negative(t, last.Points)
	assert.Equal(t, MaxSum, sum)
	assert.Equal(t, MaxSum, tables.Value(b.Mover, b.Opponent, 0, 0))
}
