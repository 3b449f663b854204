package runs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evothello/internal/called"
	"evothello/internal/files"
)

// CheckDirectory verifies every file of a directory and returns the damage. It changes nothing.
func CheckDirectory[S any, T pointerTrainer[S]](f *Format, dir *files.Dir) (all []*files.Damaged) {
	t := T(new(S))
	d := t.Base()
	*d = Directory{Dir: dir, Format: *f}
	config, err := d.Read(f.Config, files.MaxGames)
	if err == nil {
		err = t.ReadConfig(config)
	}
	if _, other := errors.AsType[files.OtherProgram](err); other {
		return append(all, d.Damagedf(f.Config, "cannot be read: %w", err))
	}
	if err != nil {
		return append(all, d.Damagedf(f.Config, "is damaged: %w; restore the original file", err))
	}
	if err := d.readGoal(); err != nil {
		all = append(all, d.Damage(GoalFile, err).Drop(fmt.Sprintf("give --%ss or --budget again", f.Unit)))
	}
	checkpoints, sound := d.checkCheckpoints(t)
	all = append(all, checkpoints...)
	if !sound {
		return all
	}
	if err := d.ReadTimings(t.Last()); err != nil {
		all = append(all, d.Damage(TimingFile, err).Drop("only the times are lost"))
	}
	return append(all, t.Check()...)
}

// Check implements Trainer for trainers that have only the files that CheckDirectory checks itself.
func (d *Directory) Check() []*files.Damaged { return nil }

// checkCheckpoints makes the trainer read both checkpoints, the newest last. sound reports whether the
// trainer's state is then the one that the other files belong to.
func (d *Directory) checkCheckpoints(t Trainer) (all []*files.Damaged, sound bool) {
	before, newest := d.damage(t, d.Format.previous()), d.damage(t, d.Format.Checkpoint)
	_, err := d.Stat(d.Format.previous())
	alone := files.IsMissing(err)
	switch {
	case newest == nil && (before == nil || alone):
		return all, true
	case newest == nil:
		return append(all, before.Drop("the newest is sound")), true
	case before == nil:
		restore := func() (string, error) { return d.RestorePrevious(t.Count()) }
		newest.Mend = firstOf(newest.Mend, restore)
		return append(all, newest), false // what follows from it cannot be told
	case files.IsMissing(newest) && files.IsMissing(before): // training begins there
		return all, true
	}
	if _, other := errors.AsType[files.OtherProgram](newest.Err); other {
		return append(all, newest), false
	}
	newest.Err = fmt.Errorf("%w: %s", newest.Err, d.remedy(newest))
	all = append(all, newest)
	switch {
	case newest.Path == before.Path: // both are built on it
		newest.Mend = firstOf(newest.Mend, before.Mend)
	case !alone:
		all = append(all, before)
	}
	return all, false
}

// firstOf returns a repair that tries several ways until one succeeds.
func firstOf(ways ...func() (string, error)) func() (string, error) {
	ways = slices.DeleteFunc(ways, func(way func() (string, error)) bool { return way == nil })
	if len(ways) == 0 {
		return nil
	}
	return func() (did string, err error) {
		for _, way := range ways {
			if did, err = way(); err == nil {
				break
			}
		}
		return did, err
	}
}

// damage returns the damage of a checkpoint, or of files that it depends on. It returns nil if the trainer
// could read it.
func (d *Directory) damage(t Trainer, checkpoint string) *files.Damaged {
	err := t.ReadState(checkpoint)
	if damaged, is := errors.AsType[*files.Damaged](err); is || err == nil {
		return damaged
	}
	return d.Damage(checkpoint, err)
}

// RestorePrevious replaces the newest checkpoint with the previous one. It returns a message with count, the
// number of finished units in the previous checkpoint.
func (d *Directory) RestorePrevious(count int) (did string, err error) {
	data, err := d.Read(d.Format.previous(), files.MaxGames)
	if err == nil {
		err = d.Replace(d.Format.Checkpoint, data)
	}
	return fmt.Sprintf("is replaced: work continues from %s, after %s %d", d.Format.previous(), d.Format.Unit, count), err
}

// remedy returns the advice if neither checkpoint can be read. err is the error of reading them.
func (d *Directory) remedy(err error) string {
	if _, is := errors.AsType[*OtherConfig](err); is {
		return fmt.Sprintf("restore the original %s", d.Format.Config)
	}
	return strings.NewReplacer("DIR", d.Path(), "evolve ", called.Evolve()+" ").Replace(d.Format.Remedy)
}

// Repair repairs what check finds in a directory, as far as possible. It returns a line for each repaired
// file, and the damage that is left.
func Repair(path string,
	check func(dir *files.Dir) []*files.Damaged) (did []string, left []*files.Damaged, err error) {
	dir := files.At(path)
	if err := dir.Lock(); err != nil {
		return nil, nil, err
	}
	defer dir.Close()
	if err := dir.Sweep(); err != nil {
		return nil, nil, err
	}
	tried := map[string]error{} // by path: a repaired file may have other damage
	for {
		left = check(dir)
		progress := false
		for _, damaged := range left {
			if _, done := tried[damaged.Path]; done || damaged.Mend == nil {
				continue
			}
			what, err := damaged.Mend()
			tried[damaged.Path] = err
			if errors.Is(err, files.ErrLost) {
				return did, nil, err
			}
			if err != nil {
				continue // it is left
			}
			progress = true
			did = append(did, damaged.Path+" "+what)
		}
		if !progress {
			for _, damaged := range left {
				if err := tried[damaged.Path]; err != nil {
					damaged.Err = fmt.Errorf("%w; repairing it failed: %w", damaged.Err, err)
				}
			}
			return did, left, nil
		}
	}
}
