package evolution

import (
	"errors"
	"fmt"

	"evothello/genome"
)

// Differential is differential evolution, DE/rand/1/bin (Storn and Price, Differential Evolution, 1997), which
// eaopt has as DiffEvo. There each genome is evaluated by itself, and once; here half of the population, drawn
// by lot, are targets, and play again beside their challengers: of two who met the same panel on the same
// openings the better one stays.
// Its population stands in no order.
type Differential struct {
	named
	Weight float64 `json:"weight" is:"how far a challenger lies from its base, as a share of the distance of two others (F)" range:"0 to 2"`
	Rate   float64 `json:"rate" is:"chance of each gene to come from there, not from the target (CR)" range:"0 to 1"`
	populated
}

func usualDifferential(*Config) Model {
	return &Differential{named: named{"differential"}, Weight: 0.5, Rate: 0.9}
}

func (m *Differential) check(c *Config) error {
	switch {
	case c.Population < 4 || c.Population%2 != 0:
		return fmt.Errorf("population is %d: model differential needs an even one of 4 or more", c.Population)
	case c.Rounds > 1:
		return errors.New("rounds: model differential has one")
	case m.Weight == 0:
		return errors.New("model.weight is 0: must be above 0")
	}
	return nil
}

// breed draws targets and makes the challenger of each, from three others: a base and the difference of two.
// Targets come last, so that of equals the challenger stays.
func (m *Differential) breed(s *step) (members []member, err error) {
	all := s.parents()
	rng := s.config.random("breed", s.row.Generation)
	for couple, target := range rng.Perm(len(all))[:len(all)/2] {
		used, others := map[int]bool{target: true}, [3]*genome.Genome{}
		base := ""
		for k := 0; k < len(others); {
			if i := rng.Intn(len(all)); !used[i] {
				used[i], others[k] = true, all[i].genome
				if k++; k == 1 {
					base = all[i].id
				}
			}
		}
		challenger := s.child(couple, all[target].genome.Challenger(others, m.Weight, m.Rate, rng))
		challenger.born = []string{all[target].id, base}
		members = append(members, challenger, all[target])
	}
	for i := range members {
		members[i].group = i / 2
	}
	return members, nil
}

// learn puts the better one of each couple in the target's place. The candidate is the mean of the better half
// of all that played: they met the same panel.
func (*Differential) learn(s *step) (ModelState, *genome.Genome) {
	population := s.parents()
	place := map[string]int{}
	for i, m := range population {
		place[m.id] = i
	}
	target, settled := map[int]int{}, map[int]bool{} // of each couple
	for _, m := range s.members {
		if i, known := place[m.id]; known {
			target[m.group] = i
		}
	}
	s.compareWithParents(func(m member) []string { return []string{population[target[m.group]].id} })
	var winners []member
	for _, m := range s.members {
		if !settled[m.group] {
			population[target[m.group]], settled[m.group] = m, true
			winners = append(winners, m)
		}
	}
	s.selectedFrom(winners)
	s.descend(winners, betterHalf(s.members))
	return individuals(population), mean(betterHalf(s.members))
}
