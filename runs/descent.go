package runs

import (
	"fmt"

	"evothello/evolution"
	"evothello/internal/called"
	"evothello/internal/files"
)

// birthsFile holds the births of optimizers with parents. Its lines are consecutive generations, up to that of the
// checkpoint. A run that an earlier version began has none, or none of its first generations. Nothing but the descent
// depends on the file.
const birthsFile = "births.jsonl"

// birthsLine is a line of the file.
type birthsLine struct {
	Generation int `json:"generation"`
	evolution.Births
	files.CheckedLine
}

// Descent returns where the current champion's genes come from. It is nil if the run's optimizer has no parents, or
// if the births of the champion's generation are not known.
func (r *Run) Descent() (*evolution.Descent, error) {
	champion := r.State.CurrentChampion()
	if champion == nil {
		return nil, nil
	}
	births := make([]*evolution.Births, champion.Generation+1) // by generation
	_, err := r.readBirths(func(line *birthsLine) {
		if line.Generation <= champion.Generation {
			births[line.Generation] = &line.Births
		}
	})
	if err != nil {
		return nil, fmt.Errorf("%w; `%s` removes it", err, called.Evolve("repair", r.Path()))
	}
	return evolution.NewDescent(champion.Generation,
		func(generation int) *evolution.Births { return births[generation] }), nil
}

// readBirths calls visit for each line of the births, if there are any. It returns the length of the lines up to the
// state. Any damage is an error.
func (r *Run) readBirths(visit func(*birthsLine)) (length int64, err error) {
	if _, err := r.Stat(birthsFile); files.IsMissing(err) {
		return 0, nil
	}
	last := 0
	_, err = r.ReadLines(birthsFile, func(number int, text []byte) error {
		var line birthsLine
		if err := files.DecodeLine(text, &line); err != nil {
			return err
		}
		if line.Generation < 1 || number > 1 && line.Generation != last+1 {
			return fmt.Errorf("generation %d after %d", line.Generation, last)
		}
		if last = line.Generation; last <= r.State.Generation {
			length += int64(len(text))
		}
		visit(&line)
		return nil
	})
	if err == nil && last < r.State.Generation {
		err = fmt.Errorf("%s is damaged: it ends before generation %d", r.Path(birthsFile), r.State.Generation)
	}
	return length, err
}

// checkBirths returns damage of the births.
func (r *Run) checkBirths() *files.Damaged {
	_, err := r.readBirths(func(*birthsLine) {})
	if err == nil {
		return nil
	}
	return r.Damage(birthsFile, err).Drop("the descent up to now is lost")
}

// openBirths opens the births of a run that has some, and removes those of generations after the state.
func (r *Run) openBirths() error {
	length, err := r.readBirths(func(*birthsLine) {})
	if err != nil {
		return fmt.Errorf("%w; `%s` removes it", err, called.Evolve("repair", r.Path()))
	}
	if r.Has(birthsFile) {
		r.open.births, err = r.Journal(birthsFile, length)
	}
	return err
}

// addBirths adds the births of a generation.
func (r *Run) addBirths(generation int, births *evolution.Births) (err error) {
	if births == nil {
		return nil
	}
	if r.open.births == nil {
		if r.open.births, err = r.Journal(birthsFile, 0); err != nil {
			return err
		}
	}
	line := files.EncodeLine(&birthsLine{Generation: generation, Births: *births})
	return r.open.births.AddSynced(line)
}
