package plots

import (
	"evothello/learn/tables"
	"evothello/report/analysis"
	"evothello/runs"
)

// Inline holds pictures of a run as SVG elements for a web page. They are readable on a phone, and have a
// transparent background and no titles.
type Inline struct {
	Fitness, Reference string   // Reference is "" without reference opponents
	Spread             string   // of the genes
	Boards             []string // values of discs, a board for each phase
}

// DrawInline draws the inline pictures of a run with a champion and its values of discs.
func DrawInline(run *runs.Run, worths []analysis.SquareValues) (pictures Inline, err error) {
	if pictures.Fitness, err = fitnessChart(run).inline(); err != nil {
		return Inline{}, err
	}
	if len(run.Config.Reference.Opponents) > 0 {
		if pictures.Reference, err = referenceChart(run).inline(); err != nil {
			return Inline{}, err
		}
	}
	if pictures.Spread, err = populationPanels(run)[0].inline(); err != nil {
		return Inline{}, err
	}
	pictures.Boards, err = inlineBoards(phaseBoards(run, worths, ""))
	return pictures, err
}

// TablesInline holds pictures of table training as SVG elements for a web page.
type TablesInline struct {
	Error     string // "" without held-out games
	Reference string
	Boards    []string // values of discs, a board for each part of the game
	Edges     string   // "" if they cannot be drawn: see NoEdgesReason
}

// DrawTablesInline draws the inline pictures of table training with a finished round.
func DrawTablesInline(l *tables.Training) (pictures TablesInline, err error) {
	candidate, err := l.Candidate(l.DisplayedRound())
	if err != nil {
		return pictures, err
	}
	if c := errorChart(l); c != nil {
		if pictures.Error, err = c.inline(); err != nil {
			return pictures, err
		}
	}
	if len(l.Config.Reference.Opponents) > 0 {
		if pictures.Reference, err = candidatesChart(l).inline(); err != nil {
			return pictures, err
		}
	}
	if pictures.Boards, err = inlineBoards(boardsOf(candidate)); err != nil || NoEdgesReason(l) != "" {
		return pictures, err
	}
	edges, err := edgesBlock(l, candidate)
	if err == nil {
		pictures.Edges, err = newPage(edges).inline()
	}
	return pictures, err
}
