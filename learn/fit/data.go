// Package fit fits the weights of scorers to the results of games, by logistic regression. Chess programmers know the
// method as Texel tuning (Peter Österlund, 2014): good weights predict the winner from the value of a position.
package fit

import (
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"io"
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
}

// DefaultRidge is the default of Options.Ridge, and MinRidge and MaxRidge are its bounds in Fit.
const (
	DefaultRidge = 10
	MinRidge     = 1e-3
	MaxRidge     = 1e9
)

// MaxBytes is the maximum memory of Data for positions, in bytes.
const MaxBytes = 1 << 29

// heldOut is the inverse of the share of games that are not fitted, but measure how well the weights predict results.
const heldOut = 20

// Data holds the positions of games for a fit: the counts of the features, by phase.
type Data struct {
	Games, HeldOut int // number of all games, and number of held-out games

	options  Options
	features int
	phases   []phaseData
	bytes    int
}

// phaseData are the positions of a phase.
type phaseData struct {
	counts    []int32 // of all features, Black's minus White's, one position after the other
	positions []position
}

// A position is the stored data of one position, except its counts.
type position struct {
	game       int32 // its number, from 0
	moves      uint8 // played before
	side       engine.Side
	halfPoints uint8 // Black's: 2 for a win, 1 for a draw
	heldOut    bool
}

// black returns Black's result: 1 won, ½ drawn, 0 lost.
func (p *position) black() float64 { return float64(p.halfPoints) / 2 }

// NewData returns empty data.
func NewData(o Options) *Data {
	d := &Data{options: o, phases: make([]phaseData, len(o.Turns))}
	for _, s := range o.Scorers {
		d.features += len(s.Features)
	}
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
	return MaxBytes / (o.Board.EmptiesAtStart() * bytesOf(len(NewData(*o).Names())))
}

// bytesOf returns the memory of a position with this number of counts.
func bytesOf(features int) int { return 4*features + int(unsafe.Sizeof(position{})) }

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
	for moves, at := range game.Positions() {
		if moves < random || at.Over() {
			continue
		}
		phase := &d.phases[d.phase(moves)]
		for _, s := range d.options.Scorers {
			for _, count := range s.Count(at, nil) {
				phase.counts = append(phase.counts, int32(count))
			}
		}
		p.moves, p.side = uint8(moves), at.Side
		phase.positions = append(phase.positions, p)
		d.bytes += bytesOf(d.features)
	}
	if p.heldOut {
		d.HeldOut++
	}
	if d.Games++; d.bytes > MaxBytes {
		return fmt.Errorf("%d games with %d weights do not fit in memory at once: take fewer games or scorers", d.Games,
			d.features)
	}
	return nil
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

// of returns the counts of a position.
func (p *phaseData) of(position, features int) []int32 {
	return p.counts[position*features : (position+1)*features]
}

// WriteCSV writes a line for each position: the game's number, the number of moves played before, the phase, the side
// to move (X or O), Black's counts minus White's, and Black's result (1, 0.5 or 0).
func (d *Data) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := slices.Concat([]string{"game", "moves", "phase", "side"}, d.Names(), []string{"result"})
	if err := out.Write(head); err != nil {
		return err
	}
	for phase := range d.phases {
		for i, p := range d.phases[phase].positions {
			line := []string{strconv.Itoa(int(p.game) + 1), strconv.Itoa(int(p.moves)), strconv.Itoa(phase + 1), p.side.Letter()}
			for _, count := range d.phases[phase].of(i, d.features) {
				line = append(line, strconv.Itoa(int(count)))
			}
			if err := out.Write(append(line, strconv.FormatFloat(p.black(), 'g', -1, 64))); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
