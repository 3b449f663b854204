package evolve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/ui/cli"
)

func TestBoardsAreJoinedWithTheirSides(t *testing.T) {
	board := engine.Start().Squares()
	got, err := readPositions(engine.Start(), []string{board, "O", "f5d6", board + " X", "start"})
	require.NoError(t, err)
	require.Len(t, got, 4)
	assert.Equal(t, engine.White, got[0].Side)
	assert.Equal(t, engine.Start(), got[2])
	_, err = readPositions(engine.Start(), []string{board})
	assert.ErrorContains(t, err, "side to move")
}

// An unreadable game is named, and the other games are read.
func TestUnreadableGamesAreNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.ggf")
	require.NoError(t, os.WriteFile(path, []byte("(;B[f5]W[d6];)\n(;TY[8a]B[f5];)\n(;B[f5]W[a1]\x1b;)\n(;B[d3]W[c3];)\n"),
		0o666))
	faults := path + ": game 2, line 2: type TY[8a]: a game of anti-Othello, which is not known\n" +
		path + `: game 3, line 3: "\x1b;)" is no TAG[text]` + "\n"
	out, errs, code := evolveIn(t, "", "analyze", path, "--depth", "1")
	require.Equal(t, cli.Done, code, errs)
	assert.Equal(t, faults, errs)
	assert.Contains(t, out, "Game 2: ")
	_, errs, code = evolveIn(t, "", "match", "random", "greedy", "--openings", path, "--quiet")
	require.Equal(t, cli.Done, code, errs)
	assert.Equal(t, faults, errs)

	require.NoError(t, os.WriteFile(path, []byte("(;B[a1];)(;B[h8];)"), 0o666))
	_, errs, code = evolveIn(t, "", "analyze", path)
	assert.Equal(t, cli.Wrong, code)
	assert.Equal(t, "evolve: "+path+": game 1, line 1: move 1: a1 is no legal move for Black\n", errs)

	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("(;B[a1];)\n", 30)+"(;B[f5];)"), 0o666))
	_, errs, _ = evolveIn(t, "", "analyze", path, "--depth", "1")
	assert.Equal(t, 21, strings.Count(errs, "\n"))
	assert.Contains(t, errs, path+": and 10 more problems\n")
}
