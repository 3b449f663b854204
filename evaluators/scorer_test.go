package evaluators

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// Every feature passes these tests: it is bounded, symmetric, antisymmetric in the colours, and
// compiled to the same value as counted.
func TestEveryFeature(t *testing.T) {
	for _, s := range Scorers {
		t.Run(s.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := anyPositionOnAnyBoard(t)
				counts, swapped := s.Count(p, nil), s.Count(engine.Position{Board: p.Swap(), Side: p.Side}, nil)
				turned := s.Count(engine.Position{Board: p.Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry")), Side: p.Side}, nil)
				for i, f := range s.Features {
					most := f.most()
					if p.Holes() == 0 {
						most = f.Max
					}
					require.LessOrEqual(t, max(counts[i], -counts[i]), most, f.Name)
					if !s.OfMover {
						require.Equal(t, -counts[i], swapped[i], "%s with colours swapped", f.Name)
					}
					if s != squares { // each of its features counts one square
						require.Equal(t, counts[i], turned[i], "%s turned", f.Name)
					}
				}
				i := rapid.IntRange(0, len(s.Features)-1).Draw(t, "feature")
				name, mine := s.Features[i].Name, counts[i]
				w := named(map[string]int{name: 7})
				if p.Side == engine.White {
					mine = -mine
				}
				assert.EqualValues(t, 7*mine, score(Compile(w, p.Holes()), p.Board), "%s compiled", name)
			})
		})
	}
}

// sides2 counts for the side that has just moved. If colours and mover are swapped, its counts change their sign.
func TestCountsOfTheMover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPositionOnAnyBoard(t)
		other := engine.Position{Board: p.Board, Side: p.Side.Other()} // both swapped
		for i, n := range sides2.Count(p, nil) {
			require.Equal(t, -n, sides2.Count(other, nil)[i], sides2.Features[i].Name)
		}
	})
	p, err := engine.ParsePosition("XO-------------------------------------------------------------- O")
	require.NoError(t, err)
	i := slices.IndexFunc(sides2.Features, func(f Feature) bool { return f.Name == "sides2.a1b1=xo" })
	require.GreaterOrEqual(t, i, 0)
	assert.Equal(t, 1, sides2.Count(p, nil)[i], "Black has just moved and has the corner")
}

// A board full of black discs has the largest count of each class of squares.
func TestLargestCountsOfTheTable(t *testing.T) {
	counts := make([]int, len(table.Features))
	table.Counts(wholeBoard, 0, wholeBoard, counts)
	for i, f := range table.Features {
		assert.Equal(t, f.Max, counts[i], f.Name)
	}
}

func TestCompiledEqualsPlainForAnyWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := anyWeights(t)
		require.NoError(t, w.Validate(), "weights within the bounds of evolution are valid")
		p := anyPositionOnAnyBoard(t)
		want := w.Score(p, nil)
		if p.Side == engine.White {
			want = -want
		}
		assert.EqualValues(t, want, score(Compile(w, p.Holes()), p.Board))
	})
}

// Positions of games differ from random discs.
func TestCompiledEqualsPlainInGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 250 {
		w := randomWeights(rng)
		e := Compile(w, 0)
		for p := engine.Start(); !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
			want := w.Score(p, nil)
			if p.Side == engine.White {
				want = -want
			}
			require.EqualValues(t, want, score(e, p.Board), "%s with %v", p, w)
		}
	}
}

func TestEvaluatingAllocatesNothing(t *testing.T) {
	e := Compile(countingUp(), 0)
	for _, r := range references(t) {
		assert.Zero(t, testing.AllocsPerRun(1, func() { score(e, r.positionForTest.Board) }))
	}
}

func TestWeightsRoundTripThroughJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, again := someWeights(t), Weights{}
		data, err := json.Marshal(w)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &again))
		assert.Equal(t, w, again)
	})
}

// someWeights draws some weights, of features that may be of one scorer or of several.
func someWeights(t *rapid.T) Weights {
	drawn := rapid.MapOf(rapid.IntRange(0, 1471), rapid.IntRange(-9, 9)).Draw(t, "weights")
	i := -1
	return Weigh(func(*Scorer, *Feature) int { i++; return drawn[i] })
}

// Copies keep their weights, and weights are equal if each one is, in whatever way they were made.
func TestWeightsAreValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := someWeights(t)
		s := rapid.SampledFrom(Scorers).Draw(t, "scorer")
		feature := rapid.SampledFrom(s.Features).Draw(t, "feature").Name
		before, changed := w.Get(feature), w
		changed.Set(feature, rapid.IntRange(-1, 1).Draw(t, "weight"))
		assert.Equal(t, before, w.Get(feature))
		assert.Equal(t, changed.Get(feature) == before, changed.Equal(w))
		assert.Equal(t, slices.ContainsFunc(changed.Of(s), func(w int32) bool { return w != 0 }), changed.Uses(s))
		changed.Set(feature, before)
		assert.Equal(t, w, changed)
		sum := 0
		for _, s := range Scorers {
			for i, f := range s.Features {
				assert.EqualValues(t, w.Of(s)[i], w.Get(f.Name))
				sum += max(w.Get(f.Name), -w.Get(f.Name))
			}
		}
		for s, weights := range w.All() {
			assert.Len(t, weights, len(s.Features))
			for _, weight := range weights {
				sum -= int(max(weight, -weight))
			}
		}
		assert.Zero(t, sum)
	})
	assert.PanicsWithValue(t, "evaluators: no feature table.q", func() { Weights{}.Get("table.q") })
}

func TestWeightsRefuse(t *testing.T) {
	for _, c := range []struct{ name, text, says string }{
		{"unknown name", `{"table.q":1}`, `unknown weight "table.q"; did you mean table.c?`},
		{"unknown name of a scorer", `{"blank.nothing":1}`, `unknown weight "blank.nothing"; known: blank.w1, blank.w2, blank.w3`},
		{"no name at all", `{"q":1}`, `unknown weight "q"; known: table.corner, `},
		{"a scorer of another program", `{"safe.w":1}`, "; if the scorer is your own, use the program that registers it"},
		{"part of a scorer", `{"blank.w1":1,"blank.w3":2}`, "scorer blank lacks blank.w2"},
		{"a fraction", `{"edge.w":1.5}`, "weight edge.w is 1.5: must be a whole number"},
		{"text", `{"edge.w":"much"}`, "whole number"},
		{"a list", `[1]`, "want an object"},
		{"too large for one", `{"edge.w":99999999999}`, "less than a won game"},
		{"too large together", `{"edge.w":1000000}`, "would outweigh a won game: divide them all by 12"},
	} {
		var w Weights
		assert.ErrorContains(t, json.Unmarshal([]byte(c.text), &w), c.says, c.name)
	}
}

func TestAbsentScorersCountNothing(t *testing.T) {
	var w Weights
	require.NoError(t, json.Unmarshal([]byte(`{"possibility.w":3}`), &w))
	for s, weights := range w.All() {
		assert.Same(t, possibility, s)
		assert.Equal(t, []int32{3}, weights)
	}
	assert.Equal(t, 3, w.Get("possibility.w"))
	assert.Zero(t, w.Get("lines2.a1b1=ox"))
	assert.Equal(t, make([]int32, 10), w.Of(table))
}

func FuzzWeights(f *testing.F) {
	f.Add(`{"possibility.w":3}`)
	f.Add(`{"blank.w1":-1,"blank.w2":-4,"blank.w3":-2}`)
	f.Fuzz(func(t *testing.T, text string) {
		var w Weights
		if json.Unmarshal([]byte(text), &w) == nil && w.Validate() != nil {
			t.Fatalf("%s was read but is not valid", text)
		}
	})
}

func BenchmarkScore(b *testing.B) {
	var positions []engine.Board
	for _, r := range references(b) {
		positions = append(positions, r.positionForTest.Board)
	}
	with := func(feature string) Weights {
		w := seedBlank()
		w.Set(feature, 1)
		return w
	}
	for _, c := range []struct {
		name string
		w    Weights
	}{
		{"table", Defaults().only(func(s *Scorer, _ []int32) bool { return s == table })},
		{"standard", seedBlank()},
		{"with-corner", with("corner.w")},
		{"with-edgecorner", with("edgecorner.w1")},
		{"with-stable", with("stable.w")},
		{"with-frontier", with("frontier.w")},
		{"with-edgestability", with("edgestability.w")},
	} {
		e := Compile(c.w, 0)
		b.Run(c.name, func(b *testing.B) {
			var sum int32
			for i := 0; b.Loop(); i++ {
				p := &positions[i%len(positions)]
				sum += e.Score(p.Mover, p.Opponent, 1, 2)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, c := range []struct {
		name string
		w    Weights
	}{{"nothing", Weights{}}, {"standard", Defaults()}, {"all", countingUp()}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Compile(c.w, 0)
			}
		})
	}
}

// anyPositionOnAnyBoard draws a position. Every other one has holes: random ones, or those of a shape.
func anyPositionOnAnyBoard(t *rapid.T) engine.Position {
	p := anyPosition(t)
	if rapid.Bool().Draw(t, "holes") {
		holes := rapid.OneOf(rapid.Uint64(), rapid.Custom(func(t *rapid.T) uint64 {
			return rapid.SampledFrom(engine.Shapes).Draw(t, "shape").Start.Holes()
		})).Draw(t, "which")
		p.Mover, p.Opponent = p.Mover|holes, p.Opponent|holes
	}
	return p
}

// anyPosition draws a position. Every other one is nearly full, with mostly the mover's discs.
func anyPosition(t *rapid.T) engine.Position {
	occupied := rapid.Uint64().Draw(t, "occupied") | rapid.Uint64().Draw(t, "more")
	mover := rapid.Uint64().Draw(t, "mover")
	if rapid.Bool().Draw(t, "nearly full") {
		occupied |= rapid.Uint64().Draw(t, "most")
		mover |= rapid.Uint64().Draw(t, "much") | rapid.Uint64().Draw(t, "nearly all")
	}
	side := engine.Side(rapid.IntRange(0, 1).Draw(t, "side"))
	return engine.Position{Board: engine.Board{Mover: occupied & mover, Opponent: occupied &^ mover}, Side: side}
}
