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

// An Opening is the beginning of both games of a pair: a position and the moves from there.
type Opening struct {
	From  engine.Position // the board's start position, or any position if the opening has no moves
	Moves []engine.Square // the moves after From, without passes
	Start engine.Position // the position after Moves, where the players begin
}

// OpeningFromGame returns the opening that consists of the moves of a game.
func OpeningFromGame(g *engine.Game) Opening {
	return Opening{From: g.Start, Moves: g.Moves, Start: g.Final()}
}

// OpeningFromPosition returns the opening without moves from a position.
func OpeningFromPosition(p engine.Position) Opening { return Opening{From: p, Start: p.Settle()} }

// MarshalText writes an opening as a transcript. If From is not the standard start position, the text begins with From:
// the board's size for the start position of a board larger than 8×8, otherwise "BOARD SIDE".
func (o Opening) MarshalText() ([]byte, error) {
	transcript := engine.Transcript(o.Moves)
	switch {
	case o.From == engine.Start():
		return []byte(transcript), nil
	case o.From.IsStart():
		return fmt.Appendf(nil, "%d %s", o.From.Columns(), transcript), nil
	}
	return []byte(o.From.String() + " " + transcript), nil
}

// UnmarshalText reads the text that MarshalText writes.
func (o *Opening) UnmarshalText(text []byte) (err error) {
	from, transcript := engine.Start(), string(text)
	if board, rest, several := strings.Cut(transcript, " "); several {
		shape, unnamed := engine.ShapeNamed(board)
		switch {
		case unnamed == nil:
			from, transcript = shape.Start, rest
		case len(board) >= 64:
			side, moves, _ := strings.Cut(rest, " ")
			if from, err = engine.ParseBoard(board, side); err != nil {
				return err
			}
			transcript = moves
		}
	}
	game, err := engine.ParseTranscriptFrom(from, transcript)
	if err == nil {
		*o = OpeningFromGame(game)
	}
	return err
}

// A Use is the purpose of openings. The hash of an opening's canonical position, modulo 4, determines its use. So
// openings that measure a champion are never used to train it.
type Use int

// The uses of openings.
const (
	ForAnything  Use = iota // all hashes: games outside of a run
	ForReference            // hash 0: champions against reference opponents, and matches
	ForGate                 // hash 1: candidates against the champion
	ForFitness              // hash 2 and 3: genomes against their panel
)

func (u Use) includes(hash uint64) bool {
	class := hash % 4
	switch u {
	case ForReference:
		return class == 0
	case ForGate:
		return class == 1
	case ForFitness:
		return class >= 2
	}
	return true
}

// MaxPlies is the maximum length of random openings, so that enough of the game remains.
const MaxPlies = 40

// DefaultPlies is the default length of random openings on a board: 8 on the standard board. It is
// smaller on small boards, and larger where 8 plies give too few different openings for each use.
func DefaultPlies(board engine.Shape) int {
	const standard, enough = 8, 2000
	if board.IsStandard() || board.IsLarge() {
		return standard
	}
	for plies := min(standard, board.EmptiesAtStart()/3); plies <= board.EmptiesAtStart()/2; plies++ {
		if distinctOpenings(board.Start.Board, plies, ForGate) >= enough {
			return plies
		}
	}
	return board.EmptiesAtStart() / 2
}

// ErrTooFewOpenings is the error if more different openings are requested than exist with that number of plies.
var ErrTooFewOpenings = errors.New("too few different openings")

// RandomOpenings returns n random openings of the given number of plies from a start position. All are different, also
// under symmetry, and the game continues after each opening. If fewer openings exist, the error wraps
// ErrTooFewOpenings.
func RandomOpenings(rng *rand.Rand, from engine.Position, n, plies int, use Use) ([]Opening, error) {
	if plies < 0 || plies > MaxPlies {
		return nil, fmt.Errorf("openings of %d plies: must be 0 to %d", plies, MaxPlies)
	}
	counted := plies <= maxCountedPlies && !from.IsLarge()
	if counted {
		switch available := distinctOpenings(from.Board, plies, use); {
		case available == 0 && n > 0:
			return nil, fmt.Errorf("%w: none with %d plies; ask for more plies", ErrTooFewOpenings, plies)
		case available < n:
			return nil, fmt.Errorf("%w: only %d with %d plies for %d pairs; ask for at most %s, or for more "+
				"plies", ErrTooFewOpenings,
				available, plies, n, english.Count(available, "pair"))
		}
	}
	openings := make([]Opening, 0, n)
	seen := make(map[engine.Position]bool, n)
	for failed := 0; len(openings) < n; failed++ {
		o, ok := randomOpening(rng, from, plies)
		if canonical := o.Start.Canonical(); ok && use.includes(canonical.Hash()) && !seen[canonical] {
			seen[canonical] = true
			openings = append(openings, o)
			failed = 0
		}
		if !counted && failed > 1000 {
			return nil, fmt.Errorf("%w: found only %d with %d plies for %d pairs; ask for fewer pairs or more plies",
				ErrTooFewOpenings, len(openings), plies, n)
		}
	}
	return openings, nil
}

// OpeningsForMatch returns n random openings of the given number of plies that no run uses for fitness or the gate. If
// there are too few of them, it returns openings of any use.
func OpeningsForMatch(rng *rand.Rand, from engine.Position, n, plies int) ([]Opening, error) {
	openings, err := RandomOpenings(rng, from, n, plies, ForReference)
	if errors.Is(err, ErrTooFewOpenings) {
		return RandomOpenings(rng, from, n, plies, ForAnything)
	}
	return openings, err
}

// randomOpening plays random moves; ok is false if the game is over before or after the last of them.
func randomOpening(rng *rand.Rand, from engine.Position, plies int) (o Opening, ok bool) {
	o = Opening{From: from, Moves: make([]engine.Square, plies), Start: from.Settle()}
	for i := range o.Moves {
		if o.Start.Over() {
			return o, false
		}
		o.Moves[i] = o.Start.RandomMove(rng)
		o.Start = o.Start.Play(o.Moves[i]).Settle()
	}
	return o, !o.Start.Over()
}

// An OpeningError is an error in one opening of a list.
type OpeningError struct {
	Opening int // its number, from 1
	Earlier int // the number of the opening that it repeats, 0 for another error
	reason  string
}

// Error implements error.
func (e *OpeningError) Error() string {
	if e.Earlier > 0 {
		return fmt.Sprintf("opening %d is the same as opening %d up to symmetry: leave one out", e.Opening, e.Earlier)
	}
	return fmt.Sprintf("opening %d%s", e.Opening, e.reason)
}

// OpeningsFromGames returns one opening per game, with all moves of the game. from is the start
// position of all games. Two openings that are the same up to symmetry are an error, because
// fixed-depth players would play the same games from both.
func OpeningsFromGames(from engine.Position, games []engine.Game) ([]Opening, error) {
	openings := make([]Opening, len(games))
	seen := map[engine.Position]int{}
	for i, game := range games {
		if game.Start != from {
			return nil, &OpeningError{i + 1, 0, " does not begin at the start position"}
		}
		openings[i] = OpeningFromGame(&game)
		if openings[i].Start.Over() {
			return nil, &OpeningError{i + 1, 0,
				": the game is over after its moves; use only its first plies, as with --opening-plies 12"}
		}
		canonical := openings[i].Start.Canonical()
		if j, twice := seen[canonical]; twice {
			return nil, &OpeningError{i + 1, j, ""}
		}
		seen[canonical] = i + 1
	}
	return openings, nil
}

// OpeningsFromFirstPlies returns openings that consist of the first plies moves of games. from is the start position
// of all games. It leaves out games that are over after these plies, and openings whose position repeats an
// earlier one up to symmetry.
func OpeningsFromFirstPlies(from engine.Position, games []engine.Game, plies int) (openings []Opening, err error) {
	seen := map[engine.Position]bool{}
	for i, game := range games {
		if game.Start != from {
			return nil, &OpeningError{i + 1, 0, " does not begin at the start position"}
		}
		if len(game.Moves) < plies {
			continue
		}
		game.Moves = game.Moves[:plies]
		o := OpeningFromGame(&game)
		if canonical := o.Start.Canonical(); !o.Start.Over() && !seen[canonical] {
			seen[canonical] = true
			openings = append(openings, o)
		}
	}
	if openings == nil {
		return nil, fmt.Errorf("no game is longer than %d plies: choose fewer plies", plies)
	}
	return openings, nil
}

// OpeningsFromPositions returns one opening per position. The positions must have the squares of the
// board, and the game must not be over there. Positions that repeat others up to symmetry stay, because
// the user chose the list.
func OpeningsFromPositions(board engine.Shape, positions []engine.Position) ([]Opening, error) {
	openings := make([]Opening, len(positions))
	for i, p := range positions {
		switch {
		case !p.SameSquares(board.Start):
			return nil, &OpeningError{i + 1, 0, fmt.Sprintf(" does not have the squares of board %s: choose its board with "+
				"--board", board.Name)}
		case p.Over():
			return nil, &OpeningError{i + 1, 0, ": the game is over in this position"}
		}
		openings[i] = OpeningFromPosition(p)
	}
	return openings, nil
}

// CountRepeats counts the openings that lead to the same position as an earlier one, up to symmetry. Players without
// random moves may repeat their games from such openings.
func CountRepeats(openings []Opening) (n int) {
	seen := map[engine.Position]bool{}
	for _, o := range openings {
		canonical := o.Start.Canonical()
		if seen[canonical] {
			n++
		}
		seen[canonical] = true
	}
	return n
}

// maxCountedPlies is the longest length of openings that are counted. There are over 300,000 different
// openings of nine plies, which is enough for any match.
const maxCountedPlies = 8

// countLimit is the number of openings at which counting stops, because it is enough for any match.
const countLimit = 200_000

// MaxPairs returns how many pairs can be played on a board, each with its own opening: the number of different openings
// with this use and number of plies, at most 200,000. For boards larger than 8×8 it returns the number for 8×8, because
// they have at least as many openings.
func MaxPairs(board engine.Shape, plies int, use Use) int {
	if board.IsLarge() {
		board = engine.Standard()
	}
	if plies > maxCountedPlies {
		return countLimit
	}
	return distinctOpenings(board.Start.Board, plies, use)
}

// distinctOpenings counts the openings of a length and a use that differ up to symmetry and after which the game
// continues, up to countLimit. It caches the counts.
func distinctOpenings(from engine.Board, plies int, use Use) int {
	key := distinctKey{from, plies, use}
	if n, known := distinctCounts.Load(key); known {
		return n.(int)
	}
	n := countDistinct(from, plies, use)
	distinctCounts.Store(key, n)
	return n
}

type distinctKey struct {
	from  engine.Board
	plies int
	use   Use
}

var distinctCounts sync.Map

func countDistinct(from engine.Board, plies int, use Use) int {
	level := map[engine.Board]bool{engine.Position{Board: from}.Settle().Board.Canonical(): true}
	for range plies {
		next := make(map[engine.Board]bool, 5*len(level))
		for b := range level {
			for move := range engine.SquaresOf(b.Moves()) {
				p := engine.Position{Board: b}.Play(move).Settle()
				next[p.Board.Canonical()] = true
			}
			if len(next) > countLimit {
				return countLimit
			}
		}
		level = next
	}
	n := 0
	for b := range level {
		if b.Moves() != 0 && use.includes(b.Hash()) {
			n++
		}
	}
	return n
}

// Random returns a random generator that depends only on the arguments: the random seed, the purpose,
// and the numbers that distinguish generators of one purpose, such as the generation.
func Random(seed uint64, purpose string, which ...int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %v", purpose, which)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
