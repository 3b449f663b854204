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
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/fitness"
	"evothello/genome"
	"evothello/search"
	"evothello/weights"
)

// The panel is the opponents of the run, the current champion, earlier champions for half of the rest, and members of
// the generation. In want, "m" is a member and "a" an earlier champion.
func TestPanelMembers(t *testing.T) {
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
		{8, 4, 1, "", "10 m m m m"}, // each member at most once
		{8, 4, 9, "", "90 a a a m m m m"},
	} {
		config := oneGene(t, "cmaes", c.population)
		config.Panel, config.Opponents = c.panel, strings.Fields(c.opponents)
		var champions []int
		for i := range c.champions {
			champions = append(champions, 10*(i+1))
		}
		s := generated(t, config, stateWithChampions(t, config, 100, champions...))
		panel, err := s.panel()
		require.NoError(t, err)
		current := fmt.Sprintf("champion %d.mean", 10*c.champions)
		seen := map[string]bool{}
		var got []string
		for _, opponent := range panel {
			isMember := slices.ContainsFunc(s.members, func(m Individual) bool { return m.recipe == opponent })
			switch {
			case isMember:
				got = append(got, "m")
			case opponent.Name == current:
				got = append(got, fmt.Sprint(10*c.champions))
			case strings.HasPrefix(opponent.Name, "champion "):
				got = append(got, "a")
			default:
				got = append(got, opponent.Name)
			}
			assert.False(t, seen[opponent.Name], "%s is in the panel twice", opponent.Name)
			seen[opponent.Name] = true
		}
		assert.Equal(t, c.want, strings.Join(got, " "), "%+v", c)
	}
}

// The earlier champions and the members in the panel are random, and different in every generation.
func TestPanelIsRandom(t *testing.T) {
	config := oneGene(t, "cmaes", 20)
	config.Panel = 5
	archive, members := map[string]int{}, map[int]int{}
	const generations = 300
	for generation := range generations {
		s := stepAfter(t, config, stateWithChampions(t, config, 100+generation, 1, 2, 3, 4, 5))
		for i := range 20 {
			s.members = append(s.members, s.child(i, newEdgeGenome(t, s, i)))
		}
		panel, err := s.panel()
		require.NoError(t, err)
		for _, earlier := range panel[1:3] {
			archive[earlier.Name]++
		}
		for _, one := range panel[3:] {
			members[recipeEdgeWeight(one)]++
		}
	}
	assert.Len(t, archive, 4, "all except the current champion")
	assert.Len(t, members, 20)
	for name, often := range archive { // about 150 times each, deviation 9
		assert.InDelta(t, generations*2/4, often, 40, name)
	}
	for name, often := range members { // 30, deviation 5
		assert.InDelta(t, generations*2/20, often, 25, name)
	}
}

// All players of the panel have the depth of the round and the endgame of the schedule, unless their specs differ.
func TestPanelSearchSettings(t *testing.T) {
	c := oneGene(t, "cmaes", 20)
	c.Search.Algorithm = search.AlphaBeta
	c.Depths, c.Opponents = []int{1, 2, 3}, []string{"reversi-edge", "reversi-switch-1279:depth=4,endgame=5"}
	c.Schedule = []ScheduleEntry{{From: 4, Endgame: 6}}
	s := generated(t, c, stateWithChampions(t, c, 4, 1, 2))
	panel, err := s.panel()
	require.NoError(t, err)
	require.Equal(t, 3, c.fitnessDepth(5))
	assert.Equal(t, [2]int{3, 6}, [2]int{panel[0].Search.Depth, panel[0].Search.Endgame})
	assert.Equal(t, [2]int{4, 5}, [2]int{panel[1].Search.Depth, panel[1].Search.Endgame}, "the settings of its spec")
	for _, other := range panel[2:] {
		assert.Equal(t, search.Settings{Algorithm: search.AlphaBeta, Depth: 3, Endgame: 6}, *other.Search, other.Name)
	}
}

// Games and nodes include fitness, gate and reference.
func TestGamesAndNodesOfAGeneration(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	state := initialState(t, c)
	for range 3 {
		arena := heavierWins()
		var outcome *Outcome
		state, outcome = next(t, c, state, arena)
		assert.Equal(t, 2*len(arena.played), outcome.Row.Games)
		assert.Equal(t, uint64(6*len(arena.played)), outcome.Nodes)
	}
}

// The estimate uses the fitness games of an earlier generation. It adds gate and reference if there is a candidate.
func TestEstimateGames(t *testing.T) {
	c := Defaults(1)
	c.Pairs, c.Gate.Every, c.Gate.Pairs, c.Reference.Pairs = 8, 4, 10, 5
	first := Row{Generation: 1, Games: 130, Promoted: true}
	plain := func(generation, games int) Row { return Row{Generation: generation, Games: games} }
	promoted := Row{Generation: 5, Games: 100 + 14 + 30, Promoted: true, Gate: fitness.Pentanomial{1, 0, 2, 0, 4}}
	changed := c
	changed.Schedule = []ScheduleEntry{{From: 4, Pairs: 16}}
	mirrored, started := c, c
	require.NoError(t, mirrored.SetOptimizer("cmaes-mirrored"))
	started.Start = new(Start)
	turns, league := c, c
	turns.Depths = []int{2, 4}
	league.Plies, league.Panel, league.Opponents = 0, 0, []string{"wpc", "greedy"}
	compared := promoted // over seven pairs, which the champion played as well
	compared.Games += 14
	for _, one := range []struct {
		name        string
		config      Config
		history     []Row
		like, games int
	}{
		{"no history", c, nil, 0, 2*c.Population*8 + 30},
		{"mirror images", mirrored, nil, 0, c.Population*8 + 30},
		{"a start", started, nil, 0, 2*c.Population*8 + 20 + 30 + 2*20},
		{"without the reference opponents of generation 1", c, []Row{first}, 1, 100 + 20 + 30},
		{"a candidate", c, []Row{first, plain(2, 98)}, 2, 98 + 20 + 30},
		{"the same as before", c, []Row{first, plain(2, 98), plain(3, 98), plain(4, 98)}, 4, 98},
		{"after a promotion", c, []Row{first, plain(2, 98), plain(3, 98), plain(4, 98), promoted}, 5, 100 + 20 + 30},
		{"scores compared", league, []Row{first, plain(2, 98), plain(3, 98), plain(4, 98), compared}, 5, 100 + 2*2*20 + 30},
		{"more pairs, and a candidate", changed, []Row{first, plain(2, 98), plain(3, 98)}, 3, 2*98 + 20 + 30},
		{"more pairs", changed, []Row{first, plain(2, 98), plain(3, 98), plain(4, 196)}, 4, 196},
		{"the same depth", turns, []Row{first, plain(2, 98), plain(3, 96)}, 2, 98 + 20 + 30},
		{"no generation with that depth", turns, []Row{first}, 1, 100 + 20 + 30},
	} {
		similar, games := one.config.EstimateGames(one.history)
		assert.Equal(t, []int{one.like, one.games}, []int{similar, games}, one.name)
	}
}

// An error of the arena ends the generation at any point.
func TestArenaErrorEndsAGeneration(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	c.Rounds, c.Gate.Pairs = 2, 64
	state, _ := next(t, c, initialState(t, c), pseudoRandom())
	plays := 0
	for ; ; plays++ {
		after, outcome, err := Next(context.Background(), c, state, &limitedArena{heavierWins(), plays})
		if err == nil {
			assert.True(t, outcome.Row.Promoted)
			break
		}
		require.ErrorIs(t, err, errLimit)
		assert.Nil(t, after)
		assert.Nil(t, outcome)
	}
	assert.Equal(t, 2+48/16+len(c.Reference.Opponents), plays,
		"the rounds, the gate sixteen pairs at a time, and the reference opponents")
}

func TestCancelledGeneration(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errLimit)
	_, _, err := Next(ctx, c, initialState(t, c), heavierWins())
	assert.ErrorIs(t, err, errLimit)
}

// The statistics of a row are equal to those of a simple calculation.
func TestRowStatistics(t *testing.T) {
	layout, err := genome.NewEncoding(genome.Encoding{Turns: weights.Turns{30, 60}, Scorers: []string{"blank", "edge"}},
		genome.Variation{Alpha: 0.25})
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		rng := (&Config{}).random("genes", rapid.IntRange(0, 1000).Draw(t, "seed"))
		var members Population
		for range rapid.IntRange(2, 7).Draw(t, "members") {
			m := Individual{Genome: layout.Random(rng)}
			for i := range m.Result {
				m.Result[i] = rapid.IntRange(0, 4).Draw(t, "pairs")
			}
			members = append(members, m)
		}
		slices.SortFunc(members, func(a, b Individual) int { return cmp.Compare(b.Result.Score(), a.Result.Score()) })
		s := step{config: &Config{Scorers: []string{"blank", "edge"}}, encoding: layout, members: members}
		s.describe()
		row := s.row

		n, sum, deviations, distances, couples := float64(len(members)), 0.0, 0.0, 0.0, 0.0
		best, worst := 0.0, 1.0
		for _, m := range members {
			sum += m.Result.Score()
			best, worst = max(best, m.Result.Score()), min(worst, m.Result.Score())
		}
		for i, m := range members {
			deviations += math.Pow(m.Result.Score()-sum/n, 2)
			for _, other := range members[i+1:] {
				distances += m.Genome.Distance(other.Genome)
				couples++
			}
		}
		var spreads []float64
		for _, genes := range [][]int{{0, 4}, {1, 2, 3, 5, 6, 7}} { // of edge and of blank, in both phases
			squares := 0.0
			for _, k := range genes {
				var values []float64
				for _, m := range members {
					values = append(values, m.Genome.Vector()[k])
				}
				squares += stat.PopVariance(values, nil) / float64(len(genes))
			}
			spreads = append(spreads, math.Sqrt(squares))
		}
		assert.InDeltaSlice(t, spreads, row.Genes, 1e-6)
		assert.InDelta(t, best, row.Best, 1e-6)
		assert.InDelta(t, worst, row.Worst, 1e-6)
		assert.InDelta(t, sum/n, row.Mean, 1e-6)
		assert.InDelta(t, math.Sqrt(deviations/n), row.Spread, 1e-6)
		assert.InDelta(t, distances/couples, row.Diversity, 1e-6)
	})
}

// Rounding may make the mean of the squares smaller than the square of the mean. The spread is then 0.
func TestEqualScoresHaveNoSpread(t *testing.T) {
	layout, err := genome.NewEncoding(genome.Encoding{Turns: weights.Turns{60}, Scorers: []string{"edge"}},
		genome.Variation{Alpha: 0.25})
	require.NoError(t, err)
	for wins := range 100 {
		one := Individual{Genome: layout.FromVector([]float64{0.5}), Result: fitness.Pentanomial{100 - wins, 0, 0, 0, wins}}
		s := step{config: &Config{Scorers: []string{"edge"}}, encoding: layout, members: Population{one, one, one}}
		s.describe()
		score := one.Result.Score()
		assert.Equal(t, Row{Best: score, Mean: score, Worst: score, Genes: []float64{0}}, s.row)
	}
}

func TestFixedToSixDecimals(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, 1: 1, 1.0 / 3: 0.333333, 2.0 / 3: 0.666667, 0.0000004: 0,
		0.0000006: 0.000001, -2.0 / 3: -0.666667} {
		assert.Equal(t, want, fixed(x))
	}
}

// The source for eaopt returns the upper 63 bits of each number of the run's generator.
func TestRandomSource(t *testing.T) {
	c := tiny(9)
	ours, theirs := fitness.Random(9, variation, 3, 1), c.random(variation, 3, 1)
	for range 100 {
		assert.Equal(t, int64(ours.Uint64()/2), theirs.Int63())
	}
	assert.Panics(t, func() { theirs.Seed(1) })
}

// Openings differ between uses and between generations.
func TestOpeningsDifferByUseAndGeneration(t *testing.T) {
	config := tiny(1)
	seen := map[engine.Position]bool{}
	for generation := range 3 {
		s := &step{config: &config, row: Row{Generation: generation}}
		for _, use := range []fitness.Use{fitness.ForFitness, fitness.ForGate, fitness.ForReference} {
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
