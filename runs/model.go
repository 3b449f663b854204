package runs

import (
	"fmt"
	"slices"
	"strings"

	"evothello/genome"
)

// A model is a way to get from one generation to the next.
type model interface {
	// usual gives the run the model's usual settings.
	usual(c *Config)
	// validate checks the model's own settings, which are there.
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
var models = map[string]model{
	"cmaes":        strategy{},
	"generational": generational{},
	"islands":      islands{},
	"mgg":          mgg{},
}

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

// SetModel chooses a model, with its usual settings unless it is the run's already.
func (c *Config) SetModel(name string) error {
	if name == c.Model {
		return nil
	}
	if models[name] == nil {
		return unknownModel(name)
	}
	c.Model, c.CMAES, c.Breeding, c.Islands, c.MGG = name, nil, nil, nil, nil
	c.model().usual(c)
	return nil
}

func unknownModel(name string) error {
	return fmt.Errorf("unknown model %q; known: %s", name, strings.Join(Models(), ", "))
}

// A block is a part of run.json that only some models have.
type block struct {
	name  string
	given bool
}

func (c *Config) blocks() []block {
	return []block{
		{"cmaes", c.CMAES != nil}, {"breeding", c.Breeding != nil}, {"islands", c.Islands != nil}, {"mgg", c.MGG != nil},
	}
}

// validateModel checks that the run has the settings of its model and of no other.
func (c *Config) validateModel() error {
	if c.model() == nil {
		return unknownModel(c.Model)
	}
	var usual Config
	c.model().usual(&usual)
	needed := usual.blocks()
	for i, b := range c.blocks() {
		switch {
		case needed[i].given && !b.given:
			return fmt.Errorf("%s is missing: model %s needs it", b.name, c.Model)
		case !needed[i].given && b.given:
			return fmt.Errorf("%s is of another model than %s: remove it", b.name, c.Model)
		}
	}
	return c.model().validate(c)
}
