// Package study asks whether evolution is worth it: it has players evolved and taught in several
// ways, each by this program's own commands, and measures their strength after so many CPU
// seconds of training, and at so much time a move.
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

// Schema is the newest version of a study's files that this program reads, and the one it
// writes.
const Schema = 1

// A Config is study.json: what is studied. It may be changed later: what was trained and played
// before counts where it is still asked for.
type Config struct {
	Schema  int             `json:"schema"`
	Build   string          `json:"build"` // of the program; CPU seconds of two builds do not compare
	Methods []string        `json:"methods"`
	Budgets []time.Duration `json:"budgets_ns"` // of training, rising; players are taken at each
	Seeds   int             `json:"seeds"`      // each method is trained from seeds 1 to this
	Pairs   int             `json:"pairs"`      // of games against each anchor
	Experts []tables.Source `json:"experts,omitempty"`
}

// Defaults are the settings of the study that was published.
func Defaults() Config {
	return Config{
		Schema: Schema, Build: Build(), Methods: slices.DeleteFunc(Names(),
			func(name string) bool { return name == Experts }),
		Budgets: []time.Duration{10 * time.Second, 30 * time.Second, 100 * time.Second, 300 * time.Second},
		Seeds:   3, Pairs: 100,
	}
}

// Build is that of this program: Go's version and experiments.
func Build() string { return runtime.Version() }

// Bounds of a study.
const (
	maxSeeds   = 100
	maxBudgets = 20
	maxPairs   = 5000
	minBudget  = 100 * time.Millisecond
	maxBudget  = 1000 * time.Hour
)

// Validate returns an error that names the first setting that cannot work, and what would.
func (c *Config) Validate() error {
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
		return fmt.Errorf("method %s learns from files of games: name them with --experts", Experts)
	}
	for i, budget := range c.Budgets {
		if budget < minBudget || budget > maxBudget {
			return fmt.Errorf("budget %s: must be a time such as 30s, %s to %s", budget, minBudget, maxBudget)
		}
		if i > 0 && budget <= c.Budgets[i-1] {
			return fmt.Errorf("budget %s after %s: training goes on from one to the next, so they must rise", budget,
				c.Budgets[i-1])
		}
	}
	_, err := c.openings()
	return err
}

// openings are those of all matches.
func (c *Config) openings() ([]fitness.Opening, error) {
	return fitness.OpeningsForMatch(fitness.Random(1, "study"), engine.Start(), c.Pairs,
		fitness.UsualPlies(engine.Standard()))
}

// continues returns an error unless a study that began so can go on as c says.
func (c *Config) continues(old *Config) error {
	if c.Build != old.Build {
		return fmt.Errorf("it was begun with a build of %s, and this is one of %s, whose CPU seconds do not compare: go "+
			"on with the other one", old.Build, c.Build)
	}
	if len(old.Experts) > 0 && len(c.Experts) > 0 && !slices.Equal(old.Experts, c.Experts) {
		return errors.New("its experts' games are other ones: put those files back")
	}
	return nil
}

// readConfig reads study.json.
func readConfig(data []byte) (c Config, err error) {
	if err = files.DecodeJSON(data, Schema, &c); err == nil {
		err = c.Validate()
	}
	return c, err
}

// paths are the experts' files.
func (c *Config) paths() (all []string) {
	for _, source := range c.Experts {
		all = append(all, source.Path)
	}
	return all
}

// seconds writes a budget as directories are called after it.
func seconds(budget time.Duration) string {
	return strconv.FormatFloat(budget.Seconds(), 'g', -1, 64) + "s"
}
