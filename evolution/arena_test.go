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

// oneGene is a run whose genomes are one number each, the weight of edges, −2000…2000.
func oneGene(t *testing.T, model string, population int) *Config {
	t.Helper()
	c := of(t, model, population)
	c.Turns, c.Scorers = weights.Turns{60}, []string{"edge"}
	switch m := c.Model.(type) { // a phase of one gene has no ratios
	case *Generational:
		m.Scale = 0
	case *Archipelago:
		m.Scale = 0
	}
	return c
}

// edges is the one weight of such a genome.
func edges(value int) []evaluators.Weights {
	var w evaluators.Weights
	w.Set("edge.w", value)
	return []evaluators.Weights{w}
}

// edged is such a genome, of any step.
func edged(value int) *genome.Genome {
	c := Config{Turns: weights.Turns{60}, Scorers: []string{"edge"},
		Model: &Generational{Breeding: Breeding{Alpha: 0.5, Step: 0.1}}}
	encoding, err := c.encoding()
	if err == nil {
		var g *genome.Genome
		if g, err = encoding.Genome(edges(value)); err == nil {
			return g
		}
	}
	panic(err)
}

// valued makes a genome of that weight.
func valued(t *testing.T, s *step, value int) *genome.Genome {
	t.Helper()
	g, err := s.encoding.Genome(edges(value))
	require.NoError(t, err)
	return g
}

// value is the weight of edges in the first phase.
func value(phases []evaluators.Weights) int { return phases[0].Get("edge.w") }

// gene is the one gene of such a genome.
func gene(g *genome.Genome) int { return int(math.Round(2000 * g.Vector()[0])) }

// weightOf is the weight of such a player.
func weightOf(r *players.Recipe) int { return value(r.Weights.Phases) }

// A rule is an arena without games: the rule says how many discs A wins by in both
// games of a pair. Each game has 3 nodes. The pairs asked for are kept.
type rule struct {
	discs func(p fitness.Pair) int
	pairs []fitness.Pair
}

func (r *rule) Slots() int { return 1 }

func (r *rule) Play(ctx context.Context, pairs []fitness.Pair,
	_ func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	results := make([]fitness.PairResult, len(pairs))
	for i, p := range pairs {
		discs := r.discs(p)
		results[i].Games = [2]fitness.Record{{Discs: discs, Nodes: 3}, {Discs: -discs, Nodes: 3}}
	}
	r.pairs = append(r.pairs, pairs...)
	return results, context.Cause(ctx)
}

// moreOnEdges is the arena where more weight on edges wins.
func moreOnEdges() *rule {
	return &rule{discs: func(p fitness.Pair) int { return weightOf(p.A) - weightOf(p.B) }}
}

// byLot is the arena where the lot decides, and for the same pair always alike.
func byLot() *rule {
	return &rule{discs: func(p fitness.Pair) int {
		h := fnv.New64a()
		fmt.Fprint(h, p.A.Hash(), p.B.Hash(), p.Opening.Moves)
		return int(h.Sum64()%3) - 1
	}}
}

// tiring is an arena that gives up when it has played so many times.
type tiring struct {
	fitness.Arena
	plays int
}

var errTired = errors.New("enough for today")

func (a *tiring) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	if a.plays--; a.plays < 0 {
		return nil, errTired
	}
	return a.Arena.Play(ctx, pairs, played)
}

// reigned is a state after a generation, with champions of the given generations, each
// of them of as much weight.
func reigned(t *testing.T, c *Config, generation int, champions ...int) *State {
	t.Helper()
	state := begun(t, c)
	state.Generation = generation
	for _, g := range champions {
		state.Champions = append(state.Champions, Champion{Generation: g, ID: fmt.Sprintf("%d.mean", g), Phases: edges(g)})
	}
	return state
}

func next(t *testing.T, c *Config, was *State, arena fitness.Arena) (*State, *Outcome) {
	t.Helper()
	now, outcome, err := Next(context.Background(), c, was, arena)
	require.NoError(t, err)
	return now, outcome
}
