package players

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"time"

	"evothello/engine"
	"evothello/search"
)

// Drawing is an entry of players that draw lots, from a spec's seed among others; ready makes
// one with a seed ready.
func Drawing(name, about string, ready func(seed uint64) *Contestant) Entry {
	return Entry{Name: name, About: about, New: func() Kind { return &drawing{ready: ready} }}
}

// drawing is their kind.
type drawing struct {
	ready func(seed uint64) *Contestant
	seed  uint64
}

// Options implements Kind.
func (k *drawing) Options() []Option { return []Option{Seed(&k.seed)} }

// Varies implements Kind.
func (k *drawing) Varies() string { return "" }

// Contestant implements Kind.
func (k *drawing) Contestant() (*Contestant, error) { return k.ready(k.seed), nil }

// lots is an entry of players that choose a move by a rule.
func lots(name, about string, choose rule) Entry {
	return Drawing(name, about, func(seed uint64) *Contestant {
		return &Contestant{About: about, New: func(*search.Searcher) Player {
			return &lotPlayer{seed: seed, choose: func(_ context.Context, rng *rand.Rand, b engine.Board) search.Result {
				return search.Result{Move: choose(rng, b)}
			}}
		}}
	})
}

// Playouts say how a player judges moves by random games. A number of games takes the place of
// the clock, and a clock that of the number, unless both are given.
type Playouts struct {
	Games   int
	Time    time.Duration
	Endgame int // exact from this many empties
	Seed    uint64
}

// OptionsTo are the keys of a spec; at most so many last squares are played exactly.
func (p *Playouts) OptionsTo(endgame int) []Option {
	return []Option{
		{"games", Count(&p.Games, 1, 1_000_000)},
		{"time", Duration(&p.Time, "a time per move such as 0.5s or 200ms")},
		{"endgame", Count(&p.Endgame, 0, endgame)},
		Seed(&p.Seed),
	}
}

// Varies implements Kind.
func (p *Playouts) Varies() string {
	if p.Time > 0 || p.Games == 0 {
		return "with a clock its games cannot be repeated; give games"
	}
	return ""
}

// Limits end the random games before a move. Those of the reversi library's player are the default.
func (p *Playouts) Limits() search.MonteCarlo {
	if p.Games == 0 && p.Time == 0 {
		return search.MonteCarlo{Games: 1000, Time: seedTime}
	}
	return search.MonteCarlo{Games: p.Games, Time: p.Time}
}

// About says how the player plays.
func (p *Playouts) About() string {
	about := p.Limits().String()
	if p.Endgame > 0 {
		about += fmt.Sprintf(", last %d exact", p.Endgame)
	}
	return about
}

// monteCarlo is the kind of players that judge moves by random games.
type monteCarlo struct{ Playouts }

// Options implements Kind.
func (k *monteCarlo) Options() []Option { return k.OptionsTo(search.MaxDepth) }

// Contestant implements Kind.
func (k *monteCarlo) Contestant() (*Contestant, error) {
	limits := k.Limits()
	return &Contestant{About: k.About(), New: func(s *search.Searcher) Player {
		lots := &lotPlayer{seed: k.Seed, choose: func(ctx context.Context, rng *rand.Rand, b engine.Board) search.Result {
			return limits.Search(ctx, b, rng)
		}}
		return &lastsPlayer{lotPlayer: lots, searcher: s, endgame: k.Endgame}
	}}, nil
}

// A lastsPlayer plays the last moves exactly, and draws lots before.
type lastsPlayer struct {
	*lotPlayer
	searcher *search.Searcher
	endgame  int // empties
}

func (p *lastsPlayer) NewGame(seed uint64) {
	p.lotPlayer.NewGame(seed)
	p.searcher.NewGame()
}

func (p *lastsPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	if at.Empties() > p.endgame {
		return p.lotPlayer.Move(ctx, at)
	}
	return p.searcher.Search(ctx, at.Board, looksAtNothing, search.Settings{Depth: 1, Endgame: p.endgame}), nil
}

// looksAtNothing is the evaluation of searches that go to the end of the game.
var looksAtNothing = search.Evaluation(func(engine.Board) int { return 0 })

// A lotPlayer draws lots from a generator of its own.
type lotPlayer struct {
	choose func(ctx context.Context, rng *rand.Rand, b engine.Board) search.Result
	seed   uint64
	rng    *rand.Rand
}

func (p *lotPlayer) NewGame(seed uint64) { p.rng = rand.New(rand.NewPCG(seed, p.seed)) }

func (p *lotPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.choose(ctx, p.rng, at.Board), nil
}

// A rule chooses a move by looking at the board as it lies.
type rule func(rng *rand.Rand, b engine.Board) engine.Square

// randomMove is any legal move.
func randomMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.Pick(rng, b.Moves())
}

// greedyMove is one of the moves that flip most.
func greedyMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.Pick(rng, flipping(b, +1))
}

// unselfishMove is one of the moves that flip fewest.
func unselfishMove(rng *rand.Rand, b engine.Board) engine.Square {
	return engine.Pick(rng, flipping(b, -1))
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

// slowStarterMove is unselfish while fewer than 15 % of the squares hold discs,
// and greedy from then on.
func slowStarterMove(rng *rand.Rand, b engine.Board) engine.Square {
	if 100*b.Discs() < 15*b.Size() {
		return unselfishMove(rng, b)
	}
	return greedyMove(rng, b)
}

// corners returns the squares of a board that no one can take back.
func corners(b engine.Board) uint64 { return engine.NewLines(^b.Holes()).Safe() }

// cornerMove is a corner if one can be had, else any move.
func cornerMove(rng *rand.Rand, b engine.Board) engine.Square {
	if reached := b.Moves() & corners(b); reached != 0 {
		return engine.Pick(rng, reached)
	}
	return randomMove(rng, b)
}

// episodeMove takes a corner in reach in 90 % of the cases. Otherwise it makes the
// move that flips most discs, the first one in the order of squares, in 80 %, and
// any move in the rest. One lot decides both, so that a corner that is left is left
// for any move.
func episodeMove(rng *rand.Rand, b engine.Board) engine.Square {
	lot := rng.Float64()
	reached := b.Moves() & corners(b)
	switch {
	case reached != 0 && lot < 0.9:
		return engine.Pick(rng, reached)
	case lot < 0.8:
		return engine.Square(bits.TrailingZeros64(flipping(b, +1)))
	}
	return randomMove(rng, b)
}
