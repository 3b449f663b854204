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
	players.Register(players.Entry{
		Name: "dqn", About: "an agent that evolve dqn has taught, from file=DIRECTORY or file=AGENT.dqn",
		Needs: "file", Holds: agentFile, New: func() players.Kind { return &kind{} },
	})
}

// kind is the kind of players that are agents.
type kind struct{ file string }

// Options implements players.Kind.
func (k *kind) Options() []players.Option {
	return []players.Option{{Key: "file", Set: players.Path(&k.file, "an agent's file, or the directory where it learns")}}
}

// Varies implements players.Kind.
func (*kind) Varies() string { return "a file may change; name a player that comes with the program" }

// Home implements players.Homed.
func (k *kind) Home() *engine.Shape {
	a, err := ReadAgent(k.file)
	if err != nil {
		return nil // the error comes when the player is made ready
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
	j, err := a.judge()
	if err != nil {
		return nil, fmt.Errorf("%s %w", k.file, err)
	}
	return &players.Contestant{
		About: fmt.Sprintf("learnt by trial and error on %s, in %s with %s; a network of %d weights", a.Board.Name,
			english.Count(a.Episodes, "game"), a.Opponent, a.config().Spec().Weights()),
		PlaysOn: a.playsOn,
		New:     func(*search.Searcher) players.Player { return &player{a, j} },
	}, nil
}

// playsOn refuses boards of other squares than the agent knows.
func (a *Agent) playsOn(board engine.Shape) error {
	if board.Start.Holes() != a.Board.Start.Holes() {
		return fmt.Errorf("it has learnt on %s, and its network is for that board alone, not %s", a.Board.Name, board.Name)
	}
	return nil
}

// A player is an agent that plays: the move that it holds to be worth most.
type player struct {
	agent *Agent
	judge *judge
}

// NewGame does nothing: a move follows from the game alone.
func (p *player) NewGame(uint64) {}

// Move chooses a move in a position without a game that led to it.
func (p *player) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements players.Follower: an agent may see earlier positions as well.
func (p *player) MoveIn(_ context.Context, game *engine.Game) (search.Result, error) {
	at := game.Final()
	if at.Holes() != p.agent.Board.Start.Holes() {
		return search.Result{}, fmt.Errorf("the agent has learnt on %s and knows no other board", p.agent.Board.Name)
	}
	values, err := p.judge.values([]environment.Observation{p.seen(game)})
	if err != nil {
		return search.Result{}, err
	}
	move, value := p.judge.best(values[0], at.Moves())
	return search.Result{Move: move, Score: int(math.Round(scoreUnit * float64(value)))}, nil
}

// scoreUnit is the score of a sure win.
const scoreUnit = 1000

// seen is what the agent sees at the end of a game: the positions in which it was asked.
func (p *player) seen(game *engine.Game) environment.Observation {
	var lived environment.Episode
	side := game.Final().Side
	position := game.Start
	ask := func() {
		if position.MustPass() {
			if position.Side == side && p.agent.Passes {
				lived.Seen = append(lived.Seen, position.Board)
			}
			position = position.Pass()
		}
		if position.Side == side {
			lived.Seen = append(lived.Seen, position.Board)
		}
	}
	ask()
	for _, move := range game.Moves {
		position = position.Play(move)
		ask()
	}
	return lived.Observation(len(lived.Seen)-1, p.agent.Frames)
}
