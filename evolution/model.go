package evolution

import (
	"maps"
	"slices"

	"evothello/genome"
	"evothello/internal/names"
)

// A Model is a way to get from one generation to the next, with its settings. All that
// a new one needs is a type like those here, and a line in models.
type Model interface {
	// Name is what run.json calls the model.
	Name() string
	// settings are the model's parts of run.json, in order.
	settings() []part
	// validate checks the settings.
	validate(c *Config) error
	// kick is how hard mutation strikes, nothing if the model does not mutate.
	kick() genome.Kick
	// racers is how many genomes drop out of a race by comparison with each other: all,
	// or those of an island or a family.
	racers(c *Config) int
	// begin makes the state of generation 0.
	begin(c *Config, l *genome.Layout) (ModelState, error)
	// restore reads a state of the run from its JSON.
	restore(data []byte, c *Config, l *genome.Layout) (ModelState, error)
	// breed makes the members of a generation from the state before it. Members play in a
	// race, unless it sets the step's games.
	breed(s *step) ([]member, error)
	// learn looks at the members, who have played and stand best first, and returns the
	// state after the generation and the candidate for the gate.
	learn(s *step) (ModelState, *genome.Genome)
}

// A ModelState is what a model keeps from one generation to the next: plain data, which
// marshals to the JSON that restore reads.
type ModelState any

// A part is some of a model's settings: its name in run.json, and where it is kept.
type part struct {
	name string
	into any
}

// models make each model with its usual settings for a run, of which all else is known.
var models = map[string]func(*Config) Model{
	"cmaes":        usualStrategy,
	"generational": usualGenerational,
	"islands":      usualArchipelago,
	"mgg":          usualMinimalGap,
	"mirrored":     usualMirrored,
}

// DefaultModel is the model of runs that name none.
const DefaultModel = "cmaes"

// Models lists the names of the models.
func Models() []string { return slices.Sorted(maps.Keys(models)) }

// SetModel chooses a model, with its usual settings unless it is the run's already.
func (c *Config) SetModel(name string) error {
	if c.Model != nil && name == c.Model.Name() {
		return nil
	}
	usual, known := models[name]
	if !known {
		return unknownModel(name)
	}
	c.Model = usual(c)
	return nil
}

func unknownModel(name string) error { return names.New("model", name, Models()) }
