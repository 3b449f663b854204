package evolution

import (
	"errors"
	"fmt"

	"evothello/genome"
)

// Differential is differential evolution, DE/rand/1/bin (Storn and Price, Differential Evolution, 1997). In each
// generation a random half of the population are targets. Each target plays again together with its trial genome,
// against the same panel on the same openings, and the better one of the two stays. (eaopt.DiffEvo evaluates each
// genome alone and only once.) The population has no order.
type Differential struct {
	named
	Weight float64 `json:"weight" is:"distance of a trial genome from its base, as a share of the distance of two other genomes (F)" range:"0 to 2"`
	Rate   float64 `json:"rate" is:"probability of each gene to come from there, not from the target (CR)" range:"0 to 1"`
	populated
}

func defaultDifferential(*Config) Model {
	return &Differential{named: named{"differential"}, Weight: 0.5, Rate: 0.9}
}

func (m *Differential) check(c *Config) error {
	switch {
	case c.Population < 4 || c.Population%2 != 0:
		return fmt.Errorf("population is %d: model differential needs an even number, 4 or more", c.Population)
	case c.Rounds > 1:
		return fmt.Errorf("rounds is %d: must be 1 with model differential", c.Rounds)
	case m.Weight == 0:
		return errors.New("model.weight is 0: must be above 0")
	}
	return nil
}

// generate draws targets and makes the trial genome of each from three other genomes: a base and the difference of
// two. Each target comes after its trial genome, so the trial genome stays if both have the same result.
func (m *Differential) generate(s *step) (members []member, err error) {
	all := s.parents()
	rng := s.config.random("breed", s.row.Generation)
	for i, target := range rng.Perm(len(all))[:len(all)/2] {
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
		trial := s.child(i, all[target].genome.Challenger(others, m.Weight, m.Rate, rng))
		trial.parentIDs = []string{all[target].id, base}
		members = append(members, trial, all[target])
	}
	for i := range members {
		members[i].group = i / 2
	}
	return members, nil
}

// update replaces each target by the better one of target and trial genome. The candidate is the mean of the better
// half of all members, which all met the same panel.
func (*Differential) update(s *step) (ModelState, *genome.Genome) {
	population := s.parents()
	place := map[string]int{}
	for i, m := range population {
		place[m.id] = i
	}
	target, decided := map[int]int{}, map[int]bool{} // by group
	for _, m := range s.members {
		if i, known := place[m.id]; known {
			target[m.group] = i
		}
	}
	s.compareWithParents(func(m member) []string { return []string{population[target[m.group]].id} })
	var winners []member
	for _, m := range s.members {
		if !decided[m.group] {
			population[target[m.group]], decided[m.group] = m, true
			winners = append(winners, m)
		}
	}
	s.selectedFrom(winners)
	s.setBirths(winners, betterHalf(s.members))
	return individuals(population), mean(betterHalf(s.members))
}
