package evolution

import (
	"maps"
	"slices"

	"evothello/genome"
	"evothello/internal/names"
)

// A Model is an evolutionary algorithm with its settings, the object "model" of run.json. To add one, write a type that
// embeds named, and populated if its state is a population, and add it to models. A model may also implement checker,
// varied and grouped.
type Model interface {
	// Name returns the model's name in run.json.
	Name() string
	// initialize returns the state of generation 0. start is nil for a run without a start.
	initialize(c *Config, l *genome.Layout, start *genome.Genome) ModelState
	// restore decodes a state of the run from its JSON.
	restore(data []byte, c *Config, l *genome.Layout) (ModelState, error)
	// generate makes the members of a generation from the state before it. The members play a race, unless generate
	// sets step.playGames.
	generate(s *step) ([]member, error)
	// update returns the state after the generation, and the candidate for the gate. The members of the step have
	// played and are sorted best first.
	update(s *step) (ModelState, *genome.Genome)
}

// A checker is a model with further conditions on its settings and those of the run.
type checker interface{ check(c *Config) error }

// A varied model uses crossover and mutation of genomes.
type varied interface{ variation() genome.Variation }

// A grouped model compares genomes in a race within groups, such as islands or families, not within the whole
// population. groupSize is the size of a group.
type grouped interface{ groupSize(c *Config) int }

// named holds the name of a model in run.json.
type named struct {
	Model string `json:"name" is:"name of the model"`
}

// Name implements Model.
func (n named) Name() string { return n.Model }

// A ModelState is the state of a model between generations. It is plain data; restore decodes its JSON.
type ModelState any

// models contains the constructors of all models with their default settings, which may depend on the configuration.
var models = map[string]func(*Config) Model{
	"cmaes":        defaultStrategy,
	"differential": defaultDifferential,
	"generational": defaultGenerational,
	"islands":      defaultArchipelago,
	"mgg":          defaultMinimalGap,
	best2:          defaultBest2,
	"mirrored":     defaultMirrored,
	"spsa":         defaultSPSA,
}

// DefaultModel is the name of the default model.
const DefaultModel = "cmaes"

// Models returns the names of all models, sorted.
func Models() []string { return slices.Sorted(maps.Keys(models)) }

// SetModel sets the model by name, with its default settings.
func (c *Config) SetModel(name string) error {
	newModel, known := models[name]
	if !known {
		return unknownModel(name)
	}
	c.Model = newModel(c)
	return nil
}

func unknownModel(name string) error { return names.New("model", name, Models()) }
