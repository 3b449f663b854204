package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"evothello/evolution"
	"evothello/internal/files"
)

// books are what a run has open while it is worked on. What a commit writes depends on
// the state, not on how long the run has been going on: the past is only added to.
type books struct {
	sum     *journalSum    // of the journal
	journal *files.Journal // a line a generation, which checkpoints are built on
	history *files.Journal // history.csv, which follows from the journal
}

// Begin opens the locked run for work and brings every file up to the checkpoint.
func (r *Run) Begin() (err error) {
	r.books = &books{sum: sumJournal(r.past.journal)}
	r.past.journal = nil // it is on the disk
	if r.books.journal, err = files.OpenJournal(r.Path(journalFile), r.books.sum.bytes); err != nil {
		return err
	}
	if err := r.writeDerived(); err != nil {
		return err
	}
	history := historyCSV(&r.Config, r.History, r.State.Champions)
	r.books.history, err = files.Rewrite(r.Path(historyFile), history)
	return err
}

// commit makes the state the run's newest checkpoint and brings the other files
// up to it.
func (r *Run) commit(state *evolution.State, outcome *evolution.Outcome) error {
	line := journalLine(outcome)
	if err := errors.Join(r.books.journal.Add(line), r.books.journal.Sync()); err != nil {
		return err
	}
	r.books.sum.add(line)
	if outcome.Champion != nil { // before the checkpoint that refers to it
		if err := r.keepChampion(outcome.Champion); err != nil {
			return err
		}
	}
	checkpoint := newCheckpoint(&r.Config, state, r.books.sum.extent())
	if err := r.WriteCheckpoint(checkpoint.Marshal()); err != nil {
		return err
	}
	r.State, r.History = state, append(r.History, outcome.Row)
	if outcome.Champion != nil {
		if err := r.crown(outcome.Champion); err != nil {
			return err
		}
	}
	return r.books.history.Add(historyLine(outcome.Row, state.Reigning()))
}

// keepChampion writes a champion to the directory of all of them.
func (r *Run) keepChampion(champion *evolution.Champion) error {
	if err := os.MkdirAll(r.Path(championsDir), 0o755); err != nil {
		return err
	}
	return files.Write(r.Path(championsDir, championName(champion)), r.Config.Switch(champion).File())
}

// crown writes the reigning champion's file.
func (r *Run) crown(champion *evolution.Champion) error {
	return files.Write(r.Path(championFile), r.Config.Switch(champion).File())
}

func championName(champion *evolution.Champion) string {
	return fmt.Sprintf("%05d.json", champion.Generation)
}

// ChampionFile is where the run in a directory keeps the champion of a generation.
func ChampionFile(dir string, generation int) string {
	return filepath.Join(dir, championsDir, championName(&evolution.Champion{Generation: generation}))
}

// writeDerived writes the champions' files that follow from the checkpoint, and removes
// those of champions whose generation was lost with one.
func (r *Run) writeDerived() error {
	if r.State.Generation == 0 {
		return errors.Join(os.RemoveAll(r.Path(championsDir)), files.Remove(r.Path(championFile)))
	}
	ours := map[string]bool{} // by name
	for i := range r.State.Champions {
		ours[championName(&r.State.Champions[i])] = true
		if err := r.keepChampion(&r.State.Champions[i]); err != nil {
			return err
		}
	}
	if reigning := r.State.Reigning(); reigning != nil {
		if err := r.crown(reigning); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(r.Path(championsDir))
	for _, entry := range entries {
		if champion, _ := filepath.Match("[0-9][0-9][0-9][0-9][0-9].json", entry.Name()); champion && !ours[entry.Name()] {
			err = errors.Join(err, os.Remove(r.Path(championsDir, entry.Name())))
		}
	}
	return err
}

// Close lets go of a run that was opened for work.
func (r *Run) Close() {
	if r.books != nil {
		for _, journal := range []*files.Journal{r.books.journal, r.books.history} {
			if journal != nil {
				journal.Close()
			}
		}
		r.books = nil
	}
	r.Directory.Close()
}
