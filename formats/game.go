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

// An Annotated is a game with the annotations of a file. Texts are as in the file, and empty if
// missing.
type Annotated struct {
	engine.Game
	Place, Date  string
	Black, White string         // names
	Result       *Result        // nil if unknown
	Remarks      map[int]Remark // by index of the move; nil without any
	Comment      string
	Passed       bool // the game breaks off after a pass, which Moves do not contain
}

// A Result is the result of a game.
type Result struct {
	Discs float64 // Black's minus White's; a fraction with a komi
	How   string  // "r" resigned, "t" out of time, "s" agreed, "" played out
}

// A Remark is a program's note on its move; nil values are missing.
type Remark struct {
	Eval    *float64 // its value of the position, on its own scale
	Seconds *float64 // its thinking time
}

// Title returns a printable line that describes a game: the players, then the place and the date, as far
// as they are known.
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

// ParseTranscripts parses one transcript per line, like engine.ParseTranscriptFrom. A line that begins with
// a move number above 1 continues the game before it. Lines that are not games on their own may be one game
// together. Empty lines and text after a % are skipped. Errors name the line where the game begins.
func ParseTranscripts(start engine.Position, text string) ([]Annotated, error) {
	games, lost := parseTranscripts(start, text)
	if lost.Games > 0 {
		return nil, lost.First
	}
	return games, nil
}

// parseTranscripts is ParseTranscripts that leaves out unreadable games.
func parseTranscripts(start engine.Position, text string) (games []Annotated, lost Unreadable) {
	lost = eachTranscript(start, contents(text), func(game *engine.Game) error {
		games = append(games, Annotated{Game: *game})
		return nil
	})
	return games, lost
}

// contents iterates over the lines of a text that are not empty, with their numbers.
func contents(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			if line = content(line); line != "" && !yield(n, line) {
				return
			}
		}
	}
}

// content returns a line without its comment, which begins with a %.
func content(line string) string {
	line, _, _ = strings.Cut(line, "%")
	return strings.TrimSpace(line)
}
