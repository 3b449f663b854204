// Package comparison compares settings of evolution over random seeds. Each setting and seed is an ordinary run in a
// directory of the comparison, and all runs get the same number of games or generations, or the same CPU time. Then
// the champions meet each other and reference opponents on the same openings.
package comparison

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"evothello/evaluators/patterns"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
)

// Schema is the newest version of a comparison's files that this program reads, and the one it writes.
const Schema = 1

// A Config is the content of compare.json. It may be changed later: earlier runs and games count as far as the new
// settings need them.
type Config struct {
	Schema   int       `json:"schema"`
	Settings []Setting `json:"settings"`
	Seeds    []uint64  `json:"seeds"`
	// One of these says how far each run goes.
	Generations int           `json:"generations,omitempty"`
	Games       int           `json:"games,omitempty"`
	CPU         time.Duration `json:"cpu_ns,omitempty"`

	Opponents []string `json:"opponents"` // reference opponents that all champions meet
	Pairs     int      `json:"pairs"`     // of games in each match
	Depth     int      `json:"depth"`     // to which champions and opponents search in these
	Endgame   int      `json:"endgame"`   // empty squares from which they play exactly
}

// A Setting is one of the things compared: the configuration of its runs without a seed.
type Setting struct {
	Name string          `json:"name"` // "optimizer=cmaes population=64"
	Dir  string          `json:"dir"`  // beginning of the names of its runs' directories
	Run  json.RawMessage `json:"run"`  // a run.json with seed 0
}

// The limits of a comparison.
const (
	maxChampions = 100
	maxMatches   = 300_000 // pairs in all
)

// New returns the settings of a comparison with their defaults: the opponents that are on the reference opponents
// of all runs, and the largest depth and endgame of the runs.
func New(settings []Setting, configs []evolution.Config) (Config, error) {
	c := Config{Schema: Schema, Settings: settings, Pairs: 100}
	if len(configs) == 0 {
		return c, errors.New("no setting is compared")
	}
	for i, run := range configs {
		run.Seed = 0
		c.Settings[i].Run = run.Marshal()
		c.Depth, c.Endgame = max(c.Depth, run.Search.Depth), max(c.Endgame, run.Search.Endgame)
	}
	for _, opponent := range configs[0].Reference.Opponents {
		lacks := func(run evolution.Config) bool {
			return run.Copies[opponent] != nil || !slices.Contains(run.Reference.Opponents, opponent)
		}
		if !slices.ContainsFunc(configs, lacks) {
			c.Opponents = append(c.Opponents, opponent)
		}
	}
	return c, nil
}

// Keep takes over everything but the settings from an earlier comparison.
func (c *Config) Keep(old *Config) {
	settings := c.Settings
	*c = *old
	c.Settings = settings
}

// Goal is how far each run goes.
func (c *Config) Goal() runs.Goal { return runs.Goal{Count: c.Generations, Games: c.Games, CPU: c.CPU} }

// validate returns an error that names the first invalid setting and its valid values. configs are the configurations
// of the settings. It does not count openings, which takes a second.
func (c *Config) validate(configs []evolution.Config) error {
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
		return errors.New("no seeds: name some, such as 1-5")
	case len(c.Settings)*len(c.Seeds) > maxChampions:
		return fmt.Errorf("%d settings with %d seeds are more than %d runs: leave some out", len(c.Settings), len(c.Seeds),
			maxChampions)
	case efforts != 1:
		return errors.New("say what is equal in all runs, by exactly one of games, CPU time and generations")
	case c.Generations > runs.Evolution.MaxCount:
		return fmt.Errorf("%d generations: must be 1 to %d", c.Generations, runs.Evolution.MaxCount)
	case c.Depth < 1 || c.Depth > search.MaxDepth:
		return fmt.Errorf("depth %d of the champions' matches: must be 1 to %d", c.Depth, search.MaxDepth)
	case c.Endgame < 0 || c.Endgame > search.MaxDepth:
		return fmt.Errorf("endgame %d of the champions' matches: must be 0 to %d", c.Endgame, search.MaxDepth)
	case c.Pairs < leastPairs:
		return fmt.Errorf("%d pairs in each of the champions' matches: must be %d or more", c.Pairs, leastPairs)
	case c.pairsInAll() > maxMatches:
		return fmt.Errorf("%d pairs in each match are %d in all: ask for at most %d", c.Pairs, c.pairsInAll(),
			c.Pairs*maxMatches/c.pairsInAll())
	}
	for i, seed := range c.Seeds {
		if slices.Contains(c.Seeds[:i], seed) {
			return fmt.Errorf("seed %d is named twice: leave one out", seed)
		}
	}
	for _, run := range configs {
		if programs := run.Programs(); len(programs) > 0 {
			return fmt.Errorf("opponent %s is a program, whose games cannot be repeated: leave it out", programs[0])
		}
	}
	if err := c.validateSettings(configs); err != nil {
		return err
	}
	return c.validateOpponents()
}

// pairsInAll is the most pairs of games that champions may play.
func (c *Config) pairsInAll() int {
	n := len(c.Settings) * len(c.Seeds)
	return c.Pairs * (n*(n-1)/2 + n*len(shares)*len(c.Opponents))
}

// validateSettings checks that settings differ and that their champions can meet.
func (c *Config) validateSettings(configs []evolution.Config) error {
	for i, s := range c.Settings {
		if s.Dir == "" || strings.Trim(s.Dir, dirLetters) != "" || strings.HasPrefix(s.Dir, ".") {
			return fmt.Errorf("setting %s: dir %q must be of letters, digits, dots and hyphens", s.Name, s.Dir)
		}
		for j, other := range c.Settings[:i] {
			switch {
			case configs[i].Hash() == configs[j].Hash():
				return fmt.Errorf("settings %s and %s are the same: leave one out", other.Name, s.Name)
			case s.Name == other.Name || s.Dir == other.Dir:
				return fmt.Errorf("two settings are called %s: leave one out", s.Name)
			}
		}
		if board := configs[i].HomeBoard(); !board.SameGames(configs[0].HomeBoard()) {
			return fmt.Errorf("settings %s and %s play on different boards, so their champions cannot meet: leave one out",
				c.Settings[0].Name, s.Name)
		}
	}
	if board := configs[0].HomeBoard(); board.IsLarge() {
		return fmt.Errorf("board %s: runs are compared on boards up to 8×8", board.Name)
	}
	return nil
}

func (c *Config) validateOpponents() error {
	if len(c.Opponents) == 0 {
		return errors.New("no opponent is on the reference opponents of all runs: name reference opponents")
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
			return fmt.Errorf("opponent %s is named twice: leave one out", text)
		}
	}
	return nil
}

// openings returns the openings of all matches.
func (c *Config) openings(run *evolution.Config) ([]fitness.Opening, error) {
	board := run.HomeBoard()
	return fitness.OpeningsForMatch(fitness.Random(1, "comparison"), board.Start, c.Pairs, fitness.DefaultPlies(board))
}

// continues returns an error unless a comparison with the settings old can go on with c.
func (c *Config) continues(old *Config) error {
	for _, effort := range []struct {
		what     string
		old, now int64
	}{
		{"generations", int64(old.Generations), int64(c.Generations)},
		{"games", int64(old.Games), int64(c.Games)}, {"nanoseconds of CPU time", int64(old.CPU), int64(c.CPU)},
	} {
		if effort.old > 0 && effort.now < effort.old {
			return fmt.Errorf("its runs have %d %s each: ask for as many or more", effort.old, effort.what)
		}
	}
	return nil
}

// parse reads compare.json and the configurations of its settings, with the pattern tables that lie in dir.
func parse(data []byte, dir string) (c Config, configs []evolution.Config, err error) {
	if err = files.DecodeJSON(data, Schema, &c); err != nil {
		return c, nil, err
	}
	for _, s := range c.Settings {
		run, err := evolution.ParseConfig(s.Run, evolution.TablesIn(dir))
		if err != nil {
			return c, nil, fmt.Errorf("setting %s: %w", s.Name, err)
		}
		if run.Tunes() {
			return c, nil, fmt.Errorf("setting %s: it has parameters of a program, which no file may name: leave them out",
				s.Name)
		}
		configs = append(configs, run)
	}
	return c, configs, c.validate(configs)
}

// tables returns the files of the pattern tables that runs begin with, by name.
func tables(configs []evolution.Config) map[string][]byte {
	content := map[string][]byte{}
	for _, run := range configs {
		if t := run.PatternTables(); t != nil {
			content[patterns.FileName(t.Hash())] = t.File()
		}
	}
	return content
}

// dirLetters are the letters of directories' names.
const dirLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_+"

// DirName makes a name of a directory of a setting's values.
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
