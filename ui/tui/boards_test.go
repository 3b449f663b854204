package tui

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
	"evothello/ui/playerlist"
)

// Every board can be chosen from the list, and a game on it can be played to the end.
func TestEveryBoard(t *testing.T) {
	d := &driver{Model: newModel(t)}
	for i, board := range engine.Shapes {
		d.send(press("N"))
		require.Equal(t, atBoards, d.screen)
		for d.boards.list.at < i {
			d.send(press("down"))
		}
		for d.boards.list.at > i {
			d.send(press("up"))
		}
		d.send(press("enter"))
		require.Equal(t, board.Start, d.session.Start(), board.Name)
		finish(t, d, func(s engine.Square) {
			d.send(typed(s.String())...)
			checkFits(t, d.draw(), 80, 24)
		})
		d.send(press("n"))
		require.Equal(t, board.Start, d.session.Start(), "the next game is on the same board")
	}
}

// On every board the arrow keys lead from each square to all other squares, and to no hole.
func TestArrowsReachEverySquare(t *testing.T) {
	arrows := [][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}
	for _, board := range engine.Shapes {
		m := newModel(t, on(board.Name)(t)...)
		squares := slices.Collect(engine.SquaresOf(^board.Holes()))
		leads := map[engine.Square][]engine.Square{}
		for _, s := range squares {
			for _, a := range arrows {
				m.cursor, m.pointing = s, true
				m.moveCursor(a[0], a[1])
				require.True(t, m.isSquare(m.cursor), "%s: %v from %s", board.Name, a, s)
				leads[s] = append(leads[s], m.cursor)
			}
		}
		for _, from := range squares {
			reached := []engine.Square{from}
			for i := 0; i < len(reached); i++ {
				for _, to := range leads[reached[i]] {
					if !slices.Contains(reached, to) {
						reached = append(reached, to)
					}
				}
			}
			require.Len(t, reached, len(squares), "%s from %s", board.Name, from)
		}
	}
}

// Holes ignore clicks and typed squares, and the cursor is never on a hole.
func TestHoles(t *testing.T) {
	d := &driver{Model: newModel(t, on("Diamond")(t)...)}
	d.send(typed("a1")...)
	assert.Equal(t, "a1 is not a square of this board.", d.notice.text)
	l, _ := newLayout(80, 24, true, 8, engine.NoSquare)
	d.notice = notice{}
	d.send(tea.MouseClickMsg{X: l.grid.x + 2, Y: l.grid.y + 1, Button: tea.MouseLeft})
	assert.Empty(t, d.notice.text)
	assert.True(t, d.isSquare(d.cursor))
	d.cursor = engine.At(3, 0)
	d.send(press("left"))
	assert.Equal(t, "c2", d.cursor.String(), "where nothing is ahead, the nearest square that way")
}

// A player that cannot play on a board is refused there, and is replaced if the board changes.
func TestPlayersOfBoards(t *testing.T) {
	d := &driver{Model: newModel(t)}
	picky := &players.Contestant{
		Name: "picky", New: func(*search.Searcher) players.Player { return pausing{} },
		PlaysOn: func(board engine.Shape) error {
			if board.Name != "Heart" {
				return errors.New("its weights are for the board Heart, not for " + board.Name)
			}
			return nil
		},
	}
	d.setPlayer(engine.White, &slot{name: "picky", contestant: picky})
	assert.Equal(t, "player picky: its weights are for the board Heart, not for Square-8; press N for another board.",
		d.notice.text)
	assert.Equal(t, "table", d.slots[engine.White].name)

	heart, err := engine.ShapeNamed("Heart")
	require.NoError(t, err)
	evolved := playerlist.ListedPlayer{Name: "runs/love", Board: "Heart"}
	offered := func() bool {
		d.Update(press("p"))
		d.Update(playersMsg{evolved})
		return slices.ContainsFunc(d.chooser.found(), func(c candidate) bool { return c.Name == evolved.Name })
	}
	assert.False(t, offered())
	d.playOn(heart)
	assert.True(t, offered())
	d.Update(press("esc"))
	d.setPlayer(engine.White, &slot{name: "picky", contestant: picky})
	assert.Equal(t, "picky", d.slots[engine.White].name)
	d.playOn(engine.Standard())
	assert.Equal(t, "A new game on the board Square-8, you against evolved, level 1, handicap 16.", d.notice.text)
	d.playOn(heart)
	assert.Equal(t, "evolved, level 1, handicap 16", d.slots[engine.White].name, "it plays everywhere")
	diamond, err := engine.ShapeNamed("Diamond")
	require.NoError(t, err)
	d.setPlayer(engine.White, &slot{name: "picky", contestant: picky})
	d.send(tea.PasteMsg{Content: diamond.Start.String()})
	assert.Equal(t, diamond.Start, d.session.Start())
	assert.Equal(t, "evolved, level 1, handicap 16", d.slots[engine.White].name)
}

// The champion of a run plays on the run's board.
func TestRunsOnBoards(t *testing.T) {
	mine, err := engine.ParseShape("mine", strings.Repeat("-", 27)+"OX------XO"+strings.Repeat("-", 11)+
		strings.Repeat("#", 16))
	require.NoError(t, err)
	dir := t.TempDir()
	c := evolution.Defaults(7)
	c.Search.Depth, c.Search.Endgame = 1, 4
	c.SetBoard(mine)
	c.SetSize(6, 4)
	c.Reference.Pairs = 8
	run, err := runs.Create(filepath.Join(dir, "own"), c, runs.Goal{Count: 1})
	require.NoError(t, err)
	_, err = run.Run(t.Context(), fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	run.Close()

	d := &driver{Model: newModel(t, func(o *Options) { o.Runs = dir })}
	d.send(press("o"))
	assert.Contains(t, d.draw(), "Champion of generation 1 on mine")
	d.send(press("enter"))
	assert.Equal(t, mine.Start, d.session.Start())
	assert.Equal(t, "runs/own/1", d.slots[engine.White].name)
	d.send(press("N"))
	assert.Equal(t, "mine", d.boards.chosen().Name)
	d.send(press("esc"))
	d.send(keystrokes("tab enter")...)
	assert.Len(t, d.session.Game().Moves, 2)
}

// A pasted transcript is a game on the current board. A pasted position with other squares changes the board.
func TestPastesOnBoards(t *testing.T) {
	d := &driver{Model: newModel(t, on("Diamond")(t)...)}
	d.send(tea.PasteMsg{Content: "d3c3"})
	assert.Equal(t, "d3c3", d.session.Game().Transcript())
	assert.Equal(t, "Diamond", d.options.Board.Name)
	cross, err := engine.ShapeNamed("Cross")
	require.NoError(t, err)
	d.send(tea.PasteMsg{Content: cross.Start.Play(engine.At(3, 2)).String()})
	assert.Equal(t, "Cross", d.options.Board.Name)
	assert.Contains(t, d.draw(), "board Cross")
	d.send(press("y"))
	assert.False(t, strings.HasPrefix(d.notice.text, "Copied: d3"), d.notice.text)
}
