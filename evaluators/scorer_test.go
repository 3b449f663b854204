package evaluators

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// Every feature passes these tests: it is bounded, symmetric, antisymmetric in the colours, and
// compiled to the same value as counted.
func TestEveryFeature(t *testing.T) {
	first := 0
	for _, s := range Scorers {
		last := first + len(s.Features)
		t.Run(s.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := anyPositionOnAnyBoard(t)
				counts, swapped := Count(p), Count(engine.Position{Board: p.Swap(), Side: p.Side})
				turned := Count(engine.Position{Board: p.Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry")), Side: p.Side})
				for i := first; i < last; i++ {
					f := Features[i]
					require.LessOrEqual(t, max(counts[i], -counts[i]), f.Max, f.Name)
					require.Equal(t, -counts[i], swapped[i], "%s with colours swapped", f.Name)
					if s.Name != squares.Name { // each of its features counts one square
						require.Equal(t, counts[i], turned[i], "%s turned", f.Name)
					}
				}
				var w Weights
				i := rapid.IntRange(first, last-1).Draw(t, "feature")
				w[i] = 7
				mine := counts[i]
				if p.Side == engine.White {
					mine = -mine
				}
				assert.EqualValues(t, 7*mine, score(Compile(&w, p.Holes()), p.Board), "%s compiled", Features[i].Name)
			})
		})
		first = last
	}
}

func TestCompiledEqualsPlainForAnyWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := anyWeights(t)
		require.NoError(t, w.Validate(), "weights within the bounds of evolution are valid")
		p := anyPositionOnAnyBoard(t)
		want := w.Score(Count(p))
		if p.Side == engine.White {
			want = -want
		}
		assert.EqualValues(t, want, score(Compile(&w, p.Holes()), p.Board))
	})
}

// Positions of games differ from random discs.
func TestCompiledEqualsPlainInGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 500 {
		var w Weights
		for i, f := range Features {
			w[i] = rng.IntN(2*f.Bound+1) - f.Bound
		}
		e := Compile(&w, 0)
		for p := engine.Start(); !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
			want := w.Score(Count(p))
			if p.Side == engine.White {
				want = -want
			}
			require.EqualValues(t, want, score(e, p.Board), "%s with %v", p, w)
		}
	}
}

func TestEvaluatingAllocatesNothing(t *testing.T) {
	var w Weights
	for i := range w {
		w[i] = i + 1
	}
	e := Compile(&w, 0)
	for _, r := range references(t) {
		assert.Zero(t, testing.AllocsPerRun(1, func() { score(e, r.positionForTest.Board) }))
	}
}

func TestWeightsRoundTripThroughJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w, again Weights
		for range 50 {
			i := rapid.IntRange(0, NumFeatures-1).Draw(t, "feature")
			w[i] = rapid.IntRange(-Features[i].Bound, Features[i].Bound).Draw(t, "weight")
		}
		data, err := json.Marshal(w)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &again))
		assert.Equal(t, w, again)
	})
}

func TestWeightsRefuse(t *testing.T) {
	for _, c := range []struct{ name, text, says string }{
		{"unknown name", `{"table.q":1}`, `unknown weight "table.q"; did you mean table.c?`},
		{"no name at all", `{"q":1}`, `unknown weight "q"; known: table.corner, `},
		{"part of a scorer", `{"blank.w1":1,"blank.w3":2}`, "scorer blank lacks blank.w2"},
		{"a fraction", `{"edge.w":1.5}`, "weight edge.w is 1.5: weights are whole numbers"},
		{"text", `{"edge.w":"much"}`, "whole number"},
		{"a list", `[1]`, "want an object"},
		{"too large for one", `{"edge.w":99999999999}`, "outweighs a won game"},
		{"too large together", `{"edge.w":1000000}`, "would outweigh a won game: divide them all by 4"},
	} {
		var w Weights
		assert.ErrorContains(t, json.Unmarshal([]byte(c.text), &w), c.says, c.name)
	}
}

func TestAbsentScorersCountNothing(t *testing.T) {
	var w Weights
	require.NoError(t, json.Unmarshal([]byte(`{"possibility.w":3}`), &w))
	var want Weights
	want[index("possibility.w")] = 3
	assert.Equal(t, want, w)
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
	standard := Weights{50, -20, 0, -1, -1, -1, -1, -25, -5, -5, 5, 100, -5, -20, -10}
	with := func(feature string) Weights {
		w := standard
		w[index(feature)] = 1
		return w
	}
	for _, c := range []struct {
		name string
		w    Weights
	}{
		{"table", Weights{50, -20, 0, -1, -1, -1, -1, -25, -5, -5}},
		{"standard", standard},
		{"with-corner", with("corner.w")},
		{"with-edgecorner", with("edgecorner.w1")},
		{"with-stable", with("stable.w")},
		{"with-frontier", with("frontier.w")},
		{"with-edgestability", with("edgestability.w")},
	} {
		e := Compile(&c.w, 0)
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
	standard := Defaults()
	var all Weights
	for i := range all {
		all[i] = i + 1
	}
	for _, c := range []struct {
		name string
		w    *Weights
	}{{"nothing", new(Weights)}, {"standard", &standard}, {"all", &all}} {
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
