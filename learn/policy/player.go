package policy

import (
	"context"
	"fmt"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

func init() {
	players.Register(players.RosterEntry{
		Name: "policy",
		About: "never searches: a policy network that evolve train policy trained, " +
			"from file=DIRECTORY or file=PLAYER.policy",
		MarkerFile: PlayerFile, Default: &fromFile{},
	})
}

// fromFile is the kind of players with a network from a file.
type fromFile struct {
	File players.File[*Policy] `key:"file" required:"name its file, as in policy:file=runs/policy-1"`
}

// WhyUnrepeatable implements players.Kind.
func (*fromFile) WhyUnrepeatable() string {
	return "a file may change; name a player that comes with the program"
}

// HomeBoard returns the board on which networks are trained: the standard board.
func (*fromFile) HomeBoard() *engine.Shape {
	board := engine.Standard()
	return &board
}

// Contestant implements players.Kind.
func (k *fromFile) Contestant() (*players.Contestant, error) {
	p, err := k.File.Read(Load)
	if err != nil {
		return nil, err
	}
	return p.Contestant(), nil
}

// Contestant returns the policy as a player for boards without holes.
func (p *Policy) Contestant() *players.Contestant {
	return &players.Contestant{
		About:   fmt.Sprintf("never searches, a policy network of %d weights", p.net.shape.Weights()),
		PlaysOn: players.WithoutHoles("its network is"),
		New:     func(*search.Searcher) players.Player { return player{p} },
	}
}

// A player implements players.Player for a policy.
type player struct{ policy *Policy }

// NewGame implements players.Player. A policy has no state.
func (player) NewGame(uint64) {}

// Move implements players.Player.
func (p player) Move(_ context.Context, at engine.Position) (search.Result, error) {
	return search.Result{Move: p.policy.moves([]engine.Board{at.Board}, 1)[0], Nodes: 1}, nil
}
