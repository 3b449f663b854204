package evolve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/cli"
)

// games is a file of four games. The second game has a pass near its end.
const games = "../../../formats/testdata/match.ggf"

func TestSolveTakesGamesAndPositions(t *testing.T) {
	out := mustEvolve(t, "solve", games, "--empties", "8")
	assert.Equal(t, 4, strings.Count(out, " 8 empties,"))
	assert.Contains(t, out, "game   4")
	assert.Contains(t, out, "4 positions, ")
	assert.NotContains(t, out, "as in the file", "a game's file has no scores")

	// The second game ends with a pass and three moves.
	assert.Contains(t, mustEvolve(t, "solve", games, "--empties", "3"), "game   2   3 empties, X to move  -36  ")

	final := mustEvolve(t, "solve", games)
	assert.Contains(t, final, "game   1   0 empties, O to move  -36  -   ",
		"the final position of a finished game is its result")

	board := strings.Repeat("-", 2) + strings.Repeat("X", 30) + strings.Repeat("O", 32)
	mixed := mustEvolve(t, "solve", "../../../search/testdata/ffo-01-19.obf", board, "X", "e6f4e3f6g5d6e7f5c5")
	assert.Contains(t, mixed, "ffo-01-19.obf line   1  14 empties, X to move  +18")
	assert.Contains(t, mixed, "position 2   2 empties, X")
	assert.Contains(t, mixed, "position 3  51 empties, O to move  -64  -   ")

	_, errs, code := evolveIn(t, "", "solve", games, "f5d6c3", "--empties", "5")
	assert.Equal(t, cli.Done, code)
	assert.Equal(t, "games without a position with 5 empty squares, left out: 1\n", errs)
}

// A damaged file of names beside a database is reported and ignored.
func TestDamagedNamesAreReported(t *testing.T) {
	dir := t.TempDir()
	database, err := os.ReadFile("../../../formats/testdata/sample.wtb")
	require.NoError(t, err)
	path := filepath.Join(dir, "games.wtb")
	require.NoError(t, os.WriteFile(path, database, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "WTHOR.JOU"), []byte("damaged"), 0o666))
	out, errs, code := evolveIn(t, "", "analyze", path, "--depth", "1", "--endgame", "0")
	assert.Equal(t, cli.Done, code)
	assert.Contains(t, out, "player 0 against player 2, tournament 1, 2004")
	assert.Equal(t, path+": cannot read names from "+filepath.Join(dir, "WTHOR.JOU")+
		": the file has 7 bytes, but a WTHOR file begins with a header of 16\n", errs)
}

func TestSolveWritesOBF(t *testing.T) {
	obf := filepath.Join(t.TempDir(), "endgames.obf")
	mustEvolve(t, "solve", games, "--empties", "9", "--obf", obf)
	out := mustEvolve(t, "solve", obf)
	assert.Contains(t, out, "4 of 4 scores as in the file")
}
