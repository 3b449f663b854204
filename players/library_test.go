package players

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/formats"
)

// testdata/library has players as specs and as the reversi library builds them, among them ours frozen to Python, and
// the moves that they choose in that library. Here they choose the same.
func TestPlayersMoveAsInTheLibrary(t *testing.T) {
	specs := linesOf(t, "players.txt")
	moves := linesOf(t, "moves.txt")
	require.Len(t, moves, 300)
	for i, line := range specs {
		spec, python, _ := strings.Cut(line, " = ")
		checkMoves(t, spec, moves, i)
		if !strings.HasPrefix(python, "frozen") {
			file := filepath.Join(t.TempDir(), "mine.py")
			require.NoError(t, os.WriteFile(file, []byte("player = "+python+"\n"), 0o666))
			checkMoves(t, file, moves, i)
		}
	}
}

// A composition that was written to Python chooses the moves of the library's after it was read again. The written
// modules chose all 300 of them in that library, too.
func TestCompositionsWrittenToPython(t *testing.T) {
	moves := linesOf(t, "moves.txt")[:60]
	for i, line := range linesOf(t, "players.txt") {
		spec, python, _ := strings.Cut(line, " = ")
		if strings.HasPrefix(python, "frozen") {
			continue
		}
		recipe, err := mustSpec(t, spec).Recipe()
		require.NoError(t, err)
		strategy, err := recipe.Python()
		require.NoError(t, err)
		source, err := formats.WritePythonPlayer(spec, strategy)
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "mine.py")
		require.NoError(t, os.WriteFile(file, source, 0o666))
		checkMoves(t, file, moves, i)
	}
	for spec, says := range map[string]string{
		"iterative:book=Usagi": "within 500ms a move, solved from 9 empties has no Python code: " +
			"give the player a depth, such as depth=4",
		"switch(corner@9,table)":       "player corner has no Python code: the players without weights that have it are ",
		"montecarlo:games=9,endgame=3": "only its keys count, remain and by_move have Python code",
		"evolved:handicap=3":           "a player that gives discs away has no Python code: leave out handicap",
		"evolved-heart:depth=1":        "weights of the board Heart: ",
	} {
		recipe, err := mustSpec(t, spec).Recipe()
		require.NoError(t, err)
		strategy, err := recipe.Python()
		if err == nil {
			_, err = formats.WritePythonPlayer("", strategy)
		}
		assert.ErrorContains(t, err, says)
	}
}

// checkMoves checks that a player chooses the moves of a column.
func checkMoves(t *testing.T, spec string, moves []string, column int) {
	c, err := mustSpec(t, spec).Contestant()
	require.NoError(t, err)
	player, wrong := c.New(c.NewSearcher()), 0
	for _, line := range moves {
		fields := strings.Fields(line)
		p, err := engine.ParsePosition(fields[0] + " " + fields[1])
		require.NoError(t, err)
		player.NewGame(1)
		got, err := player.Move(t.Context(), p)
		require.NoError(t, err)
		if got.Move.String() != fields[2+column] {
			wrong++
			t.Logf("%s: %s: the library moves %s", fields[0], got.Move, fields[2+column])
		}
	}
	assert.Zero(t, wrong, spec)
}

func linesOf(t *testing.T, file string) []string {
	data, err := os.ReadFile(filepath.Join("testdata", "library", file))
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}
