package tui

import (
	"math/bits"
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

// Colours of the squares, like a chessboard's, of that of the last move, of the cursor, of
// discs and dots, and of errors: where there are millions, 256, or 16.
var (
	rich    = [8]string{"#2e7d4f", "#297247", "#57a773", "#d4a72c", "#101512", "#f4f1e6", "#7cc596", "#d75f5f"}
	indexed = [8]string{"28", "22", "71", "178", "233", "255", "120", "167"}
	basic   = [8]string{"2", "10", "6", "3", "0", "15", "0", "1"}
)

// newTheme makes the theme for a terminal of so many colours.
func newTheme(colour, ascii bool, profile colorprofile.Profile) theme {
	t := theme{colour: colour, ascii: ascii}
	if !colour {
		return t
	}
	style := lipgloss.NewStyle
	colours := rich
	switch {
	case profile <= colorprofile.ANSI:
		colours = basic
	case profile <= colorprofile.ANSI256:
		colours = indexed
	}
	for i, into := range []*lipgloss.Style{&t.green, &t.shade, &t.last, &t.cursor, &t.black, &t.white, &t.dot} {
		*into = style().Background(lipgloss.Color(colours[i]))
	}
	t.faint, t.bold = style().Faint(true), style().Bold(true)
	t.best = style().Bold(true).Foreground(t.cursor.GetBackground())
	t.bad = style().Bold(true).Foreground(lipgloss.Color(colours[len(colours)-1]))
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
		case 0x2800 <= r && r < 0x2900: // a braille pattern, as in charts
			return rune(" .:::####"[bits.OnesCount32(uint32(r-0x2800))])
		}
		return '?'
	}, plain.Replace(text))
}
