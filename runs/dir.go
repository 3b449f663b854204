// Package runs is the working directory of everything that takes hours: configuration, goal, lock,
// checkpoint, journal, history and timing, in files that survive anything. Work stops, goes on
// and is reproduced to the byte. Directory is what all trainings share; Run is a run of evolution.
package runs

import (
	"errors"
	"fmt"

	"evothello/evaluators/patterns"
	"evothello/evolution"
	"evothello/internal/files"
)

// The files of a run.
const (
	configFile     = "run.json"
	checkpointFile = "checkpoint.json"
	journalFile    = "journal.jsonl"
	historyFile    = "history.csv"
	championFile   = "champion.json"
	championsDir   = "champions"
)

// Evolution is the format of a run's directory.
var Evolution = Format{
	Absent: "no run", Present: "a run is", Config: configFile, Checkpoint: checkpointFile, Mark: "population",
	Unit: "generation", Most: 10_000_000, GoalSchema: 2,
	Timings: []string{"generation", "seconds", "cpu", "games", "nodes"},
	Remedy: "repair DIR may rebuild it; else restore one of them from a copy, or start again with run --config DIR/" +
		configFile + " --out …",
	Makes: []string{championFile, championsDir + "/*.json"},
}

// A Run is a run's directory, read or opened for work.
type Run struct {
	Directory
	Config  evolution.Config
	State   *evolution.State
	History []evolution.Row // one a generation

	past  *past  // that State follows from
	books *books // nil unless open for work
}

// Create makes a run's directory with its configuration and generation 0, whole
// or not at all, and opens it for work.
func Create(dir string, config evolution.Config, goal Goal) (*Run, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	first, err := evolution.Genesis(&config)
	if err != nil {
		return nil, err
	}
	content := map[string][]byte{
		configFile:     config.Marshal(),
		checkpointFile: newCheckpoint(&config, first, sumJournal(nil).extent()).Marshal(),
	}
	if t := config.Learnt(); t != nil {
		content[patterns.FileName(t.Hash())] = t.File()
	}
	return Make(&Run{Config: config, State: first, past: &past{}}, &Evolution, dir, goal, content)
}

// Open reads a run and changes nothing. A damaged file is an error.
func Open(dir string) (*Run, error) { return Load[Run](&Evolution, dir) }

// ReadConfig implements Trainer.
func (r *Run) ReadConfig(data []byte) (err error) {
	r.Config, err = evolution.ParseConfig(data, evolution.Beside(r.Dir))
	return err
}

// ReadState implements Trainer. It reads the journal after the checkpoint, since it may be growing. A run
// has a checkpoint from the beginning.
func (r *Run) ReadState(checkpoint string) error {
	data, err := files.ReadInternal(r.Path(checkpoint), files.MaxGames)
	if files.IsMissing(err) {
		return fmt.Errorf("%s is missing", r.Path(checkpoint))
	}
	if err != nil {
		return err
	}
	journal, err := files.ReadInternal(r.Path(journalFile), files.MaxJournal)
	if err != nil && !files.IsMissing(err) {
		return err
	}
	state, past, err := parseCheckpoint(data, journal, &r.Config)
	if bad, is := errors.AsType[badJournal](err); is {
		damaged := files.Damagedf(r.Path(journalFile), "is damaged: %w", bad.error)
		damaged.Mend = func() (string, error) { return r.rebuildJournal(bad.checkpoint) }
		return damaged
	}
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", r.Path(checkpoint), err)
	}
	r.State, r.past, r.History = state, past, past.rows
	return nil
}

// Check verifies every file of a run, and changes nothing.
func Check(dir string) []*files.Damaged { return CheckDir[Run](&Evolution, dir) }

// Check implements Trainer.
func (r *Run) Check() (all []*files.Damaged) {
	check := func(content []byte, names ...string) {
		if damaged := files.CheckContent(r.Path(names...), content); damaged != nil {
			all = append(all, damaged)
		}
	}
	for i := range r.State.Champions {
		champion := &r.State.Champions[i]
		check(r.Config.Switch(champion).File(), championsDir, championName(champion))
	}
	if reigning := r.State.Reigning(); reigning != nil {
		check(r.Config.Switch(reigning).File(), championFile)
	}
	check(historyCSV(&r.Config, r.History, r.State.Champions), historyFile)
	return all
}

// Resume opens a run for work: it takes the lock, clears away what a killed
// process left, and makes every file agree with the checkpoint.
func Resume(dir string) (*Run, error) { return Reopen[Run](&Evolution, dir) }
