package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"evothello/engine"
)

// A console reads the user's lines and writes to the user.
type console struct {
	pen
	input  *input
	out    *bufio.Writer // flushed before the user types or the opponent thinks
	prompt bool          // whether to show a prompt, and a notice while the opponent thinks
}

// newConsole returns a console that reads lines until ctx is cancelled.
func newConsole(ctx context.Context, in io.Reader, out io.Writer, colour, prompt bool) console {
	return console{pen: pen{colour}, input: listen(ctx, in), out: bufio.NewWriter(out), prompt: prompt}
}

// errQuit is the error of the command quit and of the end of the input.
var errQuit = errors.New("quit")

// ask waits for the user's next line.
func (c *console) ask(ctx context.Context) (string, error) {
	if c.prompt {
		fmt.Fprint(c.out, "> ")
	}
	if err := c.out.Flush(); err != nil {
		return "", err
	}
	line, err := c.input.next(ctx)
	if err != nil && c.prompt {
		c.say("") // the cursor is still on the line of the prompt
	}
	return line, err
}

// thinking shows on a terminal that a side is thinking, and returns a function that removes the notice.
func (c *console) thinking(side engine.Side) (erase func()) {
	if !c.prompt {
		return func() {}
	}
	notice := fmt.Sprintf("%s thinks ...", side)
	fmt.Fprint(c.out, notice)
	_ = c.out.Flush() // the next flush returns the error again
	return func() { fmt.Fprintf(c.out, "\r%*s\r", len(notice)+len("^C"), "") }
}

// say writes a line.
func (c *console) say(format string, args ...any) {
	fmt.Fprintf(c.out, format+"\n", args...)
}

// end flushes the output and returns the dialogue's error, or nil if the user quit.
func (c *console) end(err error) error {
	if unwritten := c.out.Flush(); unwritten != nil {
		return unwritten
	}
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}
