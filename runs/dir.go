// Package runs implements working directories for training that takes hours: configuration, goal, lock,
// checkpoint, journal, history and timing. Training can be interrupted at any point and resumed. Its results
// are then the same, byte for byte, as without the interruption. Directory is the common part of all kinds of
// training; Run is a run of evolution.
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

// Evolution is the format of the directory of a run.
var Evolution = Format{
	NoneFound: "no run", Found: "a run is", Config: configFile, Checkpoint: checkpointFile, ConfigField: "population",
	Unit: "generation", MaxCount: 10_000_000, GoalSchema: 2,
	TimingColumns: []string{"generation", "seconds", "cpu", "games", "nodes"}, ByEffort: true,
	Remedy: "evolve repair DIR may rebuild it; else restore one of the two checkpoints from a copy, or start again " +
		"with evolve run --config DIR/" +
		configFile + " --out …",
	Outputs: []string{championFile, championsDir + "/*.json"},
}

// A Run is the directory of a run, read-only or opened for training.
type Run struct {
	Directory
	Config  evolution.Config
	State   *evolution.State
	History []evolution.Row // one row per generation

	content *journalContent // the journal up to State
	open    *openFiles      // nil unless opened for training
}

// Create makes the directory of a run with its configuration and generation 0, and opens it for training. If it fails,
// there is no directory.
func Create(dir string, config evolution.Config, goal Goal) (*Run, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	first, err := evolution.InitialState(&config)
	if err != nil {
		return nil, err
	}
	content := map[string][]byte{
		configFile:     config.Marshal(),
		checkpointFile: newCheckpoint(&config, first, hashJournal(nil).prefix()).Marshal(),
	}
	for _, t := range config.Tables() {
		content[patterns.FileName(t.Hash())] = t.File()
	}
	return MakeDirectory(&Run{Config: config, State: first, content: &journalContent{}}, &Evolution, dir, goal, content)
}

// Title returns a run's name in titles: its directory and optimizer, and its board unless that is the standard one.
func (r *Run) Title() string {
	return fmt.Sprintf("%s, %s%s", r.Name(), r.Config.Optimizer.Name(), r.Config.OnBoard())
}

// Open reads a run without changing it. A damaged file is an error.
func Open(dir string) (*Run, error) { return LoadDirectory[Run](&Evolution, dir) }

// ReadConfig implements Trainer.
func (r *Run) ReadConfig(data []byte) (err error) {
	r.Config, err = evolution.ParseConfig(data, evolution.TablesIn(r.Path()))
	return err
}

// ReadState implements Trainer. It reads the journal after the checkpoint, because another process may be appending to
// it. A run always has a checkpoint.
func (r *Run) ReadState(checkpoint string) error {
	data, err := r.Read(checkpoint, files.MaxGames)
	if files.IsMissing(err) {
		return fmt.Errorf("%s is missing", r.Path(checkpoint))
	}
	if err != nil {
		return err
	}
	journal, err := r.Read(journalFile, files.MaxJournal)
	if err != nil && !files.IsMissing(err) {
		return err
	}
	state, past, err := parseCheckpoint(data, journal, &r.Config)
	if _, other := errors.AsType[files.OtherProgram](err); other {
		return fmt.Errorf("%s: %w", r.Path(checkpoint), err)
	}
	if wrong, is := errors.AsType[journalError](err); is {
		damaged := r.Damagedf(journalFile, "is damaged: %w", wrong.error)
		damaged.Mend = func() (string, error) { return r.rebuildJournal(wrong.checkpoint) }
		return damaged
	}
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", r.Path(checkpoint), err)
	}
	r.State, r.content, r.History = state, past, past.rows
	return nil
}

// Check implements Trainer.
func (r *Run) Check() (all []*files.Damaged) {
	check := func(name string, content []byte) {
		if damaged := r.CheckContent(name, content); damaged != nil {
			all = append(all, damaged)
		}
	}
	for i := range r.State.Champions {
		champion := &r.State.Champions[i]
		check(archived(champion.Generation), r.Config.ChampionFile(champion))
	}
	if champion := r.State.CurrentChampion(); champion != nil {
		check(championFile, r.Config.ChampionFile(champion))
	}
	check(historyFile, historyCSV(&r.Config, r.History, r.State.Champions))
	return append(all, r.checkTrust()...)
}

// Resume opens a run for training, see ResumeDirectory.
func Resume(dir string) (*Run, error) { return ResumeDirectory[Run](&Evolution, dir) }
