package programs

import (
	"context"
	"errors"
	"time"

	"evothello/engine/large"
	"evothello/players"
	largeplayers "evothello/players/large"
)

// A largePlayer plays boards larger than 8×8 with a program of the reversi library's protocol.
type largePlayer struct {
	command Command
	timeout time.Duration
}

// NewGame implements largeplayers.Player.
func (*largePlayer) NewGame(uint64) {}

// Move implements largeplayers.Player. A fault of the program loses it the game.
func (a *largePlayer) Move(ctx context.Context, at large.Position) (largeplayers.Result, error) {
	move, err := a.ask(ctx, at)
	if fault, ok := errors.AsType[*Fault](err); ok {
		return largeplayers.Result{}, &players.Forfeit{Reason: fault.Reason}
	}
	return largeplayers.Result{Move: move}, err
}

// ask starts the program and returns its move. Errors are those of Program.Move.
func (a *largePlayer) ask(ctx context.Context, at large.Position) (large.Square, error) {
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
		err = p.timeoutFault(a.timeout)
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
