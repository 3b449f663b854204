package learn

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evothello/evaluators"
	"evothello/internal/files"
	"evothello/internal/jsonfile"
	"evothello/patterns"
	"evothello/weights"
)

// The files of a directory where learning goes on.
const (
	configFile     = "learn.json"
	goalFile       = "goal.json"
	checkpointFile = "checkpoint.json"
	historyFile    = "history.csv"
	timingFile     = "timing.csv"
	championFile   = "champion.json"
	gamesDir       = "games"
	candidatesDir  = "candidates"
	matchesDir     = "matches" // of the candidate whose round is not finished
	plotsDir       = "plots"
)

// A Learning is a directory where learning goes on, read or opened for work.
type Learning struct {
	Dir     string
	Config  Config
	Given   *Given // what the files of games had to offer, nil before they were read
	State   *State
	Goal    Goal
	Timings []Timing

	lock   *files.Lock // nil unless open for work
	timing *files.Journal
}

// ErrExists says that a directory is there already.
var ErrExists = errors.New("exists already")

// Create makes a directory with its configuration, whole or not at all, and opens it for
// work.
func Create(dir string, config Config, goal Goal) (*Learning, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s %w and is no directory: choose another --out", dir, ErrExists)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		if Is(dir) {
			return nil, fmt.Errorf("%s %w: go on with learn resume, or choose another --out", dir, ErrExists)
		}
		return nil, fmt.Errorf("%s %w and is something else: choose another --out", dir, ErrExists)
	}
	goal.Schema = goalSchema
	l := &Learning{Dir: dir, Config: config, State: &State{}, Goal: goal}
	content := config.tables()
	content[configFile], content[goalFile] = l.Config.Marshal(), jsonfile.Encode(l.Goal)
	lock, err := files.MakeDir(dir, content)
	if err == nil {
		err = l.begin(lock)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	return l, nil
}

// Is reports whether learning goes on in a directory.
func Is(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, configFile))
	return err == nil && info.Mode().IsRegular()
}

// Open reads a directory and changes nothing. A damaged file is an error.
func Open(dir string) (*Learning, error) {
	l := &Learning{Dir: dir}
	data, err := files.ReadKept(l.path(configFile), files.MaxGames)
	if err != nil {
		if _, statErr := os.Stat(dir); isMissing(statErr) {
			return nil, fmt.Errorf("nothing is learnt at %s: there is no such directory", dir)
		}
		return nil, fmt.Errorf("nothing is learnt at %s: it has no readable %s", dir, configFile)
	}
	if l.Config, err = ParseConfig(data, dir); err != nil {
		return nil, fmt.Errorf("%s: %w; put the right %s back", l.path(configFile), err, configFile)
	}
	if err := l.readGoal(); err != nil {
		return nil, err
	}
	if err := l.readState(); err != nil {
		return nil, err
	}
	l.readGiven()
	return l, l.readTimings()
}

// readState reads the checkpoint. Before there is one nothing was learnt.
func (l *Learning) readState() error {
	data, err := files.ReadKept(l.path(checkpointFile), files.MaxGames)
	if isMissing(err) {
		l.State = &State{}
		return nil
	}
	if err == nil {
		l.State, err = parseState(data, &l.Config)
	}
	if err != nil {
		return fmt.Errorf("%s is damaged: %w; delete it, and learn resume makes it again from the games that are there", l.path(checkpointFile), err)
	}
	return nil
}

// Resume opens a directory for work: it takes the lock, clears away what a killed process
// left, and makes every file agree with the checkpoint.
func Resume(dir string) (*Learning, error) {
	l, lock, err := files.Reopen(dir, Open)
	if err != nil {
		return nil, err
	}
	return l, l.begin(lock)
}

// begin opens the locked directory for work.
func (l *Learning) begin(lock *files.Lock) (err error) {
	l.lock = lock
	defer func() {
		if err != nil {
			l.Close()
		}
	}()
	for _, dir := range []string{gamesDir, candidatesDir} {
		if err := os.MkdirAll(l.path(dir), 0o755); err != nil {
			return err
		}
	}
	if err := l.writeDerived(); err != nil {
		return err
	}
	timing := timingCSV(l.Timings)
	if err := files.Write(l.path(timingFile), timing); err != nil {
		return err
	}
	l.timing, err = files.OpenJournal(l.path(timingFile), int64(len(timing)))
	return err
}

// Close lets go of a directory that was opened for work.
func (l *Learning) Close() {
	if l.lock == nil {
		return
	}
	if l.timing != nil {
		l.timing.Close()
	}
	l.lock.Release()
	l.lock = nil
}

// commit makes the state the newest checkpoint and brings the other files up to it.
func (l *Learning) commit(state *State) error {
	if err := files.Write(l.path(checkpointFile), state.marshal(&l.Config)); err != nil {
		return err
	}
	l.State = state
	return l.writeDerived()
}

// writeDerived writes the files that follow from the state: the history, and the champion
// with its tables beside it, without those of champions before it.
func (l *Learning) writeDerived() error {
	if l.State.Fitted == nil {
		if err := os.RemoveAll(l.path(matchesDir)); err != nil {
			return err
		}
	}
	if err := files.Write(l.path(historyFile), historyCSV(&l.Config, l.State.Rounds)); err != nil {
		return err
	}
	reigning := l.State.Reigning()
	if reigning != nil {
		if err := l.crown(reigning); err != nil {
			return err
		}
	} else if err := os.Remove(l.path(championFile)); err != nil && !isMissing(err) {
		return err
	}
	return l.removeTables(reigning)
}

// removeTables removes tables that lie beside the champion and are not its own.
func (l *Learning) removeTables(reigning *Round) error {
	for i := range l.State.Rounds {
		tables := patterns.FileName(l.State.Rounds[i].Fitted.Tables)
		if reigning != nil && tables == patterns.FileName(reigning.Fitted.Tables) {
			continue
		}
		if err := os.Remove(l.path(tables)); err != nil && !isMissing(err) {
			return err
		}
	}
	return nil
}

// crown makes the candidate of a round the champion: its tables come first.
func (l *Learning) crown(r *Round) error {
	tables := patterns.FileName(r.Fitted.Tables)
	if _, err := os.Stat(l.path(tables)); err != nil {
		if err := files.KeepAs(l.path(candidatesDir, tables), l.path(tables)); err != nil {
			return fmt.Errorf("the tables of round %d: %w", r.Round, err)
		}
	}
	return files.Write(l.path(championFile), jsonfile.Encode(l.candidate(r.Round, r.Fitted.Tables)))
}

// keepCandidate writes a candidate and its tables to the directory of all of them.
func (l *Learning) keepCandidate(round int, tables *patterns.Tables) error {
	if err := tables.Save(l.path(candidatesDir)); err != nil {
		return err
	}
	return files.Write(CandidateFile(l.Dir, round), jsonfile.Encode(l.candidate(round, tables.Hash())))
}

// candidate is who plays with the tables that were learnt in a round.
func (l *Learning) candidate(round int, tables string) *weights.Switch {
	settings := l.Config.Search
	s := &weights.Switch{
		Schema: weights.Schema,
		Name:   fmt.Sprintf("learnt in round %d", round),
		Turns:  weights.Turns{60}, // the tables have stages of their own
		Phases: []evaluators.Packed{tablesAlone()},
		Tables: tables,
		Search: &settings,
		Origin: &weights.Origin{Seed: l.Config.Seed, Run: l.Config.Hash(), Generation: round},
	}
	return s
}

// tablesAlone are weights that count learnt tables and nothing else.
func tablesAlone() evaluators.Packed {
	var w evaluators.Weights
	i, _ := evaluators.Index(evaluators.PatternsWeight)
	w[i] = 1
	return w.Pack()
}

// CandidateFile is where a directory keeps the candidate of a round.
func CandidateFile(dir string, round int) string {
	return filepath.Join(dir, candidatesDir, fmt.Sprintf("%05d.json", round))
}

// ChampionFile is the champion's file, if there is one yet.
func (l *Learning) ChampionFile() string { return l.path(championFile) }

// PlotsDir is where the pictures are.
func (l *Learning) PlotsDir() string { return l.path(plotsDir) }

func (l *Learning) path(names ...string) string {
	return filepath.Join(append([]string{l.Dir}, names...)...)
}

// gamesFile is the file of a round's games.
func (l *Learning) gamesFile(round int) string {
	return l.path(gamesDir, fmt.Sprintf("%05d.games", round))
}

// givenFile is that of the games that were in files.
func (l *Learning) givenFile() string { return l.path(gamesDir, "given.games") }

// givenCounts is what is known of them.
func (l *Learning) givenCounts() string { return l.path(gamesDir, "given.json") }

// isMissing reports whether the error says that a file does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
