package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/ui/cli"
)

// A Language holds the texts of a language. The keys are the English texts, which are formats of package fmt.
// Names of players, boards and openings have keys such as "about.table".
type Language map[string]string

// English is empty, because its texts are the keys themselves.
var English Language

// Text returns a text with its arguments. It also translates sides among the arguments.
func (l Language) Text(format string, args ...any) string {
	if own, ok := l[format]; ok {
		format = own
	}
	if len(args) == 0 {
		return format
	}
	for i, arg := range args {
		if side, ok := arg.(engine.Side); ok {
			args[i] = l.Text(side.String())
		}
	}
	return fmt.Sprintf(format, args...)
}

// count returns a number of things.
func (l Language) count(n int, thing string) string {
	if l == nil {
		return english.Count(n, thing)
	}
	return l.Text("%d "+thing, n)
}

// named returns the text of a name, or the name if there is none.
func (l Language) named(kind, name string) string {
	if text, ok := l[kind+name]; ok {
		return text
	}
	return cli.Plain(name)
}

func (l Language) board(name string) string { return l.named("board.is.", name) }

// about describes a player in one line without a full stop.
func (l Language) about(name, otherwise string) string {
	if text, ok := l["about."+name]; ok {
		return strings.TrimSuffix(text, "。")
	}
	return otherwise
}

// right extends a text to a width with spaces before it.
func right(text string, width int) string {
	return strings.Repeat(" ", max(width-ansi.StringWidth(text), 0)) + text
}
