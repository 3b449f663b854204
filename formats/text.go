package formats

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"evothello/engine"
)

// A Format is what a text turned out to be.
type Format string

// The formats that people paste.
const (
	GGF        Format = "ggf"
	OBF        Format = "obf"
	Board      Format = "board" // 64 squares, on as many lines as they like, and perhaps who is to move
	Transcript Format = "transcript"
	WTHOR      Format = "wthor"
)

// Pasted says which texts ReadText knows, for errors.
const Pasted = "games as GGF or a transcript a line, positions as OBF, or a board of 64 squares"

// ReadText reads a pasted text, or the bytes of a file, and says which format it is. Transcripts are of
// games from the given start. WTHOR's players and tournaments are called by their numbers, and its games
// that cannot be read are left out. A text that holds nothing is an error.
func ReadText(start engine.Position, text string) (file File, format Format, err error) {
	text = strings.TrimPrefix(text, "\uFEFF")
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

// parseBoard reads one board and nothing else, as it is drawn or on a line. If the
// text does not name the side to move, it is the one to move after that many discs without a pass.
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
