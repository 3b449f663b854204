package dqn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/learn/environment"
	"evothello/players"
	"evothello/search"
)

func init() {
	players.Register(players.RosterEntry{
		Name: "dqn", About: "an agent that evolve dqn has taught, from file=DIRECTORY or file=AGENT.dqn",
		RequiredKey: "file", MarkerFile: agentFile, New: func() players.Kind { return &kind{} },
	})
}

// kind is the kind of players with an agent from a file.
type kind struct{ file string }

// Options implements players.Kind.
func (k *kind) Options() []players.Option {
	path := players.Path(&k.file, "an agent's file, or the directory where it learns")
	return []players.Option{{Key: "file", Set: path}}
}

// WhyUnrepeatable implements players.Kind.
func (*kind) WhyUnrepeatable() string {
	return "a file may change; name a player that comes with the program"
}

// HomeBoard implements players.BoardBound.
func (k *kind) HomeBoard() *engine.Shape {
	a, err := ReadAgent(k.file)
	if err != nil {
		return nil // Contestant returns the error
	}
	return &a.Board
}

// Contestant implements players.Kind.
func (k *kind) Contestant() (*players.Contestant, error) {
	if k.file == "" {
		return nil, errors.New("name its file, as in dqn:file=runs/dqn-1")
	}
	a, err := ReadAgent(k.file)
	if err != nil {
		return nil, err
	}
	e, err := a.evaluator()
	if err != nil {
		return nil, fmt.Errorf("%s %w", k.file, err)
	}
	return &players.Contestant{
		About: fmt.Sprintf("learnt by trial and error on %s, in %s with %s; a network of %d weights",
			a.Board.Name, english.Count(a.Episodes, "game"), a.Opponent, a.config().Spec().Weights()),
		PlaysOn: a.playsOn,
		New:     func(*search.Searcher) players.Player { return &player{a, e} },
	}, nil
}

// playsOn returns an error for boards with other squares than the agent's board.
func (a *Agent) playsOn(board engine.Shape) error {
	if board.Start.Holes() != a.Board.Start.Holes() {
		return fmt.Errorf("it has learnt on %s, and its network is for that board alone, not %s", a.Board.Name, board.Name)
	}
	return nil
}

// A player plays the agent's move with the highest value.
type player struct {
	agent     *Agent
	evaluator *evaluator
}

// NewGame implements players.Player. Moves depend on the game's positions alone.
func (p *player) NewGame(uint64) {}

// Move implements players.Player. It chooses a move in a position without earlier positions.
func (p *player) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements players.Follower: observations may contain earlier positions.
func (p *player) MoveIn(_ context.Context, game *engine.Game) (search.Result, error) {
	at := game.Final()
	if at.Holes() != p.agent.Board.Start.Holes() {
		return search.Result{}, fmt.Errorf("the agent has learnt on %s and knows no other board", p.agent.Board.Name)
	}
	values, err := p.evaluator.values([]environment.Observation{p.observation(game)})
	if err != nil {
		return search.Result{}, err
	}
	move, value := p.evaluator.best(values[0], at.Moves())
	return search.Result{Move: move, Score: int(math.Round(scoreUnit * float64(value)))}, nil
}

// scoreUnit is the score of a sure win.
const scoreUnit = 1000

// observation returns the agent's observation at the end of a game: the last positions in which it was
// to move.
func (p *player) observation(game *engine.Game) environment.Observation {
	var episode environment.Episode
	side := game.Final().Side
	position := game.Start
	see := func() {
		if position.MustPass() {
			if position.Side == side && p.agent.Passes {
				episode.Positions = append(episode.Positions, position.Board)
			}
			position = position.Pass()
		}
		if position.Side == side {
			episode.Positions = append(episode.Positions, position.Board)
		}
	}
	see()
	for _, move := range game.Moves {
		position = position.Play(move)
		see()
	}
	return episode.Observation(len(episode.Positions)-1, p.agent.Frames)
}
