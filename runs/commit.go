package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"evothello/evolution"
	"evothello/internal/files"
	"evothello/internal/jsonfile"
)

// work is what a run has open while it is worked on. What a commit writes depends on
// the state, not on how long the run has been going on: the past is only added to.
type work struct {
	lock    *files.Lock
	ledger  *ledger        // of the journal
	journal *files.Journal // a line a generation, which checkpoints are built on
	history *files.Journal // history.csv, which follows from the journal
	timing  *files.Journal // timing.csv
}

// begin opens the locked run for work and brings every file up to the checkpoint.
func (r *Run) begin(lock *files.Lock) (err error) {
	r.work = &work{lock: lock, ledger: newLedger(r.past.journal)}
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	if r.old {
		if err := r.renew(); err != nil {
			return err
		}
	}
	r.past.journal = nil // it is on the disk
	if r.work.journal, err = files.OpenJournal(r.path(journalFile), r.work.ledger.bytes); err != nil {
		return err
	}
	if err := r.writeDerived(); err != nil {
		return err
	}
	history, timing := historyCSV(&r.Config, r.History, r.State.Champions), timingCSV(r.Timings)
	if r.work.history, err = rewritten(r.path(historyFile), history); err != nil {
		return err
	}
	r.work.timing, err = rewritten(r.path(timingFile), timing)
	return err
}

// rewritten writes a file and opens it for adding to it.
func rewritten(path string, data []byte) (*files.Journal, error) {
	if err := files.Write(path, data); err != nil {
		return nil, err
	}
	return files.OpenJournal(path, int64(len(data)))
}

// renew puts a checkpoint of today's version in the place of an old one. The journal
// comes first: until the checkpoint is there nobody looks at it.
func (r *Run) renew() error {
	if err := files.Write(r.path(journalFile), r.past.journal); err != nil {
		return err
	}
	if err := r.writeCheckpoint(r.State); err != nil {
		return err
	}
	r.old = false
	return nil
}

// commit makes the state the run's newest checkpoint and brings the other files
// up to it.
func (r *Run) commit(state *evolution.State, outcome *evolution.Outcome) error {
	line := journalLine(outcome)
	if err := errors.Join(r.work.journal.Add(line), r.work.journal.Sync()); err != nil {
		return err
	}
	r.work.ledger.add(line)
	if outcome.Champion != nil { // before anybody who reads the checkpoint looks for it
		if err := r.keepChampion(outcome.Champion); err != nil {
			return err
		}
	}
	if err := r.writeCheckpoint(state); err != nil {
		return err
	}
	r.State, r.History = state, append(r.History, outcome.Row)
	if outcome.Champion != nil {
		if err := r.crown(outcome.Champion); err != nil {
			return err
		}
	}
	return r.work.history.Add(historyLine(outcome.Row, state.Reigning()))
}

// writeCheckpoint writes the checkpoint of a state and keeps the one before it.
func (r *Run) writeCheckpoint(state *evolution.State) error {
	if r.damaged == nil { // a damaged checkpoint never takes the place of a sound one
		if err := files.KeepAs(r.path(checkpointFile), r.path(previousFile)); err != nil {
			return err
		}
	}
	if err := files.Write(r.path(checkpointFile), newCheckpoint(&r.Config, state, r.work.ledger.extent()).Marshal()); err != nil {
		return err
	}
	r.damaged = nil
	return nil
}

// keepChampion writes a champion to the directory of all of them.
func (r *Run) keepChampion(champion *evolution.Champion) error {
	if err := os.MkdirAll(r.path(championsDir), 0o755); err != nil {
		return err
	}
	return files.Write(r.path(championsDir, championName(champion)), jsonfile.Encode(r.Config.Switch(champion)))
}

// crown writes the reigning champion's file.
func (r *Run) crown(champion *evolution.Champion) error {
	return files.Write(r.path(championFile), jsonfile.Encode(r.Config.Switch(champion)))
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
		return errors.Join(os.RemoveAll(r.path(championsDir)), removeIfThere(r.path(championFile)))
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
	entries, err := os.ReadDir(r.path(championsDir))
	for _, entry := range entries {
		if champion, _ := filepath.Match("[0-9][0-9][0-9][0-9][0-9].json", entry.Name()); champion && !ours[entry.Name()] {
			err = errors.Join(err, os.Remove(r.path(championsDir, entry.Name())))
		}
	}
	return err
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !isMissing(err) {
		return err
	}
	return nil
}

// Close lets go of a run that was opened for work.
func (r *Run) Close() {
	if r.work == nil {
		return
	}
	for _, journal := range []*files.Journal{r.work.journal, r.work.history, r.work.timing} {
		if journal != nil {
			journal.Close()
		}
	}
	r.work.lock.Release()
	r.work = nil
}
