package evolution

import (
	"maps"
	"slices"

	"evothello/genome"
	"evothello/internal/names"
)

// A Model is a way to get from one generation to the next, with its settings: the object "model" of
// run.json. A new one is a type like those here, which embeds named and where it keeps a population
// populated, and a line in models. Methods of checker, varied and grouped are for those that need them.
type Model interface {
	// Name is the model's name in run.json.
	Name() string
	// begin makes the state of generation 0, near the start unless that is nil.
	begin(c *Config, l *genome.Layout, start *genome.Genome) ModelState
	// restore reads a state of the run from its JSON.
	restore(data []byte, c *Config, l *genome.Layout) (ModelState, error)
	// breed makes the members of a generation from the state before it. Members play in a
	// race, unless it sets the step's games.
	breed(s *step) ([]member, error)
	// learn looks at the members, who have played and stand best first, and returns the
	// state after the generation and the candidate for the gate.
	learn(s *step) (ModelState, *genome.Genome)
}

// A checker is a model whose settings must go with each other or with the run's.
type checker interface{ check(c *Config) error }

// A varied model varies its genomes by crossover and mutation.
type varied interface{ variation() genome.Variation }

// A grouped model has genomes drop out of a race by comparison within groups of that size, as islands or
// families, and not within the whole population.
type grouped interface{ groupSize(c *Config) int }

// named is the name of a model in run.json.
type named struct {
	Model string `json:"name" is:"name of the model"`
}

// Name implements Model.
func (n named) Name() string { return n.Model }

// A ModelState is what a model keeps from one generation to the next: plain data, which
// marshals to the JSON that restore reads.
type ModelState any

// models make each model with its default settings, which may depend on the rest of the configuration.
var models = map[string]func(*Config) Model{
	"cmaes":        usualStrategy,
	"differential": usualDifferential,
	"generational": usualGenerational,
	"islands":      usualArchipelago,
	"mgg":          usualMinimalGap,
	"mirrored":     usualMirrored,
}

// DefaultModel is the model of runs that name none.
const DefaultModel = "cmaes"

// Models lists the names of the models.
func Models() []string { return slices.Sorted(maps.Keys(models)) }

// SetModel chooses a model, with its default settings.
func (c *Config) SetModel(name string) error {
	usual, known := models[name]
	if !known {
		return unknownModel(name)
	}
	c.Model = usual(c)
	return nil
}

func unknownModel(name string) error { return names.New("model", name, Models()) }
