package comparison

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"evothello/evolution"
	"evothello/internal/files"
	"evothello/runs"
)

// The files of a comparison's directory.
const (
	configFile   = "compare.json"
	runsDir      = "runs"  // an ordinary run for each setting and seed
	gamesDir     = "games" // of a fitness.ResultCache
	resultsFile  = "results.json"
	tableFile    = "compare.csv"
	outcomesFile = "outcomes.csv"
)

// A Comparison is a comparison's directory.
type Comparison struct {
	Dir    string
	Config Config
	// Unproven is the number of pairs of earlier processes if a worker turned out wrong in Play: it may have returned some
	// of them, which is not remembered. Otherwise it is 0.
	Unproven int

	configs []evolution.Config // of the settings, with seed 0
	lock    *files.Lock        // nil unless open for work
}

// ErrNone is the error of a directory without a comparison.
var ErrNone = errors.New("holds no comparison")

// Open reads the comparison in a directory and changes nothing. It returns ErrNone if there is none.
func Open(dir string) (*Comparison, error) {
	c := &Comparison{Dir: dir}
	path := filepath.Join(dir, configFile)
	data, err := files.ReadInternal(path, files.MaxGames)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err == nil {
		c.Config, c.configs, err = parse(data, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; put the comparison's own one back, or choose another --out", path, err)
	}
	return c, nil
}

// Begin makes a directory with a comparison, or opens the one that is there for work with new settings. configs are the
// configurations of the settings' runs. The error is files.ErrBusy if another process uses the directory. Close
// unlocks it.
func Begin(dir string, config Config, configs []evolution.Config) (*Comparison, error) {
	if err := config.validate(configs); err != nil {
		return nil, err
	}
	c := &Comparison{Dir: dir, Config: config, configs: configs}
	content := tables(configs)
	content[configFile] = files.EncodeSummed(&config)
	old, err := Open(dir)
	switch {
	case errors.Is(err, ErrNone):
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			return nil, fmt.Errorf("%s exists already and %w: choose another --out", dir, ErrNone)
		}
		if c.lock, err = files.MakeDir(dir, content); err != nil {
			return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
		}
		return c, nil
	case err != nil:
		return nil, err
	}
	if err := config.continues(&old.Config); err != nil {
		return nil, fmt.Errorf("%s: %w, or choose another --out", dir, err)
	}
	return c, c.reopen(content)
}

// reopen locks an existing directory and writes its settings anew, the tables that they need first.
func (c *Comparison) reopen(content map[string][]byte) (err error) {
	if c.lock, err = files.Acquire(c.Dir); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	if err := c.checkRuns(); err != nil {
		return err
	}
	partial := files.Glob(c.Dir, files.Partial+"*") // of a killed process
	for _, path := range partial {
		if err := files.Remove(path); err != nil {
			return err
		}
	}
	if old, _ := os.ReadFile(filepath.Join(c.Dir, configFile)); !bytes.Equal(old, content[configFile]) {
		if err := files.Remove(filepath.Join(c.Dir, resultsFile)); err != nil { // of the settings before
			return err
		}
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(content)), func(name string) bool { return name == configFile })
	for _, name := range append(names, configFile) {
		if err := files.Write(filepath.Join(c.Dir, name), content[name]); err != nil {
			return err
		}
	}
	return nil
}

// checkRuns returns an error if a run's directory holds another run.
func (c *Comparison) checkRuns() error {
	for _, r := range c.all() {
		path := filepath.Join(r.dir, runs.Evolution.Config)
		data, err := files.ReadInternal(path, files.MaxGames)
		switch {
		case files.IsMissing(err):
		case err != nil:
			return err
		case files.SHA256(data) != r.config.Hash():
			return fmt.Errorf("%s has other settings: name the settings as they were, or choose another --out", path)
		}
	}
	return nil
}

// GamesDir returns the directory with the results of matches.
func (c *Comparison) GamesDir() string { return filepath.Join(c.Dir, gamesDir) }

// Configs returns the configurations of the settings' runs, with seed 0.
func (c *Comparison) Configs() []evolution.Config { return c.configs }

// Close unlocks the directory.
func (c *Comparison) Close() {
	if c.lock != nil {
		c.lock.Release()
		c.lock = nil
	}
}

// A planned run is a setting with a seed.
type planned struct {
	setting int
	seed    uint64
	dir     string
	config  evolution.Config
}

// all returns the runs of the comparison, seed by seed, so that early seeds cover all settings.
func (c *Comparison) all() (all []planned) {
	for _, seed := range c.Config.Seeds {
		for i, s := range c.Config.Settings {
			run := c.configs[i]
			run.Seed = seed
			all = append(all, planned{i, seed, filepath.Join(c.Dir, runsDir, fmt.Sprintf("%s-%d", s.Dir, seed)), run})
		}
	}
	return all
}
