package people

import (
	"math"
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
	n := &Network{Width: 2, Layers: []Layer{{In: Inputs(2), Out: 5}, {In: 5, Out: 64}}}
	fill := func(t *Numbers, size, shift int) {
		t.Values, t.Shift = make([]int16, size), shift
		for i := range t.Values {
			t.Values[i] = int16(rng.IntN(401) - 200)
		}
	}
	fill(&n.Vectors, 2*tuples.Patterns().Len, 7)
	for i := range n.Layers {
		l := &n.Layers[i]
		fill(&l.Weights, l.In*l.Out, 8+i)
		fill(&l.Biases, l.Out, 6)
	}
	return n
}

// slowRatings computes ratings as the definition says, with floating-point numbers.
func slowRatings(n *Network, b engine.Board) []float64 {
	number := func(t *Numbers, i int) float64 { return math.Ldexp(float64(t.Values[i]), -t.Shift) }
	var x []float64
	for _, plane := range Planes(b) {
		for s := range 64 {
			x = append(x, float64(plane>>s&1))
		}
	}
	for _, configuration := range Patterns(b) {
		for i := range n.Width {
			x = append(x, number(&n.Vectors, int(configuration)*n.Width+i))
		}
	}
	for k := range n.Layers {
		l, y := &n.Layers[k], []float64(nil)
		for j := range l.Out {
			sum := number(&l.Biases, j)
			for i := range x {
				sum += x[i] * number(&l.Weights, i*l.Out+j)
			}
			if k < len(n.Layers)-1 {
				sum = max(sum, 0)
			}
			y = append(y, sum)
		}
		x = y
	}
	return x
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
		slow := slowRatings(n, p.Board)
		for s, rating := range n.Ratings(p.Board) {
			assert.InDelta(t, slow[s], float64(rating)/Unit, 0.002)
		}
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
			assert.LessOrEqual(t, n.Width, maxWidth)
		}
	})
}

// TestLevels compares how often a player makes each move with what the ratings say.
func TestLevels(t *testing.T) {
	n := small(rand.New(rand.NewPCG(5, 6)))
	at := engine.Standard().Start
	moves := slices.Collect(engine.SquaresOf(at.Moves()))
	ratings := n.Ratings(at.Board)
	best := slices.MaxFunc(moves, func(a, b engine.Square) int { return int(ratings[a] - ratings[b]) })
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
		{"people:level=10", "e6f4c3c4d3d6f6c6f5g5g4f7e7e3f2f3e2g3h6h5g6f8b4d7h3h7c8e8c5b5" +
			"a6a3a5b3h4h2c7d2c1e1d1f1g1b2c2a4b6b1a1a2d8b8b7a8a7g7h8g8h1g2"},
		{"people", "d3c5d6e3f4c6c4d2e6c3e2f3f2e1c1d1f1f5c2g4g3f7b3e7b4a3g8f6g6h6" +
			"h3g5b5f8h5h4e8d8d7h2g7h8c8c7h7b2b1b8b7a1a2g1g2a5a6a4b6a7a8"},
		{"people:level=1,seed=7", "c4c3d3e3f4c5e6g4g3e7d6f6d2e2f3g5e8h2c2f7h5d1f2b1h3c1b4g1b3d7" +
			"b2b6f1h4h6f5h1g6c6b5g7c8a7d8a3f8a2c7g8a4b8e1a5a1b7h7h8a8a6g2"},
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
		"people:level=11":        "want a whole number from 1 to 10",
		"people:level=0":         "want a whole number from 1 to 10",
		"people:depth=3":         "unknown key",
		"people:file=none":       "none",
		"people:file=file.go":    "is no frozen network",
		"people:file=testdata/a": "testdata/a",
	} {
		spec, err := players.ParseSpec(text)
		if err == nil {
			_, err = spec.Contestant()
		}
		assert.ErrorContains(t, err, says, text)
	}
}
