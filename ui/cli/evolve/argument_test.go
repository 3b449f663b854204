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
	faults := path + ": game 2, line 2: TY[8a]: games of anti-Othello cannot be read\n" +
		path + `: game 3, line 3: "\x1b;)" is not a tag: want TAG[text]` + "\n"
	out, errs, code := evolveIn(t, "", "analyze", path, "--depth", "1")
	require.Equal(t, cli.Done, code, errs)
	assert.Equal(t, faults, errs)
	assert.Contains(t, out, "Game 4: ")
	_, errs, code = evolveIn(t, "", "match", "random", "greedy", "--openings", path, "--quiet")
	require.Equal(t, cli.Done, code, errs)
	assert.Equal(t, faults, errs)

	require.NoError(t, os.WriteFile(path, []byte("(;B[a1];)(;B[h8];)"), 0o666))
	_, errs, code = evolveIn(t, "", "analyze", path)
	assert.Equal(t, cli.Wrong, code)
	assert.Equal(t, "evolve: "+path+": game 1, line 1: move 1: a1 is not a legal move for Black\n", errs)

	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("(;B[a1];)\n", 30)+"(;B[f5];)"), 0o666))
	_, errs, _ = evolveIn(t, "", "analyze", path, "--depth", "1")
	assert.Equal(t, 21, strings.Count(errs, "\n"))
	assert.Contains(t, errs, path+": and 10 more problems\n")
}

// A game has the number that it has in its file, also after unreadable games.
func TestGamesHaveTheNumbersOfTheirFile(t *testing.T) {
	const file = "../../../formats/testdata/num.ggf"
	for _, c := range []struct{ args, says string }{
		{"analyze " + file + " --depth 1", "Game 2: Two against x"},
		{"analyze " + file + " --depth 1 --game 3", "Game 3: Three against x"},
		{"analyze " + file + " --depth 1 --json", `"number": 3`},
		{"analyze " + file + " f5d6c3 --depth 1", "num.ggf, game 3: Three against x"},
		{"analyze " + file + " f5d6c3 --depth 1", "Game 2: Black against White"},
		{"analyze " + file + " --depth 1", "game 1, line 1: move 5: a1 is not a legal move"},
		{"analyze " + file + " --game 1", "--game 1: no readable game has this number; the last game has number 3"},
		{"analyze " + file + " " + file + " --game 3", "--game 3: 2 files have a game with this number"},
	} {
		out, errs, _ := evolveIn(t, "", strings.Fields(c.args)...)
		assert.Contains(t, out+errs, c.says, c.args)
	}
	path := filepath.Join(t.TempDir(), "games.txt")
	finished, err := os.ReadFile("../../../formats/testdata/tail-passes.txt")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("f5f5\n"+string(finished)), 0o666))
	out, errs, _ := evolveIn(t, "", "solve", path, "--json")
	assert.Contains(t, out, `"place": "game 2"`)
	assert.Contains(t, errs, "line 1: transcript, move 2: f5 is taken")
	_, errs, _ = evolveIn(t, "", "match", "random", "greedy", "--openings", path)
	assert.Contains(t, errs, "opening 2: the game is over after its moves")
}

// Positions and games are read in the spellings of other programs.
func TestSpellingsOfInput(t *testing.T) {
	for _, c := range []struct{ word, says string }{
		{"../../../formats/testdata/tail-passes.txt", "0 empties"},
		{"../../../formats/testdata/nospace.obf", "+6  h5"},
		{strings.Repeat("X", 30) + strings.Repeat("O", 32) + "--X", "2 empties, X to move"},
		{"http://127.0.0.1:8080/#/game?moves=e6f4e3f6g5d6e7f5c5", "51 empties"},
		{"E6-F4-E3-F6-G5-D6-E7-F5-C5", "51 empties"},
	} {
		out, errs, _ := evolveIn(t, "", "solve", c.word)
		assert.Contains(t, out+errs, c.says, c.word)
	}
}

// Files of names on the command line name the players of WTHOR files in any directory.
func TestNamesOfPlayersAreGiven(t *testing.T) {
	dir := t.TempDir()
	for from, to := range map[string]string{"sample.wtb": "games.wtb",
		"wthor.jou": "human.JOU", "wthor.trn": "places.trn"} {
		data, err := os.ReadFile(filepath.Join("../../../formats/testdata", from))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, to), data, 0o666))
	}
	t.Chdir(dir)
	out := mustEvolve(t, "analyze", "human.JOU", "games.wtb", "places.trn", "--depth", "1", "--endgame", "0")
	assert.Contains(t, out, "Game 1: Ant Adam against Cécile, The world championship of!, 2004")
	_, errs, code := evolveIn(t, "", "analyze", "human.JOU")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "also name a WTHOR file of games (.wtb)")
}

// A game that was not played to its end has the result of its file.
func TestStatedResults(t *testing.T) {
	for result, says := range map[string]string{
		"RE[?]":         "60 squares are empty.",
		"RE[-12.000:t]": "60 squares are empty; the file's result: White won by 12, out of time.",
		"RE[+64:r]":     "60 squares are empty; the file's result: Black won by 64, resigned.",
		"RE[0:s]":       "60 squares are empty; the file's result: a draw, agreed.",
	} {
		path := filepath.Join(t.TempDir(), "game.ggf")
		require.NoError(t, os.WriteFile(path, []byte("(;"+result+"B[f5];)"), 0o666))
		assert.Contains(t, mustEvolve(t, "analyze", path, "--depth", "1"), strings.Replace(says, "60", "59", 1), result)
	}
	assert.Contains(t, mustEvolve(t, "analyze", "../../../formats/testdata/sample.wtb", "--depth", "1"),
		"the file's result: White won by 4.")
}
