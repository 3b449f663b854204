// Package study compares training methods. It trains players with each method by this program's own
// commands, and measures their strength as a function of CPU time of training and of time per move.
package study

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/learn/tables"
)

// Schema is the newest version of a study's files that this program reads, and the one it writes.
const Schema = 1

// A Config is the content of study.json. It may be changed later: earlier players and games count as far
// as the new settings need them.
type Config struct {
	Schema  int             `json:"schema"`
	Build   string          `json:"build"` // of the program; CPU seconds of two builds are not comparable
	Methods []string        `json:"methods"`
	Budgets []time.Duration `json:"budgets_ns"`        // CPU times of training, rising; each gives a player
	Seeds   int             `json:"seeds"`             // each method is trained from random seeds 1 to Seeds
	Pairs   int             `json:"pairs"`             // of games against each anchor
	Experts []tables.Source `json:"experts,omitempty"` // game files for the method Experts
}

// Defaults returns the settings of the published study.
func Defaults() Config {
	methods := slices.DeleteFunc(Names(), func(name string) bool { return name == Experts })
	return Config{
		Schema: Schema, Build: Build(), Methods: methods,
		Budgets: []time.Duration{10 * time.Second, 30 * time.Second, 100 * time.Second, 300 * time.Second},
		Seeds:   3, Pairs: 100,
	}
}

// Build returns the build of this program: Go's version and experiments.
func Build() string { return runtime.Version() }

// The limits of a study.
const (
	maxSeeds   = 100
	maxBudgets = 20
	maxPairs   = 5000
	minBudget  = 100 * time.Millisecond
	maxBudget  = 1000 * time.Hour
)

// Validate returns an error that names the first invalid setting and its valid values.
func (c *Config) Validate() error {
	if err := c.validate(); err != nil {
		return err
	}
	_, err := c.openings()
	return err
}

// validate is Validate without counting openings, which takes a second.
func (c *Config) validate() error {
	switch {
	case len(c.Methods) == 0:
		return fmt.Errorf("no method is studied: name some of %s", strings.Join(Names(), ", "))
	case c.Seeds < 1 || c.Seeds > maxSeeds:
		return fmt.Errorf("%d seeds: must be 1 to %d", c.Seeds, maxSeeds)
	case c.Pairs < 1 || c.Pairs > maxPairs:
		return fmt.Errorf("%d pairs: must be 1 to %d", c.Pairs, maxPairs)
	case len(c.Budgets) == 0 || len(c.Budgets) > maxBudgets:
		return fmt.Errorf("%d budgets: must be 1 to %d", len(c.Budgets), maxBudgets)
	}
	for i, name := range c.Methods {
		if _, err := named(name); err != nil {
			return err
		}
		if slices.Contains(c.Methods[:i], name) {
			return fmt.Errorf("method %s is named twice: leave one out", name)
		}
	}
	if slices.Contains(c.Methods, Experts) && len(c.Experts) == 0 {
		return fmt.Errorf("method %s is trained on files of games: name them with --experts", Experts)
	}
	for i, budget := range c.Budgets {
		if budget < minBudget || budget > maxBudget {
			return fmt.Errorf("budget %s: must be a time such as 30s, %s to %s", budget, minBudget, maxBudget)
		}
		if i > 0 && budget <= c.Budgets[i-1] {
			return fmt.Errorf("budget %s after %s: training goes on from one to the next, so they must rise",
				budget, c.Budgets[i-1])
		}
	}
	return nil
}

// openings returns the openings of all matches.
func (c *Config) openings() ([]fitness.Opening, error) {
	plies := fitness.DefaultPlies(engine.Standard())
	return fitness.OpeningsForMatch(fitness.Random(1, "study"), engine.Start(), c.Pairs, plies)
}

// continues returns an error unless a study with the settings old can continue with c.
func (c *Config) continues(old *Config) error {
	if c.Build != old.Build {
		return fmt.Errorf("the study was begun with a build of %s, but this is a build of %s: "+
			"their CPU seconds are not comparable; continue with the first build", old.Build, c.Build)
	}
	if len(old.Experts) > 0 && len(c.Experts) > 0 && !slices.Equal(old.Experts, c.Experts) {
		return errors.New("the experts' game files differ from those of the study: put the old files back")
	}
	return nil
}

// readConfig reads study.json.
func readConfig(data []byte) (c Config, err error) {
	if err = files.DecodeJSON(data, Schema, &c); err == nil {
		err = c.validate()
	}
	return c, err
}

// paths returns the paths of the experts' files.
func (c *Config) paths() (all []string) {
	for _, source := range c.Experts {
		all = append(all, source.Path)
	}
	return all
}

// seconds formats a budget for names of directories.
func seconds(budget time.Duration) string {
	return strconv.FormatFloat(budget.Seconds(), 'g', -1, 64) + "s"
}
