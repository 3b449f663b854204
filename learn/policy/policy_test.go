package policy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/evaluators/tuples"
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

// anyPosition draws a position of a random game in which there is a move.
func anyPosition(t *rapid.T) engine.Position {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "game"), 0))
	n := 1 + rapid.IntRange(0, 55).Draw(t, "ply")
	return positions(rng, n)[n-1]
}

func TestInputs(t *testing.T) {
	for _, p := range positions(rand.New(rand.NewPCG(1, 1)), 120) {
		seen, legal := appendInputs(nil, p.Board)
		require.Len(t, seen, inputs())
		require.Equal(t, p.Moves(), legal)
		for s := range engine.Square(64) {
			for plane, set := range []uint64{p.Moves(), p.Mover, p.Opponent, p.Swap().Moves()} {
				assert.Equal(t, set&s.Bit() != 0, seen[64*plane+int(s)] == 1)
			}
		}
		slot := 64 * 4
		tuples.Patterns().Entries(p.Mover, p.Opponent, func(entry int) {
			assert.EqualValues(t, entry, seen[slot])
			slot++
		})
		assert.Len(t, seen, slot)
	}
}

// untrained returns a small network with random weights.
func untrained(t *testing.T) *Policy {
	net, err := nets.New(SpecOf([]int{8}, 1), 4)
	require.NoError(t, err)
	return &Policy{net}
}

func TestMovesAreLegalAndHaveTheHighestValue(t *testing.T) {
	p := untrained(t)
	boards := make([]engine.Board, 600) // more than maxBatch
	for i, at := range positions(rand.New(rand.NewPCG(2, 2)), len(boards)) {
		boards[i] = at.Board
	}
	moves, err := p.Moves(boards)
	require.NoError(t, err)
	for i, b := range boards {
		values, _, err := p.values(boards[i : i+1])
		require.NoError(t, err)
		require.NotZero(t, b.Moves()&moves[i].Bit())
		for s := range engine.SquaresOf(b.Moves()) {
			assert.LessOrEqual(t, values[s], values[moves[i]]+1e-4, "a batch may change the last digits")
		}
	}
	assert.Equal(t, engine.Square(3), best(make([]float32, 64), 1<<3|1<<9), "of equal ones the first")
}

// write writes a player's file.
func write(t *testing.T, path string, about origin, p *Policy) {
	weights, err := p.net.Weights()
	require.NoError(t, err)
	require.NoError(t, nets.Save(path, playerKind, about, weights))
}

func TestAPlayerComesFromAFile(t *testing.T) {
	dir := t.TempDir()
	path, p := filepath.Join(dir, PlayerFile), untrained(t)
	write(t, path, origin{Spec: p.net.Spec, Features: features}, p)
	for _, text := range []string{"net:file=" + path, "net:file=" + dir} {
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
			want, err := p.Moves([]engine.Board{at.Board})
			require.NoError(t, err)
			assert.Equal(t, want[0], r.Move)
		}
		assert.NoError(t, contestant.CheckBoard(engine.Standard()))
		six, err := engine.ShapeNamed("Square-6")
		require.NoError(t, err)
		assert.ErrorContains(t, contestant.CheckBoard(six), "boards without holes")
	}
}

func TestLoadErrorsHaveOneLine(t *testing.T) {
	dir, p := t.TempDir(), untrained(t)
	path := filepath.Join(dir, "a.net")
	refused := func(words string) {
		t.Helper()
		_, err := Load(path)
		require.ErrorContains(t, err, words)
		assert.ErrorContains(t, err, "a.net")
		assert.NotContains(t, err.Error(), "\n")
	}
	refused("no such file")
	write(t, path, origin{Spec: p.net.Spec, Features: features + 1}, p)
	refused("train it again")
	write(t, path, origin{Spec: SpecOf([]int{9}, 1), Features: features}, p)
	refused("of another size")
	write(t, path, origin{Spec: nets.Spec{Inputs: 5, Outputs: 64}, Features: features}, p)
	refused("has other inputs")
	write(t, path, origin{Spec: p.net.Spec, Features: features}, p)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data[:len(data)/2], 0o644))
	refused("damaged")
	require.NoError(t, os.WriteFile(path, []byte(`{"schema":1}`), 0o644))
	refused("no file of a trained network")
	require.NoError(t, nets.Save(path, learnerKind, "x", nil))
	refused("another kind")
	_, err = Load(dir)
	assert.ErrorContains(t, err, PlayerFile)

	for _, text := range []string{"net", "net:file=", "net:depth=3"} {
		spec, err := players.ParseSpec(text)
		if err == nil {
			_, err = spec.Contestant()
		}
		assert.Error(t, err, text)
	}
}
