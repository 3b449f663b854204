package evolution

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"evothello/fitness"
	"evothello/players"
)

// maxOpenings is the maximum number of openings in a generation.
const maxOpenings = 100000

// pairsPerRound returns the number of pairs per remaining genome in each round of a race. It doubles from round to
// round, because half of the genomes drop out. So each round has the same number of games, and all rounds together have
// those of one round with the given pairs per genome, except for rounding.
func (c *Config) pairsPerRound(pairs int) []int {
	rounds := make([]int, c.Rounds)
	for r := range rounds {
		rounds[r] = (2*(pairs<<r) + c.Rounds) / (2 * c.Rounds)
	}
	return rounds
}

// openingsNeeded returns the number of openings of a race: the pairs of a genome that plays all rounds.
func (c *Config) openingsNeeded(pairs int) (n int) {
	for _, round := range c.pairsPerRound(pairs) {
		n += round
	}
	return n
}

// validateRounds checks the number of rounds against the population and the pairs per genome. The last round needs
// three or more genomes, because two would both be parents in every optimizer, whatever their results.
func (c *Config) validateRounds(pairs int) error {
	groupSize := c.Population
	if m, groups := c.Optimizer.(grouped); groups {
		groupSize = m.groupSize(c)
	}
	maxRounds := 1
	for left := half(groupSize); left > 2; left = half(left) {
		maxRounds++
	}
	switch {
	case c.Rounds < 1 || c.Rounds > maxRounds:
		return fmt.Errorf("rounds is %d: must be 1 to %d, because each round halves the %d genomes and the last round "+
			"needs three or more", c.Rounds, maxRounds, groupSize)
	case c.Rounds > pairs:
		return fmt.Errorf("rounds is %d: must be 1 to %d, the number of pairs", c.Rounds, pairs)
	case c.openingsNeeded(pairs) > maxOpenings:
		return fmt.Errorf("rounds is %d: the last genomes would play %d pairs, but at most %d are possible: reduce rounds "+
			"or pairs", c.Rounds, c.openingsNeeded(pairs), maxOpenings)
	}
	return nil
}

// race plays the members against the panel on new openings and sorts them: first by the number of rounds played, then
// by score. All remaining members play the same openings. After each round except the last the worse half of each group
// drops out, so that more games are played between good genomes. (This is successive halving: Karnin, Koren and Somekh,
// Almost Optimal Exploration in Multi-Armed Bandits, 2013. There only the current round counts; here the win rate is
// over all games of a genome, because there are few.)
func (s *step) race(ctx context.Context) error {
	panel, err := s.panel()
	if err != nil {
		return err
	}
	openings, err := s.openings(fitness.ForFitness, s.config.openingsNeeded(s.settings.Pairs))
	if err != nil {
		return err
	}
	for i := range s.members {
		s.members[i].Result = fitness.Pentanomial{} // parents have an old result
	}
	in, from := s.members, 0
	for round, pairs := range s.config.pairsPerRound(s.settings.Pairs) {
		if round > 0 {
			in = in[:dropOut(in)]
		}
		if err := s.playRound(ctx, in, panel, openings[from:from+pairs], from); err != nil {
			return err
		}
		if round == 0 {
			s.describe()
		}
		from += pairs
	}
	s.row.Best = fixed(s.members[0].Result.Score())
	return nil
}

// playRound plays one round and sorts its members best first. in are the remaining members, from is the number of
// openings in earlier rounds.
func (s *step) playRound(ctx context.Context, in Population, panel []*players.Recipe, openings []fitness.Opening,
	from int) error {
	recipes := make([]*players.Recipe, len(in))
	for i := range in {
		recipes[i] = s.recipe(&in[i])
	}
	tallies, err := fitness.Round(ctx, s.arena, recipes, panel, openings, from, s.playerSeed(fitness.ForFitness),
		s.config.RandomEvery, nil)
	if err != nil {
		return err
	}
	for i := range in {
		in[i].Result = in[i].Result.Plus(tallies[i].Pairs)
		s.count(&tallies[i])
	}
	slices.SortStableFunc(in, func(a, b Individual) int { return cmp.Compare(b.Result.Score(), a.Result.Score()) })
	return nil
}

// raceScore returns a number that orders results like a race: first by the number of pairs, because more pairs mean
// more rounds, then by win rate.
func raceScore(result fitness.Pentanomial) float64 {
	return float64(result.Pairs()) + result.Score()
}

// dropOut moves the better half of each group to the front and returns the number of these members. The members are
// sorted best first, and both parts stay sorted.
func dropOut(members Population) (in int) {
	size, ahead := map[int]int{}, map[int]int{}
	for _, m := range members {
		size[m.group]++
	}
	var stay, leave Population
	for _, m := range members {
		if ahead[m.group]++; ahead[m.group] <= half(size[m.group]) {
			stay = append(stay, m)
		} else {
			leave = append(leave, m)
		}
	}
	copy(members, slices.Concat(stay, leave))
	return len(stay)
}

// half returns half of a number, rounded up.
func half(n int) int { return (n + 1) / 2 }
