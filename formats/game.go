// Package formats reads and writes the file formats of Othello programs: games in
// GGF, WTHOR and transcripts, positions with the values of their moves in OBF, players of
// the Othello League. Whatever format a game comes from, it is an Annotated one; positions
// are engine's.
package formats

import (
	"fmt"
	"iter"
	"strings"
	"unicode"

	"evothello/engine"
)

// An Annotated game is what a file says of one. Texts are as the file has them, empty
// where it says nothing.
type Annotated struct {
	engine.Game
	Place, Date  string
	Black, White string         // names
	Result       *Result        // nil if unknown
	Remarks      map[int]Remark // by index of the move; nil where there are none
	Comment      string
	Passed       bool // the game breaks off after a pass, which is no move
}

// A Result is how a game ended.
type Result struct {
	Discs float64 // Black's minus White's; a fraction where there was a komi
	How   string  // "r" resigned, "t" out of time, "s" agreed, "" played out
}

// A Remark is what a player's program noted of its move; nil is nothing.
type Remark struct {
	Eval    *float64 // what it thought of the position, on its own scale
	Seconds *float64 // how long it thought
}

// Title names a game in a line that can be shown: the players, then what is known of
// the occasion.
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

// printable replaces invisible characters by blanks, among them those that control
// terminals.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// ParseTranscripts reads a transcript a line, as engine.ParseTranscriptFrom does one. A line that begins
// with a move number above 1 goes on with the game before it; lines that are no games by themselves may
// be one together. Empty lines, and what follows a %, are skipped. Errors name the line where the game begins.
func ParseTranscripts(start engine.Position, text string) ([]Annotated, error) {
	games, lost := parseTranscripts(start, text)
	if lost.Games > 0 {
		return nil, lost.First
	}
	return games, nil
}

// parseTranscripts leaves out what is no game.
func parseTranscripts(start engine.Position, text string) (games []Annotated, lost Lost) {
	var lines []string
	var begins, numbers []int // of each game: its first line's index in lines, and number in the text
	for n, moves := range contents(text) {
		if number, _ := engine.CutNumber(moves); number <= 1 || len(lines) == 0 {
			begins, numbers = append(begins, len(lines)), append(numbers, n)
		}
		lines = append(lines, moves)
	}
	for i, from := range begins {
		to := len(lines)
		if i+1 < len(begins) {
			to = begins[i+1]
		}
		game, err := engine.ParseTranscriptFrom(start, strings.Join(lines[from:to], "\n"))
		if err != nil {
			lost.add(fmt.Errorf("line %d: %w", numbers[i], err))
			continue
		}
		games = append(games, Annotated{Game: *game})
	}
	if lost.Games > 0 && len(begins) > 1 {
		if game, err := engine.ParseTranscriptFrom(start, strings.Join(lines, "\n")); err == nil {
			return []Annotated{{Game: *game}}, Lost{}
		}
	}
	return games, lost
}

// contents goes through the lines of a text that hold something, with their
// numbers, and without comments, which begin with a %.
func contents(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			line, _, _ = strings.Cut(line, "%")
			if line = strings.TrimSpace(line); line != "" && !yield(n, line) {
				return
			}
		}
	}
}
