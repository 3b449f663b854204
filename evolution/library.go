package evolution

import (
	"errors"
	"fmt"
	"slices"

	"evothello/formats"
	"evothello/genome"
)

// Library is the genetic algorithm of the reversi library with the operators of its example: Minimal Generation Gap
// with one family per generation. Two random parents have children by range crossover. The best two of parents and
// children replace the parents. Then all genomes mutate, each in one gene. All genomes play in every generation. The
// candidate is the best genome. The population is not sorted.
type Library struct {
	named
	Children  int       `json:"children" is:"number of children of a mating pair" range:"1 to 1000"`
	Mutation  float64   `json:"mutation" flag:"mutation PROBABILITY" is:"probability of each genome to mutate" range:"0 to 1"`
	Step      int       `json:"step" is:"points by which a mutation changes one gene" range:"0 to 100000"`
	Large     LargeStep `json:"large" is:"large mutation, of one gene of every genome"`
	Random    int       `json:"random" is:"the first weights are random, at most so many points either way" range:"0 to 100000"`
	Threshold float64   `json:"threshold" is:"score of a genome, in per cent, at which the run stops; 0 is never" range:"0 to 100"`
	First     [][]int32 `json:"first,omitempty" is:"genes of the first genomes, if not random"`
	populated
}

// LargeStep is the settings of the large mutation of Library.
type LargeStep struct {
	Every int `json:"every" is:"generations from one large mutation to the next" range:"1 to 1000000"`
	Step  int `json:"step" is:"points by which it changes a gene" range:"0 to 100000"`
}

func defaultLibrary(*Config) Optimizer {
	return &Library{named: named{"ga-library"}, Children: 2, Mutation: 1, Step: 6, Random: 249,
		Large: LargeStep{Every: 100, Step: 25}}
}

func (b *Library) check(c *Config) error {
	if len(b.First) > c.Population {
		return fmt.Errorf("optimizer.first has %d genomes, more than the population of %d", len(b.First), c.Population)
	}
	encoding, err := c.encoding()
	for i := 0; i < len(b.First) && err == nil; i++ {
		if _, err = encoding.FromGenes(b.First[i]); err != nil {
			err = fmt.Errorf("optimizer.first, genome %d: %w", i+1, err)
		}
	}
	return err
}

// initialize returns the given genomes and random ones. With a start, all others are the start and mutants of it.
func (b *Library) initialize(c *Config, l *genome.Layout, start *genome.Genome) OptimizerState {
	first := b.populated.initialize(c, l, start).(Population)
	rng := c.random("first", c.restarted)
	for i := range first {
		if i < len(b.First) {
			if g, err := l.FromGenes(b.First[i]); err == nil { // checked before
				first[i].Genome = g
			}
		} else if start == nil {
			first[i].Genome = l.Within(int32(b.Random), rng)
		}
	}
	return first
}

// generate makes the family, and has the rest of the population play as well.
func (b *Library) generate(s *step) (members Population, err error) {
	population, rng := s.parents(), s.config.random(variation, s.row.Generation)
	order := rng.Perm(len(population))
	first, second := order[0], order[1]
	pair := Population{population[first], population[second]}
	for range b.Children {
		newborn := s.child(len(members), pair[0].Genome.RangeCrossover(pair[1].Genome, rng))
		newborn.parentIDs = []string{pair[0].ID, pair[1].ID}
		members = append(members, newborn)
	}
	// Parents come after their children, which replace them with the same result.
	members = append(members, pair...)
	for i, m := range population {
		if i != first && i != second {
			m.group = 1 // not of the family
			members = append(members, m)
		}
	}
	return members, nil
}

// update replaces the parents by the best two of the family and mutates the population.
func (b *Library) update(s *step) (OptimizerState, *genome.Genome) {
	var family Population
	played, pair := map[string]Individual{}, []string(nil)
	for _, m := range s.members {
		if played[m.ID] = m; m.group == 0 {
			family = append(family, m)
		}
		if m.parentIDs != nil {
			pair = m.parentIDs
		}
	}
	s.compareWithParents(func(m Individual) []string {
		if m.group == 1 {
			return []string{m.ID}
		}
		return pair
	})
	var after Population
	for _, m := range s.previous.Optimizer.(Population) {
		if !slices.Contains(pair, m.ID) {
			after = append(after, played[m.ID])
		}
	}
	after = append(after, family[:2]...)
	s.selectedFrom(after)
	b.mutate(s, after)
	return settled(after), s.members[0].Genome
}

// mutate changes one gene of each genome: by the large step if it is time for it, else by the step with a probability.
func (b *Library) mutate(s *step, population Population) {
	rng := s.config.random("mutate", s.row.Generation)
	large := s.row.Generation%b.Large.Every == 0
	for i, m := range population {
		points := b.Large.Step
		if !large {
			if points = b.Step; rng.Float64() >= b.Mutation {
				continue
			}
		}
		mutant := m.Genome.Copy()
		mutant.Shift(int32(points), rng)
		population[i] = s.child(s.config.Population+b.Children+i, mutant)
	}
}

// ReachedThreshold reports whether a run with the optimizer ga-library must stop: in the last generation the score of a
// genome or a child reached the optimizer's threshold.
func (c *Config) ReachedThreshold(history []Row) bool {
	b, is := c.Optimizer.(*Library)
	return is && b.Threshold > 0 && len(history) > 0 && history[len(history)-1].Best >= b.Threshold/100
}

// LibraryDraft returns the draft of a run that does the same as the reversi library's genetic algorithm with these
// settings. The run evolves the weights of Table players, which move without a search, by games against the library's
// own weights.
func LibraryDraft(s *formats.GASetting) *Draft {
	d := NewDraft()
	for name, value := range map[string]any{
		"population": s.Population, "pairs": s.Pairs, "opening_plies": s.Plies, "panel": 0, "opponents": []string{"table"},
		"scorers": []string{"table"}, "turns": []int{60}, "search.depth": 1, "search.endgame": 0,
		"optimizer.name": "ga-library", "optimizer.children": s.Children, "optimizer.mutation": s.Mutation,
		"optimizer.step": s.Step, "optimizer.large.every": s.LargeEvery, "optimizer.large.step": s.LargeStep,
		"optimizer.threshold": s.Threshold,
	} {
		if err := d.Set(name, value); err != nil {
			panic("evolution: " + err.Error()) // all are settings
		}
	}
	return d
}

// SetPopulation sets the first genomes of a run to a population that the reversi library wrote. If the run's population
// is smaller, it takes the best genomes only.
func (d *Draft) SetPopulation(p *formats.Population) error {
	if d.OptimizerName() != "ga-library" {
		return errors.New("--start population.json needs --optimizer ga-library or --config ga_setting.json")
	}
	first := p.Weights
	if d.Gives("population") && d.Population < len(first) {
		first = p.Ranked()[:d.Population]
	}
	return d.Set("optimizer.first", first)
}
