package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/report/analysis"
)

// All mistakes of a game can be seen in a terminal of 80 columns and 24 lines.
func TestMistakesFit(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.send(tea.PasteMsg{Content: nearEnd + "h4g8a7a2"})
	msg := analysedWorse(d.Model)
	d.annotations.moves = msg.moves
	d.annotations.asked = d.session.Game()
	screen := ansi.Strip(d.draw())
	marked := 0
	for _, j := range msg.moves {
		if j.Mark != analysis.Good {
			marked++
			assert.Contains(t, screen, fmt.Sprintf("%2d %s %s%s", j.Number, j.Side.Letter(), j.Played, j.Mark))
		}
	}
	require.Equal(t, 30, marked)

	// Taking moves back leaves the list as it is; another move ends it there.
	d.session.Undo()
	assert.Len(t, d.mistakes(), marked)
	for len(d.session.Game().Moves) > 2 {
		d.session.Undo()
	}
	other := d.session.Snapshot().Legal[0]
	if other == msg.moves[2].Played {
		other = d.session.Snapshot().Legal[1]
	}
	require.NoError(t, d.session.Play(other))
	assert.Len(t, d.mistakes(), 1, "the first move was a mistake, and the third is another one")
}

// Values of neighbouring squares never run into each other.
func TestValuesStandApart(t *testing.T) {
	touching := regexp.MustCompile(`\d[-+*]`)
	for _, colour := range []bool{true, false} {
		for _, size := range [][2]int{{44, 13}, {44, 21}, {80, 24}, {100, 30}, {120, 40}} {
			m := newModel(t, func(o *Options) { o.Colour = colour })
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			l, fits := newLayout(size[0], size[1], !colour)
			require.True(t, fits)
			found := analysis.Values{Depth: 9}
			for i := range engine.Square(64) {
				discs := []float64{-12.34, 63.9, -0.04, 9.96}[i%4]
				found.Moves = append(found.Moves, analysis.MoveValue{Square: i, Value: analysis.Value{Discs: discs, Points: 1}})
			}
			m.values.on, m.values.found = true, &found
			faces := m.faces(l.grid)
			for i := range faces {
				faces[i].disc = '-'
			}
			for _, row := range m.theme.board(l.grid, faces) {
				row = strings.ReplaceAll(ansi.Strip(row), "│", " ")
				assert.NotRegexp(t, touching, row, "%v, colour %v", size, colour)
			}
		}
	}
}
