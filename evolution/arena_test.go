package evolution

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"evothello/evaluators"
	"evothello/fitness"
	"evothello/genome"
	"evothello/players"
	"evothello/weights"
)

// oneGene returns a configuration whose genomes have one gene, the weight of edges, −2000…2000.
func oneGene(t *testing.T, optimizer string, population int) *Config {
	t.Helper()
	c := newConfig(t, optimizer, population)
	c.Turns, c.Scorers = weights.Turns{60}, []string{"edge"}
	switch m := c.Optimizer.(type) { // one gene has no ratios
	case *GA:
		m.Scale = 0
	case *IslandGA:
		m.Scale = 0
	}
	return c
}

// edgeWeights returns weights of one phase with a weight of edges.
func edgeWeights(value int) []evaluators.Weights {
	var w evaluators.Weights
	w.Set("edge.w", value)
	return []evaluators.Weights{w}
}

// edgeGenome returns a genome with a weight of edges and a layout of its own.
func edgeGenome(value int) *genome.Genome {
	c := Config{Turns: weights.Turns{60}, Scorers: []string{"edge"},
		Optimizer: &GA{Reproduction: Reproduction{Alpha: 0.5, Step: 0.1}}}
	encoding, err := c.encoding()
	if err == nil {
		var g *genome.Genome
		if g, err = encoding.Genome(edgeWeights(value)); err == nil {
			return g
		}
	}
	panic(err)
}

// newEdgeGenome returns a genome with a weight of edges and the layout of a step.
func newEdgeGenome(t *testing.T, s *step, value int) *genome.Genome {
	t.Helper()
	g, err := s.encoding.Genome(edgeWeights(value))
	require.NoError(t, err)
	return g
}

// edgeWeight returns the weight of edges in the first phase.
func edgeWeight(phases []evaluators.Weights) int { return phases[0].Get("edge.w") }

// edgeGene returns the gene of a genome whose only weight is that of edges.
func edgeGene(g *genome.Genome) int { return int(math.Round(2000 * g.Vector()[0])) }

// recipeEdgeWeight returns the weight of edges of a player.
func recipeEdgeWeight(r *players.Recipe) int { return edgeWeight(r.Weights.Phases) }

// A fakeArena is an arena without games: discs returns the discs by which A wins both games of a pair. Each game has 3
// nodes. played records the pairs.
type fakeArena struct {
	discs  func(p fitness.Pair) int
	played []fitness.Pair
}

func (r *fakeArena) Slots() int { return 1 }

func (r *fakeArena) Play(ctx context.Context, pairs []fitness.Pair,
	_ func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	results := make([]fitness.PairResult, len(pairs))
	for i, p := range pairs {
		discs := r.discs(p)
		results[i].Games = [2]fitness.Record{{Discs: discs, Nodes: 3}, {Discs: -discs, Nodes: 3}}
	}
	r.played = append(r.played, pairs...)
	return results, context.Cause(ctx)
}

// heavierWins returns an arena in which the larger weight of edges wins.
func heavierWins() *fakeArena {
	return &fakeArena{discs: func(p fitness.Pair) int { return recipeEdgeWeight(p.A) - recipeEdgeWeight(p.B) }}
}

// pseudoRandom returns an arena with pseudo-random results that depend on the pair alone.
func pseudoRandom() *fakeArena {
	return &fakeArena{discs: func(p fitness.Pair) int {
		h := fnv.New64a()
		fmt.Fprint(h, p.A.Hash(), p.B.Hash(), p.Opening.Moves)
		return int(h.Sum64()%3) - 1
	}}
}

// A limitedArena returns an error after a number of calls of Play.
type limitedArena struct {
	fitness.Arena
	plays int
}

var errLimit = errors.New("limit reached")

func (a *limitedArena) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	if a.plays--; a.plays < 0 {
		return nil, errLimit
	}
	return a.Arena.Play(ctx, pairs, played)
}

// stateWithChampions returns a state after a generation with champions from the given generations. The weight of edges
// of each champion is equal to its generation.
func stateWithChampions(t *testing.T, c *Config, generation int, champions ...int) *State {
	t.Helper()
	state := initialState(t, c)
	state.Generation = generation
	for _, g := range champions {
		champion := Champion{Generation: g, ID: fmt.Sprintf("%d.mean", g), Phases: edgeWeights(g)}
		require.NoError(t, champion.encode(c, state.encoding))
		state.Champions = append(state.Champions, champion)
	}
	return state
}

func next(t *testing.T, c *Config, previous *State, arena fitness.Arena) (*State, *Outcome) {
	t.Helper()
	after, outcome, err := Next(context.Background(), c, previous, arena)
	require.NoError(t, err)
	return after, outcome
}
