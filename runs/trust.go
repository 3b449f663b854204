package runs

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
)

// A run checks only a sample of the results of workers on other machines. If one is caught with a wrong result, all
// that it ever returned is in doubt. So a run remembers the first generation that each worker helped with, and keeps
// the checkpoint before it. It then goes back to that checkpoint and plays on from there, without that worker.

const (
	trustFile      = "trust.json"
	checkpointsDir = "checkpoints" // the kept ones
	maxKept        = 16            // checkpoints; with fewer, a run goes back further than it must
	maxHelpers     = 10_000
	maxRedone      = 100 // what was played again, the latest
	maxWaysBack    = 10  // in one process
)

// A trust is the content of trust.json. It affects no results.
type trust struct {
	files.Checked
	Since  map[string]int `json:"since"`            // the first generation that each worker helped with
	Redone []Redone       `json:"redone,omitempty"` // oldest first
	// Pending is what is to be played again, nil after the run went back.
	Pending *Redone `json:"pending,omitempty"`

	back *Redone // what Run has not told its observer yet
}

// A Redone says that generations were played again because a worker had helped with them that returned wrong results.
type Redone struct {
	From   int    `json:"from"`   // the first generation
	To     int    `json:"to"`     // the last generation
	Reason string `json:"reason"` // names the worker and what was wrong
}

// Redone returns the generations that were played again because of wrong results, oldest first.
func (r *Run) Redone() ([]Redone, error) {
	t, err := r.readTrust()
	return t.Redone, err
}

func (r *Run) readTrust() (*trust, error) { return readTrust(r.Dir) }

func readTrust(dir *files.Dir) (*trust, error) {
	t := &trust{Since: map[string]int{}}
	data, err := dir.Read(trustFile, files.MaxSettings)
	if files.IsMissing(err) {
		return t, nil
	}
	if err == nil {
		err = files.DecodeChecked(data, 1, t)
	}
	if err != nil {
		return t, fmt.Errorf("%s: %w; delete it: then results of workers that turn out to be wrong stay in the generations "+
			"so far", dir.Path(trustFile), err)
	}
	return t, nil
}

func (r *Run) writeTrust(t *trust) error {
	t.Schema = 1
	return r.Write(trustFile, files.EncodeChecked(t))
}

// audit records who helped with a generation that is played and not committed. If a worker that ever helped returned
// wrong results, the run goes back to before it helped.
func (r *Run) audit(arena fitness.Trusting, generation int) (back bool, err error) {
	t, joined := r.open.trust, false
	for _, worker := range arena.Helpers() {
		if _, known := t.Since[worker]; !known && len(t.Since) < maxHelpers {
			t.Since[worker] = generation
			joined = true
		}
	}
	if back, err = r.returnBefore(arena, generation); back || err != nil {
		return back, err
	}
	if joined {
		return false, cmp.Or(r.keepCheckpoint(), r.writeTrust(t))
	}
	return false, nil
}

// returnBefore returns to a state before the generations up to the given one that are in doubt, if there are any.
func (r *Run) returnBefore(arena fitness.Trusting, generation int) (back bool, err error) {
	doubt := r.open.trust.doubt(arena, generation)
	if doubt == nil {
		return false, nil
	}
	return true, r.goBack(doubt)
}

// tellBack tells an observer which generations are played again, if the run went back since the last call.
func (r *Run) tellBack(observer *Observer) {
	back := r.open.trust.back
	if r.open.trust.back = nil; back != nil && observer.Redone != nil {
		observer.Redone(*back)
	}
}

// InDoubt reports whether workers helped with the run in a directory that turned out wrong in the arena. Then Run plays
// generations again.
func InDoubt(dir string, arena fitness.Arena) (bool, error) {
	trusting, _ := arena.(fitness.Trusting)
	if trusting == nil {
		return false, nil
	}
	t, err := readTrust(files.At(dir))
	return err == nil && t.doubt(trusting, 0) != nil, err
}

// RememberDoubt records for the run in a directory that workers helped with it that turned out wrong in the arena. It
// then goes back when it is resumed. A second call for the same workers changes nothing.
func RememberDoubt(dir string, arena fitness.Arena) error {
	trusting, _ := arena.(fitness.Trusting)
	if trusting == nil {
		return nil
	}
	t, err := readTrust(files.At(dir))
	if err != nil {
		return err
	}
	doubt := t.doubt(trusting, 0)
	if doubt == nil || t.Pending != nil && t.Pending.From <= doubt.From {
		return nil
	}
	run, err := Resume(dir)
	if err != nil {
		return err
	}
	defer run.Close()
	return run.rememberDoubt(trusting)
}

// doubt returns the generations up to the given one that a worker with wrong results helped with, nil if there are
// none.
func (t *trust) doubt(arena fitness.Trusting, generation int) (doubt *Redone) {
	for worker, since := range t.Since {
		if reason := arena.Wrong(worker); reason != "" && (doubt == nil || since < doubt.From) {
			doubt = &Redone{since, generation, reason}
		}
	}
	return doubt
}

// rememberDoubt is called when a generation has not been played to its end. If a worker that helped with earlier ones
// returned wrong results, they are played again when the run is resumed.
func (r *Run) rememberDoubt(arena fitness.Trusting) error {
	t := r.open.trust
	if t.Pending = t.doubt(arena, r.Count()); t.Pending == nil {
		return nil
	}
	return r.writeTrust(t)
}

// keepCheckpoint keeps the newest checkpoint. If there are too many, it removes the one between the nearest others.
func (r *Run) keepCheckpoint() error {
	if err := r.MakeAll(checkpointsDir); err != nil {
		return err
	}
	checkpoint := newCheckpoint(&r.Config, r.State, r.open.hash.prefix())
	err := r.Write(keptName(r.Count()), checkpoint.Marshal())
	kept := r.kept()
	for err == nil && len(kept) > maxKept {
		least := 1
		for i := 1; i < len(kept)-1; i++ {
			if kept[i+1]-kept[i-1] < kept[least+1]-kept[least-1] {
				least = i
			}
		}
		err = r.Remove(keptName(kept[least]))
		kept = slices.Delete(kept, least, least+1)
	}
	return err
}

// keptName returns the path of the checkpoint that is kept after a generation, in the run's directory.
func keptName(generation int) string {
	return filepath.Join(checkpointsDir, generationFile(generation))
}

// kept returns the generations whose checkpoints are kept, in ascending order.
func (r *Run) kept() (generations []int) { return generationsIn(r.Dir, checkpointsDir) }

// goBack returns to a kept checkpoint before the generations in doubt.
func (r *Run) goBack(doubt *Redone) error {
	t := r.open.trust
	t.Pending = doubt
	if doubt.From > r.Count() { // no finished generation is in doubt
		t.settle(doubt.From)
		return r.writeTrust(t)
	}
	if err := r.writeTrust(t); err != nil { // if the run is killed from here on, it goes back when it is resumed
		return err
	}
	r.closeFiles()
	return cmp.Or(r.Begin(), r.openTimings())
}

// settle records that the run continues with a generation: workers that first helped then or later are unknown again.
func (t *trust) settle(next int) {
	for worker, since := range t.Since {
		if since >= next {
			delete(t.Since, worker)
		}
	}
	t.Pending.From = next
	t.Redone, t.back, t.Pending = append(t.Redone, *t.Pending), t.Pending, nil
	t.Redone = t.Redone[max(0, len(t.Redone)-maxRedone):]
}

// beginTrust reads trust.json. If generations are to be played again, it makes the newest kept checkpoint before them
// that of the run. Without one, the run begins anew.
func (r *Run) beginTrust() (*trust, error) {
	t, err := r.readTrust()
	if err != nil || t.Pending == nil {
		return t, err
	}
	kept := r.kept()
	usable := slices.DeleteFunc(slices.Clone(kept), func(g int) bool { return g >= t.Pending.From })
	for len(usable) > 0 && r.ReadState(keptName(usable[len(usable)-1])) != nil { // it is damaged
		usable = usable[:len(usable)-1]
	}
	if len(usable) == 0 {
		first, err := evolution.InitialState(&r.Config)
		if err != nil {
			return nil, err
		}
		r.State, r.content, r.History = first, &journalContent{}, nil
	}
	if err := r.Remove(r.Format.previous()); err != nil { // resume must not fall back to it
		return nil, err
	}
	checkpoint := newCheckpoint(&r.Config, r.State, hashJournal(r.content.raw).prefix())
	if err := r.Write(checkpointFile, checkpoint.Marshal()); err != nil {
		return nil, err
	}
	for _, g := range kept {
		if g > r.Count() {
			if err := r.Remove(keptName(g)); err != nil {
				return nil, err
			}
		}
	}
	if err := r.ReadTimings(r.Last()); err != nil {
		return nil, err
	}
	t.settle(r.Count() + 1)
	return t, r.writeTrust(t)
}

// checkTrust returns the damage of trust.json and of the kept checkpoints.
func (r *Run) checkTrust() (all []*files.Damaged) {
	if _, err := r.readTrust(); err != nil {
		all = append(all, r.Damage(trustFile, err).Drop("results of workers that turn out to be wrong stay in the "+
			"generations so far"))
	}
	copied := *r // reading changes the state
	for _, generation := range r.kept() {
		if err := copied.ReadState(keptName(generation)); err != nil {
			all = append(all, r.Damage(keptName(generation), err).Drop("an older one takes its place"))
		}
	}
	return all
}
