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

// drawing is the kind of players that draw lots and choose a move by a rule.
type drawing struct {
	about string
	rule  rule
	seed  uint64
}

func lots(name, about string, choose rule) Entry {
	return Entry{Name: name, About: about, New: func() Kind { return &drawing{about: about, rule: choose} }}
}

// Options implements Kind.
func (k *drawing) Options() []Option { return []Option{Seed(&k.seed)} }

// Varies implements Kind.
func (k *drawing) Varies() string { return "" }

// Contestant implements Kind.
func (k *drawing) Contestant() (*Contestant, error) {
	return drawLots(k.about, k.seed, func(_ context.Context, rng *rand.Rand, b engine.Board) search.Result {
		return search.Result{Move: k.rule(rng, b)}
	}), nil
}

// monteCarlo is the kind of players that judge moves by random games. A number of games
// takes the place of the clock, and a clock that of the number, unless both are given.
type monteCarlo struct {
	games   int
	time    time.Duration
	endgame int
	seed    uint64
}

// Options implements Kind.
func (k *monteCarlo) Options() []Option {
	return []Option{
		{"games", Count(&k.games, 1, 1_000_000)},
		{"time", Duration(&k.time, "a time per move such as 0.5s or 200ms")},
		{"endgame", Count(&k.endgame, 0, search.MaxDepth)},
		Seed(&k.seed),
	}
}

// Varies implements Kind.
func (k *monteCarlo) Varies() string {
	if k.time > 0 || k.games == 0 {
		return "with a clock its games cannot be repeated; give games"
	}
	return ""
}

// seedGames is how many games the seed library's Monte Carlo player plays from each
// move, unless its time runs out.
const seedGames = 1000

// Contestant implements Kind.
func (k *monteCarlo) Contestant() (*Contestant, error) {
	settings := search.MonteCarlo{Games: k.games, Time: k.time}
	if settings == (search.MonteCarlo{}) {
		settings = search.MonteCarlo{Games: seedGames, Time: seedTime}
	}
	about := settings.String()
	if k.endgame > 0 {
		about += fmt.Sprintf(", last %d exact", k.endgame)
	}
	return &Contestant{About: about, New: func(s *search.Searcher) Player {
		lots := &lotPlayer{seed: k.seed, choose: func(ctx context.Context, rng *rand.Rand, b engine.Board) search.Result {
			return settings.Search(ctx, b, rng)
		}}
		return &lastsPlayer{lotPlayer: lots, searcher: s, endgame: k.endgame}
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

// drawLots is a contestant that draws lots, from the spec's seed among others.
func drawLots(about string, seed uint64, choose func(context.Context, *rand.Rand, engine.Board) search.Result) *Contestant {
	return &Contestant{About: about, New: func(*search.Searcher) Player {
		return &lotPlayer{choose: choose, seed: seed}
	}}
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
