package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"evothello/fitness"
	"evothello/internal/files"
)

// The files of a tournament's directory.
const (
	configFile  = "tournament.json"
	journalFile = "journal.jsonl"
	resultsFile = "results.json"
	ratingsFile = "ratings.csv"
	crossFile   = "crosstable.csv"
)

// A directory is where a tournament is kept, locked.
type directory struct {
	path    string
	lock    *files.Lock
	journal *files.Journal
}

// A Refusal is an error that is the fault of what lies in a directory.
type Refusal struct{ error }

// Unwrap returns the error itself.
func (r Refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return Refusal{fmt.Errorf(format, args...)} }

// ReadConfig reads the configuration of the tournament kept in a directory.
func ReadConfig(dir string) (Config, error) {
	var c Config
	path := filepath.Join(dir, configFile)
	data, err := files.ReadInternal(path, files.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return c, refuse("%s holds no tournament: name its players, or another directory", dir)
	}
	if err != nil {
		return c, err
	}
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		return c, refuse("%s: %w; put the tournament's own one back, or choose another --out", path, err)
	}
	if !bytes.Equal(c.marshal(), data) {
		return c, refuse("%s is damaged; put the tournament's own one back, or choose another --out", path)
	}
	return c, nil
}

func (c *Config) marshal() []byte { return files.EncodeJSON(c) }

func (c *Config) hash() string { return files.SHA256(c.marshal()) }

// Keep keeps the tournament in a directory: it begins there, or goes on with the
// one that is there, which must have the same configuration. A Refusal says why it
// cannot, an error that is files.ErrBusy that another process plays it. Close lets
// go of the directory.
func (t *Tournament) Keep(dir string) error {
	if err := t.mayKeep(dir); err != nil { // before the lock leaves a file behind
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make %s: %w; choose another --out", dir, files.NameDeniedDir(err))
	}
	lock, err := files.Acquire(dir)
	if err != nil {
		return err
	}
	t.dir = &directory{path: dir, lock: lock}
	if err := t.open(); err != nil {
		t.Close()
		return err
	}
	return nil
}

// mayKeep returns a Refusal if something in the directory is in the way.
func (t *Tournament) mayKeep(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return refuse("%w: choose another --out", err)
	}
	there, strange := false, false
	for _, entry := range entries {
		there = there || entry.Name() == configFile
		strange = strange || !strings.HasPrefix(entry.Name(), ".")
	}
	switch {
	case there:
		old, err := ReadConfig(dir)
		if err != nil {
			return err
		}
		if difference := old.differs(&t.Config); difference != nil {
			return refuse("%s holds another tournament: %w; choose another --out", dir, difference)
		}
	case strange:
		return refuse("%s exists already and is no tournament: choose another --out", dir)
	}
	return nil
}

// A PlayerError says that a player cannot play, or not as it did when the tournament
// began: its program is missing, its weights are others.
type PlayerError struct{ error }

// Unwrap returns the error itself.
func (p PlayerError) Unwrap() error { return p.error }

// differs says in what two configurations differ, nil if in nothing.
func (c *Config) differs(other *Config) error {
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
		{"plies", fmt.Sprint(c.Plies), fmt.Sprint(other.Plies)},
		{"seed", fmt.Sprint(c.Seed), fmt.Sprint(other.Seed)},
		{"depth", number(c.Depth), number(other.Depth)},
		{"endgame", number(c.Endgame), number(other.Endgame)},
	} {
		if setting.there != setting.here {
			return fmt.Errorf("its %s: %s, yours: %s", setting.name, setting.there, setting.here)
		}
	}
	for i, p := range c.Players {
		if now := other.Players[i].Plays; p.Plays != now {
			return PlayerError{fmt.Errorf("%s was %s and is now %s", p.Spec, p.Plays, now)}
		}
	}
	return fmt.Errorf("its schema: %d, yours: %d", c.Schema, other.Schema)
}

func (c *Config) names() string {
	names := make([]string, len(c.Players))
	for i, p := range c.Players {
		names[i] = p.Spec
	}
	return strings.Join(names, " ")
}

// open brings the files of the locked directory and the tournament together.
func (t *Tournament) open() error {
	dir := t.dir.path
	if err := t.mayKeep(dir); err != nil {
		return err
	}
	if err := files.Sweep(dir); err != nil {
		return err
	}
	if err := files.Write(filepath.Join(dir, configFile), t.Config.marshal()); err != nil {
		return err
	}
	results := make([]*fitness.PairResult, len(t.results))
	length, err := t.Config.readJournal(dir, func(e *entry) error { return t.take(e, results) })
	if err != nil {
		return err
	}
	t.results = results
	if t.dir.journal, err = files.OpenJournal(filepath.Join(dir, journalFile), length); err != nil {
		return err
	}
	if t.times, err = ReadTimes(dir); err != nil {
		return refuse("%w", err)
	}
	if length == 0 {
		return t.dir.journal.Add(files.EncodeLine(&header{Tournament: t.Config.hash()}))
	}
	return nil
}

// add adds a pair's line to the journal.
func (d *directory) add(i int, r fitness.PairResult) error {
	if err := d.journal.Add(files.EncodeLine(newEntry(i, r))); err != nil {
		return err
	}
	return d.journal.SyncEverySecond()
}

// Close lets go of the directory, if the tournament is kept in one.
func (t *Tournament) Close() {
	if t.dir == nil {
		return
	}
	if t.dir.journal != nil {
		t.dir.journal.Close()
	}
	t.dir.lock.Release()
	t.dir = nil
}

// WriteTo writes the results into a directory: results.json, ratings.csv and
// crosstable.csv.
func (r *Results) WriteTo(dir string) (err error) {
	for name, content := range r.files() {
		err = errors.Join(err, files.Write(filepath.Join(dir, name), content))
	}
	return err
}

func (r *Results) files() map[string][]byte {
	return map[string][]byte{
		resultsFile: files.EncodeJSON(r), ratingsFile: r.ratingsCSV(), crossFile: r.crossCSV(),
	}
}
