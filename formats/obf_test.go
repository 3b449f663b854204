package formats

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

func TestParseOBF(t *testing.T) {
	problems, err := ParseOBF(`
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:-4; % FFO 1
-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O; PA:-64;
---------------------------OX------XO--------------------------- X
---------------------------OX------XO--------------------------- X; +2;
`)
	require.NoError(t, err)
	require.Len(t, problems, 4)
	best, known := problems[0].Best()
	assert.True(t, known)
	assert.Equal(t, 18, best)
	assert.Equal(t, 2, problems[0].Line)
	best, _ = problems[1].Best()
	assert.Equal(t, -64, best)
	_, known = problems[2].Best()
	assert.False(t, known)
	best, known = problems[3].Best()
	assert.True(t, known)
	assert.Equal(t, 2, best, "a score without a move is the position's")
}

// The Othello League writes boards without a side to move.
func TestALineOf64SquaresIsXToMove(t *testing.T) {
	board := engine.Start().Squares()
	problems, err := ParseOBF(board + " % the start\n" + engine.Start().Pass().String() + ";\n" + board + "\n")
	require.NoError(t, err)
	require.Len(t, problems, 3)
	for i, side := range []engine.Side{engine.Black, engine.White, engine.Black} {
		assert.Equal(t, side, problems[i].Position.Side)
		assert.Equal(t, board, problems[i].Position.Squares())
		assert.Equal(t, i+1, problems[i].Line)
	}
}

func TestParseOBFRefuses(t *testing.T) {
	board := engine.Start().Squares()
	for _, c := range []struct{ text, says string }{
		{"\nabc", `line 2: "abc" is not a board`},
		{board + ";", "is not a board of 64 squares and a side to move"},
		{board + " +2", "side to move"},
		{board + " Q;", `side to move "Q"`},
		{board + " X; z9:+2;", `"z9" is not a square`},
		{board + " X; d3:+2; a1:+0;", "a1 is not a legal move for Black"},
		{board + " X; PA:+2;", "pass is not a legal move for Black"},
		{board + " X; f5:+99;", "f5:+99: the score must be a number from -64 to +64"},
		{board + " X; f5:;", "f5:: the score must be a number from -64 to +64"},
		{board + " X; nonsense;", "nonsense: the score must be a number from -64 to +64"},
	} {
		_, err := ParseOBF(c.text)
		assert.ErrorContains(t, err, c.says, "%q", c.text)
	}
}

func TestOBFWritesTheBestMovesFirst(t *testing.T) {
	p := Problem{Position: engine.Start(), Values: map[engine.Square]int{
		engine.At(3, 2): -2, engine.At(2, 3): 0, engine.At(5, 4): 12, engine.At(4, 5): 0,
	}}
	assert.Equal(t, "---------------------------OX------XO--------------------------- X; "+
		"F5:+12; C4:+0; E6:+0; D3:-2;", p.OBF())
}

func TestOBFReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		p := g.Start
		for _, move := range g.Moves {
			p = p.Settle().Play(move)
		}
		problem := Problem{Position: p, Line: 1, Values: map[engine.Square]int{}}
		score := rapid.IntRange(-64, 64)
		for s := range engine.Pass + 1 {
			if engine.CheckLegal(p, s) == nil {
				problem.Values[s] = score.Draw(t, "score")
			}
		}
		if p.Over() {
			problem.Values[engine.NoSquare] = score.Draw(t, "score")
		}
		again, err := ParseOBF(problem.OBF() + " % comment")
		require.NoError(t, err)
		require.Equal(t, []Problem{problem}, again)
	})
}

func FuzzParseOBF(f *testing.F) {
	f.Add(engine.Start().String() + "; f5:+2; % start")
	f.Add(engine.Start().String() + "; -2;\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		problems, err := ParseOBF(text)
		if err != nil {
			require.Nil(t, problems)
			return
		}
		for _, p := range problems {
			again, err := ParseOBF(p.OBF())
			require.NoError(t, err)
			p.Line = 1
			require.Equal(t, p, again[0])
		}
	})
}
