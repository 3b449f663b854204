package runs

import (
	"errors"
	"fmt"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/cmaes"
	"evothello/genome"
)

// A model is a way to get from one generation to the next.
type model interface {
	// validate checks the model's own settings.
	validate(c *Config) error
	// begin sets what is the model's in the first checkpoint.
	begin(c *Config, l *genome.Layout, first *Checkpoint) error
	// check checks what is the model's in a checkpoint.
	check(c *Config, l *genome.Layout, state *Checkpoint) error
	// breed makes the members of a generation from the state before it.
	breed(s *step) ([]member, error)
	// learn looks at the members, who have played and stand best first, sets what is
	// the model's in the state after the generation, and returns the candidate for
	// the gate.
	learn(s *step, now *Checkpoint) *genome.Genome
}

// models are the models by the name that run.json knows them by.
var models = map[string]model{"generational": generational{}, "cmaes": strategy{}}

// DefaultModel is the model of runs that name none.
const DefaultModel = "cmaes"

func (c *Config) model() model { return models[c.Model] }

// Models lists the names of the models.
func Models() []string {
	names := make([]string, 0, len(models))
	for name := range models {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Breeding says how a generation of a genetic algorithm begets the next.
type Breeding struct {
	Elites    int     `json:"elites"`    // best genomes that live on unchanged
	Contest   uint    `json:"contest"`   // genomes of which the best becomes a parent
	Crossover float64 `json:"crossover"` // share of couples whose genes mix, 0…1
	Share     float64 `json:"mutation"`  // chance of each gene of a child to mutate, 0…1
	Step      float64 `json:"step"`      // deviation of a mutation as a share of the gene's bound
}

func defaultBreeding() *Breeding {
	return &Breeding{Elites: 2, Contest: 3, Crossover: 0.9, Share: 0.2, Step: 0.1}
}

func (b *Breeding) validate(population int) error {
	switch {
	case b == nil:
		return errors.New("breeding is missing")
	case b.Contest < 1 || b.Contest > 1000:
		return fmt.Errorf("breeding: contest is %d: must be 1 to 1000", b.Contest)
	case b.Elites < 0 || b.Elites > 1000:
		return fmt.Errorf("breeding: elites is %d: must be 0 to 1000", b.Elites)
	case b.Crossover < 0 || b.Crossover > 1 || b.Share < 0 || b.Share > 1 || b.Step < 0 || b.Step > 1:
		return errors.New("breeding: crossover, mutation and step must be 0 to 1")
	case population <= max(int(b.Contest), b.Elites):
		return fmt.Errorf("population is %d: must be above breeding's contest and elites, %d and %d", population, b.Contest, b.Elites)
	}
	return nil
}

// generational is eaopt's generational model with elites: parents win tournaments,
// children take the places of all but the best.
type generational struct{}

func (generational) validate(c *Config) error { return c.Breeding.validate(c.Population) }

func (generational) begin(c *Config, l *genome.Layout, first *Checkpoint) error {
	rng := c.random("genesis", 0)
	var start *genome.Genome
	if c.Start != nil {
		var err error
		if start, err = c.Start.genome(l); err != nil {
			return err
		}
	}
	for i := range c.Population {
		g := start
		switch {
		case start == nil:
			g = l.Random(rng)
		case i > 0:
			g = start.Clone().(*genome.Genome)
			g.Mutate(rng)
		}
		first.Population = append(first.Population, Individual{ID: fmt.Sprintf("0.%d", i), Phases: g.Phases()})
	}
	return nil
}

func (generational) check(c *Config, l *genome.Layout, state *Checkpoint) error {
	if len(state.Population) != c.Population {
		return fmt.Errorf("%d genomes, run.json says %d", len(state.Population), c.Population)
	}
	for _, i := range state.Population {
		if _, err := l.New(i.Phases); err != nil {
			return fmt.Errorf("genome %s: %w", i.ID, err)
		}
	}
	return nil
}

// breed lets generation 1 be what generation 0 drew; later ones are the elites and
// their elders' children.
func (generational) breed(s *step) ([]member, error) {
	elders := make([]member, len(s.was.Population))
	for i, individual := range s.was.Population {
		elder, err := s.layout.New(individual.Phases)
		if err != nil {
			return nil, err
		}
		elders[i] = s.member(individual.ID, elder)
	}
	if s.row.Generation == 1 {
		return elders, nil
	}
	b := s.config.Breeding
	pop := eaopt.Population{RNG: s.config.random("breed", s.row.Generation)}
	for i, elder := range elders {
		pop.Individuals = append(pop.Individuals, eaopt.Individual{
			Genome: elder.genome, Fitness: -s.was.Population[i].Result.Score(), Evaluated: true,
		})
	}
	model := eaopt.ModGenerational{
		Selector:  eaopt.SelTournament{NContestants: b.Contest},
		MutRate:   1, // of children; Breeding.Share is the rate of genes
		CrossRate: b.Crossover,
	}
	if err := model.Apply(&pop); err != nil {
		return nil, err
	}
	members := slices.Clone(elders[:b.Elites])
	for i := b.Elites; i < s.config.Population; i++ {
		members = append(members, s.born(i, pop.Individuals[i].Genome.(*genome.Genome)))
	}
	return members, nil
}

// learn returns the mean of the better half. One generation's win rates are mostly
// noise; the mean of many good genomes has less of it than any one of them.
func (generational) learn(s *step, now *Checkpoint) *genome.Genome {
	for _, m := range s.members {
		now.Population = append(now.Population, Individual{ID: m.id, Phases: m.genome.Phases(), Result: m.result})
	}
	half := make([]*genome.Genome, (len(s.members)+1)/2)
	for i := range half {
		half[i] = s.members[i].genome
	}
	return genome.Mean(half)
}

// CMAES are the settings of the CMA evolution strategy.
type CMAES struct {
	Sigma float64 `json:"sigma"` // first deviation of the genes, as a share of their bounds
}

// The usual first deviations: far enough to reach anything from nothing, and near
// given weights.
const (
	farSigma  = 0.5
	nearSigma = 0.1
)

// strategy is the separable CMA evolution strategy: a generation is drawn from a
// normal distribution that learns from the ranking of each.
type strategy struct{}

func (strategy) validate(c *Config) error {
	switch {
	case c.CMAES == nil:
		return errors.New("cmaes is missing")
	case !(c.CMAES.Sigma > 0 && c.CMAES.Sigma <= 1):
		return fmt.Errorf("cmaes: sigma is %g: must be above 0, at most 1", c.CMAES.Sigma)
	case c.Population < 4:
		return fmt.Errorf("population is %d: must be 4 or more", c.Population)
	}
	return nil
}

func (strategy) begin(c *Config, l *genome.Layout, first *Checkpoint) error {
	mean := make([]float64, l.Genes())
	if c.Start != nil {
		start, err := c.Start.genome(l)
		if err != nil {
			return err
		}
		mean = start.Vector()
	}
	first.Distribution = cmaes.New(mean, c.CMAES.Sigma)
	return nil
}

func (strategy) check(_ *Config, l *genome.Layout, state *Checkpoint) error {
	if state.Distribution == nil {
		return errors.New("its distribution is missing")
	}
	if err := state.Distribution.Validate(l.Genes()); err != nil {
		return fmt.Errorf("distribution: %w", err)
	}
	return nil
}

func (strategy) breed(s *step) (members []member, err error) {
	rng := s.config.random("breed", s.row.Generation)
	for i := range s.config.Population {
		members = append(members, s.born(i, s.layout.FromVector(s.was.Distribution.Ask(rng))))
	}
	return members, nil
}

// learn returns the mean of the distribution.
func (strategy) learn(s *step, now *Checkpoint) *genome.Genome {
	ranked := make([][]float64, len(s.members))
	for i, m := range s.members {
		ranked[i] = m.genome.Vector()
	}
	now.Distribution = s.was.Distribution.Clone()
	now.Distribution.Tell(ranked)
	return s.layout.FromVector(now.Distribution.Mean)
}
