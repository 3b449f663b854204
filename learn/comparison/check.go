package comparison

import (
	"fmt"

	"evothello/fitness"
	"evothello/internal/files"
)

// Check checks every file of a comparison's directory, including its runs, and changes nothing.
func Check(dir *files.Dir) (all []*files.Damaged) {
	c, err := open(dir)
	if err != nil {
		return append(all, dir.Damage(configFile, err))
	}
	add := func(damaged *files.Damaged) {
		if damaged != nil {
			all = append(all, damaged)
		}
	}
	for _, r := range c.all() {
		if r.isThere() {
			all = append(all, r.method.Format().Kind().Check(files.At(r.dir))...)
			all = append(all, c.checkKept(&r)...)
		}
	}
	if err := c.checkRuns(); err != nil {
		add(dir.Damage(runsDir, err)) // the error names the file
	}
	add(fitness.CheckResults(dir, gamesDir))
	r, err := ReadResults(dir)
	switch {
	case files.IsMissing(err): // there are none before the end
	case err != nil:
		add(dir.Damage(resultsFile, err).Drop("resume makes it again"))
	default:
		add(dir.CheckContent(tableFile, r.csv()))
		add(dir.CheckContent(outcomesFile, r.outcomesCSV()))
	}
	return all
}

// checkKept verifies the copies of the players of a training.
func (c *Comparison) checkKept(r *planned) (all []*files.Damaged) {
	t, err := r.method.Format().Kind().Open(r.dir)
	if err != nil || t.KeptFile() == "" { // check names the damage
		return nil
	}
	for _, budget := range c.Config.Budgets {
		round, reached := t.Base().RoundAt(budget, rounds(t))
		name := r.keptFile(round, t.KeptFile())
		if !reached || t.Base().Goal.CPU <= budget && !c.Has(name) {
			continue // it is not copied yet
		}
		recipe, err := t.PlayerAt(round, c.Path(name))
		if err == nil {
			_, err = recipe.Contestant()
		}
		if err != nil {
			all = append(all, c.Damage(name, fmt.Errorf("%w; delete %s to train it again", err, r.dir)))
		}
	}
	return all
}
