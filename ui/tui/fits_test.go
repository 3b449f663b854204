package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// checkFits checks that a screen fits into a terminal.
func checkFits(t require.TestingT, screen string, width, height int) {
	rows := strings.Split(screen, "\n")
	require.LessOrEqual(t, len(rows), max(height, 1))
	for _, row := range rows {
		require.LessOrEqual(t, lipgloss.Width(row), width, row)
	}
}

// Every screen fits at every size, and exactly the drawn squares react to clicks.
func TestEverySizeFits(t *testing.T) {
	for _, colour := range []bool{false, true} {
		m := newModel(t, func(o *Options) { o.Colour = colour })
		for width := 0; width <= 300; width += 13 {
			for height := 0; height <= 100; height += 6 {
				m.Update(tea.WindowSizeMsg{Width: width, Height: height})
				for m.screen = atGame; m.screen <= atHelp; m.screen++ {
					checkFits(t, m.draw(), width, height)
				}
			}
		}
	}
}

func TestLayouts(t *testing.T) {
	for _, c := range []struct {
		width, height int
		lined         bool
		square        [2]int
		panel         bool
	}{
		{44, 13, false, [2]int{5, 1}, false},
		{44, 21, false, [2]int{5, 2}, false},
		{80, 24, false, [2]int{5, 2}, true},
		{80, 24, true, [2]int{5, 2}, true},
		{100, 30, false, [2]int{7, 3}, true},
		{100, 30, true, [2]int{5, 2}, true},
		{120, 40, false, [2]int{9, 4}, true},
		{120, 40, true, [2]int{9, 4}, true},
		{300, 100, false, [2]int{11, 5}, true},
	} {
		l, fits := newLayout(c.width, c.height, c.lined, 8, engine.NoSquare)
		require.True(t, fits, c)
		assert.Equal(t, c.square, [2]int{l.grid.w, l.grid.h}, c)
		assert.Equal(t, c.panel, l.panel > 0, c)
	}
	for _, c := range [][2]int{{43, 100}, {300, 12}} {
		_, fits := newLayout(c[0], c[1], false, 8, engine.NoSquare)
		assert.False(t, fits, c)
	}
}

// A click gives the square whose coordinates are drawn beside it. Clicks on the coordinates and outside give none.
func TestClicksGiveSquares(t *testing.T) {
	for _, size := range [][2]int{{44, 13}, {80, 24}, {100, 33}, {120, 40}, {300, 100}} {
		for _, lined := range []bool{false, true} {
			l, fits := newLayout(size[0], size[1], lined, 8, engine.NoSquare)
			require.True(t, fits)
			g, count := l.grid, map[engine.Square]int{}
			for y := range size[1] {
				for x := range size[0] {
					s := g.at(x, y)
					count[s]++
					if s == engine.NoSquare {
						assert.False(t, x >= g.x && y >= g.y && x < g.x+8*g.w && y < g.y+8*g.h)
						continue
					}
					assert.Equal(t, [2]int{(x - g.x) / g.w, (y - g.y) / g.h}, [2]int{s.Col(), s.Row()})
				}
			}
			for s := range engine.Square(64) {
				assert.Equal(t, g.w*g.h, count[s])
			}
		}
	}
}

// Each disc is drawn where clicks give its square.
func TestDrawingAgreesWithClicks(t *testing.T) {
	for _, size := range [][2]int{{44, 13}, {80, 24}, {120, 40}} {
		for x := range 8 {
			for y := range 8 {
				s := engine.At(x, y)
				squares := strings.Repeat("-", int(s)) + "X" + strings.Repeat("-", 63-int(s))
				m := newModel(t, at(t, squares+" X"))
				m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				l, _ := newLayout(size[0], size[1], true, 8, engine.NoSquare)
				found := false
				for row, line := range strings.Split(m.draw(), "\n") {
					column := 0
					for _, r := range line {
						if r == 'X' && l.grid.at(column, row) != engine.NoSquare {
							assert.Equal(t, s, l.grid.at(column, row))
							found = true
						}
						column++
					}
				}
				assert.True(t, found, s)
			}
		}
	}
}
