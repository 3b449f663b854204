package tables

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/weights"
)

// The files of a directory where learning goes on.
const (
	configFile     = "learn.json"
	checkpointFile = "checkpoint.json"
	historyFile    = "history.csv"
	championFile   = "champion.json"
	gamesDir       = "games"
	candidatesDir  = "candidates"
	matchesDir     = "matches" // of the candidate whose round is not finished
)

// Format is the format of a directory where tables are learnt.
var Format = runs.Format{
	Absent: "nothing is learnt", Present: "tables are learnt", Config: configFile, Checkpoint: checkpointFile, Mark: "fit",
	Unit: "round", Most: 10_000, GoalSchema: 1,
	Timings: []string{"round", "stage", "seconds", "cpu", "games", "nodes"},
	Remedy:  "delete both, and resume makes them again from the games that are there",
	Makes:   []string{championFile, "*.tables", candidatesDir + "/*"},
}

// A Learning is a directory where learning goes on, read or opened for work.
type Learning struct {
	runs.Directory
	Config Config
	Given  *Given // what the files of games had to offer, nil before they were read
	State  *State
}

// Waits says why a directory has no champion yet, and what to do; "" if it should have one.
func Waits(dir string) string {
	l, err := Open(dir)
	switch {
	case err != nil || l.State.Reigning() != nil:
		return ""
	case l.Count() == 0:
		return fmt.Sprintf("no round of learning is finished there yet: `%s` goes on with it", called.Evolve("resume", dir))
	}
	return fmt.Sprintf("no candidate has beaten %s there yet; the last is %s", l.Config.Players[0].Name,
		CandidateFile(dir, l.Count()))
}

// Create makes a directory with its configuration, whole or not at all, and opens it for
// work.
func Create(dir string, config Config, goal runs.Goal) (*Learning, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	content := config.tables()
	content[configFile] = config.Marshal()
	return runs.Make(&Learning{Config: config, State: &State{}}, &Format, dir, goal, content)
}

// Open reads a directory and changes nothing. A damaged file is an error.
func Open(dir string) (*Learning, error) { return runs.Load[Learning](&Format, dir) }

// Resume opens for work a directory that is there.
func Resume(dir string) (*Learning, error) { return runs.Reopen[Learning](&Format, dir) }

// ReadConfig implements runs.Trainer.
func (l *Learning) ReadConfig(data []byte) (err error) {
	l.Config, err = ParseConfig(data, l.Dir)
	l.State = &State{}
	l.readGiven()
	return err
}

// ReadState implements runs.Trainer.
func (l *Learning) ReadState(checkpoint string) error {
	data, err := files.ReadKept(l.Path(checkpoint), files.MaxGames)
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

// Begin opens the locked directory for work and brings every file up to the checkpoint.
func (l *Learning) Begin() error {
	for _, dir := range []string{gamesDir, candidatesDir} {
		if err := os.MkdirAll(l.Path(dir), 0o755); err != nil {
			return err
		}
	}
	if err := l.keepTables(); err != nil {
		return err
	}
	return l.writeDerived()
}

// keepTables writes again what is damaged of the tables that players of the configuration have. Those of
// players that ship with the program are known without their files.
func (l *Learning) keepTables() error {
	for name, data := range l.Config.tables() {
		if kept, err := files.ReadKept(l.Path(name), int64(len(data))); err == nil && bytes.Equal(kept, data) {
			continue
		}
		if err := files.Write(l.Path(name), data); err != nil {
			return err
		}
	}
	return nil
}

// commit makes the state the newest checkpoint and brings the other files up to it.
func (l *Learning) commit(state *State) error {
	if err := l.WriteCheckpoint(state.marshal(&l.Config)); err != nil {
		return err
	}
	l.State = state
	return l.writeDerived()
}

// writeDerived writes the files that follow from the state: the history, and the champion
// with its tables beside it, without those of champions before it.
func (l *Learning) writeDerived() error {
	if l.State.Fitted == nil {
		if err := os.RemoveAll(l.Path(matchesDir)); err != nil {
			return err
		}
	}
	if err := files.Write(l.Path(historyFile), historyCSV(&l.Config, l.State.Rounds)); err != nil {
		return err
	}
	reigning := l.State.Reigning()
	if reigning != nil {
		if err := l.crown(reigning); err != nil {
			return err
		}
	} else if err := files.Remove(l.Path(championFile)); err != nil {
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
		if err := files.Remove(l.Path(tables)); err != nil {
			return err
		}
	}
	return nil
}

// crown makes the candidate of a round the champion: its tables come first. Those that are lost
// come with restore.
func (l *Learning) crown(r *Round) error {
	tables, err := l.open(&r.Fitted)
	if err != nil {
		return nil
	}
	if err := tables.Save(l.Dir); err != nil {
		return err
	}
	return files.Write(l.Path(championFile), files.EncodeJSON(l.candidate(r.Round, tables)))
}

// keepCandidate writes a candidate and its tables to the directory of all of them.
func (l *Learning) keepCandidate(round int, tables *patterns.Tables) error {
	if err := tables.Save(l.Path(candidatesDir)); err != nil {
		return err
	}
	return files.Write(CandidateFile(l.Dir, round), files.EncodeJSON(l.candidate(round, tables)))
}

// candidate is who plays with the tables that were learnt in a round.
func (l *Learning) candidate(round int, tables *patterns.Tables) *weights.Switch {
	var alone evaluators.Weights // count the tables and nothing else
	i, _ := evaluators.Index(evaluators.PatternsWeight)
	alone[i] = 1
	settings := l.Config.Search
	// The tables have stages of their own.
	s := weights.New(weights.Turns{60}, nil, []evaluators.Weights{alone}, tables)
	s.Name = fmt.Sprintf("learnt in round %d", round)
	s.Search = &settings
	s.Origin = &weights.Origin{Seed: l.Config.Seed, Run: l.Config.Hash(), Generation: round}
	return s
}

// CandidateFile is where a directory keeps the candidate of a round.
func CandidateFile(dir string, round int) string {
	return filepath.Join(dir, candidatesDir, fmt.Sprintf("%05d.json", round))
}

// ChampionFile is the champion's file, if there is one yet.
func (l *Learning) ChampionFile() string { return l.Path(championFile) }

// gamesFile is the file of a round's games.
func (l *Learning) gamesFile(round int) string {
	return l.Path(gamesDir, fmt.Sprintf("%05d.games", round))
}

// givenFile is that of the games that were in files.
func (l *Learning) givenFile() string { return l.Path(gamesDir, "given.games") }

// givenCounts is what is known of them.
func (l *Learning) givenCounts() string { return l.Path(gamesDir, "given.json") }
