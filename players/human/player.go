// Package human provides the player human, which moves as people do. A network trained on games of experts
// rates the moves. The player does not search.
package human

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/internal/portable"
	"evothello/players"
	"evothello/search"
)

// shippedNetwork returns the network that comes with the program. docs/results/levels-of-human.md says how it
// was trained.
var shippedNetwork = sync.OnceValues(func() (*Network, error) {
	data, err := Shipped()
	if err != nil {
		return nil, err
	}
	return Read(data)
})

// Name is the player's name in the roster.
const Name = "human"

// MaxLevel is the highest level.
const MaxLevel = 10

// heats holds, by level from 1, how far the player is from the most likely move. At 1 it makes each move as often as
// people do, at 0 always the most likely one, and at 2 it makes a move in proportion to the square root.
var heats = [MaxLevel]float64{5, 4, 3, 2.5, 2, 1.5, 1, 0.7, 0.4, 0}

const about = "makes the moves that people make: a network trained on experts' games rates them"

func init() {
	players.Register(players.RosterEntry{
		Name: Name, About: about, Group: players.TrainedHere, Default: &kind{Level: 7},
	})
}

// kind is the kind of players that move like people.
type kind struct {
	Level int                    `key:"level" range:"1 to 10"`
	File  players.File[*Network] `key:"file"` // file of another network than the shipped one
	players.Seeded
}

// WhyUnrepeatable implements players.Kind.
func (k *kind) WhyUnrepeatable() string {
	if k.File.Path != "" {
		return "a file may change; name a player that comes with the program"
	}
	return ""
}

// HomeBoard returns the standard board: all games of people are on it.
func (*kind) HomeBoard() *engine.Shape {
	board := engine.Standard()
	return &board
}

// Contestant implements players.Kind.
func (k *kind) Contestant() (*players.Contestant, error) {
	network, err := shippedNetwork()
	if k.File.Path != "" {
		network, err = k.File.Read(Load)
	}
	if err != nil {
		return nil, err
	}
	return &players.Contestant{
		About:   fmt.Sprintf("moves like people, level %d of %d", k.Level, MaxLevel),
		PlaysOn: players.WithoutHoles("its network is"),
		New: func(*search.Searcher) players.Player {
			return &player{network: network, heat: heats[k.Level-1], seed: k.Seed}
		},
	}, nil
}

// Load reads the file of a network. Errors are one line and include the path.
func Load(path string) (*Network, error) {
	data, err := files.Read(path, maxFile)
	if err != nil {
		return nil, err
	}
	n, err := Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return n, nil
}

type player struct {
	network *Network
	heat    float64
	seed    uint64
	rng     *rand.Rand
}

// NewGame implements players.Player.
func (p *player) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

// Move implements players.Player.
func (p *player) Move(_ context.Context, at engine.Position) (search.Result, error) {
	moves := slices.Collect(engine.SquaresOf(at.Moves()))
	return search.Result{Move: moves[p.choose(p.network.Ratings(at.Board), moves)], Nodes: 1}, nil
}

// Prefers reports whether a is chosen before b if their ratings are equal: the move further to the right is.
// Ratings are equal if a rotation or reflection of the board maps the moves to each other. So the first move of
// a game is the customary f5.
func Prefers(a, b engine.Square) bool { return a.Col() > b.Col() }

// choose returns the index of a random move, more likely one with a high rating. At heat 0 it is the move
// with the highest rating; among equal moves Prefers decides.
func (p *player) choose(ratings []int64, moves []engine.Square) int {
	best := 0
	for i, s := range moves {
		if r := ratings[moves[best]]; ratings[s] > r || ratings[s] == r && Prefers(s, moves[best]) {
			best = i
		}
	}
	if p.heat == 0 {
		return best
	}
	shares, sum := make([]float64, len(moves)), 0.0
	for i, s := range moves {
		below := float64(ratings[s]-ratings[moves[best]]) / Unit
		shares[i] = portable.Exp(below / p.heat)
		sum += shares[i]
	}
	left := float64(p.rng.Float64() * sum)
	for i, share := range shares {
		if left -= share; left < 0 {
			return i
		}
	}
	return best // rounding left nothing
}
