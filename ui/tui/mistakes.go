package tui

import (
	"fmt"

	"evothello/players/analysis"
)

// Widths of a cell of the list of mistakes, with and without the discs lost.
const (
	mistakeCell   = 15
	narrowMistake = 10
)

// mistakes returns the marked moves of the analysed game, also those after the current position. After
// another move only those up to it remain.
func (m *Model) mistakes() (all []*analysis.Move) {
	game := m.session.Game()
	positions := game.Positions()
	for i := range m.annotations.moves {
		if i < len(game.Moves) && m.annotations.of(i, positions[i], game.Moves[i]) == nil {
			return all
		}
		if j := &m.annotations.moves[i]; j.Mark != analysis.Good {
			all = append(all, j)
		}
	}
	return all
}

// mistakeRows lists the mistakes, with the discs that each lost if there is room for that. If there is no
// room for all, the last line says how many are missing.
func (m *Model) mistakeRows(width, height int) []string {
	all := m.mistakes()
	if len(all) == 0 {
		return []string{m.theme.bold.Render(m.text("Mistakes: none"))}
	}
	rows := m.cells(all, width, mistakeCell)
	if len(rows) > height-1 {
		rows = m.cells(all, width, narrowMistake)
	}
	if missing := len(rows) - (height - 1); missing > 0 && height > 2 {
		columns := max(width/narrowMistake, 1)
		shown := (height - 2) * columns
		rows = append(rows[:height-2], m.theme.faint.Render(m.text("… %d more", len(all)-shown)))
	}
	return append([]string{m.theme.bold.Render(m.text("Mistakes"))}, rows...)
}

// cells writes mistakes in columns of cells. Narrow cells leave out the discs lost. The move before the
// current position is bold.
func (m *Model) cells(all []*analysis.Move, width, cell int) (rows []string) {
	columns := max(width/cell, 1)
	for i, j := range all {
		if i%columns == 0 {
			rows = append(rows, "")
		}
		text := fmt.Sprintf("%2d %s %s%s", j.Number, j.Side.Letter(), j.Played, j.Mark)
		if cell == mistakeCell && j.InDiscs {
			text = pad(text, narrowMistake-1) + fmt.Sprintf("%5.0f", -j.LostDiscs())
		}
		style := m.theme.bad
		if j.Number == len(m.session.Game().Moves) {
			style = m.theme.best
		}
		rows[len(rows)-1] += style.Render(pad(text, cell))
	}
	return rows
}

// listHeight is the number of lines of the list of all moves.
func (m *Model) listHeight(width int) int {
	columns := max(width/narrowMistake, 1)
	return 1 + (len(m.session.Game().Moves)+columns-1)/columns
}
