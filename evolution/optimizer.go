package evolution

import (
	"slices"
	"strings"

	"evothello/genome"
	"evothello/internal/names"
)

// An Optimizer is an evolutionary algorithm with its settings, the object "optimizer" of run.json. To add an optimizer,
// write a type that embeds named, and populated if its state is a population, and add it to optimizers. An optimizer
// may also implement checker, varied and grouped.
type Optimizer interface {
	// Name returns the optimizer's name in run.json.
	Name() string
	// initialize returns the state of generation 0. start is nil for a run without a start.
	initialize(c *Config, l *genome.Layout, start *genome.Genome) OptimizerState
	// restore decodes a state of the run from its JSON.
	restore(data []byte, c *Config, l *genome.Layout) (OptimizerState, error)
	// generate makes the members of a generation from the state before it, which hold all that update needs. They play a
	// race, unless generate sets step.playGames.
	generate(s *step) (Population, error)
	// update returns the state after the generation, and the candidate for the gate. The members of the step have
	// played and are sorted best first.
	update(s *step) (OptimizerState, *genome.Genome)
}

// A checker is an optimizer with further conditions on its settings and those of the run.
type checker interface{ check(c *Config) error }

// A varied optimizer uses crossover and mutation of genomes.
type varied interface{ variation() genome.Variation }

// A grouped optimizer compares genomes in a race within groups, such as islands or families, not within the whole
// population. groupSize is the size of a group.
type grouped interface{ groupSize(c *Config) int }

// named holds the name of an optimizer in run.json.
type named struct {
	Is string `json:"name" flag:"optimizer OPTIMIZER" is:"optimizer by its name, see evolve help optimizers"`
}

// Name implements Optimizer.
func (n named) Name() string { return n.Is }

// An OptimizerState is the state of an optimizer between generations. It is plain data; restore decodes its JSON.
type OptimizerState any

// optimizers lists the names of all optimizers, in the order of help texts, and their constructors with default
// settings, which may depend on the configuration. The first is the default.
var optimizers = []struct {
	name string
	make func(*Config) Optimizer
}{
	{"ga", defaultGA},
	{"ga-islands", defaultIslandGA},
	{"ga-library", defaultLibrary},
	{"cmaes", defaultStrategy},
	{"cmaes-mirrored", defaultMirrored},
	{"spsa", defaultSPSA},
}

// DefaultOptimizer is the name of the default optimizer.
const DefaultOptimizer = "ga"

// Optimizers returns the names of all optimizers, the default first.
func Optimizers() (all []string) {
	for _, o := range optimizers {
		all = append(all, o.name)
	}
	return all
}

// SetOptimizer sets the optimizer by name, with its default settings.
func (c *Config) SetOptimizer(name string) error {
	i := slices.Index(Optimizers(), name)
	if i < 0 {
		return unknownOptimizer(name)
	}
	c.Optimizer = optimizers[i].make(c)
	return nil
}

// otherNames are names that users may know an optimizer by, without hyphens, and what comes nearest to other ones.
var otherNames = map[string]string{
	"genetic": "ga", "geneticalgorithm": "ga", "generational": "ga", "evolution": "ga", "eaopt": "ga",
	"islands": "ga-islands", "islandmodel": "ga-islands",
	"mgg": "ga-library", "best2": "ga-library", "reversi": "ga-library",
	"cma": "cmaes", "sepcmaes": "cmaes", "sepcma": "cmaes", "es": "cmaes", "de": "cmaes", "differential": "cmaes",
	"differentialevolution": "cmaes", "pso": "cmaes",
	"mirrored": "cmaes-mirrored", "gradient": "spsa", "sgd": "spsa",
}

func unknownOptimizer(name string) error {
	unknown := names.New("optimizer", name, Optimizers())
	plain := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	if other, known := otherNames[plain]; known && unknown.Nearest == "" {
		unknown.Nearest = other
	}
	return unknown
}
