package evolution

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/genome"
	"evothello/internal/files"
)

// ParseConfig reads a run.json. What is absent has its default; what defaults follow from is
// read first: board, start and scorers, population and pairs, the model's name. open finds the learnt
// tables of the start by their hash; nil finds none.
func ParseConfig(data []byte, open func(hash string) (*patterns.Tables, error)) (Config, error) {
	c, err := defaultsFor(data)
	if err != nil {
		return Config{}, err
	}
	model := c.Model.Name()
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		if strings.HasPrefix(err.Error(), "unknown field") {
			err = fmt.Errorf(`%w; those of a model stand under "model"; evolve config lists all`, err)
		}
		return Config{}, err
	}
	if c.Model == nil || c.Model.Name() != model { // null, or a name that is empty
		return Config{}, fmt.Errorf(`"model" must be an object with a name, one of %s`, strings.Join(Models(), ", "))
	}
	if c.Start != nil && c.Start.Tables != "" {
		if open == nil {
			open = Beside()
		}
		if c.Start.learnt, err = open(c.Start.Tables); err != nil {
			return Config{}, err
		}
	}
	return c, c.Validate()
}

// defaultsFor is the configuration from which a run.json takes what it leaves out.
func defaultsFor(data []byte) (Config, error) {
	var first struct {
		Seed       uint64                  `json:"seed"`
		Board      *engine.Shape           `json:"board"`
		Population *int                    `json:"population"`
		Pairs      *int                    `json:"pairs"`
		Scorers    []string                `json:"scorers"`
		WholeGame  []string                `json:"whole_game"`
		Limits     map[string]genome.Range `json:"limits"`
		Start      *Start                  `json:"start"`
		Opponents  []string                `json:"opponents"`
		Model      struct {
			Name string `json:"name"`
		} `json:"model"`
	}
	if !json.Valid(data) {
		return Config{}, files.DecodeJSON(data, Schema, &first) // says where
	}
	if err := json.Unmarshal(data, &first); err != nil {
		return Config{}, files.JSONInWords(err)
	}
	c := Defaults(first.Seed)
	if first.Population != nil {
		c.SetSize(*first.Population, DefaultPairs(*first.Population))
	}
	if first.Pairs != nil {
		c.SetSize(c.Population, *first.Pairs)
	}
	if first.Board != nil {
		c.PlayOn(*first.Board)
	}
	if c.Start = first.Start; c.Start != nil {
		c.Scorers = c.Start.scorers(c.Scorers)
	}
	if first.Scorers != nil {
		c.Scorers = slices.Clone(first.Scorers)
	}
	c.WholeGame, c.Limits = first.WholeGame, first.Limits
	if first.Model.Name != "" {
		if err := c.SetModel(first.Model.Name); err != nil {
			return Config{}, err
		}
	} else {
		_ = c.SetModel(DefaultModel) // its defaults follow from start and scorers
	}
	c.Ladder.Opponents = slices.DeleteFunc(c.Ladder.Opponents, func(rung string) bool {
		return slices.ContainsFunc(first.Opponents, func(o string) bool { return alike(o, rung) })
	})
	return c, nil
}

// Beside is ParseConfig's open for tables that lie in one of the directories.
func Beside(dirs ...string) func(hash string) (*patterns.Tables, error) {
	return func(hash string) (*patterns.Tables, error) { return patterns.Open(hash, dirs...) }
}

// Marshal writes the configuration as run.json holds it.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }

// strictly refuses fields that are not known.
func strictly(data []byte, into any) error {
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}
