// Package plots draws the results of runs as SVG and PNG: win rates and reference scores over the generations,
// the champion's weights and values of discs, tournaments, comparisons and analysed games.
package plots

import (
	"fmt"
	"image/color"
	"slices"
	"sync"

	"evothello/evaluators"
	"evothello/internal/files"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/players/analysis"
	"evothello/runs"
)

// A figure is a picture in files. page makes it when it is drawn.
type figure struct {
	name string // of the files, without suffix
	page func() (page, error)
}

func (p page) figure(name string) figure { return figure{name, func() (page, error) { return p, nil }} }

func (c *chart) figure(name string) figure { return c.page().figure(name) }

// Work is the directory of a run or training: one of the types in figuresOf.
type Work interface {
	Count() int // number of finished generations, rounds or episodes
	PlotsDir() *files.Dir
}

// figuresOf returns the figures of a run or training with Count above 0.
func figuresOf(w Work) ([]figure, error) {
	switch w := w.(type) {
	case *runs.Run:
		return runFigures(w), nil
	case *tables.Training:
		return tablesFigures(w)
	case *policy.Training:
		return policyFigures(w), nil
	case *qnet.Training:
		return qnetFigures(w), nil
	}
	return nil, fmt.Errorf("a %T has no pictures", w)
}

func runFigures(run *runs.Run) []figure {
	all := []figure{fitnessChart(run).figure("fitness")}
	if len(run.Config.Reference.Opponents) > 0 {
		all = append(all, referenceChart(run).figure("reference"))
	}
	all = append(all, weightsPage(run).figure("weights"))
	if run.Config.ShowsSquares() {
		worths := sync.OnceValue(func() []analysis.SquareValues {
			return analysis.SquareValuesByPhase(run.Config.Switch(run.State.CurrentChampion()))
		})
		all = append(all, figure{"table", func() (page, error) { return tablePage(run, worths()), nil }},
			figure{"shares", func() (page, error) { return sharesPage(run, worths()), nil }})
	}
	all = append(all, populationPage(run).figure("population"), genesPage(run).figure("genes"))
	if slices.ContainsFunc(run.Config.EvolvingScorers(), func(s *evaluators.Scorer) bool { return s.Shapes != nil }) {
		all = append(all, networksPage(run).figure("networks"))
	}
	return all
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
	return err != nil || slices.ContainsFunc(all, func(f figure) bool {
		return !w.PlotsDir().Has(f.name+".svg") || !w.PlotsDir().Has(f.name+".png")
	})
}

// Compare draws the win rates of several runs in one picture, and their scores against reference opponents in
// another. Every run must have a champion. It returns the files. The second picture is missing if
// NoReferenceReason returns a reason.
func Compare(all []*runs.Run, how Comparing, dir *files.Dir) ([]string, error) {
	if err := how.check(all); err != nil {
		return nil, err
	}
	figures := []figure{compareFitness(all, how).figure("compare-fitness")}
	if NoReferenceReason(all) == "" {
		figures = append(figures, compareReferences(all, how).figure("compare-reference"))
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
			if err := dir.Write(name, drawn.render(format, color.White, margin)); err != nil {
				return nil, err
			}
			written = append(written, dir.Path(name))
		}
	}
	return written, nil
}

// Inline holds pictures of a run or of table training as SVG elements for a web page. They are readable on a
// phone. They have a transparent background and no titles. A picture that cannot be drawn is "".
type Inline struct {
	Fitness, Spread string   // of a run: win rates, and the spread of the genes
	Error, Edges    string   // of tables; "" without held-out games (Error), or if NoEdgesReason gives a reason (Edges)
	Reference       string   // "" without reference opponents
	Boards          []string // values of discs, one board per phase or part of the game
}

// DrawInline draws the inline pictures of a run, which must have a champion. worths are its values of discs.
func DrawInline(run *runs.Run, worths []analysis.SquareValues) Inline {
	drawn := Inline{
		Fitness: fitnessChart(run).inline(), Spread: populationPanels(run)[0].inline(),
		Boards: inlineBoards(phaseBoards(run, worths, "")),
	}
	if len(run.Config.Reference.Opponents) > 0 {
		drawn.Reference = referenceChart(run).inline()
	}
	return drawn
}

// DrawTablesInline draws the inline pictures of table training, which must have a finished round.
func DrawTablesInline(l *tables.Training) (drawn Inline, err error) {
	candidate, err := l.Candidate(l.DisplayedRound())
	if err != nil {
		return drawn, err
	}
	drawn.Boards = inlineBoards(boardsOf(candidate))
	if c := errorChart(l); c != nil {
		drawn.Error = c.inline()
	}
	if len(l.Config.Reference.Opponents) > 0 {
		drawn.Reference = candidatesChart(l).inline()
	}
	if NoEdgesReason(l) != "" {
		return drawn, nil
	}
	edges, err := edgesBlock(l, candidate)
	if err == nil {
		drawn.Edges = newPage(edges).inline()
	}
	return drawn, err
}
