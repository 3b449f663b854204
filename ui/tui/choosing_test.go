package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/ui/playerlist"
)

// The user can choose another player, its level and its handicap. The game continues.
func TestChoosing(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.send(typed("d3p")...)
	d.send(typed("alphab")...)
	d.send(keystrokes("left left enter")...)
	assert.Equal(t, "alphabeta, level 2", d.slots[engine.White].name)
	assert.Contains(t, d.slots[engine.White].about, "depth 2")
	assert.Equal(t, "d3c3", d.session.Game().Transcript())

	d.send(append(keystrokes("p"), append(typed("the strongest player"), keystrokes("> > > < enter")...)...)...)
	assert.Equal(t, "strongest, level 2, handicap 2", d.slots[engine.White].name)
	d.send(typed("b3")...)
	assert.Len(t, d.session.Game().Moves, 4)
	assert.Empty(t, d.leaving)

	d.send(keystrokes("p esc")...)
	assert.Equal(t, "strongest, level 2, handicap 2", d.slots[engine.White].name)

	// The user plays both sides.
	d.send(keystrokes("p up enter")...)
	assert.True(t, d.slots[engine.White].human())
	at := len(d.session.Game().Moves)
	d.send(press("u"))
	assert.Len(t, d.session.Game().Moves, at-1, "one move at a time")
	assert.Contains(t, d.draw(), "White (you) to move.")
}

// A player that no longer exists gives an error message.
func TestChoosingAMissingPlayer(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.screen = atChooser
	d.chooser.takePlayers(someListed()[3:])
	d.measure()
	d.send(keystrokes("pgdown enter")...)
	assert.Contains(t, d.notice.text, "runs/seed-7")
	assert.Equal(t, "table", d.slots[engine.White].name)
}

// Two programs play each other to the end. Space pauses them.
func TestWatching(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.Update(press("p"))
	d.send(keystrokes("down tab enter")...)
	assert.True(t, d.watching())
	assert.True(t, d.session.Over())
	assert.Contains(t, d.draw(), "wins")

	d.Update(press("n"))
	d.Update(press("space"))
	assert.True(t, d.paused)
	assert.False(t, d.thinking.busy())
	d.send(press("enter"))
	assert.Empty(t, d.session.Plies(), "no player moves for them")
	d.send(press("space"))
	assert.True(t, d.session.Over())
	d.send(press("u"))
	assert.True(t, d.stopped(), "else they would play on")

	// A program that replaces the user plays at once.
	d.send(keystrokes("p tab up enter")...)
	assert.True(t, d.slots[engine.Black].human())
	assert.True(t, d.userToMove() || d.session.Over(), "White has answered")
}

// The champions of a run can be played.
func TestRuns(t *testing.T) {
	d := &driver{Model: newModel(t, func(o *Options) { o.Runs = filepath.Join("..", "..", "runs") })}
	d.send(press("o"))
	require.NotEmpty(t, d.runs.known)
	assert.Contains(t, d.draw(), "reference")
	for d.runs.run().name != "reference" {
		d.send(press("down"))
	}
	d.send(press("left"))
	generation := d.runs.run().champions[d.runs.chosen].Generation
	assert.Contains(t, d.draw(), fmt.Sprintf("Champion of generation %d", generation))
	d.send(press("enter"))
	assert.Equal(t, fmt.Sprintf("runs/reference/%d", generation), d.slots[engine.White].name)
	d.send(typed("d3")...)
	assert.Len(t, d.session.Game().Moves, 2)
}

// The second click on a line of a list acts as enter.
func TestClicksInLists(t *testing.T) {
	d := &driver{Model: newModel(t)}
	d.send(press("p"))
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	assert.Equal(t, 2, d.chooser.list.at)
	click := tea.MouseClickMsg{X: 5, Y: listTop, Button: tea.MouseLeft}
	d.send(click)
	assert.Equal(t, 0, d.chooser.list.at)
	assert.Equal(t, atChooser, d.screen)
	d.send(tea.MouseClickMsg{X: 5, Y: 0, Button: tea.MouseLeft})
	assert.Equal(t, atChooser, d.screen)
	d.send(click)
	assert.Equal(t, atGame, d.screen)
	assert.True(t, d.slots[engine.White].human())
}

// a training of tables has no generations, so it is not among the runs.
func TestTablesIsNotARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	for _, name := range []string{"champion.json", "checkpoint.json", "tables.json"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	assert.Empty(t, readRuns(filepath.Dir(dir)))
	require.NoError(t, os.Remove(filepath.Join(dir, "tables.json")))
	assert.Len(t, readRuns(filepath.Dir(dir)), 1, "a run that cannot be read is shown as such")
}

// The first line introduces the default opponent, until the first move or until the user chooses a player.
func TestIntroduction(t *testing.T) {
	firstLine := func(d *driver) string {
		return strings.TrimSpace(strings.SplitN(strings.TrimLeft(d.draw(), "\n"), "\n", 2)[0])
	}
	unchosen := func(o *Options) {
		o.Default = playerlist.BeginnerOpponent
		var err error
		o.Against, err = playerlist.New(o.Runs, nil).Contestant(o.Default)
		require.NoError(t, err)
	}
	d := &driver{Model: newModel(t, unchosen)}
	says := "You play evolved at a beginner's level: p chooses another."
	assert.Equal(t, says, firstLine(d))
	d.Update(tea.WindowSizeMsg{Width: 44, Height: 13})
	assert.Contains(t, firstLine(d), "you  2", "there is no room")
	d.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.send(typed("d3")...)
	assert.Contains(t, firstLine(d), "evolved, level 1")

	d = &driver{Model: newModel(t, unchosen)}
	d.send(keystrokes("p up enter")...)
	assert.Contains(t, firstLine(d), "you  2")
	d = &driver{Model: newModel(t, func(o *Options) { o.Default = playerlist.Choice{Name: "runs/seed-1"} })}
	assert.Equal(t, "You play runs/seed-1, your newest run: p chooses another.", firstLine(d))
	assert.Contains(t, firstLine(&driver{Model: newModel(t)}), "table")
}
