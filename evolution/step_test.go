package evolution

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/fitness"
	"evothello/genome"
	"evothello/search"
	"evothello/weights"
)

// The panel is the run's opponents, the reigning champion, earlier ones for half of the
// rest, and genomes of the generation.
func TestWhoSitsInThePanel(t *testing.T) {
	for _, c := range []struct {
		panel, population, champions int
		opponents                    string
		want                         string
	}{
		{8, 20, 0, "", "m m m m m m m m"},
		{8, 20, 1, "", "10 m m m m m m m"},
		{1, 20, 1, "", "10"},
		{8, 20, 3, "", "30 a a m m m m m"},
		{8, 20, 4, "", "40 a a a m m m m"},
		{8, 20, 9, "", "90 a a a m m m m"},
		{7, 20, 9, "", "90 a a a m m m"},
		{3, 20, 9, "", "90 a m"},
		{2, 20, 9, "", "90 m"},
		{1, 20, 9, "", "90"},
		{8, 20, 9, "table greedy", "table greedy 90 a a a m m m m"},
		{1, 20, 9, "table greedy", "table greedy 90"},
		{8, 4, 1, "", "10 m m m m"}, // each sits in it once
		{8, 4, 9, "", "90 a a a m m m m"},
	} {
		config := oneGene(t, "cmaes", c.population)
		config.Panel, config.Opponents = c.panel, strings.Fields(c.opponents)
		var champions []int
		for i := range c.champions {
			champions = append(champions, 10*(i+1))
		}
		s := bred(t, config, reigned(t, config, 100, champions...))
		panel, err := s.panel()
		require.NoError(t, err)
		reigning := fmt.Sprintf("champion %d.mean", 10*c.champions)
		seen := map[string]bool{}
		var got []string
		for _, sitter := range panel {
			isMember := slices.ContainsFunc(s.members, func(m member) bool { return m.recipe == sitter })
			switch {
			case isMember:
				got = append(got, "m")
			case sitter.Name == reigning:
				got = append(got, fmt.Sprint(10*c.champions))
			case strings.HasPrefix(sitter.Name, "champion "):
				got = append(got, "a")
			default:
				got = append(got, sitter.Name)
			}
			assert.False(t, seen[sitter.Name], "%s sits there twice", sitter.Name)
			seen[sitter.Name] = true
		}
		assert.Equal(t, c.want, strings.Join(got, " "), "%+v", c)
	}
}

// Who of the earlier champions and of the generation sits there is drawn, again in every
// generation.
func TestThePanelIsDrawn(t *testing.T) {
	config := oneGene(t, "cmaes", 20)
	config.Panel = 5
	archive, members := map[string]int{}, map[int]int{}
	const generations = 300
	for generation := range generations {
		s := stepAfter(t, config, reigned(t, config, 100+generation, 1, 2, 3, 4, 5))
		for i := range 20 {
			s.members = append(s.members, s.child(i, valued(t, s, i)))
		}
		panel, err := s.panel()
		require.NoError(t, err)
		for _, earlier := range panel[1:3] {
			archive[earlier.Name]++
		}
		for _, one := range panel[3:] {
			members[weightOf(one)]++
		}
	}
	assert.Len(t, archive, 4, "all but the reigning one")
	assert.Len(t, members, 20)
	for name, often := range archive { // about 150 times each, deviation 9
		assert.InDelta(t, generations*2/4, often, 40, name)
	}
	for name, often := range members { // 30, deviation 5
		assert.InDelta(t, generations*2/20, often, 25, name)
	}
}

// All games of a round have its depth; the schedule's endgame holds for all.
func TestTheWholePanelSearchesAlike(t *testing.T) {
	c := oneGene(t, "cmaes", 20)
	c.Search.Algorithm = search.AlphaBeta
	c.Depths, c.Opponents = []int{1, 2, 3}, []string{"seed-edge", "seed-switch-2:depth=4,endgame=5"}
	c.Schedule = []Stage{{From: 4, Endgame: 6}}
	s := bred(t, c, reigned(t, c, 4, 1, 2))
	panel, err := s.panel()
	require.NoError(t, err)
	require.Equal(t, 3, c.roundDepth(5))
	assert.Equal(t, [2]int{3, 6}, [2]int{panel[0].Search.Depth, panel[0].Search.Endgame})
	assert.Equal(t, [2]int{4, 5}, [2]int{panel[1].Search.Depth, panel[1].Search.Endgame}, "what its spec says")
	for _, other := range panel[2:] {
		assert.Equal(t, search.Settings{Algorithm: search.AlphaBeta, Depth: 3, Endgame: 6}, *other.Search, other.Name)
	}
}

// All games count: those of fitness, of the gate and of the ladder.
func TestGamesAndNodesOfAGeneration(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	state := begun(t, c)
	for range 3 {
		arena := moreOnEdges()
		var outcome *Outcome
		state, outcome = next(t, c, state, arena)
		assert.Equal(t, 2*len(arena.pairs), outcome.Row.Games)
		assert.Equal(t, uint64(6*len(arena.pairs)), outcome.Nodes)
	}
}

// How many games a generation may have is foretold from those before: the games of fitness are as
// many, and every fourth generation has a gate and a ladder as well.
func TestTheNextGenerationsGamesAreForetold(t *testing.T) {
	c := Defaults(1)
	c.Pairs, c.Gate.Every, c.Gate.Pairs, c.Ladder.Pairs = 8, 4, 10, 5
	first := Row{Generation: 1, Games: 130, Promoted: true}
	plain := func(generation, games int) Row { return Row{Generation: generation, Games: games} }
	promoted := Row{Generation: 5, Games: 100 + 14 + 30, Promoted: true, Gate: fitness.Pentanomial{1, 0, 2, 0, 4}}
	changed := c
	changed.Schedule = []Stage{{From: 4, Pairs: 16}}
	turns := c
	turns.Depths = []int{2, 4}
	for _, one := range []struct {
		name        string
		config      Config
		history     []Row
		like, games int
	}{
		{"nothing is known", c, nil, 0, 0},
		{"the first ladder is no fitness", c, []Row{first}, 1, 100},
		{"as many as before", c, []Row{first, plain(2, 98)}, 2, 98},
		{"a candidate", c, []Row{first, plain(2, 98), plain(3, 98), plain(4, 98)}, 4, 98 + 20 + 30},
		{"after a promotion", c, []Row{first, plain(2, 98), plain(3, 98), plain(4, 98), promoted}, 5, 100},
		{"more pairs", changed, []Row{first, plain(2, 98), plain(3, 98)}, 3, 2 * 98},
		{"more pairs, and a candidate", changed, []Row{first, plain(2, 98), plain(3, 98), plain(4, 196)}, 4, 196 + 20 + 30},
		{"the same depth", turns, []Row{first, plain(2, 98), plain(3, 96)}, 2, 98},
		{"no such depth yet", turns, []Row{first}, 1, 100},
	} {
		like, games := one.config.NextGames(one.history)
		assert.Equal(t, []int{one.like, one.games}, []int{like, games}, one.name)
	}
}

// What stops the arena stops the generation, wherever it is.
func TestAGenerationIsStopped(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Rounds, c.Gate.Pairs = 2, 64
	state, _ := next(t, c, begun(t, c), byLot())
	plays := 0
	for ; ; plays++ {
		after, outcome, err := Next(context.Background(), c, state, &tiring{moreOnEdges(), plays})
		if err == nil {
			assert.True(t, outcome.Row.Promoted)
			break
		}
		require.ErrorIs(t, err, errTired)
		assert.Nil(t, after)
		assert.Nil(t, outcome)
	}
	assert.Equal(t, 2+48/16+len(c.Ladder.Opponents), plays, "the rounds, the gate sixteen pairs at a time, and each rung")
}

func TestAGenerationIsCancelled(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errTired)
	_, _, err := Next(ctx, c, begun(t, c), moreOnEdges())
	assert.ErrorIs(t, err, errTired)
}

// Champions that cannot be of the run end it, whether they reign or not.
func TestChampionsOfAnotherRunDoNotPlay(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	for _, champions := range [][]int{{2001}, {2001, 7}} {
		state := reigned(t, c, 2001, champions...)
		_, _, err := Next(context.Background(), c, state, moreOnEdges())
		assert.ErrorContains(t, err, "edge.w is 2001, outside -2000 to 2000")
	}
	s := stepAfter(t, c, reigned(t, c, 2001, 2001))
	_, err := s.passesGate(context.Background(), s.member("2002.mean", valued(t, s, 5)))
	assert.ErrorContains(t, err, "edge.w is 2001, outside -2000 to 2000")
}

// The figures of a row are those of a naive calculation.
func TestARowInFigures(t *testing.T) {
	layout, err := genome.NewEncoding(genome.Encoding{Turns: weights.Turns{30, 60}, Scorers: []string{"blank", "edge"}},
		genome.Variation{Alpha: 0.25})
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		rng := (&Config{}).random("genes", rapid.IntRange(0, 1000).Draw(t, "seed"))
		var members []member
		for range rapid.IntRange(2, 7).Draw(t, "members") {
			m := member{genome: layout.Random(rng)}
			for i := range m.result {
				m.result[i] = rapid.IntRange(0, 4).Draw(t, "pairs")
			}
			members = append(members, m)
		}
		slices.SortFunc(members, func(a, b member) int { return cmp.Compare(b.result.Score(), a.result.Score()) })
		var row Row
		row.describe(members)

		n, sum, deviations, distances, couples := float64(len(members)), 0.0, 0.0, 0.0, 0.0
		best, worst := 0.0, 1.0
		for _, m := range members {
			sum += m.result.Score()
			best, worst = max(best, m.result.Score()), min(worst, m.result.Score())
		}
		for i, m := range members {
			deviations += math.Pow(m.result.Score()-sum/n, 2)
			for _, other := range members[i+1:] {
				distances += m.genome.Distance(other.genome)
				couples++
			}
		}
		assert.InDelta(t, best, row.Best, 1e-6)
		assert.InDelta(t, worst, row.Worst, 1e-6)
		assert.InDelta(t, sum/n, row.Mean, 1e-6)
		assert.InDelta(t, math.Sqrt(deviations/n), row.Spread, 1e-6)
		assert.InDelta(t, distances/couples, row.Diversity, 1e-6)
	})
}

// Rounding may leave the mean of the squares below the square of the mean: no spread.
func TestEqualsHaveNoSpread(t *testing.T) {
	layout, err := genome.NewEncoding(genome.Encoding{Turns: weights.Turns{60}, Scorers: []string{"edge"}},
		genome.Variation{Alpha: 0.25})
	require.NoError(t, err)
	for wins := range 100 {
		one := member{genome: layout.FromVector([]float64{0.5}), result: fitness.Pentanomial{100 - wins, 0, 0, 0, wins}}
		var row Row
		row.describe([]member{one, one, one})
		score := one.result.Score()
		assert.Equal(t, Row{Best: score, Mean: score, Worst: score}, row)
	}
}

func TestFixedToSixDecimals(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, 1: 1, 1.0 / 3: 0.333333, 2.0 / 3: 0.666667, 0.0000004: 0,
		0.0000006: 0.000001, -2.0 / 3: -0.666667} {
		assert.Equal(t, want, fixed(x))
	}
}

// What eaopt draws is what the run's own generator gives: the upper 63 bits of each
// number.
func TestLotsForBreeding(t *testing.T) {
	c := tiny(9)
	ours, theirs := fitness.Random(9, "breed", 3, 1), c.random("breed", 3, 1)
	for range 100 {
		assert.Equal(t, int64(ours.Uint64()/2), theirs.Int63())
	}
	assert.Panics(t, func() { theirs.Seed(1) }, "nothing starts it again")
}

// Each use of a generation draws openings of its own kind, and other ones in each
// generation.
func TestOpeningsOfAGeneration(t *testing.T) {
	config := tiny(1)
	seen := map[engine.Board]bool{}
	for generation := range 3 {
		s := &step{config: &config, row: Row{Generation: generation}}
		for _, use := range []fitness.Use{fitness.ForFitness, fitness.ForGate, fitness.ForLadder} {
			openings, err := s.openings(use, 5)
			require.NoError(t, err)
			again, err := s.openings(use, 5)
			require.NoError(t, err)
			assert.Equal(t, openings, again)
			for _, o := range openings {
				assert.Len(t, o.Moves, config.Plies)
				seen[o.Start.Canonical()] = true
			}
		}
	}
	assert.Len(t, seen, 3*3*5)
}
