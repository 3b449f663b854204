package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"evothello/engine"
)

// A console is where a user types lines and reads what happens.
type console struct {
	pen
	input  *input
	out    *bufio.Writer // flushed whenever the user has to wait or to type
	prompt bool          // a person at a terminal sees a prompt and that the opponent thinks
}

// newConsole listens to a user until the context is cancelled.
func newConsole(ctx context.Context, in io.Reader, out io.Writer, colour, prompt bool) console {
	return console{pen: pen{colour}, input: listen(ctx, in), out: bufio.NewWriter(out), prompt: prompt}
}

// errQuit is how the user ends the dialogue.
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
		c.say("") // the cursor still stands behind the prompt
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
	_ = c.out.Flush() // the writer keeps its error for the next flush
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
