package runs

import (
	"cmp"
	"fmt"

	"evothello/internal/files"
)

// A run checks only a sample of the results of workers on other machines. So it keeps the checkpoint before the
// first generation that a worker helped with. If any worker turns out to be wrong, the run goes back to this
// checkpoint, and all results of workers are played again.

const trustFile = "trust.json"

// A trust is the content of trust.json. It affects no results.
type trust struct {
	files.Checked
	Before *checkpoint `json:"before,omitempty"` // the checkpoint before workers helped, nil if none did
	Redone []Redone    `json:"redone,omitempty"` // oldest first
	// Pending is the reason why the run must go back, "" after it went back.
	Pending string `json:"pending,omitempty"`

	back *Redone // what Run has not told its observer yet
}

// maxRedone is how many times a run remembers that generations were played again, the latest ones.
const maxRedone = 100

// A Redone is a range of generations that were played again because one of the workers that helped with them
// was wrong.
type Redone struct {
	From   int    `json:"from"`   // the first generation
	To     int    `json:"to"`     // the last generation
	Reason string `json:"reason"` // the worker and what was wrong
}

// Redone returns the generations that were played again because of wrong results, oldest first.
func (r *Run) Redone() ([]Redone, error) {
	t, err := readTrust(r.Dir)
	return t.Redone, err
}

func readTrust(dir *files.Dir) (*trust, error) {
	t := new(trust)
	data, err := dir.Read(trustFile, files.MaxGames)
	if files.IsMissing(err) {
		return t, nil
	}
	if err == nil {
		err = files.DecodeChecked(data, 1, t)
	}
	if err != nil {
		return t, fmt.Errorf("%s: %w; delete the file: then wrong results of workers can no longer be removed from the "+
			"generations so far", dir.Path(trustFile), err)
	}
	return t, nil
}

func (r *Run) writeTrust(t *trust) error {
	t.Schema = 1
	return r.Write(trustFile, files.EncodeChecked(t))
}

// audit is called when a generation is played and not committed. It keeps the checkpoint before it if it is the
// first one that workers helped with. If a worker was wrong, the run goes back.
func (r *Run) audit(workers *helpedArena, generation int) (back bool, err error) {
	t := r.open.trust
	helped := workers.helped
	workers.helped = false
	if reason := workers.Caught(); reason != "" {
		if t.Before == nil { // no finished generation is in doubt
			t.settle(generation, generation, reason)
			return true, r.writeTrust(t)
		}
		t.Pending = reason
		if err := r.writeTrust(t); err != nil { // if the run is killed from here on, it goes back when it is resumed
			return false, err
		}
		r.closeFiles()
		return true, cmp.Or(r.Begin(), r.openTimings())
	}
	if helped && t.Before == nil {
		t.Before = newCheckpoint(&r.Config, r.State, r.open.hash.prefix())
		t.Before.Marshal() // sets its checksum
		return false, r.writeTrust(t)
	}
	return false, nil
}

// rememberCaught is called when a generation has not been played to its end. If a worker was wrong, the run goes
// back when it is resumed.
func (r *Run) rememberCaught(workers *helpedArena) error {
	reason := workers.Caught()
	if reason == "" || r.open.trust.Before == nil {
		return nil
	}
	r.open.trust.Pending = reason
	return r.writeTrust(r.open.trust)
}

// tellBack tells an observer which generations are played again, if the run went back since the last call.
func (r *Run) tellBack(observer *Observer) {
	back := r.open.trust.back
	if r.open.trust.back = nil; back != nil && observer.Redone != nil {
		observer.Redone(*back)
	}
}

// InDoubt reports whether a resume will take the run in a directory back to the state before workers helped.
func InDoubt(dir string) (bool, error) {
	t, err := readTrust(files.At(dir))
	return t.Pending != "", err
}

// Doubt makes the run in a directory go back, when it is resumed, to the state before workers helped. It does
// nothing if no worker has helped.
func Doubt(dir, reason string) error {
	t, err := readTrust(files.At(dir))
	if err != nil || t.Before == nil {
		return err
	}
	run, err := Resume(dir)
	if err != nil {
		return err
	}
	defer run.Close()
	t.Pending = reason
	return run.writeTrust(t)
}

// settle records that generations are played again. After that the run has no results of workers.
func (t *trust) settle(from, to int, reason string) {
	t.back = &Redone{from, to, reason}
	t.Redone = append(t.Redone, *t.back)
	t.Redone = t.Redone[max(0, len(t.Redone)-maxRedone):]
	t.Before, t.Pending = nil, ""
}

// beginTrust reads trust.json. If the run must go back, it restores the checkpoint from before workers
// helped.
func (r *Run) beginTrust() (*trust, error) {
	t, err := readTrust(r.Dir)
	if err != nil || t.Pending == "" {
		return t, err
	}
	to := r.Count()
	if err := r.restore(t.Before); err != nil {
		return nil, err
	}
	if err := r.Remove(r.Format.previous()); err != nil { // resume must not fall back to it
		return nil, err
	}
	if err := r.Write(checkpointFile, t.Before.Marshal()); err != nil {
		return nil, err
	}
	if err := r.ReadTimings(r.Last()); err != nil {
		return nil, err
	}
	t.settle(r.Count()+1, to, t.Pending)
	return t, r.writeTrust(t)
}

// restore returns to the state of a checkpoint.
func (r *Run) restore(c *checkpoint) error {
	journal, err := r.Read(journalFile, files.MaxJournal)
	if err != nil && !files.IsMissing(err) {
		return err
	}
	state, past, err := parseCheckpoint(c.Marshal(), journal, &r.Config)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Path(trustFile), err)
	}
	r.State, r.content, r.History = state, past, past.rows
	return nil
}

// checkTrust returns the damage of trust.json.
func (r *Run) checkTrust() (all []*files.Damaged) {
	t, err := readTrust(r.Dir)
	if copied := *r; err == nil && t.Before != nil { // reading changes the state
		err = copied.restore(t.Before)
	}
	if err != nil {
		damaged := r.Damage(trustFile, err)
		all = append(all, damaged.Drop("wrong results of workers can no longer be removed from the generations so far"))
	}
	return all
}
