package study

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"evothello/internal/files"
)

// The files of a study's directory.
const (
	configFile  = "study.json"
	playersDir  = "players" // a directory for each stage of each training
	gamesDir    = "games"   // what fitness.Kept keeps
	pacesFile   = "paces.json"
	resultsFile = "results.json"
	tableFile   = "study.csv"
)

// A Study is a directory in which players are trained and measured, opened for work.
type Study struct {
	Dir    string
	Config Config

	lock   *files.Lock
	stages map[string]*Stage  // those that are finished, by their directory's name
	paces  map[string]float64 // seconds a move, by player
}

// ErrNone says that a directory holds no study.
var ErrNone = errors.New("holds no study")

// A Refusal is an error that is the fault of what lies in a directory, or of what is asked of it.
type Refusal struct{ error }

// Unwrap returns the error itself.
func (r Refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return Refusal{fmt.Errorf(format, args...)} }

// ReadConfig reads what is studied in a directory. The error is ErrNone if nothing is.
func ReadConfig(dir string) (Config, error) {
	path := filepath.Join(dir, configFile)
	data, err := files.ReadInternal(path, files.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return Config{}, ErrNone
	}
	if err != nil {
		return Config{}, err
	}
	c, err := readConfig(data)
	if err != nil {
		return c, refuse("%s: %w; put the study's own one back, or choose another --out", path, err)
	}
	return c, nil
}

// Open begins a study in a directory, or goes on with the one that is there. A Refusal says why it
// cannot, an error that is files.ErrBusy that another process works there. Close lets go of the
// directory.
func Open(dir string, c Config) (*Study, error) {
	if err := c.Validate(); err != nil {
		return nil, Refusal{err}
	}
	s := &Study{Dir: dir, Config: c}
	old, err := ReadConfig(dir)
	switch {
	case errors.Is(err, ErrNone):
		err = s.create()
	case err == nil:
		if err = c.continues(&old); err != nil {
			return nil, refuse("%s: %w, or choose another --out", dir, err)
		}
		if s.lock, err = files.Acquire(dir); err == nil {
			err = s.read()
		}
		if err == nil {
			err = files.Write(filepath.Join(dir, configFile), files.EncodeJSON(&c))
		}
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// create makes the directory.
func (s *Study) create() (err error) {
	if entries, _ := os.ReadDir(s.Dir); len(entries) > 0 {
		return refuse("%s exists already and %w: choose another --out", s.Dir, ErrNone)
	}
	s.lock, err = files.MakeDir(s.Dir, map[string][]byte{configFile: files.EncodeJSON(&s.Config)})
	if err != nil {
		return fmt.Errorf("cannot make %s: %w; choose another --out", s.Dir, err)
	}
	return s.read()
}

// Close lets go of the directory.
func (s *Study) Close() {
	if s.lock != nil {
		s.lock.Release()
	}
}

// read clears away what a killed process left, and reads what was trained and measured before.
func (s *Study) read() error {
	if err := s.sweep(); err != nil {
		return err
	}
	if err := files.Sweep(s.Dir); err != nil {
		return err
	}
	if err := s.readPaces(); err != nil {
		return err
	}
	s.stages = map[string]*Stage{}
	for _, t := range s.trainings() {
		if err := s.readTraining(t); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes incomplete stages, but not those where a training still runs that outlived its
// study.
func (s *Study) sweep() error {
	entries, err := os.ReadDir(filepath.Join(s.Dir, playersDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), files.Partial) {
			continue
		}
		path := filepath.Join(s.Dir, playersDir, entry.Name())
		if lock, err := files.Acquire(filepath.Join(path, trainingDir)); err == nil {
			lock.Release()
		} else if errors.Is(err, files.ErrBusy) {
			return err
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}
