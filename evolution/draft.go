package evolution

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/internal/settings"
	"evothello/players"
)

// A Draft is a run.json that may lack settings. It comes from a file, from flags, or from both. Complete adds defaults
// for the missing settings; the defaults may depend on the given settings.
type Draft struct {
	Config                   // the settings given, without the optimizer
	Optimizer map[string]any `json:"optimizer"` // settings of the optimizer, and its name

	given map[string]bool // by name, such as gate.pairs
}

// NewDraft returns a draft without any setting.
func NewDraft() *Draft { return &Draft{Config: Config{Schema: Schema}, given: map[string]bool{}} }

// ParseDraft parses a run.json that may lack settings.
func ParseDraft(data []byte) (*Draft, error) {
	d := NewDraft()
	if err := files.DecodeJSON(data, Schema, d); err != nil {
		if quoted, unknown := strings.CutPrefix(err.Error(), "unknown field "); unknown {
			err = unknownField(quoted)
		}
		return nil, err
	}
	var names map[string]any
	_ = json.Unmarshal(data, &names) // it was just decoded
	d.note("", names)
	return d, nil
}

// note notes which settings an object gives.
func (d *Draft) note(prefix string, object map[string]any) {
	for name, value := range object {
		d.given[prefix+name] = true
		if inner, is := value.(map[string]any); is {
			d.note(prefix+name+".", inner)
		}
	}
}

// Gives reports whether the draft has a value for a setting.
func (d *Draft) Gives(name string) bool { return d.given[name] }

// Set sets a setting by its name, such as gate.pairs, to a value that encodes as its JSON.
func (d *Draft) Set(name string, value any) error {
	d.given[name] = true
	path, of := strings.CutPrefix(name, "optimizer.")
	if !of {
		return settings.Set(&d.Config, name, value)
	}
	if d.Optimizer == nil {
		d.Optimizer = map[string]any{}
	}
	object := d.Optimizer
	for first, rest, inside := strings.Cut(path, "."); inside; first, rest, inside = strings.Cut(path, ".") {
		inner, is := object[first].(map[string]any)
		if !is {
			inner = map[string]any{}
			object[first] = inner
		}
		object, path = inner, rest
	}
	object[path] = value
	return nil
}

// SetStart sets the weights at the start, nil for random ones.
func (d *Draft) SetStart(s *Start) {
	d.Start = s
	d.given["start"] = true
}

// SetOptimizer sets the optimizer by its name. If the name changes, the settings of the previous optimizer are dropped.
func (d *Draft) SetOptimizer(name string) {
	if d.Optimizer["name"] != name {
		d.Optimizer = map[string]any{"name": name}
	}
}

// OptimizerName returns the name of the draft's optimizer, or of the default optimizer if the draft has none.
func (d *Draft) OptimizerName() string {
	if name, given := d.Optimizer["name"]; given {
		return fmt.Sprint(name)
	}
	switch {
	case d.Tunes() && len(d.Opponents) > 0: // spsa has none
		return "cmaes"
	case d.Tunes():
		return TunedOptimizer
	}
	return DefaultOptimizer
}

// Complete returns the configuration of a draft, with defaults for all missing settings. If pattern tables of the start
// or of a copied opponent are not open yet, it calls open with their hash. If open is nil, only the tables built into
// the program are available. Unlike Validate, Complete does not check that there are enough openings.
func (d *Draft) Complete(open func(hash string) (*patterns.Tables, error)) (Config, error) {
	c, err := d.defaults()
	if err != nil {
		return Config{}, err
	}
	settings.Copy(&c, &d.Config, d.given)
	var optimizer struct {
		Optimizer Optimizer `json:"optimizer"`
	}
	optimizer.Optimizer = c.Optimizer
	if d.Optimizer != nil {
		given := maps.Clone(d.Optimizer)
		given["name"] = d.OptimizerName()
		if err := files.DecodeStrict(files.EncodeJSON(map[string]any{"optimizer": given}), &optimizer); err != nil {
			return Config{}, d.optimizerError(files.JSONInWords(err))
		}
	}
	if err := c.openTables(open); err != nil {
		return Config{}, err
	}
	return c, c.validate()
}

// defaults returns the defaults of all settings. They depend on the settings given.
func (d *Draft) defaults() (Config, error) {
	c := Defaults(d.Seed)
	if d.Tunes() {
		c.setParameters(d.Parameters)
	}
	if d.Gives("population") {
		c.SetSize(d.Population, c.defaultPairs(d.Population))
	}
	if d.Gives("pairs") {
		c.SetSize(c.Population, d.Pairs)
	}
	if d.Board != nil {
		c.SetBoard(*d.Board)
	}
	if d.Tunes() {
		c.Scorers = nil
	}
	if d.Start != nil {
		c.setStart(d.Start)
	}
	if d.Scorers != nil {
		c.Scorers = slices.Clone(d.Scorers)
	}
	c.Shared, c.Limits, c.Copies = d.Shared, d.Limits, d.Copies
	if name := d.OptimizerName(); d.Gives("optimizer") && (d.Optimizer == nil || name == "") {
		return c, fmt.Errorf(`"optimizer" must be an object with a name, one of %s`, strings.Join(Optimizers(), ", "))
	} else if err := c.SetOptimizer(name); err != nil { // its defaults depend on start and scorers
		return c, err
	}
	if d.Search.Depth == 1 && c.HomeBoard().IsStandard() && !c.Tunes() {
		c.Reference.Opponents = append(c.Reference.Opponents, players.WPC) // as the League measures players
	}
	// Opponents in the panel cannot be reference opponents.
	c.Reference.Opponents = slices.DeleteFunc(c.Reference.Opponents, func(against string) bool {
		return slices.ContainsFunc(d.Opponents, func(o string) bool { return c.sameEvaluator(o, against) })
	})
	return c, nil
}

// ParseConfig parses a run.json and adds defaults, see Draft.Complete.
func ParseConfig(data []byte, open func(hash string) (*patterns.Tables, error)) (Config, error) {
	d, err := ParseDraft(data)
	if err != nil {
		return Config{}, err
	}
	return d.Complete(open)
}

// unknownField returns the error of an unknown field, whose name is quoted.
func unknownField(quoted string) error {
	if name, _ := strconv.Unquote(quoted); len(OptimizersWith(name)) > 0 {
		return fmt.Errorf(`unknown field %s; settings of an optimizer stand under "optimizer"; evolve config lists all fields`,
			quoted)
	}
	return fmt.Errorf("unknown field %s; evolve config lists all fields", quoted)
}

// optimizerError explains the error of a setting that the optimizer does not have.
func (d *Draft) optimizerError(err error) error {
	quoted, unknown := strings.CutPrefix(err.Error(), "unknown field ")
	if !unknown {
		return err
	}
	name, _ := strconv.Unquote(quoted)
	if _, is := d.Optimizer[name]; !is { // it stands in an object inside
		return fmt.Errorf("unknown field %s; evolve config lists all fields", quoted)
	}
	others := ""
	if of := OptimizersWith(name); len(of) > 0 {
		others = ", it is a setting of " + strings.Join(of, ", ")
	}
	return fmt.Errorf(`"optimizer": %s has no setting %s%s; evolve config --optimizer %s lists its settings`,
		d.OptimizerName(), quoted, others, d.OptimizerName())
}

// OptimizersWith returns the names of the optimizers that have the given setting.
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

// TablesIn returns a function for the parameter open of ParseConfig. It finds pattern tables in directories.
func TablesIn(dirs ...string) func(hash string) (*patterns.Tables, error) {
	return func(hash string) (*patterns.Tables, error) { return patterns.Open(hash, dirs...) }
}

// Marshal returns the content of run.json.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }
