package formats

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// A standalone file gives 300 positions the same values, and chooses the same moves, as the player that it was made
// of. The files of players that ship with the program have at most 250 lines.
func TestStandalonePlaysAlike(t *testing.T) {
	var files []standalone
	add := func(name string, depth, positions int) {
		s, err := weights.Named(name)
		require.NoError(t, err)
		files = append(files, standalone{s, depth, positionsOfAllPhases(positions)})
		source, err := WriteStandalone(PythonOf(s))
		require.NoError(t, err)
		assert.LessOrEqual(t, strings.Count(string(source), "\n"), 250, name)
	}
	for _, name := range []string{"reversi-blank", "reversi-switch", "evolved"} {
		add(name, 3, 122)
	}
	for _, name := range []string{"reversi-table-8x8", "evolved-classic", "evolved-cmaes", "evolved-networks"} {
		add(name, 2, 61)
	}
	checkStandalone(t, files)
}

// Each scorer with Python code counts alike, alone and with all others.
func TestStandaloneScorersCountAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(35, 6))
	var files []standalone
	add := func(scorers ...string) {
		w := evaluators.Weigh(func(s *evaluators.Scorer, _ *evaluators.Feature) int {
			if slices.Contains(scorers, s.Name) {
				return random.IntN(61) - 30
			}
			return 0
		})
		s := weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, nil)
		s.Search = &search.Settings{Depth: 1}
		files = append(files, standalone{s, 1, positionsOfAllPhases(61)})
	}
	add(pythonScorers...)
	for _, name := range pythonScorers {
		add(name)
	}
	checkStandalone(t, files)
}

// positionsOfAllPhases returns positions of random games, one after each number of moves from 0 to 60 in turn. Some of
// them are passes and finished games.
func positionsOfAllPhases(n int) (positions []engine.Position) {
	random := rand.New(rand.NewPCG(20, 26))
	for i := range n {
		p := engine.Start()
		for range i % 61 {
			if p.MustPass() {
				p = p.Pass()
			}
			if !p.Over() {
				p = p.Play(engine.RandomSquare(random, p.Moves()))
			}
		}
		positions = append(positions, p)
	}
	return positions
}

// standalone is a file to compare with what it was made of, in some positions and by a search to some depth.
type standalone struct {
	of        *weights.Switch
	depth     int
	positions []engine.Position
}

// checkStandalone compares standalone files with our evaluation and our search.
func checkStandalone(t *testing.T, players []standalone) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	dir := t.TempDir()
	var input, want strings.Builder
	for i, player := range players {
		source, err := WriteStandalone(PythonOf(player.of))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("player%d.py", i)), source, 0o666))
		settings := player.of.Settings()
		settings.Algorithm, settings.Depth = search.AlphaBeta, player.depth
		compiled, searcher := player.of.Compile(), search.New(search.NewTable(16))
		for _, p := range player.positions {
			own, opp := p.Sets()
			value := evaluators.Finished(p.Board)
			if !p.Over() {
				value = compiled.At(p.Board).Score(own, opp, p.Moves(), p.Swap().Moves())
			}
			found := searcher.Search(t.Context(), p.Board, compiled.At(p.Board), settings)
			fmt.Fprintf(&input, "player%d %s %d\n", i, p, player.depth)
			fmt.Fprintf(&want, "player%d %s: %d, %s %d\n", i, p, value, found.Move, found.Score)
		}
	}
	cmd := exec.Command(python, "-B", "-c", `import importlib, sys
for name, board, side, depth in map(str.split, sys.stdin):
    player = importlib.import_module(name)
    move, value = player.search(board, side, int(depth))
    print(f'{name} {board} {side}: {player.value(board, side)}, {move} {value}')`)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(input.String())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, want.String(), string(out))
}
