package environment

import (
	"context"
	"fmt"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/engine/session"
	"evothello/players"
	largeplayers "evothello/players/large"
)

// A game is a game between the agent and its opponent, on a board of any size.
type game interface {
	begin()
	seed(seed uint64)                // begins a game of the opponent
	reply(ctx context.Context) error // the opponent moves
	play(action int) error           // the side to move plays; an illegal move is an error and changes nothing
	toMove() engine.Side
	mustPass() bool
	over() bool
	see(side engine.Side) View
	result(side engine.Side) int // of a finished game, in discs
	read(transcript string) (actions []int, err error)
	transcript() string
	position() string
}

// newGame returns the game on a board. The opponent may be nil if only known games are replayed.
func newGame(board engine.Shape, opponent *players.Contestant) (game, error) {
	if opponent != nil {
		if err := opponent.CheckBoard(board); err != nil {
			return nil, err
		}
	}
	if board.IsLarge() {
		g := &gameOf[large.Position, large.Square]{Rules: Large(board)}
		if opponent == nil {
			return g, nil
		}
		p := opponent.Large()
		g.opponent = p
		g.choose = func(ctx context.Context, played *large.Game, at large.Position) (large.Square, error) {
			r, err := largeplayers.Choose(ctx, p, played, at)
			return r.Move, err
		}
		return g, nil
	}
	g := &gameOf[engine.Position, engine.Square]{Rules: Small(board)}
	if opponent == nil {
		return g, nil
	}
	p := opponent.New(opponent.NewSearcher())
	g.opponent = p
	g.choose = func(ctx context.Context, played *engine.Game, at engine.Position) (engine.Square, error) {
		r, err := players.Choose(ctx, p, played, at)
		return r.Move, err
	}
	return g, nil
}

// gameOf is a game on boards with positions P and squares S.
type gameOf[P session.Position[P, S], S session.Square] struct {
	*Rules[P, S]
	opponent interface{ NewGame(seed uint64) }
	choose   func(ctx context.Context, played *engine.GameOf[P, S], at P) (S, error) // the opponent's move
	played   *engine.GameOf[P, S]
	at       P
}

func (g *gameOf[P, S]) begin() {
	g.played, g.at = &engine.GameOf[P, S]{Start: g.start}, g.start
}

func (g *gameOf[P, S]) seed(seed uint64) { g.opponent.NewGame(seed) }

func (g *gameOf[P, S]) reply(ctx context.Context) error {
	s, err := g.choose(ctx, g.played, g.at)
	if err == nil {
		g.move(s)
	}
	return err
}

func (g *gameOf[P, S]) play(action int) error {
	if action < Pass || action >= len(g.squares) {
		return fmt.Errorf("action %d: want 0 to %d, or %d for a pass", action, len(g.squares)-1, Pass)
	}
	s := g.Square(action)
	if err := g.check(g.at, s); err != nil {
		return err
	}
	g.move(s)
	return nil
}

// move plays a legal move of the side to move.
func (g *gameOf[P, S]) move(s S) {
	g.at = g.at.Play(s)
	if s != g.pass {
		g.played.Moves = append(g.played.Moves, s)
	}
}

func (g *gameOf[P, S]) toMove() engine.Side       { return g.at.ToMove() }
func (g *gameOf[P, S]) mustPass() bool            { return g.at.MustPass() }
func (g *gameOf[P, S]) over() bool                { return g.at.Over() }
func (g *gameOf[P, S]) see(side engine.Side) View { return g.view(g.at, side) }
func (g *gameOf[P, S]) transcript() string        { return g.played.Transcript() }
func (g *gameOf[P, S]) position() string          { return g.at.String() }

func (g *gameOf[P, S]) result(side engine.Side) int {
	if g.at.ToMove() != side {
		return -g.at.FinalDiff()
	}
	return g.at.FinalDiff()
}

func (g *gameOf[P, S]) read(transcript string) (actions []int, err error) {
	played, err := g.parse(g.start, transcript)
	if err != nil {
		return nil, err
	}
	for _, s := range played.Moves {
		actions = append(actions, int(g.actions[s]))
	}
	return actions, nil
}
