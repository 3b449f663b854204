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
	"evothello/players/analysis"
	"evothello/search"
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
			l, fits := newLayout(size[0], size[1], !colour, 8, engine.NoSquare)
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

// With values on, all mistakes can be seen in a terminal of 80 columns and 24 lines, too.
func TestMistakesFitWithValues(t *testing.T) {
	for _, colour := range []bool{true, false} {
		for moves := 5; moves < 55; moves += 6 {
			d := &driver{Model: newModel(t, func(o *Options) { o.Colour = colour })}
			d.send(tea.PasteMsg{Content: (nearEnd + "h4g8a7a2")[:2*moves]})
			d.values.on = true
			d.annotations.moves = analysedWorse(d.Model).moves
			found := valued(d.Model).values
			d.values.found = &found
			screen := ansi.Strip(d.draw())
			for _, j := range d.mistakes() {
				assert.Contains(t, screen, fmt.Sprintf("%2d %s %s%s", j.Number, j.Side.Letter(), j.Played, j.Mark))
			}
			for i := range d.annotations.moves {
				d.annotations.moves[i].Mark = analysis.Good
			}
			assert.Regexp(t, "Mistakes: none|Moves", ansi.Strip(d.draw()))
		}
	}
}

// Where no panel fits beside the board, free lines under it show what is asked for.
func TestPanelUnderTheBoard(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.values.searcher.limits = search.Settings{Depth: 1}
	d.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	assert.Contains(t, d.draw(), "Click a square")
	d.send(tea.PasteMsg{Content: "d3c3c4c5"}, press("v"))
	assert.Regexp(t, "Values, 1 move ahead *\n", d.draw())
	d.annotations.moves = analysedWorse(d.Model).moves
	assert.Contains(t, d.draw(), " 1 X d3?")
	d.send(press("v"))
	assert.Contains(t, d.draw(), " 1 X d3?")
	checkFits(t, d.draw(), 60, 20)
}

// The sentences of the page about the last move stand beside the board, in the language of the terminal.
func TestReasonsBesideTheBoard(t *testing.T) {
	for language, want := range map[string]string{"en": "lets White take a1 (move 2).", "ja": "白がa1を取ります(2手目)。"} {
		d := &driver{Model: newModel(t, func(o *Options) { o.Language = LanguageOf(language) })}
		d.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		d.send(tea.PasteMsg{Content: "d3c3c4c5"})
		moves := analysedWorse(d.Model).moves
		moves[3].Mark = analysis.Mistake
		moves[3].Compared = &analysis.Comparison{Reasons: []analysis.Reason{{Kind: analysis.Corners, Side: engine.White,
			Line: analysis.InPlayed, Ply: 2, Move: moves[3].Played, Squares: []engine.Square{0}}}}
		d.annotations.moves = moves
		assert.Contains(t, strings.ReplaceAll(d.lastMoveText(), "\n", ""), want)
		assert.Contains(t, ansi.Strip(d.draw()), string([]rune(want)[:2]))
	}
}
