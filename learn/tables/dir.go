package tables

import (
	"bytes"
	"fmt"
	"path/filepath"

	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/weights"
)

// The files of a training directory.
const (
	configFile     = "tables.json"
	checkpointFile = "checkpoint.json"
	historyFile    = "history.csv"
	championFile   = "champion.json"
	gamesDir       = "games"
	candidatesDir  = "candidates"
	matchesDir     = "matches"                 // of the unfinished round
	givenFile      = gamesDir + "/given.games" // a copy of the games in Config.GameFiles
	givenCounts    = gamesDir + "/given.json"  // their counts
)

// Format is the format of a directory in which pattern tables are trained.
var Format = runs.Format{
	NoneFound: "no pattern tables are trained", Found: "pattern tables are trained",
	Config: configFile, Checkpoint: checkpointFile, ConfigField: "fit",
	Unit: "round", MaxCount: 10_000, GoalSchema: 1,
	TimingColumns: []string{"round", "stage", "seconds", "cpu", "games", "nodes"},
	Remedy:        "delete both checkpoints, and resume makes them again from the stored games",
	Outputs:       []string{championFile, "*.tables", candidatesDir + "/*"},
}

func init() {
	runs.RegisterTraining[Training](runs.Kind{Format: &Format, WhyNoPlayer: noChampionReason,
		Parse: func(data []byte, dir string) (runs.Method, error) {
			c, err := ParseConfig(data, dir)
			return &c, err
		}})
}

// A Training is a training directory, opened for reading or for work.
type Training struct {
	runs.Directory
	Config    Config
	FileGames *FileGameCounts // counts of the games in Config.GameFiles, nil before the files are read
	State     *State
}

// noChampionReason returns the reason why a directory has no champion yet, and what to do. It returns "" if
// the directory should have one.
func noChampionReason(dir string) string {
	l, err := Open(dir)
	switch {
	case err != nil || l.State.ChampionRound() != nil:
		return ""
	case l.Count() == 0:
		return fmt.Sprintf("no round of training is finished there yet: `%s` continues it", called.Evolve("resume", dir))
	}
	last := CandidateFile(dir, l.Count())
	return fmt.Sprintf("no candidate has passed the gate against %s there yet; the last is %s",
		l.Config.Players[0].Name, last)
}

// Create makes a directory with a configuration and opens it for work. If it fails, there is no directory.
func Create(dir string, config Config, goal runs.Goal) (*Training, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	content := config.TableFiles()
	content[configFile] = config.Marshal()
	return runs.MakeDirectory(&Training{Config: config, State: &State{}}, &Format, dir, goal, content)
}

// Open reads a directory and changes nothing. A damaged file is an error.
func Open(dir string) (*Training, error) { return runs.LoadDirectory[Training](&Format, dir) }

// Resume opens an existing directory for work.
func Resume(dir string) (*Training, error) { return runs.ResumeDirectory[Training](&Format, dir) }

// ReadConfig implements runs.Trainer.
func (l *Training) ReadConfig(data []byte) (err error) {
	l.Config, err = ParseConfig(data, l.Path())
	l.State = &State{}
	l.readGiven()
	return err
}

// ReadState implements runs.Trainer.
func (l *Training) ReadState(checkpoint string) error {
	data, err := l.Read(checkpoint, files.MaxGames)
	if err != nil {
		return err
	}
	state, err := parseState(data, &l.Config)
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", l.Path(checkpoint), err)
	}
	l.State = state
	return nil
}

// Begin implements runs.Trainer: it makes the subdirectories and brings every file up to the
// checkpoint.
func (l *Training) Begin() error {
	for _, dir := range []string{gamesDir, candidatesDir} {
		if err := l.MakeAll(dir); err != nil {
			return err
		}
	}
	if err := l.restoreTables(); err != nil {
		return err
	}
	return l.writeDerived()
}

// restoreTables rewrites damaged table files of the configured players. It has their content because
// the tables of players that ship with the program are embedded in it.
func (l *Training) restoreTables() error {
	for name, data := range l.Config.TableFiles() {
		if kept, err := l.Read(name, int64(len(data))); err == nil && bytes.Equal(kept, data) {
			continue
		}
		if err := l.Write(name, data); err != nil {
			return err
		}
	}
	return nil
}

// commit makes the state the newest checkpoint and brings the other files up to it.
func (l *Training) commit(state *State) error {
	if err := l.WriteCheckpoint(state.marshal(&l.Config)); err != nil {
		return err
	}
	l.State = state
	return l.writeDerived()
}

// writeDerived writes the files that follow from the state: the history, and the champion with its
// tables. It removes the tables of earlier champions.
func (l *Training) writeDerived() error {
	if l.State.Fitted == nil {
		if err := l.RemoveAll(matchesDir); err != nil {
			return err
		}
	}
	if err := l.Write(historyFile, historyCSV(&l.Config, l.State.Rounds)); err != nil {
		return err
	}
	reigning := l.State.ChampionRound()
	if reigning != nil {
		if err := l.writeChampion(reigning); err != nil {
			return err
		}
	} else if err := l.Remove(championFile); err != nil {
		return err
	}
	return l.removeTables(reigning)
}

// removeTables removes all tables from the directory except the champion's.
func (l *Training) removeTables(reigning *Round) error {
	for i := range l.State.Rounds {
		tables := patterns.FileName(l.State.Rounds[i].Fitted.Tables)
		if reigning != nil && tables == patterns.FileName(reigning.Fitted.Tables) {
			continue
		}
		if err := l.Remove(tables); err != nil {
			return err
		}
	}
	return nil
}

// writeChampion makes the candidate of a round the champion. It writes the tables first, because the
// champion's file refers to them. If the tables are lost it writes nothing; restore makes them again.
func (l *Training) writeChampion(r *Round) error {
	tables, err := l.open(&r.Fitted)
	if err != nil {
		return nil
	}
	if err := l.Write(patterns.FileName(tables.Hash()), tables.File()); err != nil {
		return err
	}
	return l.Write(championFile, l.candidate(r.Round, tables).File())
}

// writeCandidate writes a candidate and its tables to the directory of candidates.
func (l *Training) writeCandidate(round int, tables *patterns.Tables) error {
	if err := l.Write(filepath.Join(candidatesDir, patterns.FileName(tables.Hash())), tables.File()); err != nil {
		return err
	}
	return l.Write(candidateFile(round), l.candidate(round, tables).File())
}

// candidate returns weights that use the tables of a round and no other feature.
func (l *Training) candidate(round int, tables *patterns.Tables) *weights.Switch {
	var alone evaluators.Weights
	alone.Set(evaluators.PatternsWeight, 1)
	settings := l.Config.Search
	// One phase is enough: the tables have stages.
	s := weights.New(weights.Turns{60}, nil, evaluators.Phases{alone}, tables)
	s.Name = fmt.Sprintf("trained in round %d", round)
	s.Search = &settings
	s.Origin = &weights.Origin{Seed: l.Config.Seed, Run: l.Config.Hash(), Generation: round}
	return s
}

// CandidateFile returns the path of a round's candidate.
func CandidateFile(dir string, round int) string { return filepath.Join(dir, candidateFile(round)) }

func candidateFile(round int) string {
	return filepath.Join(candidatesDir, fmt.Sprintf("%05d.json", round))
}

// ChampionFile returns the path of the champion, which may not exist yet.
func (l *Training) ChampionFile() string { return l.Path(championFile) }

// gamesFile returns the name of the file of a round's games.
func gamesFile(round int) string { return filepath.Join(gamesDir, fmt.Sprintf("%05d.games", round)) }
