// Package comparison compares settings of evolution, or methods of training, over random seeds. Each setting and seed
// is an ordinary run or training in a directory of the comparison, and all of them get the same number of games or
// generations, or the same CPU time. Then the champions meet each other and reference opponents on the same openings.
package comparison

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
)

// Schema is the version of a comparison's files that this program writes, and the newest that it reads.
const Schema = 1

// A Config is the content of compare.json. It may be changed later. Earlier runs and games are then used again where
// the new configuration needs them.
type Config struct {
	Schema   int       `json:"schema"`
	Settings []Setting `json:"settings"`
	Seeds    []uint64  `json:"seeds"`
	// The goal of each run; only one of these is not 0.
	Generations int           `json:"generations,omitempty"`
	Games       int           `json:"games,omitempty"`
	CPU         time.Duration `json:"cpu_ns,omitempty"`
	// Budgets are the CPU times after which champions are measured, in rising order; the last one is CPU. Without
	// budgets, champions are measured after shares of a run's effort.
	Budgets []time.Duration `json:"budgets_ns,omitempty"`

	Opponents []string `json:"opponents"` // reference opponents that all champions meet
	Pairs     int      `json:"pairs"`     // of games in each match
	Depth     int      `json:"depth"`     // search depth of champions and opponents in matches
	Endgame   int      `json:"endgame"`   // empty squares from which they solve the game
}

// A Setting is one of the compared configurations, without a seed. It has one run per seed.
type Setting struct {
	Name    string          `json:"name"`              // such as "optimizer=cmaes population=64"
	Dir     string          `json:"dir"`               // prefix of its runs' directories
	Command string          `json:"command,omitempty"` // the method's command, if the user gave one
	Kind    string          `json:"kind,omitempty"`    // "tables", "policy" or "qnet"; "" for a run of evolution
	Run     json.RawMessage `json:"run"`               // configuration file, such as run.json, with seed 0
	Method  runs.Method     `json:"-"`                 // decoded form of Run
}

// Set sets Method, and Kind and Run to match.
func (s *Setting) Set(m runs.Method) {
	s.Method = m.WithSeed(0)
	if s.Kind = ""; m.Format() != &runs.Evolution {
		s.Kind = m.Format().Kind().Name()
	}
	s.Run = s.Method.Marshal()
}

// The limits of a comparison.
const (
	maxChampions = 100
	maxMatches   = 300_000 // pairs in total
	maxBudgets   = 20
)

// New returns the default configuration of a comparison of settings. Its opponents are the reference opponents that all
// runs of evolution share, plus weak ones if some players do not search. Depth and Endgame are the largest values in
// the settings' searches.
func New(settings []Setting) Config {
	c := Config{Schema: Schema, Settings: settings, Pairs: 100, Depth: 1}
	usual := evolution.Defaults(0)
	common := usual.Reference.Opponents
	lacks := map[string]bool{}
	for i, s := range settings {
		if terms := s.Method.PlayerSearch(); terms != nil {
			c.Depth, c.Endgame = max(c.Depth, terms.Depth), max(c.Endgame, terms.Endgame)
		} else if c.Opponents == nil {
			c.Opponents = []string{"random", "table"}
		}
		run, is := s.Method.(*runs.Plan)
		if !is {
			continue
		}
		if i == 0 {
			common = run.Reference.Opponents
		}
		for _, opponent := range slices.Concat(common, run.Reference.Opponents) {
			if run.Copies[opponent] != nil || !slices.Contains(run.Reference.Opponents, opponent) {
				lacks[opponent] = true
			}
		}
	}
	for _, opponent := range common {
		if !lacks[opponent] && !slices.Contains(c.Opponents, opponent) {
			c.Opponents = append(c.Opponents, opponent)
		}
	}
	return c
}

// Keep copies everything except Settings from an earlier comparison.
func (c *Config) Keep(old *Config) {
	settings := c.Settings
	*c = *old
	c.Settings = settings
}

// SetCPU adds times to Budgets and makes the last budget the goal of all runs. A single budget stays in Budgets only if
// Mixed returns true.
func (c *Config) SetCPU(times []time.Duration) {
	c.Budgets = slices.Concat(c.Budgets, slices.DeleteFunc(slices.Clone(times), func(t time.Duration) bool {
		return slices.Contains(c.Budgets, t)
	}))
	if c.CPU = c.last(); len(c.Budgets) == 1 && !c.Mixed() {
		c.Budgets = nil
	}
}

// last is the last of the budgets.
func (c *Config) last() time.Duration { return c.Budgets[len(c.Budgets)-1] }

// Mixed reports whether some methods are not runs of evolution.
func (c *Config) Mixed() bool {
	return slices.ContainsFunc(c.Settings, func(s Setting) bool { return s.Kind != "" })
}

// Goal returns the goal of each run.
func (c *Config) Goal() runs.Goal { return runs.Goal{Count: c.Generations, Games: c.Games, CPU: c.CPU} }

// goals returns where a training stops on the way to its goal, so that its champion is kept.
func (c *Config) goals(t runs.Training) (all []runs.Goal) {
	if t.KeptFile() == "" {
		return []runs.Goal{c.Goal()}
	}
	for _, budget := range c.Budgets {
		all = append(all, runs.Goal{CPU: budget})
	}
	return all
}

// validate returns an error that names the first invalid setting and its valid values. It does not count openings,
// which takes a second.
func (c *Config) validate() error {
	efforts := 0
	for _, given := range []bool{c.Generations > 0, c.Games > 0, c.CPU > 0} {
		if given {
			efforts++
		}
	}
	switch {
	case len(c.Settings) < 2:
		return errors.New("there is nothing to compare: two settings or more must differ")
	case len(c.Seeds) == 0:
		return errors.New("no seeds: give some, such as 1-5")
	case len(c.Settings)*len(c.Seeds) > maxChampions:
		return fmt.Errorf("%d settings with %d seeds are more than %d runs: leave some out", len(c.Settings), len(c.Seeds),
			maxChampions)
	case efforts != 1:
		return errors.New("give exactly one of games, CPU time and generations, which is equal in all runs")
	case c.Generations > runs.Evolution.MaxCount:
		return fmt.Errorf("%d generations: must be 1 to %d", c.Generations, runs.Evolution.MaxCount)
	case c.Depth < 1 || c.Depth > search.MaxDepth:
		return fmt.Errorf("depth %d of the champions' matches: must be 1 to %d", c.Depth, search.MaxDepth)
	case c.Endgame < 0 || c.Endgame > search.MaxDepth:
		return fmt.Errorf("endgame %d of the champions' matches: must be 0 to %d", c.Endgame, search.MaxDepth)
	case c.Pairs < leastPairs:
		return fmt.Errorf("%d pairs in each of the champions' matches: must be %d or more", c.Pairs, leastPairs)
	case c.pairsInAll() > maxMatches:
		return fmt.Errorf("%d pairs per match are %d pairs in total: ask for at most %d per match", c.Pairs, c.pairsInAll(),
			c.Pairs*maxMatches/c.pairsInAll())
	}
	for i, seed := range c.Seeds {
		if slices.Contains(c.Seeds[:i], seed) {
			return fmt.Errorf("seed %d is listed twice: leave one out", seed)
		}
	}
	for _, s := range c.Settings {
		run, is := s.Method.(*runs.Plan)
		if is && len(run.Programs()) > 0 {
			return fmt.Errorf("opponent %s is a program, whose games cannot be repeated: leave it out", run.Programs()[0])
		}
	}
	return cmp.Or(c.validateBudgets(), c.validateSettings(), c.validateOpponents())
}

func (c *Config) validateBudgets() error {
	switch n := len(c.Budgets); {
	case n == 0 && c.Mixed():
		return errors.New("methods of different kinds have only CPU time in common: give --cpu, such as --cpu 30s,2m")
	case n > maxBudgets:
		return fmt.Errorf("%d CPU times: must be 1 to %d", n, maxBudgets)
	case n > 0 && c.CPU != c.last():
		return fmt.Errorf("cpu_ns is %d: must be %d, the last of budgets_ns", c.CPU, c.last())
	}
	for i, budget := range c.Budgets {
		if budget <= 0 {
			return fmt.Errorf("CPU time %s: must be above 0, such as 30s", budget)
		}
		if i > 0 && budget <= c.Budgets[i-1] {
			return fmt.Errorf("CPU time %s after %s: CPU times must rise, because training continues from one to the "+
				"next", budget,
				c.Budgets[i-1])
		}
	}
	return nil
}

// pairsInAll is the most pairs of games that champions may play.
func (c *Config) pairsInAll() int {
	n, stages := len(c.Settings)*len(c.Seeds), cmp.Or(len(c.Budgets), len(shares))
	return c.Pairs * (n*(n-1)/2 + n*stages*len(c.Opponents))
}

// validateSettings checks that settings differ and that their champions can meet.
func (c *Config) validateSettings() error {
	home := c.Settings[0].Method.HomeBoard()
	for i, s := range c.Settings {
		if s.Dir == "" || strings.Trim(s.Dir, dirLetters) != "" || strings.HasPrefix(s.Dir, ".") {
			return fmt.Errorf("setting %s: dir %q must have only letters, digits, dots and hyphens, and not begin with a "+
				"dot", s.Name, s.Dir)
		}
		for j, other := range c.Settings[:i] {
			switch {
			case s.Method.Hash() == c.Settings[j].Method.Hash():
				return fmt.Errorf("settings %s and %s are the same: leave one out", other.Name, s.Name)
			case s.Name == other.Name || s.Dir == other.Dir:
				return fmt.Errorf("two settings are called %s: leave one out", s.Name)
			}
		}
		if !s.Method.HomeBoard().SameGames(home) {
			return fmt.Errorf("settings %s and %s play on different boards, so their champions cannot meet: leave one out",
				c.Settings[0].Name, s.Name)
		}
	}
	return nil
}

func (c *Config) validateOpponents() error {
	if len(c.Opponents) == 0 {
		return errors.New("the runs share no reference opponent: give all of them at least one in common")
	}
	for i, text := range c.Opponents {
		spec, err := players.ParseSpec(text)
		if err == nil {
			err = spec.CheckRepeatable()
		}
		if err != nil {
			return err
		}
		if slices.Contains(c.Opponents[:i], text) {
			return fmt.Errorf("opponent %s is listed twice: leave one out", text)
		}
	}
	return nil
}

// openings returns the openings of all matches.
func (c *Config) openings() ([]fitness.Opening, error) {
	board := c.Settings[0].Method.HomeBoard()
	return fitness.OpeningsForMatch(fitness.Random(1, "comparison"), board.Start, c.Pairs, fitness.DefaultPlies(board))
}

// continues returns an error unless a comparison with the settings old can continue with c.
func (c *Config) continues(old *Config) error {
	for _, effort := range []struct {
		what     string
		old, now int64
	}{
		{"generations", int64(old.Generations), int64(c.Generations)},
		{"games", int64(old.Games), int64(c.Games)}, {"nanoseconds of CPU time", int64(old.CPU), int64(c.CPU)},
	} {
		if effort.old > 0 && effort.now < effort.old {
			return fmt.Errorf("its runs already have %d %s each: ask for as many or more", effort.old, effort.what)
		}
	}
	for i, budget := range old.Budgets {
		if old.Mixed() && (i >= len(c.Budgets) || c.Budgets[i] != budget) {
			return fmt.Errorf("its trainings have taken %s of CPU time: new CPU times must be longer", old.CPU)
		}
	}
	return nil
}

// parse reads compare.json and the configurations of its settings, with the pattern tables that lie in dir.
func parse(data []byte, dir string) (c Config, err error) {
	if err = files.DecodeJSON(data, Schema, &c); err != nil {
		return c, err
	}
	for i := range c.Settings {
		s := &c.Settings[i]
		method, err := runs.ParseMethod(s.Kind, s.Run, dir)
		if err != nil {
			return c, fmt.Errorf("setting %s: %w", s.Name, err)
		}
		s.Set(method) // reading has changed the order of its fields
	}
	return c, c.validate()
}

// content returns the files of a comparison's directory: compare.json and the tables that its methods begin with.
func (c *Config) content() map[string][]byte {
	content := map[string][]byte{configFile: files.EncodeSummed(c)}
	for _, s := range c.Settings {
		maps.Copy(content, s.Method.TableFiles())
	}
	return content
}

// dirLetters are the letters of directories' names.
const dirLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_+"

// DirName returns the name of a directory for the values of a setting, at most 60 bytes long. It replaces characters
// that are unsafe in file names by _.
func DirName(values []string) string {
	const longest = 60
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(dirLetters, r) {
			return r
		}
		return '_'
	}, strings.Join(values, "-"))
	name = strings.Trim(name, "._")
	return name[:min(len(name), longest)]
}
