package policy

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/learn/nets"
	"evothello/players"
)

// positions draws positions of random games in which there is a move.
func positions(rng *rand.Rand, n int) (all []engine.Position) {
	for p := engine.Start(); len(all) < n; p = p.Settle() {
		if p.Moves() == 0 {
			p = engine.Start()
		}
		all = append(all, p)
		p = p.Play(engine.RandomSquare(rng, p.Moves()))
	}
	return all
}

// untrained returns a small network with random weights.
func untrained() *Policy {
	n := newNetwork(ShapeOf(2, 3), 4)
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range n.vectors {
		n.vectors[i] += float32(rng.NormFloat64()) / 8
	}
	return newPolicy(n)
}

func TestMovesAreLegalAndHaveTheHighestValue(t *testing.T) {
	p := untrained()
	boards := make([]engine.Board, 60)
	for i, at := range positions(rand.New(rand.NewPCG(2, 2)), len(boards)) {
		boards[i] = at.Board
	}
	moves := p.moves(boards, 2)
	for i, b := range boards {
		values, _ := p.values(boards[i:i+1], 1)
		require.NotZero(t, b.Moves()&moves[i].Bit())
		for s := range engine.SquaresOf(b.Moves()) {
			assert.LessOrEqual(t, values[s], values[moves[i]])
		}
	}
	assert.Equal(t, engine.Square(3), best(make([]float32, 64), 1<<3|1<<9), "of equal ones that on the right")
}

// On a turned or mirrored board the values are exactly those of the turned or mirrored squares.
func TestValuesAreSymmetric(t *testing.T) {
	p := untrained()
	for _, at := range positions(rand.New(rand.NewPCG(6, 6)), 60) {
		values, _ := p.values([]engine.Board{at.Board}, 1)
		for k := range 8 {
			turned, _ := p.values([]engine.Board{at.Board.Symmetry(k)}, 1)
			for s := range engine.SquaresOf(at.Moves()) {
				to := bits.TrailingZeros64(engine.Board{Mover: s.Bit()}.Symmetry(k).Mover)
				assert.Equal(t, values[s], turned[to])
			}
		}
	}
}

// write writes a player's file.
func write(t *testing.T, path string, about origin, p *Policy) {
	data, err := nets.Encode(playerKind, about, p.net.named(""))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o666))
}

func TestAPlayerComesFromAFile(t *testing.T) {
	dir := t.TempDir()
	path, p := filepath.Join(dir, PlayerFile), untrained()
	write(t, path, origin{Shape: p.net.shape, Features: features}, p)
	for _, text := range []string{"policy:file=" + path, "policy:file=" + dir} {
		spec, err := players.ParseSpec(text)
		require.NoError(t, err)
		assert.False(t, spec.IsRandom())
		assert.Error(t, spec.CheckRepeatable())
		contestant, err := spec.Contestant()
		require.NoError(t, err)
		assert.Contains(t, contestant.About, "never searches")
		made := contestant.New(contestant.NewSearcher())
		made.NewGame(1)
		for _, at := range positions(rand.New(rand.NewPCG(3, 3)), 30) {
			r, err := players.Choose(t.Context(), made, &engine.Game{Start: at}, at)
			require.NoError(t, err)
			assert.Equal(t, p.moves([]engine.Board{at.Board}, 1)[0], r.Move)
		}
		assert.NoError(t, contestant.CheckBoard(engine.Standard()))
		six, err := engine.ShapeNamed("Square-6")
		require.NoError(t, err)
		assert.ErrorContains(t, contestant.CheckBoard(six), "boards without holes")
	}
}

func TestLoadErrorsHaveOneLine(t *testing.T) {
	dir, p := t.TempDir(), untrained()
	path := filepath.Join(dir, "a.policy")
	refused := func(words string) {
		t.Helper()
		_, err := Load(path)
		require.ErrorContains(t, err, words)
		assert.ErrorContains(t, err, "a.policy")
		assert.NotContains(t, err.Error(), "\n")
	}
	refused("no such file")
	write(t, path, origin{Shape: p.net.shape, Features: features + 1}, p)
	refused("train it again")
	write(t, path, origin{Shape: ShapeOf(2, 4), Features: features}, p)
	refused("has no weights of 96 values")
	write(t, path, origin{Shape: Shape{5, 2, 3}, Features: features}, p)
	refused("has other input features")
	write(t, path, origin{Shape: ShapeOf(math.MinInt+2, 3), Features: features}, p) // as many weights, but for 2⁶⁴
	refused("and a hidden layer of 3: must be 1 to 128 and 1 to 256")
	write(t, path, origin{Shape: p.net.shape, Features: features}, p)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data[:len(data)/2], 0o644))
	refused("damaged")
	require.NoError(t, os.WriteFile(path, []byte(`{"schema":1}`), 0o644))
	refused("not a file of a trained network")
	data, err = nets.Encode(learnerKind, "x", nil)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o666))
	refused("another kind")
	_, err = Load(dir)
	assert.ErrorContains(t, err, PlayerFile)

	for _, text := range []string{"net", "policy:file=", "net:depth=3"} {
		spec, err := players.ParseSpec(text)
		if err == nil {
			_, err = spec.Contestant()
		}
		assert.Error(t, err, text)
	}
}
