package roster

import (
	"context"
	"errors"

	"evothello/engine/large"
	"evothello/players"
	"evothello/players/programs"
)

// external is the kind of players that are programs of the seed library's protocol.
type external struct{ programs.Registered }

func (k *external) options() []players.Option { return k.Options() }

func (k *external) contestant() (*Contestant, error) {
	asker, err := k.Asker()
	if err != nil {
		return nil, err
	}
	return &Contestant{About: asker.About(), New: func() Player { return asked{asker} }}, nil
}

// asked is a program at one seat.
type asked struct{ *programs.Asker }

// NewGame implements Player.
func (asked) NewGame(uint64) {}

// Move implements Player: what the program does wrong loses it the game.
func (p asked) Move(ctx context.Context, at large.Position) (Result, error) {
	move, err := p.Ask(ctx, at)
	if fault, ok := errors.AsType[*programs.Fault](err); ok {
		return Result{}, &players.Forfeit{Reason: fault.Reason}
	}
	return Result{Move: move}, err
}
