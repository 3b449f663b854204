package programs

import (
	"context"
	"errors"
	"time"

	"evothello/engine"
)

// A Program is another program at one seat: a process of its own while it is
// needed. It is not safe for concurrent use. Close it in the end.
type Program struct {
	command  Command
	timeout  time.Duration
	protocol protocol
	process  *process // nil while none runs
}

// A protocol is how a program is talked to. An error of its methods that is
// neither a Fault nor the context's means that we cannot ask at all.
type protocol interface {
	// greet is what a program is told first.
	greet(ctx context.Context, p *process) error
	// tell brings a program to the end of a game and waits for a sign of life.
	tell(ctx context.Context, p *process, game *engine.Game) error
	// ask has the program choose a move at the end of that game, which is not over.
	ask(ctx context.Context, p *process, game *engine.Game) (engine.Square, error)
	// farewell ends a program; "" if only the end of its input does.
	farewell() string
	// once reports whether a program answers one question and ends.
	once() bool
}

// Move asks the program for a move at the end of a game that is not over, within
// the program's time-out, and judges it. The error is a *Fault if the program is
// to blame, a *StartError if there is no starting it, and ctx's if that was
// cancelled. A program that died since its last move is started again; one that
// failed, or died over this one, is killed and started again for the next move.
func (p *Program) Move(ctx context.Context, game *engine.Game) (engine.Square, error) {
	limited, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	move, err := p.ask(limited, game)
	if err == nil && p.protocol.once() {
		p.kill()
	}
	if err == nil {
		return move, nil
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = p.process.late(p.timeout)
	}
	p.kill()
	return engine.NoSquare, err
}

// ask has the program choose a move and judges its answer.
func (p *Program) ask(ctx context.Context, game *engine.Game) (engine.Square, error) {
	if err := p.tell(ctx, game); err != nil {
		return engine.NoSquare, err
	}
	move, err := p.protocol.ask(ctx, p.process, game)
	if err != nil {
		return engine.NoSquare, err
	}
	if err := engine.CheckLegal(game.Final(), move); err != nil {
		return engine.NoSquare, faultf("answers %s: %v", move, err)
	}
	return move, nil
}

// tell brings the program to the end of a game. It is started if it does not run.
// Only what it says tells whether it still does: a process that is about to end may
// be there and take what is written to it.
func (p *Program) tell(ctx context.Context, game *engine.Game) (err error) {
	if p.process != nil {
		err := p.protocol.tell(ctx, p.process, game)
		if fault, ok := errors.AsType[*Fault](err); !ok || !fault.died {
			return err
		}
		p.kill()
	}
	if p.process, err = p.command.start(); err != nil {
		return err
	}
	if err = p.protocol.greet(ctx, p.process); err != nil {
		return err
	}
	return p.protocol.tell(ctx, p.process, game)
}

func (p *Program) kill() {
	if p.process != nil {
		p.process.kill()
		p.process = nil
	}
}

// Close ends the program: it is told to quit and has a second to do so. A Program
// that is asked again after that starts anew.
func (p *Program) Close() error {
	if p.process != nil {
		p.process.end(p.protocol.farewell())
		p.process = nil
	}
	return nil
}
