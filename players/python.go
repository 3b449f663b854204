package players

import (
	"errors"
	"fmt"

	"evothello/formats"
)

// Python returns the player as a strategy for the library y-tetsu/reversi.
func (r *Recipe) Python() (*formats.PythonPlayer, error) {
	switch {
	case r.League != nil || r.Parameters != nil:
		return nil, fmt.Errorf("player %s has no Python code", r.Name)
	case r.Selective != nil:
		return nil, errors.New("a selective search has no Python code: give selective=no")
	case r.Handicap > 0:
		return nil, errors.New("a player that gives discs away has no Python code: leave out handicap")
	}
	p := &formats.PythonPlayer{Weights: r.Weights, Turns: r.Turns, Book: r.Book, Endgame: r.Endgame}
	if r.Player != nil {
		p.Rule = r.Player.String()
	}
	if r.Search != nil {
		p.Search, p.Endgame = *r.Search, r.Search.Endgame
	}
	for _, part := range r.Players {
		one, err := part.Python()
		if err != nil {
			return nil, err
		}
		p.Players = append(p.Players, one)
	}
	return p, nil
}
