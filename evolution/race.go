package evolution

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"evothello/fitness"
	"evothello/players"
)

// maxOpenings is the most that a generation may need.
const maxOpenings = 100000

// deal says how many pairs each genome that is still in plays in each round of a
// generation: twice as many as in the round before, since half as many play. So all
// rounds cost the same, and together what one round of that many pairs would, but for
// rounding.
func (c *Config) deal(pairs int) []int {
	rounds := make([]int, c.Rounds)
	for r := range rounds {
		rounds[r] = (2*(pairs<<r) + c.Rounds) / (2 * c.Rounds)
	}
	return rounds
}

// openings is how many a generation of that many pairs needs: those that a genome
// plays which stays in to the end.
func (c *Config) openings(pairs int) (n int) {
	for _, round := range c.deal(pairs) {
		n += round
	}
	return n
}

// validateRounds checks that the rounds go with the population and with that many
// pairs. The last round is one of three or more: two that have come so far are parents
// in every model, whichever wins.
func (c *Config) validateRounds(pairs int) error {
	racers := c.Population
	if m, groups := c.Model.(grouped); groups {
		racers = m.groupSize(c)
	}
	most := 1
	for left := half(racers); left > 2; left = half(left) {
		most++
	}
	switch {
	case c.Rounds < 1 || c.Rounds > most:
		return fmt.Errorf("rounds is %d: must be 1 to %d: half of %d genomes drop out after each, and three or more must "+
			"play the last", c.Rounds, most, racers)
	case c.Rounds > pairs:
		return fmt.Errorf("rounds is %d: must be 1 to %d, the pairs", c.Rounds, pairs)
	case c.openings(pairs) > maxOpenings:
		return fmt.Errorf("rounds is %d: the last genomes would play %d pairs, of at most %d: ask for fewer rounds or pairs",
			c.Rounds, c.openings(pairs), maxOpenings)
	}
	return nil
}

// race plays the members against the panel on new openings, all that are still in on
// the same, and sorts them: first those who stayed in longest, and of these the best.
// After each round but the last the worse half of each group drops out, so that games
// go where they decide. (Successive halving: Karnin, Koren and Somekh, Almost Optimal
// Exploration in Multi-Armed Bandits, 2013. There each round counts by itself, here a
// genome's win rate is over all its games: there are too few to throw any away.)
func (s *step) race(ctx context.Context) error {
	panel, err := s.panel()
	if err != nil {
		return err
	}
	openings, err := s.openings(fitness.ForFitness, s.config.openings(s.stage.Pairs))
	if err != nil {
		return err
	}
	for i := range s.members {
		s.members[i].result = fitness.Pentanomial{} // parents have an old one
	}
	in, from := s.members, 0
	for round, pairs := range s.config.deal(s.stage.Pairs) {
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
	s.row.Best = fixed(s.members[0].result.Score())
	return nil
}

// playRound plays one round and sorts who played it, best first.
func (s *step) playRound(ctx context.Context, in []member, panel []*players.Recipe, openings []fitness.Opening,
	from int) error {
	recipes := make([]*players.Recipe, len(in))
	for i, m := range in {
		recipes[i] = m.recipe
	}
	tallies, err := fitness.Round(ctx, s.arena, recipes, panel, openings, from, s.lots(fitness.ForFitness), nil)
	if err != nil {
		return err
	}
	for i := range in {
		in[i].result = in[i].result.Plus(tallies[i].Pairs)
		s.count(&tallies[i])
	}
	slices.SortStableFunc(in, func(a, b member) int { return cmp.Compare(b.result.Score(), a.result.Score()) })
	return nil
}

// merit orders the results of a generation as its race does: who played more pairs
// stayed in longer, and of equally many the win rate decides.
func merit(result fitness.Pentanomial) float64 {
	return float64(result.Pairs()) + result.Score()
}

// dropOut puts the better half of each group before the others and counts them. The
// members stand best first, and both parts stay in order.
func dropOut(members []member) (in int) {
	size, ahead := map[int]int{}, map[int]int{}
	for _, m := range members {
		size[m.group]++
	}
	var stay, leave []member
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

// half is the larger half of a number.
func half(n int) int { return (n + 1) / 2 }
