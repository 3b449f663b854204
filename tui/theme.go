package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// A theme is how things look: in colour or without, in any character or in ASCII. Without
// colour nothing is said by attributes either, so that plain text tells all.
type theme struct {
	colour, ascii bool

	green, shade      lipgloss.Style // squares, like a chessboard's
	last, cursor      lipgloss.Style // the square of the last move, and the one to play on
	black, white, dot lipgloss.Style // what lies on squares; only their foreground counts

	faint, bold, best, bad lipgloss.Style // text
}

// newTheme makes the theme for a terminal of so many colours.
func newTheme(colour, ascii bool, profile colorprofile.Profile) theme {
	t := theme{colour: colour, ascii: ascii}
	if !colour {
		return t
	}
	style := lipgloss.NewStyle
	pick := func(rich, basic string) lipgloss.Style {
		if profile <= colorprofile.ANSI {
			return style().Background(lipgloss.Color(basic))
		}
		return style().Background(lipgloss.Color(rich))
	}
	t.green, t.shade = pick("#2e7d4f", "2"), pick("#297247", "2")
	t.last, t.cursor = pick("#57a773", "6"), pick("#d4a72c", "3")
	t.black, t.white, t.dot = pick("#101512", "0"), pick("#f4f1e6", "15"), pick("#7cc596", "10")
	t.faint, t.bold = style().Faint(true), style().Bold(true)
	t.best = style().Bold(true).Foreground(lipgloss.Color("#d4a72c"))
	t.bad = style().Bold(true).Foreground(lipgloss.Color("#d75f5f"))
	if profile <= colorprofile.ANSI {
		t.best, t.bad = t.best.Foreground(lipgloss.Color("3")), t.bad.Foreground(lipgloss.Color("1"))
	}
	return t
}

// chip is a disc to stand in a line of text.
func (t *theme) chip(disc byte) string {
	switch {
	case !t.colour:
		return string(disc)
	case t.ascii:
		return " " + t.of(disc).Render("  ") + " "
	}
	return t.green.Foreground(t.of(disc).GetBackground()).Render(" ● ")
}

// of is the style whose background is a disc's colour.
func (t *theme) of(disc byte) lipgloss.Style {
	if disc == 'X' {
		return t.black
	}
	return t.white
}

// plain are the characters that stand for others where there is only ASCII, each as wide
// as what it replaces.
var plain = strings.NewReplacer(
	"·", ".", "•", ".", "●", "X", "○", "O", "…", "~", "–", "-", "—", "-", "−", "-", "’", "'", "±", "~", "▸", ">", "▏", "|",
	"↑", "^", "↓", "v", "←", "<", "→", ">", "│", "|", "─", "-", "┼", "+", "├", "+", "┤", "+", "┬", "+", "┴", "+",
	"┌", "+", "┐", "+", "└", "+", "┘", "+", "×", "x", "‹", "<", "›", ">", "≥", ">", "▲", "^", "▼", "v",
)

// inASCII writes a text without any other character.
func inASCII(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			return r
		case r == 0x2800:
			return ' '
		case 0x2800 < r && r < 0x2900:
			return ':' // a braille pattern, of which charts are made
		}
		return '?'
	}, plain.Replace(text))
}
