package study

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"evothello/internal/files"
)

// The files of a study's directory.
const (
	configFile  = "study.json"
	playersDir  = "players" // a directory for each stage of each training
	gamesDir    = "games"   // cache of fitness.OpenResultCache
	pacesFile   = "paces.json"
	resultsFile = "results.json"
	tableFile   = "study.csv"
)

// A Study is a study's directory, opened for work.
type Study struct {
	*files.Dir
	Config Config

	stages map[string]*Stage  // finished stages, by name of their directory
	paces  map[string]float64 // seconds per move, by the player's hash
}

// ErrNone is the error of a directory without a study.
var ErrNone = errors.New("holds no study")

// A UserError is an error of the user's settings or files, rather than of the program or the system.
type UserError struct{ error }

// Unwrap returns the wrapped error.
func (r UserError) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return UserError{fmt.Errorf(format, args...)} }

// ReadConfig reads the configuration of the study in a directory. It returns ErrNone if there is none.
func ReadConfig(dir *files.Dir) (Config, error) {
	data, err := dir.Read(configFile, files.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return Config{}, ErrNone
	}
	if err != nil {
		return Config{}, err
	}
	c, err := readConfig(data)
	if err != nil {
		return c, refuse("%s: %w", dir.Path(configFile), files.Advise(err,
			"put the study's own one back, or choose another --out"))
	}
	return c, nil
}

// Open begins a study in a directory, or opens the existing one. It returns a UserError for invalid
// settings or files, and files.ErrBusy if another process uses the directory. Close unlocks the
// directory.
func Open(dir string, c Config) (*Study, error) {
	if err := c.Validate(); err != nil {
		return nil, UserError{err}
	}
	s := &Study{Dir: files.At(dir), Config: c}
	old, err := ReadConfig(s.Dir)
	switch {
	case errors.Is(err, ErrNone):
		err = s.create()
	case err == nil:
		if err = c.continues(&old); err != nil {
			return nil, refuse("%s: %w, or choose another --out", dir, err)
		}
		if err = s.Lock(); err == nil {
			err = s.read()
		}
		if err == nil {
			err = s.Write(configFile, files.EncodeSummed(&c))
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
	if s.HasFiles() {
		return refuse("%s exists already and %w: choose another --out", s.Dir, ErrNone)
	}
	made, err := files.MakeDir(s.Path(), map[string][]byte{configFile: files.EncodeSummed(&s.Config)})
	if errors.Is(err, fs.ErrExist) { // another process was faster
		return fmt.Errorf("%s: %w: wait for it or stop it", s.Dir, files.ErrBusy)
	}
	if err != nil {
		return fmt.Errorf("cannot make %s: %w; choose another --out", s.Dir, err)
	}
	s.Dir = made
	return s.read()
}

// read removes incomplete files of a killed process, and reads finished stages and paces.
func (s *Study) read() error {
	if err := s.sweep(); err != nil {
		return err
	}
	if err := s.Sweep(); err != nil {
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

// sweep removes incomplete stages. It returns files.ErrBusy if a training process of a killed study still
// runs in one of them.
func (s *Study) sweep() error {
	entries, err := s.List(playersDir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), files.Partial) {
			continue
		}
		name := filepath.Join(playersDir, entry.Name())
		training := files.At(s.Path(name, trainingDir))
		if err := training.Lock(); errors.Is(err, files.ErrBusy) {
			return err
		}
		training.Close()
		if err := s.RemoveAll(name); err != nil {
			return err
		}
	}
	return nil
}
