package runs

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"evothello/evolution"
	"evothello/internal/files"
)

// openFiles are the open files of a run. Commits only append to them, so the cost of a commit does not grow with the
// number of generations.
type openFiles struct {
	hash    *journalHash   // of the journal
	journal *files.Journal // one line per generation
	history *files.Journal // history.csv, which is made from the journal
	refused int            // candidates since the last promotion
	trust   *trust         // in the workers that helped
}

// Begin implements Trainer.
func (r *Run) Begin() (err error) {
	trusted, err := r.beginTrust()
	if err != nil {
		return err
	}
	r.open = &openFiles{hash: hashJournal(r.content.raw), trust: trusted}
	r.content.raw = nil // it is on the disk and not needed any more
	if r.open.journal, err = r.Journal(journalFile, r.open.hash.bytes); err != nil {
		return err
	}
	if err := r.writeChampionFiles(); err != nil {
		return err
	}
	if refused := Refused(r.History); len(refused) > 0 {
		r.open.refused = refused[len(refused)-1]
	}
	history := historyCSV(&r.Config, r.History, r.State.Champions)
	r.open.history, err = r.Rewrite(historyFile, history)
	return err
}

// commit writes the journal, the champion, the checkpoint and the history, in this order, so that the
// checkpoint never refers to missing files.
func (r *Run) commit(state *evolution.State, outcome *evolution.Outcome) error {
	line := journalLine(outcome)
	if err := r.open.journal.AddSynced(line); err != nil {
		return err
	}
	r.open.hash.add(line)
	if outcome.Champion != nil { // before the checkpoint that refers to it
		if err := r.archiveChampion(outcome.Champion); err != nil {
			return err
		}
	}
	checkpoint := newCheckpoint(&r.Config, state, r.open.hash.prefix())
	if err := r.WriteCheckpoint(checkpoint.Marshal()); err != nil {
		return err
	}
	r.State, r.History = state, append(r.History, outcome.Row)
	if outcome.Champion != nil {
		if err := r.writeChampion(outcome.Champion); err != nil {
			return err
		}
	}
	r.open.refused = refusedAfter(r.open.refused, &outcome.Row)
	return r.open.history.Add(historyLine(&r.Config, outcome.Row, state.CurrentChampion(), r.open.refused))
}

// archiveChampion writes a champion to the directory of champions.
func (r *Run) archiveChampion(champion *evolution.Champion) error {
	if err := r.MakeAll(championsDir); err != nil {
		return err
	}
	return r.Write(archived(champion.Generation), r.Config.ChampionFile(champion))
}

// writeChampion writes the file of the current champion.
func (r *Run) writeChampion(champion *evolution.Champion) error {
	return r.Write(championFile, r.Config.ChampionFile(champion))
}

// generationFile returns the name of a file that belongs to a generation.
func generationFile(generation int) string { return fmt.Sprintf("%05d.json", generation) }

// archived returns the name of the file of a generation's champion.
func archived(generation int) string { return filepath.Join(championsDir, generationFile(generation)) }

// ChampionFile returns the path of a generation's champion in the directory of a run.
func ChampionFile(dir string, generation int) string {
	return filepath.Join(dir, archived(generation))
}

// Promoted returns the generations whose champions have a file in a run's directory, in ascending order.
func Promoted(dir string) (generations []int) {
	return generationsIn(files.At(dir), championsDir)
}

// generationsIn lists the generations that have a generationFile in a subdirectory, the first one first.
func generationsIn(dir *files.Dir, name string) (generations []int) {
	entries, _ := dir.List(name) // an unreadable one has none
	for _, entry := range entries {
		n, err := strconv.Atoi(strings.TrimSuffix(entry.Name(), ".json"))
		if err == nil && entry.Name() == generationFile(n) {
			generations = append(generations, n)
		}
	}
	slices.Sort(generations)
	return generations
}

// writeChampionFiles writes the files of all champions in the state, and removes those of later generations, which are
// left over if the newest checkpoint was lost.
func (r *Run) writeChampionFiles() error {
	if len(r.State.Champions) == 0 {
		return cmp.Or(r.RemoveAll(championsDir), r.Remove(championFile))
	}
	expected := map[int]bool{} // by generation
	for i := range r.State.Champions {
		expected[r.State.Champions[i].Generation] = true
		if err := r.archiveChampion(&r.State.Champions[i]); err != nil {
			return err
		}
	}
	if champion := r.State.CurrentChampion(); champion != nil {
		if err := r.writeChampion(champion); err != nil {
			return err
		}
	}
	for _, generation := range generationsIn(r.Dir, championsDir) {
		if !expected[generation] {
			if err := r.Remove(archived(generation)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close closes the files and unlocks the directory.
func (r *Run) Close() {
	r.closeFiles()
	r.Directory.Close()
}

func (r *Run) closeFiles() {
	if r.open != nil {
		for _, journal := range []*files.Journal{r.open.journal, r.open.history} {
			if journal != nil {
				journal.Close()
			}
		}
		r.open = nil
	}
	r.closeTimings()
}
