package plots

import (
	"fmt"
	"slices"
	"strings"

	"evothello/report/analysis"
	"evothello/runs"
)

// worthIs is the note that explains the number on a square.
var worthIs = fmt.Sprintf("Half of what the score changes by when a disc there changes colour: "+
	"the mean over positions of the phase from %d fixed games.", analysis.SampleGames)

// tablePage draws the values of discs on each square, a board for each phase, and below them the share of
// the square table.
func tablePage(run *runs.Run, worths []analysis.SquareValues) page {
	width := pageWidth * 2 / 3
	if len(worths) > 2 {
		width = pageWidth
	}
	title := fmt.Sprintf("%s: what a disc is worth on each square in all, champion of generation %d",
		run.Title(), run.State.CurrentChampion().Generation)
	note := worthIs + " All that the weights see is in it: " +
		strings.Replace(strings.Join(run.Config.Scorers, ", "), "possibility", "possibility (mobility)", 1) +
		". Points; each phase has a scale of its own."
	all := page{width, []block{heading(title, note, width), thirds(phaseBoards(run, worths, ""))}}
	for _, table := range []string{"squares", "table"} {
		if slices.Contains(run.Config.Scorers, table) {
			below := part(run) + ", in the colours above. " +
				"One voice of several (“shares” has all): here even a corner may be below zero."
			boards := parts(run, worths, table, true)
			head := heading("Of that, the square table alone", below, width)
			all.blocks = append(all.blocks, head, strip(boards, boards, width))
			break
		}
	}
	return all
}

// sharesPage draws the shares of the scorers in the values of discs, a row for each scorer.
func sharesPage(run *runs.Run, worths []analysis.SquareValues) page {
	title := fmt.Sprintf("%s: what each scorer adds to the worth of a disc, champion of generation %d",
		run.Title(), run.State.CurrentChampion().Generation)
	note := worthIs + " " + part(run) + ". Points; a column, a phase, has one scale of colours."
	whole := parts(run, worths, "", true) // its numbers are the longest
	blocks := []block{heading(title, note, pageWidth), subheading("in all"), strip(whole, whole, pageWidth)}
	for _, s := range run.Config.EvolvingScorers() {
		blocks = append(blocks, subheading(s.Name), strip(parts(run, worths, s.Name, false), whole, pageWidth))
	}
	return newPage(blocks...)
}

// phaseBoards returns a board of the values of discs for each phase, or of the share of a scorer.
func phaseBoards(run *runs.Run, worths []analysis.SquareValues, scorer string) (all []board) {
	for i := range worths {
		all = append(all, newBoard(run.Config.HomeBoard(), run.Config.LastMoves().Name(i), &worths[i], scorer))
	}
	return all
}

// parts returns the boards of phases as far as the rest does not mirror them.
func parts(run *runs.Run, worths []analysis.SquareValues, scorer string, titles bool) []board {
	all := phaseBoards(run, worths, scorer)
	for i := range all {
		all[i].quarter, all[i].title = mirrored(run), ""
		if titles {
			all[i].title = "moves " + run.Config.LastMoves().Moves(i)
		}
	}
	return all
}

// mirrored reports whether the quarters of the run's board are symmetric.
func mirrored(run *runs.Run) bool {
	symmetries := run.Config.HomeBoard().Symmetries()
	return slices.Contains(symmetries, 1) && slices.Contains(symmetries, 2)
}

// part names what parts shows.
func part(run *runs.Run) string {
	if mirrored(run) {
		return "A quarter of the board, which the others mirror"
	}
	return "The whole board"
}
