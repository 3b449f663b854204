// Package patterns holds pattern tables that are trained on games: the values of the discs on lines, edges and corners
// at each stage of a game, and a hidden layer that corrects their sums. It also reads and writes them as files. Package
// learn/tables trains them.
package patterns

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync"

	"evothello/evaluators/tuples"
)

// Unit is the number of points per disc.
const Unit = 128

// These are the largest absolute values in points: MaxSum of the sum over a position's patterns, MaxMobility of one
// legal move, MaxCorrection of the hidden layer, and MaxValue of a position. Because of MaxCorrection, searches can
// skip the hidden layer where it would change nothing.
const (
	MaxSum        = 1<<14 - 1
	MaxMobility   = 1023
	MaxCorrection = 4 * Unit
	MaxValue      = MaxSum + 64*MaxMobility + MaxCorrection
)

// MaxWeight is the largest absolute value of a weight.
const MaxWeight = 1<<15 - 1

// MaxStages is the largest number of stages of a game.
const MaxStages = 60

// Tables are pattern tables: they give the value of positions of the standard board for the side to move, in points; a
// disc is Unit points. New creates them, and Read reads them from a file. They are safe for concurrent use and must not
// be changed.
type Tables struct {
	Stages []Stage
	// Vectors holds the hidden layer's vector of each weight, in the order of Folding, as bytes of tuples.Vectors. It
	// is empty without a hidden layer.
	Vectors []byte

	values  [MaxStages][2]lazily[tuples.Values]
	vectors [2]lazily[tuples.Vectors]
	file    lazily[file]
}

// A Stage is a part of the game with its own tables.
type Stage struct {
	// Discs is the largest number of discs on the board in the stage. It rises from stage to stage
	// and is 64 in the last one.
	Discs    int
	Mobility int     // points for each legal move that own has more than the opponent
	Weights  Weights // in the order of Folding
	Layer    tuples.Layer
}

// Weights are little-endian numbers of two bytes, as in a file. They stay packed, because unpacking a million of them
// takes longer than looking up the few thousand that a game needs.
type Weights []byte

// Pack packs numbers to Weights.
func Pack(numbers []int16) Weights {
	packed := make(Weights, 0, 2*len(numbers))
	for _, n := range numbers {
		packed = binary.LittleEndian.AppendUint16(packed, uint16(n))
	}
	return packed
}

// Unpack returns the weights as numbers.
func (w Weights) Unpack() []int16 {
	numbers := make([]int16, len(w)/2)
	for i := range numbers {
		numbers[i] = w.at(i)
	}
	return numbers
}

func (w Weights) at(i int) int16 { return int16(binary.LittleEndian.Uint16(w[2*i:])) }

// lazily holds a value that is computed at its first use.
type lazily[T any] struct {
	once  sync.Once
	value T
}

func (l *lazily[T]) get(make func() T) T {
	l.once.Do(func() { l.value = make() })
	return l.value
}

// Folding returns the weight of each value of tuples.Patterns. Symmetric values share a weight. Folding joins the
// foldings of the shapes, one after the other.
var Folding = sync.OnceValue(func() (all tuples.Folding) {
	g := tuples.Patterns()
	all.Of = make([]int32, 0, g.Len)
	for _, shape := range g.Shapes {
		f := shape.FoldMirrored()
		for _, w := range f.Of {
			all.Of = append(all.Of, w+int32(all.Weights))
		}
		all.Weights += f.Weights
	}
	return all
})

// New returns tables with the given stages and vectors, which may be empty. Errors describe what is wrong with them.
func New(stages []Stage, vectors []byte) (*Tables, error) {
	if len(stages) == 0 || len(stages) > MaxStages {
		return nil, fmt.Errorf("%d stages: must be 1 to %d", len(stages), MaxStages)
	}
	before := 0
	for i, s := range stages {
		if s.Discs <= before || s.Discs > 64 {
			return nil, fmt.Errorf("stage %d ends with %d discs: must be above %d and at most 64",
				i+1, s.Discs, before)
		}
		before = s.Discs
		if s.Mobility < -MaxMobility || s.Mobility > MaxMobility {
			return nil, fmt.Errorf("stage %d: a move is worth %d points: must be within ±%d", i+1, s.Mobility, MaxMobility)
		}
		if want := Folding().Weights; len(s.Weights) != 2*want {
			return nil, fmt.Errorf("stage %d has %d weights, but this program's patterns have %d", i+1, len(s.Weights)/2, want)
		}
		for j := range len(s.Weights) / 2 {
			if w := s.Weights.at(j); w < -MaxWeight {
				return nil, fmt.Errorf("stage %d: a weight is %d: must be within ±%d", i+1, w, MaxWeight)
			}
		}
		if err := checkLayer(&s.Layer); err != nil {
			return nil, fmt.Errorf("stage %d: %w", i+1, err)
		}
	}
	if before != 64 {
		return nil, fmt.Errorf("the last stage ends with %d discs: it must end with 64", before)
	}
	if want := Folding().Weights * tuples.HiddenUnits; len(vectors) != 0 && len(vectors) != want {
		return nil, fmt.Errorf("the vectors of the hidden layer have %d bytes, but this program's patterns need %d",
			len(vectors), want)
	}
	return &Tables{Stages: stages, Vectors: vectors}, nil
}

func checkLayer(l *tuples.Layer) error {
	for k := range l.Outputs {
		if b := l.Biases[k]; b < -tuples.MaxBias || b > tuples.MaxBias {
			return fmt.Errorf("a bias is %d: must be within ±%d", b, tuples.MaxBias)
		}
		if o := l.Outputs[k]; o < -tuples.MaxOutput || o > tuples.MaxOutput {
			return fmt.Errorf("an output weight is %d: must be within ±%d", o, tuples.MaxOutput)
		}
	}
	return nil
}

// Stage returns the index of the stage for positions with this number of discs.
func (t *Tables) Stage(discs int) int {
	i := 0
	for i < len(t.Stages)-1 && discs > t.Stages[i].Discs {
		i++
	}
	return i
}

// Values returns a stage's tables for tuples.Patterns. The sum of the table values at a position's places is its value
// for own, who is to move. The result is shared and must not be changed.
func (t *Tables) Values(stage int) tuples.Values {
	return t.values[stage][0].get(func() tuples.Values {
		weights, values := t.Stages[stage].Weights, tuples.Patterns().NewValues()
		for entry, w := range Folding().Of {
			values[entry] = weights.at(int(w) - 1)
		}
		return values
	})
}

// ValuesAfter is Values for positions where own has just moved and the opponent is to move.
func (t *Tables) ValuesAfter(stage int) tuples.Values {
	return t.values[stage][1].get(func() tuples.Values {
		g, values, to := tuples.Patterns(), tuples.Patterns().NewValues(), t.Values(stage)
		for i, shape := range g.Shapes {
			for c, swapped := range tuples.Swapped(len(shape.Places[0])) {
				values[g.Starts[i]+c] = -to[g.Starts[i]+int(swapped)]
			}
		}
		return values
	})
}

// HasLayer reports whether a hidden layer corrects the sums.
func (t *Tables) HasLayer() bool { return len(t.Vectors) > 0 }

// LayerVectors returns the vectors of the hidden layer for tuples.Patterns. The layer then gives the value of a
// position for own, who is to move. There must be a hidden layer. The result is shared and must not be changed.
func (t *Tables) LayerVectors() tuples.Vectors {
	return t.vectors[0].get(func() tuples.Vectors {
		vectors := tuples.Patterns().NewVectors()
		for entry, w := range Folding().Of {
			copy(vectors[tuples.HiddenUnits*entry:], t.Vectors[tuples.HiddenUnits*(w-1):][:tuples.HiddenUnits])
		}
		return vectors
	})
}

// LayerVectorsAfter is LayerVectors for positions where own has just moved and the opponent is to move. The layer then
// gives the value for the opponent.
func (t *Tables) LayerVectorsAfter() tuples.Vectors {
	return t.vectors[1].get(func() tuples.Vectors {
		g, vectors, of := tuples.Patterns(), tuples.Patterns().NewVectors(), Folding().Of
		for i, shape := range g.Shapes {
			for c, swapped := range tuples.Swapped(len(shape.Places[0])) {
				w := int(of[g.Starts[i]+int(swapped)]) - 1
				copy(vectors[tuples.HiddenUnits*(g.Starts[i]+c):], t.Vectors[tuples.HiddenUnits*w:][:tuples.HiddenUnits])
			}
		}
		return vectors
	})
}

// Correction returns the points that the hidden layer adds to the value of a position for own, who is to move. It is 0
// without a hidden layer.
func (t *Tables) Correction(own, opp uint64) int {
	if !t.HasLayer() {
		return 0
	}
	layer := &t.Stages[t.Stage(bits.OnesCount64(own|opp))].Layer
	return max(-MaxCorrection, min(int(tuples.Patterns().LayerValue(t.LayerVectors(), layer, own, opp)), MaxCorrection))
}

// Value returns the value of a position for own, who is to move. The caller passes both sides' legal
// moves. Searches use compiled code that returns the same value.
func (t *Tables) Value(own, opp, ownMoves, oppMoves uint64) int {
	stage := t.Stage(bits.OnesCount64(own | opp))
	values := t.Values(stage)
	sum := 0
	tuples.Patterns().Entries(own, opp, func(entry int) { sum += int(values[entry]) })
	sum = max(-MaxSum, min(sum, MaxSum))
	more := bits.OnesCount64(ownMoves) - bits.OnesCount64(oppMoves)
	return sum + t.Stages[stage].Mobility*more + t.Correction(own, opp)
}
