package comparison

import (
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/runs"
)

// Check verifies every file of a comparison's directory with its runs, and changes nothing.
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
		if runs.Evolution.Is(r.dir) {
			all = append(all, runs.Check(files.At(r.dir))...)
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
