package formats

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"evothello/engine"
)

// A Format is the recognised format of a text.
type Format string

// The formats of texts.
const (
	GGF        Format = "ggf"
	OBF        Format = "obf"
	Board      Format = "board" // 64 squares on any number of lines, perhaps with the side to move
	Transcript Format = "transcript"
	WTHOR      Format = "wthor"
)

// Pasted describes the texts that ReadText reads, for errors.
const Pasted = "games as GGF or a transcript a line, positions as OBF, or a board of 64 squares"

// ReadText reads a pasted text, or the bytes of a file, and returns its format. Transcripts are of games from
// the given start. WTHOR's players and tournaments are named by their numbers, and its unreadable games are
// left out. An empty text is an error.
func ReadText(start engine.Position, text string) (file File, format Format, err error) {
	text = strings.TrimPrefix(text, byteOrderMark)
	switch board, isBoard := parseBoard(start, text); {
	case isBoard:
		file.Problems, format = []Problem{{Position: board, Line: 1}}, Board
	case strings.IndexByte(text, 0) >= 0:
		file.Games, file.Lost, err = parseWTHOR([]byte(text), WTHORNames{})
		format = WTHOR
	case strings.Contains(text, "(;"):
		file.Games, file.Faults = ParseGGF(text)
		format = GGF
	case beginsWithBoard(text):
		file.Problems, err = ParseOBF(text)
		format = OBF
	default:
		file.Games, err = ParseTranscripts(start, text)
		format = Transcript
	}
	switch {
	case err != nil:
		return File{}, "", err
	case len(file.Games)+len(file.Problems) > 0:
		return file, format, nil
	case len(file.Faults) > 0:
		return File{}, "", file.Faults[0]
	case file.Lost.Games > 0:
		return File{}, "", file.Lost.First
	}
	return File{}, "", errors.New("nothing in it; want " + Pasted)
}

// parseBoard parses a text that is one board, drawn on lines or on one line. By default the side to move is
// the one that would be to move after that many moves without a pass.
func parseBoard(start engine.Position, text string) (p engine.Position, isBoard bool) {
	squares := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	side := ""
	if len(squares) == 65 {
		squares, side = squares[:64], squares[64:]
	}
	if !engine.IsBoard(squares) {
		return p, false
	}
	if side == "" {
		side = "X"
		if empty := strings.Count(squares, "-") + strings.Count(squares, "."); (start.Empties()-empty)%2 != 0 {
			side = "O"
		}
	}
	p, err := engine.ParsePosition(fmt.Sprintf("%s %s", squares, side))
	return p, err == nil
}
