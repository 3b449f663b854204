package programs

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/internal/jsonfile"
)

// A Registration is the seed library's file about a program that plays.
type Registration struct {
	Name        string  `json:"name"`
	Cmd         string  `json:"cmd"`
	TimeoutTime float64 `json:"timeouttime"` // seconds a move; 60 if left out, as in the seed library
}

// LoadRegistration reads a registration file.
func LoadRegistration(path string) (*Registration, error) {
	data, err := files.Read(path, files.MaxSettings)
	if err != nil {
		return nil, err
	}
	r := Registration{TimeoutTime: 60}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf(`%s: not a registration file: %w; want {"name": "Edax", "cmd": "./edax", "timeouttime": 60}`, path, jsonfile.InWords(err))
	}
	switch {
	case strings.TrimSpace(r.Cmd) == "":
		return nil, fmt.Errorf(`%s: "cmd" is missing: want the command to run`, path)
	case !(r.TimeoutTime > 0) || r.TimeoutTime > math.MaxInt32:
		return nil, fmt.Errorf(`%s: "timeouttime" is %v: want seconds, more than 0`, path, r.TimeoutTime)
	}
	return &r, nil
}

// Timeout is how long the program may take for a move.
func (r *Registration) Timeout() time.Duration {
	return time.Duration(r.TimeoutTime * float64(time.Second))
}

// External returns a program of the seed library's protocol: it is started for
// each move, as there by a shell if the command is a line for one, reads the position and answers X Y, the top left being 0 0.
func External(c Command, timeout time.Duration) *Program {
	return &Program{command: c, timeout: timeout, protocol: external{}}
}

type external struct{}

func (external) greet(context.Context, *process) error { return nil }
func (external) farewell() string                      { return "" }
func (external) once() bool                            { return true }

// tell tells nothing: the question has the position in it.
func (external) tell(context.Context, *process, *engine.Game) error { return nil }

// maxAnswer is how much a program may write in answer, in bytes.
const maxAnswer = 4 << 10

// ask gives the program the position and waits for it to end. It need not read
// the position to answer.
func (external) ask(ctx context.Context, p *process, game *engine.Game) (engine.Square, error) {
	_ = p.send(ctx, question(game.Final()))
	_ = p.stdin.Close()
	answer, err := p.rest(ctx)
	if err != nil {
		return engine.NoSquare, err
	}
	if !p.cmd.ProcessState.Success() {
		return engine.NoSquare, p.death()
	}
	words := strings.Fields(answer)
	if len(words) == 2 {
		x, errX := strconv.Atoi(words[0])
		y, errY := strconv.Atoi(words[1])
		if errX == nil && errY == nil && x >= 0 && x < 8 && y >= 0 && y < 8 {
			return engine.At(x, y), nil
		}
	}
	return engine.NoSquare, faultf("answers %.60q, want X Y, each 0 to 7%s", strings.TrimSpace(answer), p.lastWords())
}

// rest reads all that the program writes until it has ended.
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

// question writes the side to move, 1 for Black and -1 for White, the board's
// size, and its rows from the top.
func question(at engine.Position) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d\n8\n", [2]int{1, -1}[at.Side])
	for y := range 8 {
		for x := range 8 {
			disc := 0
			switch bit := engine.At(x, y).Bit(); {
			case at.Black()&bit != 0:
				disc = 1
			case at.White()&bit != 0:
				disc = -1
			}
			separator := " "
			if x == 7 {
				separator = "\n"
			}
			fmt.Fprintf(&text, "%d%s", disc, separator)
		}
	}
	return text.String()
}
