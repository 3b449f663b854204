package evolution

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/genome"
	"evothello/internal/files"
	"evothello/internal/settings"
)

// ParseConfig parses a run.json. Missing fields have their defaults, which may depend on other fields: board, start,
// scorers, population, pairs and the name of the optimizer. open returns the pattern tables of the start and of copied
// opponents by their hash; if it is nil, there are only those built into the program. ParseConfig does not count
// openings, as Validate does.
func ParseConfig(data []byte, open func(hash string) (*patterns.Tables, error)) (Config, error) {
	c, err := defaultsFor(data)
	if err != nil {
		return Config{}, err
	}
	optimizer := c.Optimizer.Name()
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		if quoted, unknown := strings.CutPrefix(err.Error(), "unknown field "); unknown {
			err = unknownField(quoted, data, c.Optimizer)
		}
		return Config{}, err
	}
	if c.Optimizer == nil || c.Optimizer.Name() != optimizer { // null, or an empty name
		return Config{}, fmt.Errorf(`"optimizer" must be an object with a name, one of %s`, strings.Join(Optimizers(), ", "))
	}
	if err := c.openTables(open); err != nil {
		return Config{}, err
	}
	return c, c.validate()
}

// unknownField returns the error of an unknown field, whose name is quoted, in a run.json with an optimizer.
func unknownField(quoted string, data []byte, optimizer Optimizer) error {
	name, _ := strconv.Unquote(quoted)
	var file, ofOptimizer map[string]json.RawMessage
	_ = json.Unmarshal(data, &file) // both are known to be objects
	_ = json.Unmarshal(file["optimizer"], &ofOptimizer)
	of, others := OptimizersWith(name), ""
	if len(of) > 0 {
		others = ", it is a setting of " + strings.Join(of, ", ")
	}
	if ofOptimizer[name] != nil && !slices.Contains(of, optimizer.Name()) {
		return fmt.Errorf(`"optimizer": %s has no setting %s%s; evolve config --optimizer %s lists those it has`,
			optimizer.Name(), quoted, others, optimizer.Name())
	}
	if file[name] != nil && len(of) > 0 {
		return fmt.Errorf(`unknown field %s; settings of an optimizer stand under "optimizer"; evolve config lists all fields`,
			quoted)
	}
	return fmt.Errorf("unknown field %s; evolve config lists all fields", quoted)
}

// OptimizersWith returns the names of the optimizers that have a setting.
func OptimizersWith(setting string) (all []string) {
	c := Defaults(0)
	for _, o := range optimizers {
		for _, field := range settings.Fields(o.make(&c)) {
			if first, _, _ := strings.Cut(field.Name, "."); first == setting {
				all = append(all, o.name)
				break
			}
		}
	}
	return all
}

// defaultsFor returns the configuration with the defaults for a run.json. The defaults depend on its fields.
func defaultsFor(data []byte) (Config, error) {
	var first struct {
		Seed       uint64                  `json:"seed"`
		Board      *engine.Shape           `json:"board"`
		Population *int                    `json:"population"`
		Pairs      *int                    `json:"pairs"`
		Scorers    []string                `json:"scorers"`
		Shared     []string                `json:"shared"`
		Limits     map[string]genome.Range `json:"limits"`
		Parameters []genome.Parameter      `json:"parameters"`
		Start      *Start                  `json:"start"`
		Opponents  []string                `json:"opponents"`
		Copies     Copies                  `json:"copies"`
		Optimizer  struct {
			Name string `json:"name"`
		} `json:"optimizer"`
	}
	if !json.Valid(data) {
		return Config{}, files.DecodeJSON(data, Schema, &first) // its error has the position
	}
	if err := json.Unmarshal(data, &first); err != nil {
		return Config{}, files.JSONInWords(err)
	}
	c := Defaults(first.Seed)
	if first.Parameters != nil {
		c.setParameters(first.Parameters)
	}
	if first.Population != nil {
		c.SetSize(*first.Population, c.defaultPairs(*first.Population))
	}
	if first.Pairs != nil {
		c.SetSize(c.Population, *first.Pairs)
	}
	if first.Board != nil {
		c.SetBoard(*first.Board)
	}
	if c.Tunes() {
		c.Scorers = nil
	}
	if first.Start != nil {
		c.setStart(first.Start)
	}
	if first.Scorers != nil {
		c.Scorers = slices.Clone(first.Scorers)
	}
	c.Shared, c.Limits = first.Shared, first.Limits
	if first.Optimizer.Name != "" {
		if err := c.SetOptimizer(first.Optimizer.Name); err != nil {
			return Config{}, err
		}
	} else {
		_ = c.SetOptimizer(c.defaultOptimizer(len(first.Opponents))) // its defaults depend on start and scorers
	}
	// Opponents in the panel cannot be a reference opponent.
	c.Copies = first.Copies
	c.Reference.Opponents = slices.DeleteFunc(c.Reference.Opponents, func(against string) bool {
		return slices.ContainsFunc(first.Opponents, func(o string) bool { return c.sameEvaluator(o, against) })
	})
	return c, nil
}

// TablesIn returns an open function for ParseConfig that finds pattern tables in directories.
func TablesIn(dirs ...string) func(hash string) (*patterns.Tables, error) {
	return func(hash string) (*patterns.Tables, error) { return patterns.Open(hash, dirs...) }
}

// Marshal returns the content of run.json.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }
