package programs

import (
	"context"
	"errors"
	"time"

	"evothello/engine/large"
)

// An Asker asks a program of the seed library's protocol about boards of any size.
type Asker struct {
	command Command
	timeout time.Duration
}

// Asker reads the file.
func (k *Registered) Asker() (*Asker, error) {
	command, timeout, err := k.read()
	if err != nil {
		return nil, err
	}
	return &Asker{command, timeout}, nil
}

// About says which program that is and how it is asked.
func (a *Asker) About() string { return aboutOf(a.command, startedForEach, a.timeout) }

// Ask starts the program and asks it for a move in a position that has one. The errors are
// those of Program.Move.
func (a *Asker) Ask(ctx context.Context, at large.Position) (large.Square, error) {
	p, err := a.command.start()
	if err != nil {
		return large.NoSquare, err
	}
	defer p.kill()
	limited, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	black, white := at.Sets()
	x, y, err := p.answer(limited, at.Size, question(at.Side, at.Size, func(x, y int) int {
		switch s := large.At(x, y); {
		case black.Has(s):
			return 1
		case white.Has(s):
			return -1
		}
		return 0
	}))
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = p.late(a.timeout)
	}
	if err != nil {
		return large.NoSquare, err
	}
	move := large.At(x, y)
	if err := large.CheckLegal(at, move); err != nil {
		return large.NoSquare, faultf("answers %s: %v", move, err)
	}
	return move, nil
}
