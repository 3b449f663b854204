package formats

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestReadOBF(t *testing.T) {
	problems, err := ReadOBF(strings.NewReader(`
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; B1:-4; % FFO 1
-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O; PA:-64;
---------------------------OX------XO--------------------------- X
`))
	require.NoError(t, err)
	require.Len(t, problems, 3)
	best, known := problems[0].Best()
	assert.True(t, known)
	assert.Equal(t, 18, best)
	assert.Equal(t, 2, problems[0].Line)
	best, _ = problems[1].Best()
	assert.Equal(t, -64, best)
	_, known = problems[2].Best()
	assert.False(t, known)
}

func TestReadOBFRefuses(t *testing.T) {
	board := engine.Start().Squares()
	for _, c := range []struct{ text, says string }{
		{"\nabc", `line 2: "abc" is no board`},
		{board, "is no board of 64 squares and a side to move"},
		{board + " Q;", `side to move "Q"`},
		{board + " X; z9:+2;", `"z9" is no square`},
		{board + " X; f5:+99;", "no score from -64 to +64"},
	} {
		_, err := ReadOBF(strings.NewReader(c.text))
		assert.ErrorContains(t, err, c.says, "%q", c.text)
	}
}

func TestGGF(t *testing.T) {
	game, err := engine.ParseTranscript("d3c3e6d2d1e1b2c1a3")
	require.NoError(t, err)
	g := GGFGame{Place: "evothello", Black: "a[1]", White: "b", Start: engine.Start(), Moves: game.Moves, Discs: -4, Comment: "seed 1"}
	assert.Equal(t, "(;GM[Othello]PC[evothello]PB[a(1)]PW[b]RE[-4.000]TY[8]"+
		"BO[8 ---------------------------O*------*O--------------------------- *]"+
		"B[D3]W[C3]B[E6]W[D2]B[D1]W[E1]B[B2]W[C1]B[PA]W[A3]CO[seed 1];)", g.String())
}

func FuzzReadOBF(f *testing.F) {
	f.Add(engine.Start().String() + "; f5:+2; % start")
	f.Fuzz(func(t *testing.T, text string) {
		problems, err := ReadOBF(strings.NewReader(text))
		if err != nil && problems != nil {
			t.Fatal("problems beside an error")
		}
	})
}

func TestReadGGFGame(t *testing.T) {
	start := "BO[8 " + strings.ReplaceAll(engine.Start().Squares(), "X", "*") + " *]"
	for _, c := range []struct{ name, text, moves string }{
		{"no board", "(;GM[Othello];)", ""},
		{"as NBoard writes it", "(;GM[Othello]PC[NBoard]PB[a;)]PW[b]RE[?]TI[0]TY[8]" + start + "B[F5]W[D6/1.2/0.5]B[c3//3];)", "f5 d6 c3"},
		{"a blank after each row, side left out", "(;BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- --------] B[d3] ;)", "d3"},
		{"a pass that is due", "(;" + start + "B[D3]W[C3]B[E6]W[D2]B[D1]W[E1]B[B2]W[C1]B[PA];)", "d3 c3 e6 d2 d1 e1 b2 c1 pass"},
		{"the same left out", "(;" + start + "B[D3]W[C3]B[E6]W[D2]B[D1]W[E1]B[B2]W[C1];)", "d3 c3 e6 d2 d1 e1 b2 c1"},
		{"a pass left out in between", "(;" + start + "B[D3]W[C3]B[E6]W[D2]B[D1]W[E1]B[B2]W[C1]W[D6];)", "d3 c3 e6 d2 d1 e1 b2 c1 pass d6"},
	} {
		_, moves, err := ReadGGFGame(c.text)
		require.NoError(t, err, c.name)
		words := []string{}
		for _, move := range moves {
			words = append(words, move.String())
		}
		assert.Equal(t, c.moves, strings.Join(words, " "), c.name)
	}
}

func TestReadGGFGameRefuses(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"", `begins with "(;"`},
		{"(;GM[Othello]", "neither a TAG[text] nor the end"},
		{"(;GM[Othello", "neither a TAG[text] nor the end"},
		{"(;BO[10 ---];)", "want 8, then 64 squares"},
		{"(;BO[8 --- *];)", "has 3 squares, want 64"},
		{"(;BO[8 " + strings.Repeat("?", 64) + " *];)", "a square is * (black), O (white) or - (empty)"},
		{"(;B[f5]BO[8 " + strings.Repeat("-", 64) + " *];)", "comes after moves"},
		{"(;B[f5]B[d6];)", "move 2: Black moves where it is White's turn"},
		{"(;B[a1];)", "move 1: a1 is no legal move for Black"},
		{"(;B[z1];)", `move 1: "z1" is no square`},
		{"(;B[PA];)", "move 1: Black passes but need not"},
	} {
		_, _, err := ReadGGFGame(c.text)
		assert.ErrorContains(t, err, c.says, c.text)
	}
}

// What is written is read again, with the pass that is due at the end.
func TestGGFGamesRoundTrip(t *testing.T) {
	for _, transcript := range []string{"", "f5d6", "d3c3e6d2d1e1b2c1", "d3c3e6d2d1e1b2c1d6"} {
		game, err := engine.ParseTranscript(transcript)
		require.NoError(t, err)
		start, moves, err := ReadGGFGame(WriteGGFGame(game))
		require.NoError(t, err)
		at := start
		for _, move := range moves {
			at = at.Play(move)
		}
		assert.Equal(t, game.Final(), at)
		assert.Contains(t, WriteGGFGame(game), "RE[?]")
	}
}

func FuzzReadGGFGame(f *testing.F) {
	f.Add("(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6/1.2/0.5]B[PA];)")
	f.Add("(;B[d3]W[];)")
	f.Fuzz(func(t *testing.T, text string) {
		start, moves, err := ReadGGFGame(text)
		if err != nil {
			return
		}
		for _, move := range moves {
			if move != engine.Pass && engine.CheckLegal(start, move) != nil {
				t.Fatalf("%q holds the illegal %s", text, move)
			}
			start = start.Play(move)
		}
	})
}
