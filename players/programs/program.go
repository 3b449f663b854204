package programs

import (
	"context"
	"errors"
	"time"

	"evothello/engine"
)

// A Program is an external program that plays one game at a time. It starts its process when needed. It is
// not safe for concurrent use. The caller must Close it.
type Program struct {
	command  Command
	timeout  time.Duration
	protocol protocol
	prepare  func() error // is called before each start, nil for nothing to do
	process  *process     // nil while it does not run
}

// A protocol is how to communicate with a program. An error of its methods that is neither a Fault
// nor the context's means that the program cannot be asked at all.
type protocol interface {
	// greet sends the first messages to a program.
	greet(ctx context.Context, p *process) error
	// tell gives the program the game so far and waits for a reply, if the protocol has one.
	tell(ctx context.Context, p *process, game *engine.Game) error
	// ask returns the program's move at the end of the game, which is not over.
	ask(ctx context.Context, p *process, game *engine.Game) (engine.Square, error)
	// quitMessage returns the message that ends a program; "" if only the end of its input does.
	quitMessage() string
	// exitsAfterAnswer reports whether a program answers one question and exits.
	exitsAfterAnswer() bool
}

// Move returns the program's move at the end of a game that is not over, and checks it. The program must
// answer within its timeout.
//
// The error is a *Fault if the program is to blame, a *StartError if it cannot be started, and ctx's error if
// ctx was cancelled. A program that died since its last move is started again. A program that fails or dies
// during this move is killed, and started again for the next one.
func (p *Program) Move(ctx context.Context, game *engine.Game) (engine.Square, error) {
	limited, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	move, err := p.ask(limited, game)
	if err == nil && p.protocol.exitsAfterAnswer() {
		p.kill()
	}
	if err == nil {
		return move, nil
	}
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = p.process.timeoutFault(p.timeout)
	}
	p.kill()
	return engine.NoSquare, err
}

// ask returns the program's move after checking it.
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

// tell gives the program the game so far and starts it if it does not run. Only a reply shows that
// it still runs: a process that is about to exit may still accept input.
func (p *Program) tell(ctx context.Context, game *engine.Game) (err error) {
	if p.process != nil {
		err := p.protocol.tell(ctx, p.process, game)
		if fault, ok := errors.AsType[*Fault](err); !ok || !fault.died {
			return err
		}
		p.kill()
	}
	if p.prepare != nil {
		if err := p.prepare(); err != nil {
			return err
		}
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

// Close tells the program to quit, and kills it after a second. Move starts it again.
func (p *Program) Close() error {
	if p.process != nil {
		p.process.end(p.protocol.quitMessage())
		p.process = nil
	}
	return nil
}
