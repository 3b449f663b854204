package programs

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"evothello/engine"
	"evothello/internal/files"
)

// A Registration is the reversi library's file that describes an external program.
type Registration struct {
	Name        string  `json:"name"`
	Cmd         string  `json:"cmd"`
	TimeoutTime float64 `json:"timeouttime"` // seconds per move; 60 by default, as in the reversi library
}

// LoadRegistration reads a registration file.
func LoadRegistration(path string) (*Registration, error) {
	data, err := files.Read(path, files.MaxSettings)
	if err != nil {
		return nil, err
	}
	r := Registration{TimeoutTime: 60}
	if err := files.UnmarshalJSON(data, &r); err != nil {
		return nil, fmt.Errorf(
			`%s: not a registration file: %w; want {"name": "Edax", "cmd": "./edax", "timeouttime": 60}`,
			path, err)
	}
	switch {
	case strings.TrimSpace(r.Cmd) == "":
		return nil, fmt.Errorf(`%s: "cmd" is missing: want the command to run`, path)
	case !(r.TimeoutTime > 0) || r.TimeoutTime > math.MaxInt32:
		return nil, fmt.Errorf(`%s: "timeouttime" is %v: must be seconds, above 0 and at most %d`, path, r.TimeoutTime,
			math.MaxInt32)
	}
	return &r, nil
}

// Timeout returns the time limit of the program for a move.
func (r *Registration) Timeout() time.Duration {
	return time.Duration(r.TimeoutTime * float64(time.Second))
}

// External returns a program with the reversi library's protocol. It is started for each move, by a shell if
// c is a line for a shell. It reads the position and answers "X Y", where 0 0 is the top left square.
func External(c Command, timeout time.Duration) *Program {
	return &Program{command: c, timeout: timeout, protocol: external{}}
}

type external struct{}

func (external) greet(context.Context, *process) error { return nil }
func (external) quitMessage() string                   { return "" }
func (external) exitsAfterAnswer() bool                { return true }

// tell does nothing: the question contains the position.
func (external) tell(context.Context, *process, *engine.Game) error { return nil }

// maxAnswer is the longest answer of a program, in bytes.
const maxAnswer = 4 << 10

// ask sends the position to the program and waits until it exits. The program may answer without
// reading the position.
func (external) ask(ctx context.Context, p *process, game *engine.Game) (engine.Square, error) {
	at := game.Final()
	size := at.SquareSize()
	margin := (at.Columns() - size) / 2
	x, y, err := p.answer(ctx, size, question(at, size, margin))
	if err != nil {
		return engine.NoSquare, err
	}
	return engine.At(x+margin, y+margin), nil
}

// answer sends a question about a board of a size, waits until the program exits and parses
// its answer, a square of the board.
func (p *process) answer(ctx context.Context, size int, question string) (x, y int, err error) {
	_ = p.send(ctx, question)
	_ = p.stdin.Close()
	answer, err := p.rest(ctx)
	if err != nil {
		return 0, 0, err
	}
	if !p.cmd.ProcessState.Success() {
		return 0, 0, p.exitFault()
	}
	words := strings.Fields(answer)
	if len(words) == 2 {
		x, errX := strconv.Atoi(words[0])
		y, errY := strconv.Atoi(words[1])
		if errX == nil && errY == nil && x >= 0 && x < size && y >= 0 && y < size {
			return x, y, nil
		}
	}
	return 0, 0, faultf("answers %.60q, want X Y, each 0 to %d%s", strings.TrimSpace(answer), size-1, p.stderrTail())
}

// rest reads everything that the program writes until it exits.
func (p *process) rest(ctx context.Context) (text string, err error) {
	for open := true; open; {
		var line string
		select {
		case line, open = <-p.lines:
			if text += line + "\n"; len(text) > maxAnswer || !open && p.tooLong {
				return "", faultf("answers more than %d bytes: %.60q", maxAnswer, text)
			}
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	select {
	case <-p.exited:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// question returns the message to the program: the side to move, 1 for Black and -1 for White, the
// board's size, and its rows from the top, with 0 for an empty square.
func question(at engine.Position, size, margin int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d\n%d\n", [2]int{1, -1}[at.Side], size)
	squares, numbers := at.Squares(), map[byte]string{'X': "1", 'O': "-1", '-': "0"}
	row := make([]string, size)
	for y := range size {
		for x := range row {
			row[x] = numbers[squares[(y+margin)*at.Columns()+x+margin]]
		}
		fmt.Fprintln(&text, strings.Join(row, " "))
	}
	return text.String()
}
