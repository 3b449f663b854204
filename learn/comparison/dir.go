package comparison

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"evothello/internal/files"
	"evothello/runs"
)

// The files of a comparison's directory.
const (
	configFile   = "compare.json"
	runsDir      = "runs"    // an ordinary run or training for each setting and seed
	playersDir   = "players" // copies of players that their training would overwrite
	gamesDir     = "games"   // of a fitness.ResultCache
	resultsFile  = "results.json"
	tableFile    = "compare.csv"
	outcomesFile = "outcomes.csv"
)

// A Comparison is the directory of a comparison, with its configuration.
type Comparison struct {
	*files.Dir
	Config Config
}

// ErrNone is the error if a directory holds no comparison.
var ErrNone = errors.New("holds no comparison")

// Open reads the comparison in a directory and changes nothing. It returns ErrNone if there is none.
func Open(dir string) (*Comparison, error) { return open(files.At(dir)) }

func open(dir *files.Dir) (*Comparison, error) {
	c := &Comparison{Dir: dir}
	data, err := c.Read(configFile, files.MaxGames)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err == nil {
		c.Config, err = parse(data, dir.Path())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path(configFile), files.Advise(err,
			"restore the original file, or choose another --out"))
	}
	return c, nil
}

// Begin creates a directory with a comparison, or opens an existing comparison to continue it with this configuration.
// It locks the directory until Close. The error is files.ErrBusy if another process uses the directory.
func Begin(dir string, config Config) (*Comparison, error) {
	if err := config.validate(); err != nil {
		return nil, err
	}
	if _, err := config.openings(); err != nil {
		return nil, err
	}
	c := &Comparison{Dir: files.At(dir), Config: config}
	content := config.content()
	old, err := Open(dir)
	switch {
	case errors.Is(err, ErrNone):
		if c.HasFiles() {
			return nil, fmt.Errorf("%s exists already and %w: choose another --out", dir, ErrNone)
		}
		if c.Dir, err = files.MakeDir(dir, content); err != nil {
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

// reopen locks an existing directory and writes its settings again, the tables that they need first.
func (c *Comparison) reopen(content map[string][]byte) (err error) {
	if err := c.Lock(); err != nil {
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
	entries, err := c.List(".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), files.Partial) { // of a killed process
			if err := c.Remove(entry.Name()); err != nil {
				return err
			}
		}
	}
	if old, _ := c.Read(configFile, files.MaxGames); !bytes.Equal(old, content[configFile]) {
		if err := c.Remove(resultsFile); err != nil { // of the settings before
			return err
		}
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(content)), func(name string) bool { return name == configFile })
	for _, name := range append(names, configFile) {
		if err := c.Write(name, content[name]); err != nil {
			return err
		}
	}
	return nil
}

// checkRuns returns an error if a run's directory holds another run.
func (c *Comparison) checkRuns() error {
	for _, r := range c.all() {
		name := filepath.Join(r.name, r.method.Format().Config)
		data, err := c.Read(name, files.MaxGames)
		switch {
		case files.IsMissing(err):
		case err != nil:
			return err
		case files.SHA256(data) != r.method.Hash():
			return fmt.Errorf("%s has other settings: give the same settings as before, or choose another --out", c.Path(name))
		}
	}
	return nil
}

// A planned run is a setting with a seed.
type planned struct {
	setting int
	seed    uint64
	name    string      // of its directory, in the comparison's
	dir     string      // its path
	method  runs.Method // with the seed
}

// isThere reports whether the run has begun.
func (r *planned) isThere() bool { return r.method.Format().Is(r.dir) }

// keptFile is the name of the copy of a run's player after a round, in the comparison's directory.
func (r *planned) keptFile(round int, of string) string {
	return filepath.Join(playersDir, fmt.Sprintf("%s-%05d%s", filepath.Base(r.name), round, filepath.Ext(of)))
}

// all returns the runs of the comparison, seed by seed, so that early seeds cover all settings.
func (c *Comparison) all() (all []planned) {
	for _, seed := range c.Config.Seeds {
		for i, s := range c.Config.Settings {
			name := filepath.Join(runsDir, fmt.Sprintf("%s-%d", s.Dir, seed))
			all = append(all, planned{i, seed, name, c.Path(name), s.Method.WithSeed(seed)})
		}
	}
	return all
}
