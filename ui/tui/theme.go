package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// A theme holds the styles of the display: with or without colours, with all characters or ASCII only. Without
// colours there are no other attributes either, so the plain text shows everything.
type theme struct {
	colour, ascii bool
	language      Language

	green, shade      lipgloss.Style // squares, like a chessboard's
	last, cursor      lipgloss.Style // the squares of the last move and of the cursor
	black, white, dot lipgloss.Style // discs and dots; only the background colour is used

	faint, bold, best, bad lipgloss.Style // text
}

// Colours for terminals with millions of colours, with 256 and with 16. In order: the two alternating colours
// of squares, the last move, the cursor, black discs, white discs, dots, and errors.
var (
	rich    = [8]string{"#2e7d4f", "#297247", "#57a773", "#d4a72c", "#101512", "#f4f1e6", "#7cc596", "#d75f5f"}
	indexed = [8]string{"28", "22", "71", "178", "233", "255", "120", "167"}
	basic   = [8]string{"2", "10", "6", "3", "0", "15", "0", "1"}
)

// newTheme returns the theme for a terminal with a number of colours, and the language of the texts.
func newTheme(colour, ascii bool, language Language, profile colorprofile.Profile) theme {
	t := theme{colour: colour, ascii: ascii, language: language}
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

// discLabel returns a disc for a line of text.
func (t *theme) discLabel(disc byte) string {
	switch {
	case !t.colour:
		return string(disc)
	case t.ascii:
		return " " + t.of(disc).Render("  ") + " "
	}
	return t.green.Foreground(t.of(disc).GetBackground()).Render(" ● ")
}

// of returns the style whose background is the colour of a disc.
func (t *theme) of(disc byte) lipgloss.Style {
	if disc == 'X' {
		return t.black
	}
	return t.white
}

// sameWidth replaces characters by ASCII characters of the same width, where cli.ASCII takes more.
var sameWidth = strings.NewReplacer("…", "~", "±", "~", "≥", ">", "≤", "<")
