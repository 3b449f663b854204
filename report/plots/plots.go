// Package plots draws the results of runs as SVG and PNG: win rates and reference scores over the generations,
// the champion's weights and values of discs, tournaments, comparisons and analysed games.
package plots

import (
	"fmt"
	"image/color"
	"sync"

	"evothello/internal/files"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/report/analysis"
	"evothello/runs"
)

// A figure is a picture in files. page makes it when it is drawn.
type figure struct {
	name string // of the files, without suffix
	page func() (page, error)
}

func (p page) figure(name string) figure { return figure{name, func() (page, error) { return p, nil }} }

// Work is a run or training directory. It must be one of the types in figuresOf.
type Work interface {
	Count() int // finished generations, rounds or episodes
	PlotsDir() *files.Dir
}

// figuresOf returns the figures of a run or training with Count above 0.
func figuresOf(w Work) ([]figure, error) {
	switch w := w.(type) {
	case *runs.Run:
		return runFigures(w)
	case *tables.Training:
		return tablesFigures(w)
	case *policy.Training:
		return netFigures(w), nil
	case *qnet.Training:
		return []figure{qnetChart(w).page().figure("rate"), lossChart(w).page().figure("loss")}, nil
	}
	return nil, fmt.Errorf("a %T has no pictures", w)
}

func runFigures(run *runs.Run) ([]figure, error) {
	worths := sync.OnceValue(func() []analysis.SquareValues {
		return analysis.SquareValuesByPhase(run.Config.Switch(run.State.CurrentChampion()))
	})
	all := []figure{fitnessChart(run).page().figure("fitness")}
	if len(run.Config.Reference.Opponents) > 0 {
		all = append(all, referenceChart(run).page().figure("reference"))
	}
	all = append(all, weightsPage(run).figure("weights"))
	if run.Config.ShowsSquares() {
		all = append(all, figure{"table", func() (page, error) { return tablePage(run, worths()), nil }},
			figure{"shares", func() (page, error) { return sharesPage(run, worths()), nil }})
	}
	all = append(all, populationPage(run).figure("population"), genesPage(run).figure("genes"))
	for _, s := range run.Config.EvolvingScorers() {
		if s.Shapes != nil {
			return append(all, networksPage(run).figure("networks")), nil
		}
	}
	return all, nil
}

var formats = []string{"svg", "png"}

// Write draws all pictures of a run or training into a directory and returns the files. Count must be
// above 0.
func Write(w Work, dir *files.Dir) ([]string, error) {
	all, err := figuresOf(w)
	if err != nil {
		return nil, err
	}
	return writeAll(all, dir)
}

// Missing reports whether a picture file is missing. It returns false if there is nothing to draw yet.
func Missing(w Work) bool {
	if w.Count() == 0 {
		return false
	}
	all, err := figuresOf(w)
	for _, f := range all {
		for _, format := range formats {
			if !w.PlotsDir().Has(f.name + "." + format) {
				return true
			}
		}
	}
	return err != nil
}

// Compare draws the win rates and the reference opponents scores of several runs, in one picture each. Every run
// must have a champion. It returns the files. The scores are missing for NoReferenceReason.
func Compare(all []*runs.Run, how Comparing, dir *files.Dir) ([]string, error) {
	if err := how.check(all); err != nil {
		return nil, err
	}
	figures := []figure{compareFitness(all, how).page().figure("compare-fitness")}
	if NoReferenceReason(all) == "" {
		figures = append(figures, compareReferences(all, how).page().figure("compare-reference"))
	}
	return writeAll(figures, dir)
}

func writeAll(all []figure, dir *files.Dir) (written []string, err error) {
	if err := dir.Make(); err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another directory", dir, files.NameDeniedDir(err))
	}
	for _, f := range all {
		drawn, err := f.page()
		if err != nil {
			return nil, err
		}
		for _, format := range formats {
			name := f.name + "." + format
			data, err := drawn.render(format, color.White, margin)
			if err == nil {
				err = dir.Write(name, data)
			}
			if err != nil {
				return nil, err
			}
			written = append(written, dir.Path(name))
		}
	}
	return written, nil
}
