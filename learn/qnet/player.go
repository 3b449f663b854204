package qnet

import (
	"context"
	"fmt"
	"math"
	"sync"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/learn/environment"
	"evothello/players"
	"evothello/search"
)

func init() {
	const about = "a Q-network that evolve train qnet trained, from file=DIRECTORY or file=PLAYER.qnet"
	players.Register(players.RosterEntry{
		Name: "qnet", About: about, AboutLarge: about, MarkerFile: playerFile, Default: &kind{},
	})
}

// kind is the kind of players with a network from a file, or from the directory where it is trained.
type kind struct {
	File players.File[openNetwork] `key:"file" required:"name its file, as in qnet:file=runs/qnet-1"`
}

// WhyUnrepeatable implements players.Kind.
func (*kind) WhyUnrepeatable() string {
	return "a file may change; name a player that comes with the program"
}

// An openNetwork is a network with its evaluator, which is made when it is first needed.
type openNetwork struct {
	*Network
	evaluator func() (*evaluator, error)
}

// open returns the network in the file.
func (k *kind) open() (openNetwork, error) {
	return k.File.Read(func(path string) (openNetwork, error) {
		n, err := ReadNetwork(path)
		if err != nil {
			return openNetwork{}, err
		}
		return openNetwork{n, sync.OnceValues(n.evaluator)}, nil
	})
}

// HomeBoard returns the board on which the network was trained, nil if its file cannot be read.
func (k *kind) HomeBoard() *engine.Shape {
	n, err := k.open()
	if err != nil {
		return nil // Contestant returns the error
	}
	return &n.Board
}

// Contestant implements players.Kind.
func (k *kind) Contestant() (*players.Contestant, error) {
	n, err := k.open()
	if err != nil {
		return nil, err
	}
	e, err := n.evaluator()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.File.Path, err)
	}
	it := &player{n.Network, e, environment.RulesOn(n.Board)}
	return &players.Contestant{
		About: fmt.Sprintf("trained by trial and error on %s, in %s with %s; a network of %d weights",
			n.Board.Name, english.Count(n.Episodes, "game"), n.Opponent, n.config().Spec().Weights()),
		PlaysOn: n.playsOn, PlaysLarge: true,
		New: func(*search.Searcher) players.Player { return it },
	}, nil
}

// playsOn returns an error for boards with other squares than the network's board.
func (n *Network) playsOn(board engine.Shape) error {
	if !board.Start.SameSquares(n.Board.Start) {
		return fmt.Errorf("it was trained on board %s and plays only there, not on %s", n.Board.Name, board.Name)
	}
	return nil
}

// wrongBoard returns the error of a game on another board.
func (n *Network) wrongBoard() error {
	return fmt.Errorf("the Q-network was trained on board %s and plays only there", n.Board.Name)
}

// A player is a network as a player on its board. It chooses the move with the highest value.
type player struct {
	network   *Network
	evaluator *evaluator
	rules     *environment.Rules
}

// NewGame implements players.Player. It does nothing, because moves depend only on the game's positions.
func (*player) NewGame(uint64) {}

// Move implements players.Player. Its observation has no earlier positions.
func (p *player) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements players.Follower. Its observation contains the earlier positions that the network needs.
func (p *player) MoveIn(_ context.Context, game *engine.Game) (search.Result, error) {
	if !game.Start.SameSquares(p.network.Board.Start) {
		return search.Result{}, p.network.wrongBoard()
	}
	seen := p.rules.Observation(game, p.network.config().environment())
	values, err := p.evaluator.values([]environment.Observation{seen})
	if err != nil {
		return search.Result{}, err
	}
	action, value := best(values[0], seen[0].Legal())
	return search.Result{Move: p.rules.Square(action), Score: int(math.Round(scoreUnit * float64(value)))}, nil
}

// scoreUnit is the score of a sure win.
const scoreUnit = 1000
