package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"evothello/fitness"
	"evothello/internal/files"
)

// The files of a tournament's directory.
const (
	configFile  = "tournament.json"
	resultsFile = "results.json"
	ratingsFile = "ratings.csv"
	crossFile   = "crosstable.csv"
)

// JournalFile is the name of the file with the played pairs in a tournament's directory.
const JournalFile = "journal.jsonl"

// An openDirectory is the locked directory of a tournament.
type openDirectory struct {
	*files.Dir
	journal *files.Journal
}

// A DirectoryError is the error of a directory whose contents are damaged or belong to something other than
// this tournament.
type DirectoryError struct{ error }

// Unwrap returns the wrapped error.
func (r DirectoryError) Unwrap() error { return r.error }

func directoryErrorf(format string, args ...any) error {
	return DirectoryError{fmt.Errorf(format, args...)}
}

// ReadConfig reads the configuration of the tournament in a directory.
func ReadConfig(dir *files.Dir) (Config, error) {
	var c Config
	path := dir.Path(configFile)
	data, err := dir.Read(configFile, files.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return c, directoryErrorf("%s holds no tournament: give the players, or name another directory", dir)
	}
	if err != nil {
		return c, err
	}
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		return c, directoryErrorf("%s: %w", path, files.Advise(err, "restore the original file, or choose another --out"))
	}
	if !bytes.Equal(c.marshal(), data) {
		return c, directoryErrorf("%s is damaged; restore the original file, or choose another --out", path)
	}
	return c, nil
}

func (c *Config) marshal() []byte { return files.EncodeJSON(c) }

func (c *Config) hash() string { return files.SHA256(c.marshal()) }

// OpenDirectory makes the tournament store its results in a directory. If the directory already contains a
// tournament with an equal configuration, this one continues it. The error is a DirectoryError if the
// contents of the directory do not fit, and files.ErrBusy if another process plays the tournament. The caller
// must Close the tournament.
func (t *Tournament) OpenDirectory(path string) error {
	dir := files.At(path)
	if err := t.checkDirectory(dir); err != nil { // before the lock, which would leave a file in the directory
		return err
	}
	if err := dir.Make(); err != nil {
		return fmt.Errorf("cannot make %s: %w; choose another --out", dir, files.NameDeniedDir(err))
	}
	if err := dir.Lock(); err != nil {
		return err
	}
	t.dir = &openDirectory{Dir: dir}
	if err := t.loadDirectory(); err != nil {
		t.Close()
		return err
	}
	return nil
}

// checkDirectory returns a DirectoryError if the directory contains another tournament or other files.
func (t *Tournament) checkDirectory(dir *files.Dir) error {
	entries, err := dir.List(".")
	if err != nil {
		return directoryErrorf("%w: choose another --out", err)
	}
	exists, others := false, false
	for _, entry := range entries {
		exists = exists || entry.Name() == configFile
		others = others || !strings.HasPrefix(entry.Name(), ".")
	}
	switch {
	case exists:
		old, err := ReadConfig(dir)
		if err != nil {
			return err
		}
		if difference := old.difference(&t.Config); difference != nil {
			return directoryErrorf("%s holds another tournament: %w; choose another --out", dir, difference)
		}
	case others:
		return directoryErrorf("%s exists already and is not a tournament: choose another --out", dir)
	}
	return nil
}

// A PlayerError is the error of a player that cannot play or has changed since the tournament started. For
// example, its program is missing, or its weights are different.
type PlayerError struct{ error }

// Unwrap returns the wrapped error.
func (p PlayerError) Unwrap() error { return p.error }

// difference returns the first difference of two configurations as an error, nil if there is none.
func (c *Config) difference(other *Config) error {
	if bytes.Equal(c.marshal(), other.marshal()) {
		return nil
	}
	number := func(n *int) string {
		if n == nil {
			return "that of each player"
		}
		return fmt.Sprint(*n)
	}
	for _, setting := range []struct{ name, there, here string }{
		{"players", c.names(), other.names()},
		{"pairs", fmt.Sprint(c.Pairs), fmt.Sprint(other.Pairs)},
		{"opening_plies", fmt.Sprint(c.Plies), fmt.Sprint(other.Plies)},
		{"seed", fmt.Sprint(c.Seed), fmt.Sprint(other.Seed)},
		{"depth", number(c.Depth), number(other.Depth)},
		{"endgame", number(c.Endgame), number(other.Endgame)},
	} {
		if setting.there != setting.here {
			return fmt.Errorf("its setting %s is %s, not %s", setting.name, setting.there, setting.here)
		}
	}
	for i, p := range c.Players {
		if now := other.Players[i].Plays; p.Plays != now {
			return PlayerError{fmt.Errorf("player %s has changed: it was %s and is now %s", p.Spec, p.Plays, now)}
		}
	}
	return fmt.Errorf("its schema is %d, not %d", c.Schema, other.Schema)
}

func (c *Config) names() string {
	names := make([]string, len(c.Players))
	for i, p := range c.Players {
		names[i] = p.Spec
	}
	return strings.Join(names, " ")
}

// loadDirectory writes the configuration to the locked directory, and reads the results that are there.
func (t *Tournament) loadDirectory() error {
	dir := t.dir.Dir
	if err := t.checkDirectory(dir); err != nil {
		return err
	}
	if err := dir.Sweep(); err != nil {
		return err
	}
	if err := dir.Write(configFile, t.Config.marshal()); err != nil {
		return err
	}
	results := make([]*fitness.PairResult, len(t.results))
	length, err := t.Config.readJournal(dir, func(e *entry) error { return t.addEntry(e, results) })
	if err != nil {
		return err
	}
	t.results = results
	if t.dir.journal, err = dir.Journal(JournalFile, length); err != nil {
		return err
	}
	if t.times, err = ReadTimes(dir); err != nil {
		return directoryErrorf("%w", err)
	}
	if length == 0 {
		return t.dir.journal.Add(files.EncodeLine(&header{Tournament: t.Config.hash()}))
	}
	return nil
}

// add appends the result of pair i to the journal.
func (d *openDirectory) add(i int, r fitness.PairResult, elsewhere bool) error {
	if err := d.journal.Add(files.EncodeLine(newEntry(i, r, elsewhere))); err != nil {
		return err
	}
	return d.journal.SyncEverySecond()
}

// Close closes the directory, if there is one.
func (t *Tournament) Close() {
	if t.dir == nil {
		return
	}
	if t.dir.journal != nil {
		t.dir.journal.Close()
	}
	t.dir.Dir.Close()
	t.dir = nil
}

// WriteResults writes the results to the open directory: results.json, ratings.csv and crosstable.csv.
func (t *Tournament) WriteResults(r *Results) error { return t.dir.WriteAll(r.files()) }

// Dir returns the open directory.
func (t *Tournament) Dir() *files.Dir { return t.dir.Dir }

func (r *Results) files() map[string][]byte {
	return map[string][]byte{
		resultsFile: files.EncodeJSON(r), ratingsFile: r.ratingsCSV(), crossFile: r.crossCSV(),
	}
}
