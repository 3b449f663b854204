package formats

import (
	"fmt"
	"regexp"
	"strings"

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
const Pasted = "want games as GGF or a transcript a line, positions as OBF, or a board of 64 squares"

// ReadText is like ReadFile for a pasted text or the bytes of a file, and also returns the format. In WTHOR games it
// uses the numbers of players and tournaments as their names.
func ReadText(start engine.Position, text string) (File, Format, error) {
	return ReadNamedText(start, text, nil, nil)
}

// ReadNamedText is ReadText with the bytes of the files WTHOR.JOU and WTHOR.TRN. Either may be missing. If a file is
// unreadable, it uses numbers instead of its names and adds a fault.
func ReadNamedText(start engine.Position, text string, players, tournaments []byte) (File, Format, error) {
	c, err := recognise(start, "", text, func() (names WTHORNames, wrong []error) {
		var err error
		if names.Players, err = ParseWTHORPlayers(players); err != nil && len(players) > 0 {
			wrong = append(wrong, fmt.Errorf("cannot read the names of players: %w", err))
		}
		if names.Tournaments, err = ParseWTHORTournaments(tournaments); err != nil && len(tournaments) > 0 {
			wrong = append(wrong, fmt.Errorf("cannot read the names of tournaments: %w", err))
		}
		return names, wrong
	})
	if err != nil {
		return File{}, "", err
	}
	file, err := c.file(Pasted)
	if err != nil {
		return File{}, "", err
	}
	return file, c.format, nil
}

// maxBoard is the length of the longest text of one board, in bytes.
const maxBoard = 4096

// isBoard reports whether a text is one board, within 8×8 or as large as start's. In a file, a line without a side to
// move is a line of OBF.
func isBoard(start engine.Position, path, text string) bool {
	if len(text) > maxBoard {
		return false
	}
	if _, side, is := cutSide(start, text); is {
		several := strings.Contains(strings.TrimSpace(text), "\n")
		return strings.Trim(side, "Xx*bBOowW") == "" && (path == "" || side != "" || several)
	}
	rows, _ := drawnBoard(text)
	return len(rows) > 3
}

// parseBoard parses a text that is one board. By default the side to move is the one that would be to move after that
// many moves without a pass.
func parseBoard(start engine.Position, text string) (engine.Position, error) {
	squares, side, is := cutSide(start, text)
	if !is {
		var rows []string
		if rows, side = drawnBoard(text); len(rows) != 8 {
			return engine.Position{}, fmt.Errorf("the text is not a board: it has %d rows of 8 squares, must have 8; %s",
				len(rows), Pasted)
		}
		squares = strings.Join(rows, "")
	}
	if side == "" {
		if side = "X"; len(squares) != len(start.Squares()) {
			start = engine.Start()
		}
		if empty := strings.Count(squares, "-") + strings.Count(squares, "."); (start.Empties()-empty)%2 != 0 {
			side = "O"
		}
	}
	return engine.ParseBoard(squares, side)
}

// cutSide is start.CutSide, or else CutSide for boards within 8×8.
func cutSide(start engine.Position, text string) (board, side string, is bool) {
	if board, side, is = start.CutSide(text); is {
		return board, side, is
	}
	return engine.CutSide(text)
}

// drawnBoard returns the rows of a board that is drawn with the names of its rows and columns, as servers and programs
// do, and the side in a line such as "* to move". Other lines are skipped.
func drawnBoard(text string) (rows []string, side string) {
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(strings.ReplaceAll(line, "|", " ")), "")
		row := strings.Trim(line, "12345678")
		switch {
		case len(row) == 8 && engine.IsBoard(strings.Repeat(row, 8)):
			rows = append(rows, row)
		case sideToMove.MatchString(line):
			side = line[:1]
		}
	}
	return rows, side
}

// sideToMove matches the line about the side to move below a board drawn as text, without blanks.
var sideToMove = regexp.MustCompile(`(?i)^(black|white|[*xo])(tomove)?$`)
