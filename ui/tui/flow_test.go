package tui

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/formats"
	"evothello/players"
	"evothello/search"
	"evothello/ui/cli"
)

// finish plays the first legal move with play, until the game is over.
func finish(t *testing.T, d *driver, play func(engine.Square)) {
	for turns := 0; !d.session.Over(); turns++ {
		require.Less(t, turns, 60)
		before := len(d.session.Plies())
		require.True(t, d.userToMove())
		play(d.session.Snapshot().Legal[0])
		require.Greater(t, len(d.session.Plies()), before)
	}
	assert.Equal(t, d.session.Position(), d.session.Game().Final())
}

// A whole game can be played by keyboard: arrow keys move the cursor to each square.
func TestAGameByKeyboard(t *testing.T) {
	d := &driver{Model: newModel(t)}
	finish(t, d, func(s engine.Square) {
		for d.cursor != s {
			d.send(press(step(d.cursor, s)))
		}
		d.send(press("enter"))
	})
	assert.Contains(t, d.draw(), d.status())
}

func step(from, to engine.Square) string {
	switch {
	case from.Row() < to.Row():
		return "down"
	case from.Row() > to.Row():
		return "k"
	case from.Col() < to.Col():
		return "l"
	}
	return "left"
}

// A whole game can be played by mouse.
func TestAGameByMouse(t *testing.T) {
	d := &driver{Model: newModel(t)}
	finish(t, d, func(s engine.Square) {
		l, _ := newLayout(80, 24, true, 8, engine.NoSquare)
		d.send(tea.MouseClickMsg{X: l.grid.x + s.Col()*l.grid.w + l.grid.w/2, Y: l.grid.y + s.Row()*l.grid.h + l.grid.h/2,
			Button: tea.MouseLeft})
	})
}

// A whole game can be played by typing squares.
func TestAGameByTyping(t *testing.T) {
	d := &driver{Model: newModel(t)}
	finish(t, d, func(s engine.Square) { d.send(typed(strings.ToUpper(s.String()))...) })
}

// A click beside the board does nothing.
func TestClicksBesideTheBoard(t *testing.T) {
	d := &driver{Model: newModel(t)}
	l, _ := newLayout(80, 24, true, 8, engine.NoSquare)
	for _, place := range [][2]int{{l.grid.x - 1, l.grid.y + 4}, {l.grid.x + 16, l.grid.y - 1},
		{l.grid.x + 8*l.grid.w, l.grid.y + 5}, {l.grid.x + 5, l.grid.y + 8*l.grid.h}, {79, 23}, {0, 0}} {
		d.send(tea.MouseClickMsg{X: place[0], Y: place[1], Button: tea.MouseLeft})
		assert.Empty(t, d.session.Plies())
		assert.Empty(t, d.notice.text)
	}
	d.send(tea.MouseClickMsg{X: l.grid.x + 3*l.grid.w, Y: l.grid.y + 2*l.grid.h, Button: tea.MouseRight})
	assert.Empty(t, d.session.Plies())
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name, keys string // keys with blanks between them
		moves      string // the game's moves afterwards
		says       string
	}{
		{"typed", "d 3", "d3c3", "White plays c3, flips 1."},
		{"half typed", "f x 5", "", ""},
		{"h is a column", "h 5", "", "h5 is not a legal move for Black."},
		{"tab goes to legal moves", "tab tab enter", "f5f6", "White plays f6, flips 1."},
		{"and back", "shift+tab shift+tab enter", "f5f6", "White plays f6, flips 1."},
		{"arrows stop at the edge", "up up up up left left left left left enter", "", "a1 is not a legal move for Black."},
		{"undo takes back both moves", "d 3 u", "", "Taken back: d3 c3."},
		{"redo makes them again", "d 3 u r", "d3c3", "Played again: d3 c3."},
		{"nothing to undo", "u", "", "There is no move of yours to take back."},
		{"nothing to redo", "r", "", "There is no move to redo."},
		{"new", "d 3 n n", "", ""},
		{"new asks first", "d 3 n", "d3c3", "Press n again to leave this game."},
		{"and asks again after another key", "d 3 n down n", "d3c3", "Press n again to leave this game."},
		{"nothing to copy", "y", "", "There is no move to copy yet."},
		{"copy", "d 3 y", "d3c3", "Copied: d3c3"},
		{"nothing to analyse", "m", "", "There is no move to analyse yet."},
		{"faster", "+", "", "Players take at least 200ms for a move."},
		{"fastest", "+ + + +", "", "Players answer at once."},
		{"slower", "-", "", "Players take at least 1s for a move."},
		{"typed game", "t f 5 d 6 c 3 d 3 enter", "f5d6c3d3", "The game after 4 moves."},
		{"typed nonsense", "t z 9 enter", "", "line 1: "},
		{"typed nothing", "t enter", "", ""},
		{"typed and left", "t f 5 esc", "", ""},
		{"unknown keys", "x z ! 9", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &driver{Model: newModel(t)}
			d.send(keystrokes(c.keys)...)
			assert.Equal(t, c.moves, d.session.Game().Transcript())
			if c.says == "" {
				assert.Empty(t, d.notice.text)
			}
			assert.Contains(t, d.notice.text, c.says)
			assert.Contains(t, d.draw(), d.notice.text)
			assert.False(t, d.quit)
		})
	}
}

// The key q ends the program at the board, Ctrl-C on every screen.
func TestQuit(t *testing.T) {
	for _, keys := range []string{"q", "ctrl+c", "p ctrl+c", "o ctrl+c", "? ctrl+c", "t ctrl+c"} {
		d := &driver{Model: newModel(t)}
		d.send(keystrokes(keys)...)
		assert.True(t, d.quit, keys)
	}
}

// Every key of the help screen does something on some screen. No key has two meanings at the board.
func TestKeysHaveOneMeaning(t *testing.T) {
	told := map[string]string{}
	for _, group := range groups() {
		for _, b := range group.bindings {
			assert.NotEmpty(t, b.Help().Desc)
			for _, k := range b.Keys() {
				if k == "space" || k == "h" { // space plays a move or pauses; h moves left or is a column
					continue
				}
				assert.Empty(t, told[k], k)
				told[k] = b.Help().Desc
			}
		}
	}
}

// A pasted game or position is set up. Other texts give an error on one line.
func TestPaste(t *testing.T) {
	for text, want := range map[string]string{
		"F5 d6\n":                      "f5d6",
		strings.Repeat("x", 1e5):       "the text is longer than 64 KiB.",
		"f5f5":                         "line 1: transcript, move 2: f5 is taken",
		strings.Repeat("X", 64) + " O": "Black wins 64-0.",
		"(;GM[Othello]PB[a]PW[b]TY[8]BO[8 " + strings.Repeat("-", 27) + "O*------*O" + strings.Repeat("-", 27) +
			" *]B[F5]W[D6];)": "f5d6",
	} {
		d := &driver{Model: newModel(t)}
		d.send(tea.PasteMsg{Content: text})
		assert.Contains(t, d.session.Game().Transcript()+"\n"+d.notice.text+"\n"+d.status(), want)
		assert.NotContains(t, d.notice.text, "\n")
	}
	d := &driver{Model: newModel(t)}
	d.send(keystrokes("p")...)
	d.send(tea.PasteMsg{Content: "f5d6"})
	assert.Empty(t, d.session.Plies(), "nothing is pasted where no game is shown")
}

func TestSave(t *testing.T) {
	t.Chdir(t.TempDir())
	d := &driver{Model: newModel(t)}
	d.send(typed("d3s")...)
	d.send(press("enter"))
	assert.Equal(t, "Saved in games.ggf.", d.notice.text)
	file, err := formats.ReadFile(engine.Start(), "games.ggf")
	require.NoError(t, err)
	require.Len(t, file.Games, 1)
	assert.Equal(t, "d3c3", file.Games[0].Transcript())
	assert.Equal(t, "you", file.Games[0].Black)
	assert.Equal(t, "table", file.Games[0].White)

	d.send(typed("smine.txt")...)
	d.send(press("enter"))
	assert.Equal(t, "Saved in mine.txt.", d.notice.text)
	d.send(press("s"))
	d.send(tea.PasteMsg{Content: "no/such/place.txt"})
	d.send(press("enter"))
	assert.Contains(t, d.notice.text, "no/such/place.txt")
	assert.True(t, d.notice.bad)
}

// A game may begin after moves. They can be taken back, and a new game begins after them again.
func TestBeginsAfterMoves(t *testing.T) {
	game, err := engine.ParseTranscript("f5d6c3d3")
	require.NoError(t, err)
	d := &driver{Model: newModel(t, func(o *Options) { o.Begun = *game })}
	assert.Equal(t, "transcript: f5d6c3d3", d.finalText())
	assert.Contains(t, d.draw(), "4 O d3")
	d.send(press("u"))
	assert.Equal(t, "transcript: f5d6", d.finalText())
	d.send(press("n"))
	assert.Equal(t, "transcript: f5d6c3d3", d.finalText())
}

// Values arrive depth by depth during the user's turn. Values of an earlier position are dropped.
func TestValues(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.values.searcher.limits = search.Settings{Depth: 3}
	d.send(press("v"))
	require.NotNil(t, d.values.found)
	assert.Equal(t, 3, d.values.found.Depth)
	assert.Len(t, d.values.found.Moves, 4)
	assert.GreaterOrEqual(t, len(d.values.line), 3)
	assert.Len(t, d.graph.values, 1, "the start")

	late := valued(d.Model)
	d.send(typed("d3")...)
	assert.Len(t, d.values.found.Moves, len(d.session.Snapshot().Legal))
	assert.Len(t, d.graph.values, 3)
	found := d.values.found
	d.Update(late)
	assert.Same(t, found, d.values.found)

	d.send(press("v"))
	assert.Nil(t, d.values.found)
	assert.False(t, d.values.search.busy())
}

// Near the end of the game values are exact, and the line leads to the end.
func TestSolvedValues(t *testing.T) {
	d := &driver{Model: newModel(t, at(t, nearEnd))}
	d.send(press("v"))
	require.NotNil(t, d.values.found)
	assert.True(t, d.values.found.Moves[0].Exact)
	assert.Len(t, d.values.line, 4)
	assert.Contains(t, d.draw(), "Values, solved to the end")
}

// The graph shows values for Black, whichever side is to move.
func TestGraph(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.values.searcher.limits = search.Settings{Depth: 1}
	d.send(tea.PasteMsg{Content: nearEnd + "h4g8a7a2"}, press("v"))
	positions := d.positions()
	assert.Len(t, d.graph.values, len(positions))
	for _, p := range positions[len(positions)-5:] {
		assert.LessOrEqual(t, d.graph.values[p], -16.0, "Black won nothing by White's mistakes")
	}
	assert.Equal(t, -16.0, d.graph.values[d.turn()])
	assert.Contains(t, d.draw(), "Result: White by 16")
	for lead, want := range map[float64]int{0: 0, 1: 1, -1: -1, 8: 4, 32: 8, 64: 8, -64: -8} {
		assert.Equal(t, want, level(lead, 8), lead)
	}
}

// A move that arrives after the position has changed is dropped. Its search was cancelled.
func TestLateAnswers(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.slots[engine.White] = &slot{name: "pausing", contestant: &players.Contestant{
		New: func(*search.Searcher) players.Player { return pausing{} },
	}}
	d.Update(press("enter"))
	require.True(t, d.thinking.busy())
	number := d.thinking.number
	d.Update(press("u"))
	assert.False(t, d.thinking.busy())
	d.Update(moveMsg{number: number, move: engine.At(2, 2)})
	assert.Empty(t, d.session.Plies())

	d.Update(press("enter"))
	d.Update(moveMsg{number: number, move: engine.At(2, 2)})
	assert.Len(t, d.session.Plies(), 1, "the new question is another one")
	d.Update(moveMsg{number: d.thinking.number, move: engine.At(2, 2)})
	assert.Len(t, d.session.Plies(), 2)
}

// A player that fails gives an error message. The user can go back or choose another player.
func TestPlayersThatFail(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.Update(press("enter"))
	d.send(moveMsg{number: d.thinking.number, err: fmt.Errorf("%w: no program", players.ErrAbsent)})
	assert.Equal(t, "table cannot move: player absent: no program. Choose another player with p.", d.notice.text)
	assert.False(t, d.thinking.busy(), "it is not asked again")
	d.send(press("u"))
	assert.Empty(t, d.session.Plies())

	d.Update(press("enter"))
	d.send(moveMsg{number: d.thinking.number, move: engine.At(0, 0)})
	assert.Contains(t, d.notice.text, "a1 is not a legal move for White")
}

// Mistakes are the same as those of package analysis.
func TestMistakes(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.annotations.depths = search.Settings{Depth: 2}
	d.send(typed("d3")...)
	d.send(press("m"))
	require.Len(t, d.annotations.moves, 2)
	assert.Contains(t, d.notice.text, "Mistakes ? and blunders ??: Black ")
	assert.Len(t, d.graph.values, 3, "the graph comes with them")

	// Other moves have no annotations.
	d.annotations.moves[1].Mark = "??"
	assert.Contains(t, d.draw(), "c3??")
	d.send(keystrokes("u d 3")...)
	assert.Contains(t, d.draw(), "c3??")
	d.send(keystrokes("n n f 5")...)
	assert.NotContains(t, d.draw(), "??")
}

// Ctrl-C and signals end the program and print the transcript, as in the dialogue.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, keyboard := io.Pipe()
	defer keyboard.Close()
	out, err := os.Create(filepath.Join(t.TempDir(), "screen"))
	require.NoError(t, err)
	defer out.Close()
	done := make(chan error)
	go func() {
		done <- Run(ctx, in, out, Options{Begun: *engine.NewGame(), Against: contestant(t, "table"), Runs: t.TempDir()})
	}()
	cancel()
	assert.ErrorIs(t, <-done, cli.ErrInterrupted)
	written, err := os.ReadFile(out.Name())
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(string(written), "transcript: \n"), string(written))
}
