package search

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

var update = flag.Bool("update", false, "write the golden file anew, by plain MinMax")

// golden is a line of testdata/golden.jsonl: the results of plain MinMax, without pruning, ordering
// or memory, for a position at depths 1 to 6 with the given weights.
type golden struct {
	Position string
	Weights  evaluators.Weights
	Moves    []string // by depth, from 1
	Values   []int
}

const goldenFile = "testdata/golden.jsonl"

// TestGolden compares every fast search to results that were recorded before any of them existed.
func TestGolden(t *testing.T) {
	if *update {
		writeGolden(t)
	}
	file, err := os.Open(goldenFile)
	require.NoError(t, err)
	defer file.Close()
	s := New(NewTable(DefaultTableBits))
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var g golden
		require.NoError(t, json.Unmarshal(lines.Bytes(), &g))
		p, err := engine.ParsePosition(g.Position)
		require.NoError(t, err)
		e := evaluators.Compile(g.Weights, 0)
		for i := range g.Values {
			for _, a := range []Algorithm{NegaScout, AlphaBeta} {
				r := s.Search(context.Background(), p.Board, e, Settings{Algorithm: a, Depth: i + 1})
				assert.Equal(t, g.Values[i], r.Score, "%s, %s to depth %d", g.Position, a, i+1)
				assert.Equal(t, g.Moves[i], r.Move.String(), "%s, %s to depth %d", g.Position, a, i+1)
			}
		}
	}
	assert.Equal(t, goldenPositions, n)
}

const goldenPositions = 240

func writeGolden(t *testing.T) {
	file, err := os.Create(goldenFile)
	require.NoError(t, err)
	defer file.Close()
	rng := rand.New(rand.NewPCG(2026, 11))
	s := New(NewTable(1))
	for i := 0; i < goldenPositions; {
		p := randomPosition(rng, 1+rng.IntN(58)).Settle()
		if p.Over() {
			continue
		}
		weights := []evaluators.Weights{seedBlank, seedBlank, randomWeights(rng), coarse}[i%4]
		g := golden{Position: p.String(), Weights: weights}
		e := evaluators.Compile(weights, 0)
		for depth := 1; depth <= 6; depth++ {
			r := s.Search(context.Background(), p.Board, e, Settings{Algorithm: MinMax, Depth: depth})
			g.Moves, g.Values = append(g.Moves, r.Move.String()), append(g.Values, r.Score)
		}
		require.NoError(t, json.NewEncoder(file).Encode(g))
		i++
	}
}

// All instruction sets search alike, node for node: results, node limits and whole runs are the
// same on every processor.
func TestPathsFindTheSame(t *testing.T) {
	defer engine.UsePath(engine.PathInUse())
	rng := rand.New(rand.NewPCG(10, 1))
	for range 60 {
		p := randomPosition(rng, 6+rng.IntN(52)).Settle()
		if p.Over() {
			continue
		}
		w := randomWeights(rng)
		for _, settings := range []Settings{
			{Depth: 4, Endgame: 12}, {Depth: 5, Algorithm: AlphaBeta}, {Nodes: 5000, Endgame: 14},
		} {
			search := func(path engine.Path) Result {
				engine.UsePath(path)
				return New(NewTable(DefaultTableBits)).Search(context.Background(), p.Board, evaluators.Compile(w, 0), settings)
			}
			plain := search(engine.Plain)
			for _, path := range engine.Paths() {
				require.Equal(t, plain, search(path), "%s: %s, %+v", path, p, settings)
			}
		}
	}
}
