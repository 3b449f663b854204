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
