package play

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/fitness"
	"evothello/players"
	"evothello/ui/cli"
)

func TestDialoguesOnLargeBoards(t *testing.T) {
	full := strings.Repeat("X", 60) + strings.Repeat("O", 39) // one square is missing
	end := "X" + strings.Repeat("O", 98) + "-"
	const passes = "Black has no move and passes.\nWhite plays a1, flips 11.\n"
	for _, d := range []conversation{
		{"large-table", "--board 10x10 --against table", words("f7 moves undo moves undo quit"), nil},
		{"large-white", "--board 26 --against alphabeta:depth=1 --as white", words("board quit"), nil},
		{"large-illegal", "--board 12 --against greedy --seed 3", words("a1 f6 z9 m3 pass hint save") +
			"\n g8 f6\nhello\nHELP", nil},
		{"pasted", "--board 10 --against table", words("f7g5 moves e4f7e9 new quit"), []string{
			"\nThe game after 2 moves.\n", "\nLegal moves: d4 e4 f4 g4 h4.\n" +
				"transcript, move 2: f7 is not a legal move for White.\ntranscript: f7g5\n", "\ntranscript: \n",
		}},
		{"over", "--board 10 --against table --position -" + full + "_X", words("a1 undo moves new quit"), []string{
			"\n" + passes, "\nWhite wins 51-49.\nstart: -" + full + " X\ntranscript: a1\n" + isOver + isOver +
				"There is no move of yours to take back.\n" + isOver + passes,
		}},
		{"end", "--board 10 --against table --position " + end + "_X", words("j10 undo quit"), []string{
			"\nBlack plays j10, flips 8.\n", "\nWhite wins 90-10.\nstart: " + end + " X\ntranscript: j10\n" + isOver +
				"Taken back: j10.\n", "start: " + end + " X\ntranscript: \n",
		}},
	} {
		t.Run(d.name, d.test)
	}
}

// A game on a large board can be played to its end, saved and set up again.
func TestALargeGameToTheEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.txt")
	game, opponent := session.New(engine.LargeStart(10)), contestantOn(t, "table").New(nil)
	var typed []string
	for !game.Over() {
		at := game.Position()
		r, err := players.Choose(t.Context(), opponent, game.Game(), at)
		require.NoError(t, err)
		if at.Side == 0 { // for Black, the user, take the opponent's choice
			typed = append(typed, r.Move.String())
		}
		require.NoError(t, game.Play(r.Move))
	}
	_, stdout, _ := run(t, strings.Join(typed, "\n")+"\nsave "+file+"\n", "--board", "10", "--against", "table")
	record := game.Game().Transcript()
	assert.Contains(t, stdout, "transcript: "+record+"\nThe game is over. Type new for another one")
	assert.Contains(t, stdout, "Saved in "+file)
	saved, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, record+"\n", string(saved))
	_, stdout, _ = run(t, "", "--board", "10", "--against", "table", "--position", record)
	assert.Contains(t, stdout, "The game is over")
}

func contestantOn(t *testing.T, spec string) *players.Contestant {
	s, err := players.SpecOn(engine.Large(10), spec)
	require.NoError(t, err)
	c, err := s.Contestant()
	require.NoError(t, err)
	return c
}

func TestLargeBoardsAreRefused(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"--board 12 --against strongest", "player strongest plays only on boards up to 8×8"},
		{"--board 11", "board 11: square boards are Square-4, Square-6, Square-8 and even sizes from 10 to 26"},
		{"--board 28", "board 28: square boards are Square-4"},
		{"--board 12 --as grey", `--as "grey"`},
		{"--board 12 --position f6", "--position: transcript, move 1: f6 is taken"},
	} {
		code, stdout, stderr := run(t, "", strings.Fields(c.args)...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, stderr, c.says)
		assert.Empty(t, stdout)
	}
}

// A player that is served by play external plays the same large games as in this process. A player that needs
// 8×8 squares is an error.
func TestLargeGamesOverTheProtocol(t *testing.T) {
	registration, err := json.Marshal(map[string]any{"name": "ours",
		"cmd": ourselves(t, "external --player alphabeta:depth=1")})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "ours.json")
	require.NoError(t, os.WriteFile(path, registration, 0o600))
	openings, err := fitness.RandomOpenings(fitness.Random(1, "test"), engine.Large(10).Start, 1, fitness.MaxPlies,
		fitness.ForAnything)
	require.NoError(t, err)
	recipeOf := func(text string) *players.Recipe {
		spec, err := players.SpecOn(engine.Large(10), text)
		require.NoError(t, err)
		recipe, err := spec.Recipe()
		require.NoError(t, err)
		return recipe
	}
	play := func(a string) fitness.Tally {
		tally, _, err := fitness.Match(t.Context(), fitness.Local{}, recipeOf(a), recipeOf("table"), openings, 1, nil, nil)
		require.NoError(t, err)
		assert.Empty(t, tally.Forfeits)
		tally.Times, tally.Nodes = [2]fitness.Thinking{}, 0
		return tally
	}
	assert.Equal(t, play("alphabeta:depth=1"), play("external:file="+path))

	at := engine.LargeStart(10)
	var question strings.Builder
	fmt.Fprint(&question, "1\n10\n")
	for i, letter := range at.Squares() {
		fmt.Fprint(&question, map[rune]string{'X': "1", 'O': "-1", '-': "0"}[letter],
			map[bool]string{true: "\n", false: " "}[i%10 == 9])
	}
	code, stdout, _ := run(t, question.String(), "external", "--player", "greedy")
	assert.Equal(t, cli.Done, code)
	assert.Regexp(t, `^\d \d\n$`, stdout)
	code, _, stderr := run(t, question.String(), "external", "--player", "strongest")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, stderr,
		"player strongest plays only on boards up to 8×8; players for larger boards: ")
	code, _, stderr = run(t, question.String(), "external", "--player", "xyz")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, stderr, `unknown player "xyz"`)
}

// The same holds on 4×4 and 6×6 squares. There the champion of the board answers if no player is named.
func TestSmallGamesOverTheProtocol(t *testing.T) {
	registration, err := json.Marshal(map[string]any{"name": "ours", "cmd": ourselves(t, "external --player table")})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "ours.json")
	require.NoError(t, os.WriteFile(path, registration, 0o600))
	player := func(spec string, board engine.Shape) players.Player {
		s, err := players.ParseSpec(spec)
		require.NoError(t, err)
		c, err := s.Contestant()
		require.NoError(t, err)
		require.NoError(t, c.CheckBoard(board))
		return c.New(newSearcher())
	}
	for _, name := range []string{"Square-4", "Square-6"} {
		board, err := engine.ShapeNamed(name)
		require.NoError(t, err)
		program, table := player("external:file="+path, board), player("table", board)
		for p, moves := board.Start, 0; moves < 4; p, moves = p.Settle(), moves+1 {
			want, err := table.Move(t.Context(), p)
			require.NoError(t, err)
			got, err := program.Move(t.Context(), p)
			require.NoError(t, err)
			require.Equal(t, want.Move, got.Move)
			p = p.Play(got.Move)
		}
	}
	question := "1\n6\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 -1 1 0 0\n0 0 1 -1 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n"
	code, stdout, stderr := run(t, question, "external")
	assert.Equal(t, cli.Done, code, stderr)
	assert.Regexp(t, `^[0-5] [0-5]\n$`, stdout)
	code, _, stderr = run(t, question, "external", "--player", "strongest")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, stderr, "Square-6")
}
