package fitness

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"sync"

	"evothello/engine"
	"evothello/internal/english"
)

// An Opening is how a pair of games begins.
type Opening struct {
	From  engine.Position // where the board's games start, or the position that the opening is
	Moves []engine.Square // from there, passes implied
	Start engine.Position // after those moves
}

// OpeningOf is the opening that a game is.
func OpeningOf(g *engine.Game) Opening {
	return Opening{From: g.Start, Moves: g.Moves, Start: g.Final()}
}

// MarshalText writes an opening as a transcript, after the start position "BOARD SIDE" if
// that is not the standard one.
func (o Opening) MarshalText() ([]byte, error) {
	transcript := engine.Transcript(o.Moves)
	if o.From != engine.Start() {
		transcript = o.From.String() + " " + transcript
	}
	return []byte(transcript), nil
}

// UnmarshalText reads what MarshalText writes.
func (o *Opening) UnmarshalText(text []byte) (err error) {
	from, transcript := engine.Start(), string(text)
	if board, rest, _ := strings.Cut(transcript, " "); engine.IsBoard(board) {
		side, moves, _ := strings.Cut(rest, " ")
		if from, err = engine.ParsePosition(board + " " + side); err != nil {
			return err
		}
		transcript = moves
	}
	game, err := engine.ParseTranscriptFrom(from, transcript)
	if err == nil {
		*o = OpeningOf(game)
	}
	return err
}

// A Use divides all openings by the canonical hash of their position modulo 4, so
// that what measures a champion never trained it.
type Use int

// The uses of openings.
const (
	ForAnything Use = iota // where nothing is bred
	ForLadder              // hash 0: champions against fixed opponents, and matches
	ForGate                // hash 1: candidates against the champion
	ForFitness             // hash 2 and 3: genomes against their panel
)

func (u Use) has(canonical engine.Board) bool {
	class := canonical.Hash() % 4
	switch u {
	case ForLadder:
		return class == 0
	case ForGate:
		return class == 1
	case ForFitness:
		return class >= 2
	}
	return true
}

// MaxPlies is the longest random opening: it leaves a game worth playing.
const MaxPlies = 40

// UsualPlies is how many random plies open games on a board if nothing else is said: 8, fewer
// where games are short, more where there would be few different openings of each use.
func UsualPlies(board engine.Shape) int {
	const usual, enough = 8, 2000
	if board.IsStandard() {
		return usual
	}
	for plies := min(usual, board.EmptiesAtStart()/3); plies <= board.EmptiesAtStart()/2; plies++ {
		if distinct(board.Start.Board, plies, ForGate) >= enough {
			return plies
		}
	}
	return board.EmptiesAtStart() / 2
}

// ErrTooFewOpenings says that there are not as many different openings of that
// length as were asked for.
var ErrTooFewOpenings = errors.New("too few different openings")

// RandomOpenings plays n random openings of the given number of plies from a start position. No
// two are the same up to symmetry, and none ends the game.
func RandomOpenings(rng *rand.Rand, from engine.Position, n, plies int, use Use) ([]Opening, error) {
	if plies < 0 || plies > MaxPlies {
		return nil, fmt.Errorf("openings of %d plies: must be 0 to %d", plies, MaxPlies)
	}
	if plies <= countedPlies {
		switch there := distinct(from.Board, plies, use); {
		case there == 0 && n > 0:
			return nil, fmt.Errorf("%w: none of %d plies; ask for more plies", ErrTooFewOpenings, plies)
		case there < n:
			return nil, fmt.Errorf("%w: %d of %d plies for %d pairs; ask for at most %s or more plies", ErrTooFewOpenings, there,
				plies, n, english.Count(there, "pair"))
		}
	}
	openings := make([]Opening, 0, n)
	seen := make(map[engine.Board]bool, n)
	for fruitless := 0; len(openings) < n; fruitless++ {
		o, ok := randomOpening(rng, from, plies)
		if canonical := o.Start.Canonical(); ok && use.has(canonical) && !seen[canonical] {
			seen[canonical] = true
			openings = append(openings, o)
			fruitless = 0
		}
		if plies > countedPlies && fruitless > 1000 {
			return nil, fmt.Errorf("%w: found %d of %d plies for %d pairs; ask for fewer pairs or more plies", ErrTooFewOpenings,
				len(openings), plies, n)
		}
	}
	return openings, nil
}

// OpeningsForMatch plays random openings that no run uses to breed or to promote champions, or,
// where there are too few of that length, any.
func OpeningsForMatch(rng *rand.Rand, from engine.Position, n, plies int) ([]Opening, error) {
	openings, err := RandomOpenings(rng, from, n, plies, ForLadder)
	if errors.Is(err, ErrTooFewOpenings) {
		return RandomOpenings(rng, from, n, plies, ForAnything)
	}
	return openings, err
}

// randomOpening plays random moves; ok is false if the game ended.
func randomOpening(rng *rand.Rand, from engine.Position, plies int) (o Opening, ok bool) {
	o = Opening{From: from, Moves: make([]engine.Square, plies), Start: from.Settle()}
	for i := range o.Moves {
		moves := o.Start.Moves()
		if moves == 0 {
			return o, false
		}
		o.Moves[i] = engine.RandomSquare(rng, moves)
		o.Start = o.Start.Play(o.Moves[i]).Settle()
	}
	return o, o.Start.Moves() != 0
}

// FromGames makes openings of games, which must begin at the given start position, and
// refuses two that are the same up to symmetry: fixed-depth players would play the
// same games again.
func FromGames(from engine.Position, games []engine.Game) ([]Opening, error) {
	openings := make([]Opening, len(games))
	seen := map[engine.Board]int{}
	for i, game := range games {
		if game.Start != from {
			return nil, fmt.Errorf("opening %d does not begin at the start position", i+1)
		}
		openings[i] = OpeningOf(&game)
		if openings[i].Start.Over() {
			return nil, fmt.Errorf("opening %d: the game is over after it; open with its first plies, as with --plies 12", i+1)
		}
		canonical := openings[i].Start.Canonical()
		if j, twice := seen[canonical]; twice {
			return nil, fmt.Errorf("opening %d is the same as opening %d up to symmetry: leave one out", i+1, j)
		}
		seen[canonical] = i + 1
	}
	return openings, nil
}

// FirstPlies makes openings of so many first plies of games, which must begin at the given start
// position. Games that are shorter or had ended by then are left out, and so are positions that
// repeat earlier ones up to symmetry.
func FirstPlies(from engine.Position, games []engine.Game, plies int) (openings []Opening, err error) {
	seen := map[engine.Board]bool{}
	for i, game := range games {
		if game.Start != from {
			return nil, fmt.Errorf("opening %d does not begin at the start position", i+1)
		}
		if len(game.Moves) < plies {
			continue
		}
		game.Moves = game.Moves[:plies]
		o := OpeningOf(&game)
		if canonical := o.Start.Canonical(); !o.Start.Over() && !seen[canonical] {
			seen[canonical] = true
			openings = append(openings, o)
		}
	}
	if openings == nil {
		return nil, fmt.Errorf("no game goes on after %d plies: ask for fewer", plies)
	}
	return openings, nil
}

// FromPositions makes openings of positions, which must be on the board's squares and leave
// a game to play. Symmetric ones are kept: the list
// was chosen by the user.
func FromPositions(board engine.Shape, positions []engine.Position) ([]Opening, error) {
	openings := make([]Opening, len(positions))
	for i, p := range positions {
		switch {
		case p.Holes() != board.Start.Holes():
			return nil, fmt.Errorf("opening %d is not on the squares of the board %s: say on which with --board", i+1,
				board.Name)
		case p.Over():
			return nil, fmt.Errorf("opening %d: the game is over there", i+1)
		}
		openings[i] = Opening{From: p, Start: p.Settle()}
	}
	return openings, nil
}

// Repeats counts the openings that lead to the same position as an earlier one up to
// symmetry. Players who draw no lots may play the same games from them.
func Repeats(openings []Opening) (n int) {
	seen := map[engine.Board]bool{}
	for _, o := range openings {
		canonical := o.Start.Canonical()
		if seen[canonical] {
			n++
		}
		seen[canonical] = true
	}
	return n
}

// countedPlies is the length up to which distinct counts; longer openings number
// more than anyone plays (over 300,000 of nine plies).
const countedPlies = 8

// plenty is how many openings are more than anyone plays. There is no need to count them.
const plenty = 200_000

// MostPairs is how many pairs of one use can be played on a board after so many random
// plies, each with an opening of its own.
func MostPairs(board engine.Shape, plies int, use Use) int {
	if plies > countedPlies {
		return plenty
	}
	return distinct(board.Start.Board, plies, use)
}

// distinct counts the openings of so many plies from a board that differ up to symmetry
// and leave a game to play, as far as plenty. It counts once and remembers.
func distinct(from engine.Board, plies int, use Use) int {
	key := openingsOf{from, plies, use}
	if n, known := counted.Load(key); known {
		return n.(int)
	}
	n := countDistinct(from, plies, use)
	counted.Store(key, n)
	return n
}

type openingsOf struct {
	from  engine.Board
	plies int
	use   Use
}

var counted sync.Map

func countDistinct(from engine.Board, plies int, use Use) int {
	level := map[engine.Board]bool{engine.Position{Board: from}.Settle().Canonical(): true}
	for range plies {
		next := make(map[engine.Board]bool, 5*len(level))
		for b := range level {
			for move := range engine.SquaresOf(b.Moves()) {
				p := engine.Position{Board: b}.Play(move).Settle()
				next[p.Canonical()] = true
			}
			if len(next) > plenty {
				return plenty
			}
		}
		level = next
	}
	n := 0
	for b := range level {
		if b.Moves() != 0 && use.has(b) {
			n++
		}
	}
	return n
}

// Random returns a generator that depends on nothing but its arguments: what it
// is for and which of those it is.
func Random(seed uint64, purpose string, which ...int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %v", purpose, which)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
