// Package fit fits the weights of scorers to the results of games, by logistic regression. Chess programmers know the
// method as Texel tuning (Peter Österlund, 2014): good weights predict the winner from the value of a position.
package fit

import (
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"slices"
	"strconv"
	"unsafe"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/weights"
)

// Options are the settings of a fit.
type Options struct {
	Board   engine.Shape  // board of the games
	Turns   weights.Turns // last moves of the phases
	Scorers []*evaluators.Scorer
	// Depth is the search depth of players with these weights, 1 or more. A search values positions that are Depth
	// moves later, so the weights of a phase are fitted to such positions.
	Depth int
	// Ridge is the strength of the pull of weights towards 0 (ridge regression). If a feature occurs in about 4 × Ridge
	// positions, its weight is about half of its value without Ridge. 0 means DefaultRidge.
	Ridge float64
	// Shared names the scorers that have the same weights in all phases.
	Shared []string
	// Keep is the share of Champion in the weights, 0…1. Champion has the phases of Turns.
	Keep     float64
	Champion evaluators.Phases
	// CSV means that WriteCSV is called, so that counts of 0 take memory as well.
	CSV bool
}

// DefaultRidge is the default of Options.Ridge, and MinRidge and MaxRidge are its bounds in Fit.
const (
	DefaultRidge = 10
	MinRidge     = 1e-3
	MaxRidge     = 1e9
)

// MaxBytes is the maximum memory of Data for positions, in bytes.
const MaxBytes int64 = 4 << 30

// heldOut is the inverse of the share of games that are not fitted, but measure how well the weights predict results.
const heldOut = 20

// Data holds the positions of games for a fit, with the features that occur in them.
type Data struct {
	Games, HeldOut int // number of all games, and number of held-out games

	options Options
	row     []int    // counts of all features in one position
	blocks  []*block // of the positions, in the order of the games
	bytes   int64
}

// A block holds positions. The blocks decide the order of sums, and so the last bits of the weights.
type block struct {
	positions []position
	counts    []count // of all positions, one after the other
}

// blockPositions is the number of positions from which a block takes no further game.
const blockPositions = 4096

// A count is how often a feature occurs in a position, Black's minus White's. It is not 0.
type count struct {
	feature uint16
	n       int16
}

// A position is the stored data of one position.
type position struct {
	game       int32 // its number, from 0
	end        int32 // of its counts in the block
	phase      uint8
	moves      uint8 // played before
	side       engine.Side
	halfPoints uint8 // Black's: 2 for a win, 1 for a draw
	heldOut    bool
}

// black returns Black's result: 1 won, ½ drawn, 0 lost.
func (p *position) black() float64 { return float64(float64(p.halfPoints) / 2) }

// all yields each position and its counts.
func (b *block) all() iter.Seq2[*position, []count] {
	return func(yield func(*position, []count) bool) {
		first := int32(0)
		for i := range b.positions {
			p := &b.positions[i]
			if !yield(p, b.counts[first:p.end]) {
				return
			}
			first = p.end
		}
	}
}

// NewData returns empty data.
func NewData(o Options) *Data {
	d := &Data{options: o}
	d.row = make([]int, len(d.Names()))
	if o.Ridge == 0 {
		d.options.Ridge = DefaultRidge
	}
	return d
}

// Names returns the names of the features, in the order of the counts.
func (d *Data) Names() (names []string) {
	for _, s := range d.options.Scorers {
		for _, f := range s.Features {
			names = append(names, f.Name)
		}
	}
	return names
}

// MostGames returns the number of games that Data can hold within MaxBytes.
func (o *Options) MostGames() int {
	most := 0 // features that can occur in a position
	for _, s := range o.Scorers {
		tuples := len(s.Features)
		if s.Shapes != nil && !o.CSV {
			tuples = 0
			for _, shape := range s.Shapes {
				tuples += len(shape.Places)
			}
		}
		most += min(len(s.Features), tuples)
	}
	return int(MaxBytes / (int64(o.Board.EmptiesAtStart()) * bytesOf(most)))
}

// bytesOf returns the memory of a position with this number of counts.
func bytesOf(counts int) int64 {
	return int64(counts)*int64(unsafe.Sizeof(count{})) + int64(unsafe.Sizeof(position{}))
}

// Add adds the positions of a finished game after its random opening moves. random is the number of these moves. The
// random moves decide whether a game is held out, so that games with the same opening are treated alike. It returns an
// error if the positions take more than MaxBytes.
func (d *Data) Add(game *engine.Game, random int) error {
	p := position{game: int32(d.Games), halfPoints: 1, heldOut: d.isHeldOut(game, random)}
	if winner, discs := game.Final().Winner(); discs > 0 {
		p.halfPoints = 2
		if winner == engine.White {
			p.halfPoints = 0
		}
	}
	to := d.block()
	for moves, at := range game.Positions() {
		if moves < random || at.Over() {
			continue
		}
		first, kept := 0, len(to.counts)
		for _, s := range d.options.Scorers {
			s.CountInto(d.row[first:][:len(s.Features)], at, nil)
			first += len(s.Features)
		}
		for k, n := range d.row {
			if n != 0 {
				to.counts = append(to.counts, count{uint16(k), int16(n)})
			}
		}
		p.phase, p.moves, p.side, p.end = uint8(d.phase(moves)), uint8(moves), at.Side, int32(len(to.counts))
		to.positions = append(to.positions, p)
		if kept = len(to.counts) - kept; d.options.CSV {
			kept = len(d.row)
		}
		d.bytes += bytesOf(kept)
	}
	if p.heldOut {
		d.HeldOut++
	}
	if d.Games++; d.bytes > MaxBytes {
		return fmt.Errorf("%d games with %d weights do not fit in memory at once: take fewer games or scorers", d.Games,
			len(d.row))
	}
	return nil
}

// block returns the block of the next game.
func (d *Data) block() *block {
	if n := len(d.blocks); n > 0 {
		last := d.blocks[n-1]
		if len(last.positions) < blockPositions {
			return last
		}
		last.positions, last.counts = slices.Clone(last.positions), slices.Clone(last.counts) // without spare room
	}
	d.blocks = append(d.blocks, new(block))
	return d.blocks[len(d.blocks)-1]
}

// isHeldOut decides by the random moves whether a game is held out, or by its number if it has none.
func (d *Data) isHeldOut(game *engine.Game, random int) bool {
	if random == 0 {
		return d.Games%heldOut == heldOut-1
	}
	hash := fnv.New32a()
	for _, move := range game.Moves[:min(random, len(game.Moves))] {
		hash.Write([]byte{byte(move)})
	}
	return hash.Sum32()%heldOut == 0
}

// phase returns the phase whose searches reach positions after this number of moves.
func (d *Data) phase(moves int) int {
	return d.options.Turns.Phase(max(moves-d.options.Depth, 0), d.options.Board.EmptiesAtStart())
}

// WriteCSV writes a line for each position: the game's number, the number of moves played before, the phase, the side
// to move (X or O), Black's counts minus White's, and Black's result (1, 0.5 or 0).
func (d *Data) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := slices.Concat([]string{"game", "moves", "phase", "side"}, d.Names(), []string{"result"})
	if err := out.Write(head); err != nil {
		return err
	}
	for _, b := range d.blocks {
		for p, counts := range b.all() {
			line := []string{strconv.Itoa(int(p.game) + 1), strconv.Itoa(int(p.moves)), strconv.Itoa(int(p.phase) + 1),
				p.side.Letter()}
			line = append(line, slices.Repeat([]string{"0"}, len(d.row))...)
			for _, c := range counts {
				line[4+c.feature] = strconv.Itoa(int(c.n))
			}
			if err := out.Write(append(line, strconv.FormatFloat(p.black(), 'g', -1, 64))); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
