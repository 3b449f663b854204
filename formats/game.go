// Package formats reads and writes the file formats of Othello programs: games in GGF, WTHOR and
// transcripts, positions with the values of their moves in OBF, and players of the Othello League.
// Games of all formats are Annotated ones. Positions are those of package engine.
package formats

import (
	"iter"
	"strings"
	"unicode"

	"evothello/engine"
)

// An Annotated is a game with its annotations in a file. Texts are as in the file, and "" if missing.
type Annotated struct {
	engine.Game
	Place, Date  string
	Black, White string         // names
	Result       *Result        // nil if unknown
	Remarks      map[int]Remark // by index of the move in Moves; nil without any
	Comment      string
	Passed       bool // the game breaks off after a pass, which Moves do not contain
	Number       int  // of the game in its file, from 1, counting unreadable games; 0 if not from a file
}

// A Result is the result of a game.
type Result struct {
	Discs float64 // Black's minus White's; may be a fraction if the game has a komi
	How   string  // "r" resigned, "t" out of time, "s" agreed, "" played out
}

// A Remark is a program's note on its move. A missing value is nil.
type Remark struct {
	Eval    *float64 // the program's value of the position, on its own scale
	Seconds *float64 // time for the move
}

// Title returns a line of text for display, without control characters: the players, then the place and the date if
// they are known.
func (g *Annotated) Title() string {
	name := func(given, otherwise string) string {
		if given == "" {
			return otherwise
		}
		return given
	}
	title := []string{name(g.Black, "Black") + " against " + name(g.White, "White")}
	for _, part := range []string{g.Place, g.Date} {
		if part != "" {
			title = append(title, part)
		}
	}
	return printable(strings.Join(title, ", "))
}

// printable replaces invisible characters by blanks, including those that control terminals.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// ParseTranscripts parses one transcript per line, like engine.ParseTranscriptFrom. A line that begins with a move
// number above 1 continues the game before it. If a line alone is not a game, but all lines of the text together, at
// most 100, are one game, the result is that game. Empty lines and text after a % are skipped. Errors name the line
// where the game begins.
func ParseTranscripts(start engine.Position, text string) ([]Annotated, error) {
	var games []Annotated
	for game, err := range eachTranscript(start, contents(text)) {
		if err != nil {
			return nil, err
		}
		games = append(games, *game)
	}
	return games, nil
}

// contents iterates over the lines of a text that are not empty, with their numbers.
func contents(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			if line = uncommented(line); line != "" && !yield(n, line) {
				return
			}
		}
	}
}

// uncommented returns a line without its comment, which begins with a %. In a link that is no comment.
func uncommented(line string) string {
	if !engine.IsLink(line) {
		line, _, _ = strings.Cut(line, "%")
	}
	return strings.TrimSpace(line)
}
