package comparison

import (
	"path/filepath"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/runs"
)

// Check verifies every file of a comparison's directory with its runs, and changes nothing.
func Check(dir string) (all []*files.Damaged) {
	c, err := Open(dir)
	if err != nil {
		return append(all, &files.Damaged{Path: filepath.Join(dir, configFile), Err: err})
	}
	add := func(damaged *files.Damaged) {
		if damaged != nil {
			all = append(all, damaged)
		}
	}
	for _, r := range c.all() {
		if runs.Evolution.Is(r.dir) {
			all = append(all, runs.Check(r.dir)...)
		}
	}
	if err := c.checkRuns(); err != nil {
		add(&files.Damaged{Path: filepath.Join(dir, runsDir), Err: err}) // the error names the file
	}
	add(fitness.CheckResults(filepath.Join(dir, gamesDir)))
	r, err := ReadResults(dir)
	switch {
	case files.IsMissing(err): // there are none before the end
	case err != nil:
		add((&files.Damaged{Path: filepath.Join(dir, resultsFile), Err: err}).Drop("resume makes it again"))
	default:
		add(files.CheckContent(filepath.Join(dir, tableFile), r.csv()))
		add(files.CheckContent(filepath.Join(dir, outcomesFile), r.outcomesCSV()))
	}
	return all
}
