package human

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators/tuples"
	"evothello/players"
)

// small returns a random network with small layers.
func small(rng *rand.Rand) *Network {
	n := &Network{Width: 2, Hidden: 5}
	for i, size := range Sizes(n.Width, n.Hidden) {
		t := n.tensors()[i]
		t.Values, t.Shift = make([]int16, size), 9+i
		for j := range t.Values {
			t.Values[j] = int16(rng.IntN(401) - 200)
		}
	}
	return n
}

// slowRating computes the rating of a move as the definition says, with floating-point numbers.
func slowRating(n *Network, stage int, m *Move) (rating float64) {
	number := func(t *Numbers, i int) float64 { return math.Ldexp(float64(t.Values[i]), -t.Shift) }
	for j := range n.Hidden {
		hidden := number(&n.Biases, stage*n.Hidden+j)
		for i := range n.Width {
			sum := 0.0
			for _, f := range m.Features {
				sum += number(&n.Vectors, int(f)*n.Width+i)
			}
			hidden += max(sum, 0) * number(&n.Weights, (stage*n.Width+i)*n.Hidden+j)
		}
		rating += max(hidden, 0) * number(&n.Outputs, stage*n.Hidden+j)
	}
	return rating
}

// positions plays random moves and returns the positions.
func positions(rng *rand.Rand, games int) (all []engine.Position) {
	for range games {
		for p := engine.Standard().Start; !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
			all = append(all, p)
		}
	}
	return all
}

func TestRatingsAreThoseOfTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	n := small(rng)
	for _, p := range positions(rng, 5) {
		ratings := n.Ratings(p.Board)
		for _, m := range AppendMoves(nil, p.Board) {
			assert.InDelta(t, slowRating(n, StageOf(p.Board), &m), float64(ratings[m.Square])/Unit, 0.005)
		}
	}
}

// TestFeatures checks the features of moves, and that they are the same on a turned or mirrored board.
func TestFeatures(t *testing.T) {
	places := 0
	tuples.Patterns().Entries(0, 0, func(int) { places++ })
	assert.Equal(t, patternCount, places)
	for _, p := range positions(rand.New(rand.NewPCG(7, 8)), 5) {
		moves := AppendMoves(nil, p.Board)
		require.Len(t, moves, bits.OnesCount64(p.Moves()))
		for _, m := range moves {
			require.NotZero(t, p.Moves()&m.Square.Bit())
			from, to := DiscFeatures()
			assert.EqualValues(t, from+p.Discs(), m.Features[patternCount])
			for i, f := range m.Features {
				low, high := 0, Features()
				if i < patternCount {
					high = from
				} else if low = from; i > patternCount {
					low = to
				}
				assert.True(t, int(f) >= low && int(f) < high, "feature %d: %d", i, f)
			}
		}
		turned := map[[FeatureCount]int32]int{}
		for k := range 8 {
			for _, m := range AppendMoves(nil, p.Symmetry(k)) {
				slices.Sort(m.Features[:patternCount])
				turned[m.Features]++
			}
		}
		for _, times := range turned {
			require.Zero(t, times%8, "each move occurs on all eight boards")
		}
	}
}

// TestKinds checks the kinds of squares and of regions.
func TestKinds(t *testing.T) {
	seen := map[int]int{}
	for s := range engine.Square(64) {
		seen[kindOf(s)]++
	}
	assert.Equal(t, map[int]int{0: 4, 1: 8, 3: 8, 6: 8, 2: 4, 4: 8, 7: 8, 5: 4, 8: 8, 9: 4}, seen)
	all := ^uint64(0)
	for empty, want := range map[uint64]int{ // around a1
		1: 1, 1 | 2: 0, 1 | 2 | 1<<9: 1, 1 | 4: 1, 0x0f: 2, 0x1f: 3, 0x3ff: 4, 0x7ff: 5, 1 | 1<<63: 1,
	} {
		assert.Equal(t, want, regionOf(engine.Board{Mover: all &^ empty}, 0), "%x", empty)
	}
}

func TestFile(t *testing.T) {
	n := small(rand.New(rand.NewPCG(3, 4)))
	file := n.File()
	again, err := Read(file)
	require.NoError(t, err)
	assert.Equal(t, n, again)

	path := filepath.Join(t.TempDir(), "a.network")
	for at := 0; at < len(file); at += 1 + len(file)/20 {
		damaged := slices.Clone(file)
		damaged[at] ^= 4
		require.NoError(t, os.WriteFile(path, damaged, 0o666))
		_, err := Load(path)
		require.ErrorContains(t, err, path)
		require.NotContains(t, err.Error(), "\n")
		_, err = Read(file[:at])
		require.Error(t, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, body []byte) {
		n, packed, err := readShape(append(body, 0, 0, 0, 0))
		if err == nil {
			assert.LessOrEqual(t, len(packed), len(body)+4)
			assert.LessOrEqual(t, n.Width, MaxVector)
		}
	})
}

// TestLevels compares how often a player makes each move with what the ratings say.
func TestLevels(t *testing.T) {
	n := small(rand.New(rand.NewPCG(5, 6)))
	at := engine.Standard().Start
	moves := slices.Collect(engine.SquaresOf(at.Moves()))
	ratings := n.Ratings(at.Board)
	best := engine.At(5, 4) // f5, of four equal moves
	for i, heat := range heats {
		made, draws := map[engine.Square]int{}, 4000
		p := &player{network: n, heat: heat}
		p.NewGame(uint64(i))
		for range draws {
			made[moves[p.choose(ratings, moves)]]++
		}
		if heat == 0 {
			assert.Equal(t, map[engine.Square]int{best: draws}, made, "level %d", i+1)
			continue
		}
		sum := 0.0
		for _, s := range moves {
			sum += math.Exp(float64(ratings[s]) / Unit / heat)
		}
		for _, s := range moves {
			share := math.Exp(float64(ratings[s])/Unit/heat) / sum
			assert.InDelta(t, share, float64(made[s])/float64(draws), 0.04, "level %d, %v", i+1, s)
		}
	}
}

// TestMovesAreTheSameEverywhere plays games of the shipped network. Its transcripts are the same on every processor.
func TestMovesAreTheSameEverywhere(t *testing.T) {
	for _, c := range []struct{ spec, transcript string }{
		{"human:level=10", "f5d6c3d3c4f4c5b3c2b4e3e6c6f6a5a4b5a6d7c7e7e8b6d8g3f7g5d2c1a7" +
			"g6e1a2f2f3e2f1d1b2g4g2h3h2b7h4h1g1h5a8a1a3b1b8c8f8g8h8g7h7h6"},
		{"human", "d3c5d6e3f4c6c4d2e6c3e2f5g4f3f2e1b4b5c1d1f1d7c2f7b3a3g8f6d8e7" +
			"a5c7c8b6g5g6h5f8g7e8a6h8h7b8h3g3b2a2a1b1g1g2h2h1h6h4a4b7a7a8"},
		{"human:level=1,seed=7", "c4c3d3e3f4c5e6g4g3e7g5h6b4f3e2h3f7a4f2d6g6f1d1e1g1g2b3a3h4g7" +
			"d2f6h1h5f5c2c1c6h2b2h7b7c7c8b5e8d7f8h8b6g8a2a7a6a8b8a5d8b1a1"},
	} {
		assert.Equal(t, c.transcript, engine.Transcript(playAlone(t, c.spec)), c.spec)
	}
}

// playAlone plays a game of a player with itself.
func playAlone(t *testing.T, text string) (moves []engine.Square) {
	spec, err := players.ParseSpec(text)
	require.NoError(t, err)
	c, err := spec.Contestant()
	require.NoError(t, err)
	one := c.New(nil)
	one.NewGame(1)
	for p := engine.Start(); !p.Over(); {
		r, err := one.Move(t.Context(), p)
		require.NoError(t, err)
		moves = append(moves, r.Move)
		p = p.Play(r.Move).Settle()
	}
	return moves
}

func TestOptionsAreChecked(t *testing.T) {
	for text, says := range map[string]string{
		"human:level=11":        "want a whole number from 1 to 10",
		"human:level=0":         "want a whole number from 1 to 10",
		"human:depth=3":         "unknown key",
		"human:file=none":       "none",
		"human:file=file.go":    "is not a frozen network",
		"human:file=testdata/a": "testdata/a",
	} {
		spec, err := players.ParseSpec(text)
		if err == nil {
			_, err = spec.Contestant()
		}
		assert.ErrorContains(t, err, says, text)
	}
}

// BenchmarkRatings rates the moves of random positions.
func BenchmarkRatings(b *testing.B) {
	n, err := shippedNetwork()
	require.NoError(b, err)
	all := positions(rand.New(rand.NewPCG(9, 9)), 10)
	for i := 0; b.Loop(); i++ {
		n.Ratings(all[i%len(all)].Board)
	}
}
