package dqn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/environment"
	"evothello/players"
	largeplayers "evothello/players/large"
	"evothello/search"
)

func init() {
	entry := players.RosterEntry{
		Name: "dqn", About: "an agent that evolve dqn trained, from file=DIRECTORY or file=AGENT.dqn",
		RequiredKey: "file", MarkerFile: agentFile, New: func() players.Kind { return &kind{} },
	}
	players.Register(entry)
	largeplayers.Register(entry)
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

// An openAgent is an agent with its evaluator, which is made when it is first needed.
type openAgent struct {
	*Agent
	evaluator func() (*evaluator, error)
}

// agents holds the agents in files. A match asks for each of its players several times.
var agents files.FileCache[openAgent]

// open returns the agent in the file.
func (k *kind) open() (openAgent, error) {
	path, err := Format.PlayerFile(k.file)
	if err != nil {
		return openAgent{}, err
	}
	return agents.Read(path, func(path string) (openAgent, error) {
		a, err := ReadAgent(path)
		if err != nil {
			return openAgent{}, err
		}
		return openAgent{a, sync.OnceValues(a.evaluator)}, nil
	})
}

// HomeBoard implements players.BoardBound.
func (k *kind) HomeBoard() *engine.Shape {
	a, err := k.open()
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
	a, err := k.open()
	if err != nil {
		return nil, err
	}
	e, err := a.evaluator()
	if err != nil {
		return nil, fmt.Errorf("%s %w", k.file, err)
	}
	c := chooser{a.Agent, e}
	small, big := &player{chooser: c}, &largePlayer{chooser: c}
	if a.Board.IsLarge() {
		big.rules = environment.Large(a.Board)
	} else {
		small.rules = environment.Small(a.Board)
	}
	return &players.Contestant{
		About: fmt.Sprintf("learnt by trial and error on %s, in %s with %s; a network of %d weights",
			a.Board.Name, english.Count(a.Episodes, "game"), a.Opponent, a.config().Spec().Weights()),
		PlaysOn: a.playsOn,
		New:     func(*search.Searcher) players.Player { return small },
		Large:   func() players.LargePlayer { return big },
	}, nil
}

// playsOn returns an error for boards with other squares than the agent's board.
func (a *Agent) playsOn(board engine.Shape) error {
	if board.Size != a.Board.Size || board.Start.Holes() != a.Board.Start.Holes() {
		return fmt.Errorf("it has learnt on %s, and its network is for that board alone, not %s", a.Board.Name, board.Name)
	}
	return nil
}

// wrongBoard returns the error of a game on another board.
func (a *Agent) wrongBoard() error {
	return fmt.Errorf("the agent has learnt on %s and knows no other board", a.Board.Name)
}

// A chooser chooses the agent's move with the highest value.
type chooser struct {
	agent     *Agent
	evaluator *evaluator
}

// NewGame implements players.Player and players.LargePlayer. Moves depend on the game's positions alone.
func (chooser) NewGame(uint64) {}

// choose returns the best action for an observation, and its value.
func (c *chooser) choose(seen environment.Observation) (action int, value float32, err error) {
	values, err := c.evaluator.values([]environment.Observation{seen})
	if err != nil {
		return environment.Pass, 0, err
	}
	action, value = best(values[0], seen[0].Legal())
	return action, value, nil
}

// A player is an agent on boards up to 8×8. It has no rules if its board is larger.
type player struct {
	chooser
	rules *environment.Rules[engine.Position, engine.Square]
}

// Move implements players.Player. It chooses a move in a position without earlier positions.
func (p *player) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements players.Follower: observations may contain earlier positions.
func (p *player) MoveIn(_ context.Context, game *engine.Game) (search.Result, error) {
	if p.rules == nil || game.Start.Holes() != p.agent.Board.Start.Holes() {
		return search.Result{}, p.agent.wrongBoard()
	}
	action, value, err := p.choose(p.rules.Observation(game, p.agent.config().environment()))
	return search.Result{Move: p.rules.Square(action), Score: int(math.Round(scoreUnit * float64(value)))}, err
}

// scoreUnit is the score of a sure win.
const scoreUnit = 1000

// A largePlayer is an agent on boards larger than 8×8. It has no rules if its board is not.
type largePlayer struct {
	chooser
	rules *environment.Rules[large.Position, large.Square]
}

// Move implements players.LargePlayer. It chooses a move in a position without earlier positions.
func (p *largePlayer) Move(ctx context.Context, at large.Position) (players.LargeResult, error) {
	return p.MoveIn(ctx, &large.Game{Start: at})
}

// MoveIn implements players.LargeFollower: observations may contain earlier positions.
func (p *largePlayer) MoveIn(_ context.Context, game *large.Game) (players.LargeResult, error) {
	if game.Start.Size != p.agent.Board.Size {
		return players.LargeResult{}, p.agent.wrongBoard()
	}
	action, _, err := p.choose(p.rules.Observation(game, p.agent.config().environment()))
	return players.LargeResult{Move: p.rules.Square(action)}, err
}
