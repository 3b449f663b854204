package environment

import (
	"context"
	"fmt"

	"evothello/engine"
	"evothello/players"
)

// A game is a game between the agent and its opponent, on a board of any size.
type game struct {
	*Rules
	opponent players.Player // nil if only known games are replayed
	played   *engine.Game
	at       engine.Position
}

// newGame returns the game on a board. The opponent may be nil if only known games are replayed.
func newGame(board engine.Shape, opponent *players.Contestant) (*game, error) {
	g := &game{Rules: RulesOn(board)}
	if opponent == nil {
		return g, nil
	}
	if err := opponent.CheckBoard(board); err != nil {
		return nil, err
	}
	g.opponent = opponent.New(opponent.NewSearcher())
	return g, nil
}

// begin sets up the board.
func (g *game) begin() { g.played, g.at = &engine.Game{Start: g.start}, g.start }

// reply has the opponent move.
func (g *game) reply(ctx context.Context) error {
	r, err := players.Choose(ctx, g.opponent, g.played, g.at)
	if err == nil {
		g.move(r.Move)
	}
	return err
}

// play plays for the side to move. An illegal move is an error and changes nothing.
func (g *game) play(action int) error {
	if action < Pass || action >= len(g.squares) {
		return fmt.Errorf("action %d: must be 0 to %d, or %d for a pass", action, len(g.squares)-1, Pass)
	}
	s := g.Square(action)
	if err := engine.CheckLegal(g.at, s); err != nil {
		return err
	}
	g.move(s)
	return nil
}

// move plays a legal move of the side to move.
func (g *game) move(s engine.Square) {
	g.at = g.at.Play(s)
	if s != engine.Pass {
		g.played.Moves = append(g.played.Moves, s)
	}
}

// result returns the result of a finished game for a side, in discs.
func (g *game) result(side engine.Side) int {
	if g.at.Side != side {
		return -g.at.FinalDiff()
	}
	return g.at.FinalDiff()
}

// read returns the actions of a transcript.
func (g *game) read(transcript string) (actions []int, err error) {
	played, err := engine.ParseTranscriptFrom(g.start, transcript)
	if err != nil {
		return nil, err
	}
	for _, s := range played.Moves {
		actions = append(actions, int(g.actions[s]))
	}
	return actions, nil
}
