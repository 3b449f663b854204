package tui

import (
	"charm.land/bubbles/v2/key"
)

// keys holds the key bindings and their help texts. Letters from a to h start a square; h also moves left.
var keys = struct {
	up, down, left, right, next, previous, play, square                    key.Binding
	undo, redo, newGame, boards, values, analyse, enter, copy, save        key.Binding
	players, runs, pause, faster, slower, help, suspend, quit              key.Binding
	back, choose, otherSide, deeper, shallower, moreHandicap, lessHandicap key.Binding
	older, newer                                                           key.Binding
}{
	up:       bind("↑/k", "up", "up", "k"),
	down:     bind("↓/j", "down", "down", "j"),
	left:     bind("←/h", "left", "left", "h"),
	right:    bind("→/l", "right", "right", "l"),
	next:     bind("tab", "next move", "tab"),
	previous: bind("shift+tab", "previous", "shift+tab"),
	play:     bind("enter", "play", "enter", "space"),
	square:   bind("f5", "play there", "a", "b", "c", "d", "e", "f", "g", "h", "A", "B", "C", "D", "E", "F", "G", "H"),

	undo:    bind("u", "undo", "u", "backspace"),
	redo:    bind("r", "redo", "r"),
	newGame: bind("n", "new game", "n"),
	boards:  bind("N", "new board", "N"),
	values:  bind("v", "values", "v"),
	analyse: bind("m", "mistakes", "m"),
	enter:   bind("t", "type a game", "t"),
	copy:    bind("y", "copy", "y"),
	save:    bind("s", "save", "s"),

	players: bind("p", "players", "p"),
	runs:    bind("o", "runs", "o"),
	pause:   bind("space", "pause", "space"),
	faster:  bind("+", "faster", "+", "="),
	slower:  bind("-", "slower", "-"),
	help:    bind("?", "help", "?"),
	suspend: bind("ctrl+z", "suspend", "ctrl+z"),
	quit:    bind("q", "quit", "q"),

	back:         bind("esc", "back", "esc"),
	choose:       bind("enter", "choose", "enter"),
	otherSide:    bind("tab", "other side", "tab"),
	deeper:       bind("→", "stronger", "right"),
	shallower:    bind("←", "weaker", "left"),
	moreHandicap: bind(">", "more handicap", ">"),
	lessHandicap: bind("<", "less handicap", "<"),
	older:        bind("←", "older", "left", "h"),
	newer:        bind("→", "newer", "right", "l"),
}

func bind(shown, does string, pressed ...string) key.Binding {
	return key.NewBinding(key.WithKeys(pressed...), key.WithHelp(shown, does))
}

// bottomKeys returns the keys for the line at the bottom, the most useful first. Keys that do not fit are left out.
func (m *Model) bottomKeys() []key.Binding {
	k := &keys
	switch {
	case m.prompt.open:
		return []key.Binding{k.choose, k.back}
	case m.screen == atChooser:
		return []key.Binding{k.choose, k.back, k.otherSide, k.shallower, k.deeper, k.lessHandicap, k.moreHandicap}
	case m.screen == atRuns:
		return []key.Binding{k.choose, k.back, k.older, k.newer, k.otherSide}
	case m.screen == atBoards:
		return []key.Binding{k.choose, k.back, k.up, k.down}
	case m.screen == atHelp:
		return []key.Binding{k.back}
	case m.watching():
		return []key.Binding{k.pause, k.faster, k.slower, k.help, k.players, k.undo, k.values, k.runs, k.newGame, k.quit,
			k.boards}
	case m.session.Over():
		return []key.Binding{k.newGame, k.undo, k.analyse, k.help, k.copy, k.save, k.players, k.values, k.runs, k.quit,
			k.boards}
	}
	third := k.values
	if m.options.Board.IsLarge() { // where there are no values, and letters are no squares
		third = k.enter
	}
	return []key.Binding{k.play, k.help, k.undo, third, k.newGame, k.players, k.runs, k.quit, k.boards, k.redo,
		k.analyse, k.copy, k.save}
}

// groups returns all keys of the game, for the help screen.
func groups() []group {
	k := &keys
	return []group{
		{"Play", []key.Binding{k.up, k.down, k.left, k.right, k.next, k.previous, k.play, k.square}},
		{"Game", []key.Binding{k.undo, k.redo, k.newGame, k.boards, k.enter, k.copy, k.save}},
		{"Analysis", []key.Binding{k.values, k.analyse}},
		{"Players", []key.Binding{k.players, k.runs, k.pause, k.faster, k.slower}},
		{"Program", []key.Binding{k.help, k.suspend, k.quit}},
	}
}

// A group is a title and its keys on the help screen.
type group struct {
	title    string
	bindings []key.Binding
}
