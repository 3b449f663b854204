package dqn

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"evothello/internal/files"
	"evothello/internal/jsonfile"
	"evothello/rivals/nets"
)

// The files of a directory where an agent learns.
const (
	configFile     = "dqn.json"
	goalFile       = "goal.json"
	checkpointFile = "checkpoint.dqn"
	earlierFile    = "checkpoint.prev.dqn"
	agentFile      = "agent.dqn"
	historyFile    = "history.csv"
	timingFile     = "timing.csv"
	plotsDir       = "plots"
)

// A Training is a directory where an agent learns, read or opened for work.
type Training struct {
	Dir     string
	Config  Config
	Goal    Goal
	Rounds  []Round // those that are finished
	Timings []Timing
	// Notice says what was damaged and is done without, "" if nothing.
	Notice string

	saved *saved
	lock  *files.Lock // nil unless open for work
}

// ErrExists says that a directory is there already.
var ErrExists = errors.New("exists already")

// Create makes a directory with its configuration, whole or not at all, and opens it for
// work.
func Create(dir string, config Config, goal Goal) (*Training, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if Is(dir) {
		return nil, fmt.Errorf("%s %w: go on with dqn resume, or choose another --out", dir, ErrExists)
	}
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s %w and is no directory: choose another --out", dir, ErrExists)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf("%s %w and is something else: choose another --out", dir, ErrExists)
	}
	goal.Schema = goalSchema
	lock, err := files.MakeDir(dir, map[string][]byte{configFile: config.Marshal(), goalFile: jsonfile.Encode(goal)})
	if err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	return &Training{Dir: dir, Config: config, Goal: goal, lock: lock}, nil
}

// Is reports whether an agent learns in a directory.
func Is(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, configFile))
	return err == nil && info.Mode().IsRegular()
}

// Open reads a directory and changes nothing. If its checkpoint is damaged the one before it
// counts, and Notice says so; any other damaged file is an error.
func Open(dir string) (*Training, error) {
	t := &Training{Dir: dir}
	data, err := files.ReadKept(t.path(configFile), files.MaxSettings)
	if err != nil {
		if _, statErr := os.Stat(dir); isMissing(statErr) {
			return nil, fmt.Errorf("no agent learns at %s: there is no such directory", dir)
		}
		return nil, fmt.Errorf("no agent learns at %s: it has no readable %s", dir, configFile)
	}
	if t.Config, err = ParseConfig(data); err != nil {
		return nil, fmt.Errorf("%s: %w; put the right %s back", t.path(configFile), err, configFile)
	}
	if err := t.readGoal(); err != nil {
		return nil, err
	}
	if err := t.readCheckpoints(); err != nil {
		return nil, err
	}
	return t, t.readTimings()
}

// readCheckpoints reads the checkpoint, or the one before it if that is damaged. Before there
// is one nothing was learnt.
func (t *Training) readCheckpoints() error {
	err := t.readCheckpoint(checkpointFile)
	if err == nil || isMissing(err) {
		return nil
	}
	if earlier := t.readCheckpoint(earlierFile); earlier != nil {
		return fmt.Errorf("%w, and there is no sound %s: delete it to begin again, or put a sound one back", err, earlierFile)
	}
	t.Notice = fmt.Sprintf("%v; going on from %s, after episode %d", err, earlierFile, t.saved.Counts.Episodes)
	return nil
}

// A checkpoint is what its file says besides the networks.
type checkpoint struct {
	Config string  `json:"config"` // SHA-256 of dqn.json
	Counts Counts  `json:"counts"`
	Rounds []Round `json:"rounds"`
	Games  []Game  `json:"games"` // those in memory
}

// checkpointKind is the kind of its file. The names of the tensors begin with whose they are.
const (
	checkpointKind = "state of a Q-learner"
	targetPrefix   = "target/"
)

func (t *Training) readCheckpoint(name string) error {
	data, err := files.ReadKept(t.path(name), nets.MaxFile)
	if err != nil {
		return err
	}
	var c checkpoint
	all, err := nets.Decode(data, checkpointKind, &c)
	if err == nil && c.Config != t.Config.Hash() {
		err = fmt.Errorf("belongs to another %s", configFile)
	}
	if err == nil {
		err = c.validate()
	}
	if err != nil {
		return fmt.Errorf("%s %w", t.path(name), err)
	}
	s := &saved{Counts: c.Counts, Games: c.Games}
	for _, one := range all {
		if target, is := strings.CutPrefix(one.Name, targetPrefix); is {
			one.Name = target
			s.Target = append(s.Target, one)
		} else {
			s.State = append(s.State, one)
		}
	}
	t.Rounds, t.saved = c.Rounds, s
	return nil
}

// validate returns an error if the rounds cannot have brought what there is.
func (c *checkpoint) validate() error {
	episodes := 0
	for i, r := range c.Rounds {
		if r.Round != i+1 || r.Episodes < 1 || r.Wins < 0 || r.Draws < 0 || r.Losses < 0 || r.Wins+r.Draws+r.Losses != r.Episodes {
			return fmt.Errorf("has a round %d that cannot be", i+1)
		}
		episodes += r.Episodes
	}
	if n := c.Counts; n.Episodes != episodes || n.Steps < 0 || n.Trained < 0 || n.Unbeaten < 0 {
		return errors.New("has counts that do not follow from its rounds")
	}
	return nil
}

// Resume opens a directory for work.
func Resume(dir string) (*Training, error) {
	if _, err := Open(dir); err != nil { // before the lock leaves a file behind
		return nil, err
	}
	lock, err := files.Acquire(dir)
	if err != nil {
		return nil, err
	}
	t, err := Open(dir)
	if err == nil {
		err = files.Sweep(dir)
	}
	if err != nil {
		lock.Release()
		return nil, err
	}
	t.lock = lock
	return t, nil
}

// Close lets go of a directory that was opened for work.
func (t *Training) Close() {
	if t.lock != nil {
		t.lock.Release()
		t.lock = nil
	}
}

// commit makes what was learnt the newest checkpoint, and brings the other files up to it.
// The checkpoint before it is kept, unless that is damaged.
func (t *Training) commit() error {
	all := append([]nets.Tensor(nil), t.saved.State...)
	for _, one := range t.saved.Target {
		one.Name = targetPrefix + one.Name
		all = append(all, one)
	}
	about := checkpoint{Config: t.Config.Hash(), Counts: t.saved.Counts, Rounds: t.Rounds, Games: t.saved.Games}
	data, err := nets.Encode(checkpointKind, about, all)
	if err != nil {
		return err
	}
	if t.Notice == "" {
		if err := files.KeepAs(t.path(checkpointFile), t.path(earlierFile)); err != nil && !isMissing(err) {
			return err
		}
	}
	if err := files.Write(t.path(checkpointFile), data); err != nil {
		return err
	}
	t.Notice = ""
	return t.writeDerived()
}

// writeDerived writes the files that follow from the checkpoint.
func (t *Training) writeDerived() error {
	if t.saved == nil {
		return nil
	}
	if err := t.agent().save(t.path(agentFile)); err != nil {
		return err
	}
	if err := files.Write(t.path(historyFile), historyCSV(t.Rounds)); err != nil {
		return err
	}
	return files.Write(t.path(timingFile), timingCSV(t.Timings))
}

// AgentFile is the file of what was learnt, if there is one yet: a player.
func (t *Training) AgentFile() string { return t.path(agentFile) }

// PlotsDir is where the pictures are.
func (t *Training) PlotsDir() string { return t.path(plotsDir) }

func (t *Training) path(name string) string { return filepath.Join(t.Dir, name) }

// isMissing reports whether the error says that a file does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
