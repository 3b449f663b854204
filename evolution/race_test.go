package evolution

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/fitness"
	"evothello/players"
)

func TestEachRoundHasTwiceThePairsOfTheOneBefore(t *testing.T) {
	for _, c := range []struct {
		pairs, rounds int
		want          []int
	}{
		{8, 1, []int{8}},
		{8, 2, []int{4, 8}},
		{8, 3, []int{3, 5, 11}},
		{8, 4, []int{2, 4, 8, 16}},
		{5, 2, []int{3, 5}},
		{1, 1, []int{1}},
	} {
		got := (&Config{Rounds: c.rounds}).pairsPerRound(c.pairs)
		assert.Equal(t, c.want, got, "%d pairs in %d rounds", c.pairs, c.rounds)
	}
}

// The number of games in a generation hardly depends on the number of rounds. The tolerance covers the rounding of
// pairs and of half the members.
func TestRoundsHaveTheGamesOfOneRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Defaults(1)
		c.Rounds = rapid.IntRange(1, 13).Draw(t, "rounds")
		c.Population = rapid.IntRange(2, 1000).Draw(t, "population")
		pairs := rapid.IntRange(1, 200).Draw(t, "pairs")
		if c.validateRounds(pairs) != nil {
			return // invalid
		}
		in, most, total := c.Population, c.openingsNeeded(pairs), 0
		for r, round := range c.pairsPerRound(pairs) {
			if r > 0 {
				in = half(in)
				assert.GreaterOrEqual(t, in, 3)
			}
			total += in * round
		}
		assert.InDelta(t, c.Population*pairs, total, float64(c.Population+most))
	})
}

func TestRoundsValidation(t *testing.T) {
	for _, c := range []struct {
		optimizer string
		change    func(*Config)
		says      string
	}{
		{"cmaes", func(c *Config) { c.Rounds = 0 },
			"rounds is 0: must be 1 to 5, because each round halves the 40 genomes and the last round needs three or more"},
		{"cmaes", func(c *Config) { c.Rounds = 6 }, "rounds is 6: must be 1 to 5, because each round halves the 40 genomes "},
		{"ga", func(c *Config) { c.Rounds = -1 }, "rounds is -1: must be 1 to 5"},
		{"ga-islands", func(c *Config) { c.Rounds = 4 }, "rounds is 4: must be 1 to 3, because each round halves the 10 "},
		{"cmaes", func(c *Config) { c.Rounds, c.Pairs = 4, 3 }, "rounds is 4: must be 1 to 3, the number of pairs"},
		{"cmaes", func(c *Config) { c.Rounds, c.Opponents = 2, []string{"random", "greedy"} },
			"rounds is 2: the first round has 2 of 4 pairs, but needs 3, one for each of 2 opponents and the champion"},
		{"cmaes", func(c *Config) { c.Rounds, c.Pairs = 4, 100000 },
			"rounds is 4: the last genomes would play 375000 pairs, but at most 100000 are possible: reduce rounds or pairs"},
		{"cmaes", func(c *Config) { c.Rounds, c.Schedule = 4, []ScheduleEntry{{From: 9, Pairs: 2}} },
			"schedule: from generation 9: rounds is 4: must be 1 to 2, the number of pairs"},
		{"cmaes", func(c *Config) { c.Rounds, c.Plies, c.Pairs = 3, 5, 100 },
			"openings of a generation: too few different openings: only 156 with 5 plies for 233 pairs"},
	} {
		config := newConfig(t, c.optimizer, 40)
		require.NoError(t, config.Validate())
		c.change(config)
		assert.ErrorContains(t, config.Validate(), c.says)
	}
}

// The maximum is 100000 openings per generation, and as many rounds as pairs.
func TestRoundsLimits(t *testing.T) {
	for _, c := range []struct {
		rounds, pairs int
		says          string
	}{
		{1, 100000, ""},
		{1, 100001,
			"rounds is 1: the last genomes would play 100001 pairs, but at most 100000 are possible: reduce rounds or pairs"},
		{2, 66666, ""}, // 33333 and 66666
		{2, 66667,
			"rounds is 2: the last genomes would play 100001 pairs, but at most 100000 are possible: reduce rounds or pairs"},
		{3, 3, ""},
		{3, 2, "rounds is 3: must be 1 to 2, the number of pairs"},
	} {
		config := newConfig(t, "cmaes", 40)
		config.Rounds = c.rounds
		if err := config.validateRounds(c.pairs); c.says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

// A race gives the same result as if all genomes had played all openings, and only the results before a genome drops
// out had counted. The test uses the second generation of each optimizer, which has parents with old results and a
// champion.
func TestWorseHalfOfEachGroupDropsOut(t *testing.T) {
	for _, optimizer := range Optimizers() {
		if optimizer == "cmaes-mirrored" || optimizer == "spsa" {
			continue // these have no race, or one round
		}
		t.Run(optimizer, func(t *testing.T) {
			c := newConfig(t, optimizer, 24)
			c.Rounds = 2
			if optimizer == "cmaes" || optimizer == "ga" {
				c.Rounds = 3
			}
			require.NoError(t, c.Validate())
			state, _ := next(t, c, initialState(t, c), pseudoRandom())
			s := generated(t, c, state)
			s.arena = pseudoRandom()
			upTo := scoresUpTo(t, s)
			require.NoError(t, s.race(context.Background()))

			left := map[int]Population{}
			for _, m := range s.members {
				left[m.group] = append(left[m.group], m)
			}
			pairs := 0
			for round, more := range c.pairsPerRound(c.Pairs) {
				pairs += more
				last := round == c.Rounds-1
				for group, members := range left {
					stay := half(len(members))
					if last {
						stay = len(members)
					}
					for _, m := range members[:stay] {
						assert.GreaterOrEqual(t, m.Result.Pairs(), pairs)
					}
					for _, m := range members[stay:] {
						assert.Equal(t, upTo[m.ID][pairs], m.Result, "%s drops out after %d pairs", m.ID, pairs)
						for _, better := range members[:stay] {
							assert.GreaterOrEqual(t, upTo[better.ID][pairs].Score(), m.Result.Score(), "%s stays, %s does not", better.ID,
								m.ID)
						}
					}
					if left[group] = members[:stay]; last {
						for _, m := range members {
							assert.Equal(t, upTo[m.ID][pairs], m.Result)
						}
					}
				}
			}
			for i, m := range s.members[1:] {
				assert.GreaterOrEqual(t, raceScore(s.members[i].Result), raceScore(m.Result), "best first")
			}
		})
	}
}

// scoresUpTo plays each member separately on the openings of each round and the rounds before. It returns the results
// by id and number of pairs.
func scoresUpTo(t *testing.T, s *step) map[string]map[int]fitness.Pentanomial {
	t.Helper()
	panel, err := s.panel()
	require.NoError(t, err)
	openings, err := s.openings(fitness.ForFitness, s.config.openingsNeeded(s.settings.Pairs))
	require.NoError(t, err)
	all := map[string]map[int]fitness.Pentanomial{}
	for _, m := range s.members {
		all[m.ID] = map[int]fitness.Pentanomial{}
		pairs := 0
		for _, more := range s.config.pairsPerRound(s.settings.Pairs) {
			pairs += more
			alone := []*players.Recipe{s.recipe(&m)}
			tallies, err := fitness.Round(context.Background(), s.arena, alone, panel, openings[:pairs], 0,
				s.playerSeed(fitness.ForFitness), 0, nil)
			require.NoError(t, err)
			all[m.ID][pairs] = tallies[0].Pairs
		}
	}
	return all
}

// Mean, worst and spread are those of the first round, which all genomes play. A mean over all games would be biased,
// because genomes with a low win rate drop out.
func TestRowUsesTheFirstRound(t *testing.T) {
	c := newConfig(t, "cmaes", 24)
	c.Rounds = 3
	s := generated(t, c, initialState(t, c))
	s.arena = fitness.Local{}
	upTo, first := scoresUpTo(t, s), c.pairsPerRound(c.Pairs)[0]
	require.NoError(t, s.race(context.Background()))
	sum, worst := 0.0, 1.0
	for _, results := range upTo {
		sum += results[first].Score()
		worst = min(worst, results[first].Score())
	}
	assert.InDelta(t, sum/24, s.row.Mean, 1e-6)
	assert.InDelta(t, worst, s.row.Worst, 1e-6)
	assert.InDelta(t, upTo[s.members[0].ID][c.openingsNeeded(c.Pairs)].Score(), s.row.Best, 1e-6)
	assert.Equal(t, c.openingsNeeded(c.Pairs), s.members[0].Result.Pairs())
}

func TestDropOutKeepsTheOrder(t *testing.T) {
	var members Population
	for _, id := range strings.Fields("a1 b1 b2 a2 a3 b3 b4 a4 a5") {
		members = append(members, Individual{ID: id, group: int(id[0])})
	}
	in := dropOut(members)
	var names []string
	for _, m := range members {
		names = append(names, m.ID)
	}
	assert.Equal(t, "a1 b1 b2 a2 a3", strings.Join(names[:in], " "))
	assert.Equal(t, "b3 b4 a4 a5", strings.Join(names[in:], " "))
}

// A genome that played more rounds has a higher race score, even with a lower win rate.
func TestRaceScore(t *testing.T) {
	results := []fitness.Pentanomial{{0, 0, 4, 0, 8}, {6, 0, 6}, {0, 0, 0, 0, 4}, {0, 0, 4}}
	assert.True(t, slices.IsSortedFunc(results, func(a, b fitness.Pentanomial) int {
		if raceScore(a) > raceScore(b) {
			return -1
		}
		return 1
	}))
	var parents Population
	for _, result := range results {
		parents = append(parents, Individual{Result: result})
	}
	individuals := eaoptPopulation(parents, nil).Individuals
	for i := range individuals[1:] {
		assert.Less(t, individuals[i].Fitness, individuals[i+1].Fitness)
	}
}

func TestPlayerSeedsDiffer(t *testing.T) {
	config := tiny(1)
	seen := map[uint64]bool{}
	for generation := range 3 {
		s := &step{config: &config, row: Row{Generation: generation}}
		for _, use := range []fitness.Use{fitness.ForFitness, fitness.ForGate, fitness.ForReference} {
			assert.Equal(t, s.playerSeed(use), s.playerSeed(use))
			seen[s.playerSeed(use)] = true
		}
	}
	assert.Len(t, seen, 9)
}
