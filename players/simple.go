package players

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"time"

	"evothello/engine"
	"evothello/search"
)

// RandomEntry returns an entry of players that move at random. Part of their random seed is the
// spec's seed, which ready compiles them with.
func RandomEntry(name, about string, ready func(seed uint64) *Contestant) RosterEntry {
	return RosterEntry{Name: name, About: about, New: func() Kind { return &seededKind{ready: ready} }}
}

// seededKind is the kind of the players of RandomEntry.
type seededKind struct {
	ready func(seed uint64) *Contestant
	seed  uint64
}

// Options implements Kind.
func (k *seededKind) Options() []Option { return []Option{Seed(&k.seed)} }

// WhyUnrepeatable implements Kind.
func (k *seededKind) WhyUnrepeatable() string { return "" }

// Contestant implements Kind.
func (k *seededKind) Contestant() (*Contestant, error) { return k.ready(k.seed), nil }

// ruleEntry returns an entry of players that choose a move by a rule.
func ruleEntry(name, about string, choose rule) RosterEntry {
	return RandomEntry(name, about, func(seed uint64) *Contestant {
		return &Contestant{About: about, New: func(*search.Searcher) Player {
			move := func(_ context.Context, rng *rand.Rand, b engine.Board) search.Result {
				return search.Result{Move: choose(rng, b)}
			}
			return &randomPlayer{seed: seed, choose: move}
		}}
	})
}

// Playouts are the options of a Monte Carlo player. A number of games replaces the clock, and a
// clock replaces the number, unless both are given.
type Playouts struct {
	Games   int
	Time    time.Duration
	Endgame int // solve from this many empties
	Seed    uint64
}

// OptionsTo returns the keys of a spec. endgame is the largest number of empties that a spec may have solved.
func (p *Playouts) OptionsTo(endgame int) []Option {
	return []Option{
		{"games", Count(&p.Games, 1, 1_000_000)},
		{"time", Duration(&p.Time, "a time per move such as 0.5s or 200ms")},
		{"endgame", Count(&p.Endgame, 0, endgame)},
		Seed(&p.Seed),
	}
}

// WhyUnrepeatable implements Kind.
func (p *Playouts) WhyUnrepeatable() string {
	if p.Time > 0 || p.Games == 0 {
		return "with a clock its games cannot be repeated; give games"
	}
	return ""
}

// Limits returns the limits of the playouts before a move. The default is that of the reversi library's player.
func (p *Playouts) Limits() search.MonteCarlo {
	if p.Games == 0 && p.Time == 0 {
		return search.MonteCarlo{Games: 1000, Time: libraryTime}
	}
	return search.MonteCarlo{Games: p.Games, Time: p.Time}
}

// About describes how the player plays.
func (p *Playouts) About() string {
	about := p.Limits().String()
	if p.Endgame > 0 {
		about += fmt.Sprintf(", last %d exact", p.Endgame)
	}
	return about
}

// monteCarlo is the kind of players that value moves by random games.
type monteCarlo struct {
	Playouts
	remain int  // empties from which on it plays games, any move before; 0 for always
	shared bool // the moves share the games, else each has so many
}

// Options implements Kind. Beside our own keys it has the arguments of the reversi library's player.
func (k *monteCarlo) Options() []Option {
	return append(k.OptionsTo(search.MaxDepth),
		Option{"count", Count(&k.Games, 1, 1_000_000)},
		Option{"remain", Count(&k.remain, 1, search.MaxDepth)},
		Option{"by-move", func(value string) error {
			if k.shared = value == "no"; value != "yes" && value != "no" {
				return errors.New("want yes, or no for moves that share the games")
			}
			return nil
		}})
}

// before returns the limits of the playouts before a move of the board.
func (k *monteCarlo) before(b engine.Board) search.MonteCarlo {
	limits := k.Limits()
	if k.shared && limits.Games > 0 {
		limits.Games = max(1, limits.Games/bits.OnesCount64(b.Moves()))
	}
	return limits
}

// Contestant implements Kind.
func (k *monteCarlo) Contestant() (*Contestant, error) {
	about := k.About()
	if k.remain > 0 {
		about += fmt.Sprintf(", any move before the last %d", k.remain)
	}
	if k.shared {
		about += ", shared among the moves"
	}
	return &Contestant{About: about, New: func(s *search.Searcher) Player {
		playouts := func(ctx context.Context, rng *rand.Rand, b engine.Board) search.Result {
			if k.remain > 0 && b.Empties() > k.remain {
				return search.Result{Move: randomMove(rng, b)}
			}
			return k.before(b).Search(ctx, b, rng)
		}
		player := &randomPlayer{seed: k.Seed, choose: playouts}
		return &solvingPlayer{randomPlayer: player, searcher: s, endgame: k.Endgame}
	}}, nil
}

// A solvingPlayer solves the last moves and moves at random before.
type solvingPlayer struct {
	*randomPlayer
	searcher *search.Searcher
	endgame  int // empties
}

// NewGame implements Player.
func (p *solvingPlayer) NewGame(seed uint64) {
	p.randomPlayer.NewGame(seed)
	p.searcher.NewGame()
}

// Move implements Player.
func (p *solvingPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	if at.Empties() > p.endgame {
		return p.randomPlayer.Move(ctx, at)
	}
	return p.searcher.Search(ctx, at.Board, noEvaluation, search.Settings{Depth: 1, Endgame: p.endgame}), nil
}

// noEvaluation is the evaluation of searches that always reach the end of the game.
var noEvaluation = search.Evaluation(func(engine.Board) int { return 0 })

// A randomPlayer chooses with random numbers of its own generator.
type randomPlayer struct {
	choose func(ctx context.Context, rng *rand.Rand, b engine.Board) search.Result
	seed   uint64
	rng    *rand.Rand
}

// NewGame implements Player.
func (p *randomPlayer) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

// Move implements Player.
func (p *randomPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.choose(ctx, p.rng, at.Board), nil
}

// A rule chooses a move by the board alone, without a search.
type rule func(rng *rand.Rand, b engine.Board) engine.Square

// randomMove returns any legal move.
func randomMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.RandomSquare(rng, b.Moves())
}

// greedyMove returns one of the moves that flip most discs.
func greedyMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.RandomSquare(rng, flipping(b, +1))
}

// unselfishMove returns one of the moves that flip fewest discs.
func unselfishMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.RandomSquare(rng, flipping(b, -1))
}

// flipping returns the moves that flip most discs, or fewest if sign is -1.
func flipping(b engine.Board, sign int) (best uint64) {
	most := math.MinInt
	for s := range engine.SquaresOf(b.Moves()) {
		switch n := sign * bits.OnesCount64(b.Flips(s)); {
		case n > most:
			best, most = s.Bit(), n
		case n == most:
			best |= s.Bit()
		}
	}
	return best
}

// slowStarterMove is unselfishMove while fewer than 15 % of the squares hold discs, and
// greedyMove from then on.
func slowStarterMove(rng *rand.Rand, b engine.Board) engine.Square {
	if 100*b.Discs() < 15*b.Size() {
		return unselfishMove(rng, b)
	}
	return greedyMove(rng, b)
}

// corners returns the squares of a board that cannot be flipped.
func corners(b engine.Board) uint64 { return engine.NewLines(^b.Holes()).Safe() }

// cornerMove returns a corner if one is legal, otherwise any move.
func cornerMove(rng *rand.Rand, b engine.Board) engine.Square {
	if reached := b.Moves() & corners(b); reached != 0 {
		return engine.RandomSquare(rng, reached)
	}
	return randomMove(rng, b)
}

// episodeMove takes a legal corner in 90 % of the cases. Otherwise it makes the move that flips
// most discs, the first one in the order of squares, in 80 %, and any move in the rest. One random
// number decides both, so that a player that leaves a corner makes any move.
func episodeMove(rng *rand.Rand, b engine.Board) engine.Square {
	lot := rng.Float64()
	reached := b.Moves() & corners(b)
	switch {
	case reached != 0 && lot < 0.9:
		return engine.RandomSquare(rng, reached)
	case lot < 0.8:
		return engine.Square(bits.TrailingZeros64(flipping(b, +1)))
	}
	return randomMove(rng, b)
}
