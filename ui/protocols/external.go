package protocols

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/players"
)

// ReadExternal reads a position in the format of the reversi library's application: the side to move (1 for
// Black, -1 for White), the size of the board, and its rows from the top. The size is even, 4 to 26. Boards
// of 4×4 and 6×6 become the middle of a board of 8×8. ReadExternal reads no further line. Errors contain the
// line number.
func ReadExternal(in io.Reader) (at engine.Position, err error) {
	lines := bufio.NewReaderSize(in, maxNumbers)
	side, err := readNumbers(lines, 1, 1, "the side to move, 1 for Black or -1 for White")
	if err != nil {
		return at, err
	}
	letters := map[int]byte{0: '-', 1: 'X', -1: 'O'}
	if side[0] != 1 && side[0] != -1 {
		return at, fmt.Errorf("line 1: side %d: must be 1 for Black or -1 for White", side[0])
	}
	sizes, err := readNumbers(lines, 2, 1, "the size of the board, such as 8")
	if err != nil {
		return at, err
	}
	size := sizes[0]
	if size < 4 || size > engine.MaxLarge || size%2 != 0 {
		return at, fmt.Errorf("line 2: board size %d: must be even, from 4 to %d", size, engine.MaxLarge)
	}
	columns := max(size, 8)
	squares, margin := bytes.Repeat([]byte("#"), columns*columns), (columns-size)/2
	for y := range size {
		row, err := readNumbers(lines, y+3, size, fmt.Sprintf("the %d squares of a row, each 0, 1 or -1", size))
		if err != nil {
			return at, err
		}
		for x, disc := range row {
			letter, known := letters[disc]
			if !known {
				return at, fmt.Errorf("line %d: %d: must be 0 (empty), 1 (black) or -1 (white)", y+3, disc)
			}
			squares[columns*(y+margin)+x+margin] = letter
		}
	}
	return engine.ParseBoard(string(squares), string(letters[side[0]]))
}

// maxNumbers is the greatest length of a line of numbers, in bytes.
const maxNumbers = 4096

// readNumbers reads a line with count numbers. meaning describes them in errors.
func readNumbers(lines *bufio.Reader, line, count int, meaning string) ([]int, error) {
	text, err := lines.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, fmt.Errorf("line %d: more than %d bytes", line, maxNumbers)
	}
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	if line == 1 {
		text = bytes.TrimPrefix(text, []byte("\uFEFF")) // a byte order mark
	}
	words := strings.Fields(string(text))
	if len(words) != count {
		return nil, fmt.Errorf("line %d: %.40q: want %s", line, bytes.TrimSpace(text), meaning)
	}
	values := make([]int, count)
	for i, word := range words {
		if values[i], err = strconv.Atoi(word); err != nil {
			return nil, fmt.Errorf("line %d: %.40q is not a whole number", line, word)
		}
	}
	return values, nil
}

// AnswerExternal writes the player's move as "X Y", where 0 0 is the top left square of the board. The
// position must have a legal move.
func AnswerExternal(ctx context.Context, player players.Player, at engine.Position, out io.Writer) error {
	r, err := players.Choose(ctx, player, &engine.Game{Start: at}, at)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	margin := (at.Columns() - at.SquareSize()) / 2
	_, err = fmt.Fprintf(out, "%d %d\n", r.Move.Col()-margin, r.Move.Row()-margin)
	return err
}
