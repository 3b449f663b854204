package evaluators

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// upper is a scorer of one's own: discs on the upper half of the board, and moves there.
func upper() *Scorer {
	const half = 1<<32 - 1
	return &Scorer{
		Name: "upper", About: "discs and moves on the upper half",
		Features: []Feature{{Name: "upper.discs", Bound: 100, Max: 32}, {Name: "upper.moves", Bound: 50, Max: 32}},
		Counts: func(black, white, playable uint64, counts []int) {
			counts[0] = bits.OnesCount64(black&half) - bits.OnesCount64(white&half)
			counts[1] = bits.OnesCount64(engine.Mobility(black, white)&playable&half) -
				bits.OnesCount64(engine.Mobility(white, black)&playable&half)
		},
	}
}

// register registers a scorer until the test ends.
func register(t *testing.T, s *Scorer) {
	scorers, known := Scorers, places
	t.Cleanup(func() { Scorers, places = scorers, known })
	Register(s)
}

func TestRegisteredScorersCountLikeOthers(t *testing.T) {
	for _, compiled := range []bool{false, true} {
		t.Run(fmt.Sprintf("compiled=%v", compiled), func(t *testing.T) {
			s := upper()
			if compiled {
				s.Compile = func(w []int32, playable uint64) Term {
					return func(own, opp uint64) int32 {
						counts := make([]int, 2)
						upper().Counts(own, opp, playable, counts)
						return w[0]*int32(counts[0]) + w[1]*int32(counts[1])
					}
				}
			}
			register(t, s)
			require.Same(t, s, Scorers[len(Scorers)-1])
			var w Weights
			require.NoError(t, json.Unmarshal([]byte(`{"upper.discs": 3, "upper.moves": -2, "possibility.w": 5}`), &w))
			rapid.Check(t, func(t *rapid.T) {
				p := anyPositionOnAnyBoard(t)
				want := w.Score(p, nil)
				if p.Side == engine.White {
					want = -want
				}
				assert.EqualValues(t, want, score(Compile(w, p.Holes()), p.Board))
			})
			text, err := json.Marshal(w)
			require.NoError(t, err)
			assert.Contains(t, string(text), `"upper.discs":3,"upper.moves":-2`)
		})
	}
}

// Searches share an evaluator, so its buffers must not be shared.
func TestRegisteredScorersCountAtTheSameTime(t *testing.T) {
	register(t, upper())
	w := named(map[string]int{"upper.discs": 3, "upper.moves": -2})
	e := Compile(w, 0)
	var searches sync.WaitGroup
	for _, r := range references(t)[:8] {
		searches.Go(func() {
			want := score(Compile(w, 0), r.positionForTest.Board)
			for range 1000 {
				assert.Equal(t, want, score(e, r.positionForTest.Board))
			}
		})
	}
	searches.Wait()
}

func TestRegisterRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Scorer)
		says   string
	}{
		{"a name with a dot", func(s *Scorer) { s.Name = "up.per" }, "lower-case letters and digits only"},
		{"a name that is taken", func(s *Scorer) { s.Name = "table" }, "a scorer of that name is registered already"},
		{"no counts", func(s *Scorer) { s.Counts = nil }, "field Counts is nil"},
		{"no features", func(s *Scorer) { s.Features = nil }, "field Features is empty"},
		{"a feature of another", func(s *Scorer) { s.Features[1].Name = "table.w" }, `"table.w": want a name such as upper.w`},
		{"a feature twice", func(s *Scorer) { s.Features[1].Name = "upper.discs" }, "upper.discs is listed twice"},
		{"no bound", func(s *Scorer) { s.Features[0].Bound = 0 }, "Bound is 0, Max 32 and Most 0: want 1 to 16777216"},
		{"squares without squares", func(s *Scorer) { s.BySquare = true }, "2 features with BySquare: must be 64"},
		{"of the library", func(s *Scorer) { s.Standard = true }, "field Standard is true: must be false, " +
			"because it marks the scorers of the reversi library"},
		{"no words", func(s *Scorer) { s.About = "" }, "field About is empty"},
		{"a feature with a comma", func(s *Scorer) { s.Features[1].Name = "upper.a,b" }, "want a name such as upper.w"},
		{"weights above a win", func(s *Scorer) { s.Features[0].Bound = 1 << 20 }, "less than a won game"},
		{"a count too many", func(s *Scorer) {
			s.Counts = func(_, _, _ uint64, counts []int) { counts[2] = 1 }
		}, "a call of Counts or Compile panics, with 2 features: runtime error: index out of range"},
		{"a network", func(s *Scorer) { s.Shapes = lines1.Shapes }, "networks cannot be registered"},
		{"more than Max", func(s *Scorer) { s.Features[0].Max = 5 }, "upper.discs is 6: must be within ±5"},
		{"counts of the mover", func(s *Scorer) {
			s.Counts = func(black, _, _ uint64, counts []int) { counts[0] = bits.OnesCount64(black) }
		}, "with the colours swapped: must be "},
		{"other counts on boards with holes", func(s *Scorer) {
			count := s.Counts
			s.Counts = func(black, white, playable uint64, counts []int) {
				if count(black, white, playable, counts); playable != wholeBoard {
					counts[0]++
				}
			}
		}, "with the colours swapped: must be "},
		{"Compile with another sum", func(s *Scorer) {
			s.Compile = func([]int32, uint64) Term { return func(uint64, uint64) int32 { return 0 } }
		}, "for weights of 1, 3, 5 and so on, Compile gives 0 and Counts gives -3"},
	} {
		s, before := upper(), slices.Clone(Scorers)
		c.change(s)
		said := fmt.Sprint(panicOf(func() { register(t, s) }))
		assert.Contains(t, said, c.says, c.name)
		assert.Equal(t, before, Scorers, c.name)
	}
}

// panicOf returns what a function panics with.
func panicOf(f func()) (said any) {
	defer func() { said = recover() }()
	f()
	return nil
}
