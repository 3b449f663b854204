package formats

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

func number(v float64) *float64 { return &v }

func TestGGF(t *testing.T) {
	game, err := engine.ParseTranscript(passGame + "a3")
	require.NoError(t, err)
	g := Annotated{
		Game: *game, Place: "evothello", Black: "a[1]", White: "b", Result: &Result{Discs: -4, How: "r"},
		Comment: "seed\n1\x1b(B\x00",
		Remarks: map[int]Remark{
			0: {Eval: number(-1.27), Seconds: number(0.35)}, 1: {Eval: number(2)}, 2: {Seconds: number(0.01)},
		},
	}
	assert.Equal(t, "(;GM[Othello]PC[evothello]PB[a(1)]PW[b]RE[-4.000:r]TY[8]"+
		"BO[8 ---------------------------O*------*O--------------------------- *]"+
		"B[D3/-1.27/0.35]W[C3/2]B[E6//0.01]W[D2]B[D1]W[E1]B[B2]W[C1]B[PA]W[A3]CO[seed 1 (B ];)", g.GGF())
}

const emptyTags = "(;GM[Othello]PC[]PB[]PW[]RE[?]TY[8]" +
	"BO[8 ---------------------------O*------*O--------------------------- *]"

func TestParseGGF(t *testing.T) {
	transcript := func(text string) *engine.Game {
		g, err := engine.ParseTranscript(text)
		require.NoError(t, err)
		return g
	}
	const board = "---------------------------O*------*O---------------------------"
	for _, c := range []struct {
		name, text string
		want       []Annotated
	}{
		{"nothing", " \n", nil},
		{"no tag at all", "(;;)", []Annotated{{Game: *transcript("")}}},
		{
			"a game of a server", `(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[ant]PW[bee]RB[1837.5]RW[2203.5]` +
				`TI[05:00//02:00]TY[8]RE[+12.000:t]
				BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[C3/1.50]B[e6/-2.5/3];)`,
			[]Annotated{{
				Game: *transcript("d3c3e6"), Place: "GGS/os", Date: "2003.12.15_12:33:18.MST", Black: "ant", White: "bee",
				Result: &Result{Discs: 12, How: "t"},
				Remarks: map[int]Remark{
					0: {Seconds: number(0.01)}, 1: {Eval: number(1.5)}, 2: {Eval: number(-2.5), Seconds: number(3)},
				},
			}},
		},
		{"a synchro pair, with counts", "2 (;B[f5];)(;B[d3/];)\n1\n(;CO[two\nlines]B[F5//];)", []Annotated{
			{Game: *transcript("f5")}, {Game: *transcript("d3")}, {Game: *transcript("f5"), Comment: "two\nlines"},
		}},
		{"a missing side is Black's", "(;BO[8 " + board + "]B[f5];)", []Annotated{{Game: *transcript("f5")}}},
		{"White begins", "(;BO[8 " + board + " O]W[f4];)", []Annotated{
			{Game: engine.Game{
				Start: engine.Position{Board: engine.StartBoard().Swap(), Side: engine.White}, Moves: []engine.Square{29},
			}},
		}},
		{"passes written, in capitals or not", withPass("B[pa]"), []Annotated{{Game: *transcript(passGame + "a3")}}},
		{"a pass as a word, with a time", withPass("B[PASS//0.00]"), []Annotated{{Game: *transcript(passGame + "a3")}}},
		{"passes left out", withPass(""), []Annotated{{Game: *transcript(passGame + "a3")}}},
		{"the board may come last", "(;B[f5]BO[8 " + board + " *];)", []Annotated{{Game: *transcript("f5")}}},
		{"no result", "(;RE[?];)(;RE[];)", []Annotated{{Game: *transcript("")}, {Game: *transcript("")}}},
		{"passes after the end", wipeOut("W[PA]B[PA]"), []Annotated{{Game: *transcript("e6f4e3f6g5d6e7f5c5")}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, wrong := ParseGGF(c.text)
			assert.Empty(t, wrong)
			for i := range c.want {
				c.want[i].Number = i + 1
			}
			assert.Equal(t, c.want, games)
		})
	}
}

// withPass returns the game in which Black must pass, with the given text at the pass.
func withPass(pass string) string {
	return emptyTags + "B[d3]W[c3]B[e6]W[d2]B[d1]W[e1]B[b2]W[c1]" + pass + "W[a3];)"
}

// wipeOut returns a game that ends after nine moves, with the given text at its end.
func wipeOut(end string) string {
	return emptyTags + "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]" + end + ";)"
}

func TestParseGGFRefuses(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"abc", `line 1: found "abc" where a game must begin with (;`},
		{"(;B[f5];)\n\n(;B[f5]", "game 2, line 3: the text ends before the ;) that ends a game"},
		{"(;B f5];)", `line 1: "B f5];)" is not a tag: want TAG[text]`},
		{"(;PB[name", `line 1: "PB[name" is not a tag: want TAG[text]`},
		{"(;]", `line 1: "]" is not a tag: want TAG[text]`},
		{"(;GM[Amazons];)", `GM[Amazons]: only games of Othello`},
		{"(;BO[9 --- *];)", "only boards of size 8, 10, 12 … 26 can be read"},
		{"(;BO[10 --- *];)", "want 10, then 100 squares"},
		{"(;BO[8 --- *];)", "want 8, then 64 squares"},
		{"(;BO[8 " + strings.Repeat("-", 64) + " ?];)", `side to move "?"`},
		{"(;RE[won];)", "result RE[won]: want"},
		{"(;RE[NaN];)", "result RE[NaN]: want"},
		{"(;B[f5]W[f5];)", "game 1, line 1: move 2: f5 is taken"},
		{"(;B[f5]\nB[d6];)", "line 2: move 2: B[d6]: it is White's move"},
		{"(;W[f4];)", "move 1: W[f4]: it is Black's move"},
		{"(;B[f5]W[PA];)", "move 2: pass is not a legal move for White"},
		{withPass("W[PA]"), "move 9: W[PA]: it is Black's move"},
		{wipeOut("W[a1]"), "move 10: a1 comes after the end of the game"},
		{"(;B[f5/x];)", `move 1: "f5/x": "x" is not a number`},
		{"(;B[f5/1/Inf];)", `"Inf" is not a number`},
		{"(;B[f5/1/2/3];)", "want square/evaluation/seconds"},
		{"(;B[z9];)", `move 1: "z9" is not a square`},
	} {
		_, wrong := ParseGGF(c.text)
		require.Len(t, wrong, 1, "%q", c.text)
		assert.ErrorContains(t, wrong[0], c.says, "%q", c.text)
	}
}

// Unreadable games are left out, and the others are read.
func TestUnreadableGamesAreSkipped(t *testing.T) {
	const sound = "(;PB[sound]B[f5];)"
	for text, says := range map[string]string{
		"(;BO[11 " + strings.Repeat("-", 121) + " *]TY[11];)": "only boards of size 8, 10, 12 … 26 can be read",
		"(;TY[8a]B[f5];)":      "TY[8a]: games of anti-Othello",
		"(;TY[s8ar20]B[f5];)":  "TY[s8ar20]: games of anti-Othello",
		"(;GM[Amazons];)":      `GM[Amazons]: only games of Othello`,
		"(;B[f5]W[a1];)":       "move 2: a1 is not a legal move for White",
		"(;B[f5]W[a1]CO[(;];)": "move 2: a1 is not a legal move for White",
		"(;B[f5":               `"B[f5" is not a tag: want TAG[text]`,
		"(;B[f5] W d6;)":       `"W d6;)" is not a tag: want TAG[text]`,
		"(;PB[" + strings.Repeat("x", 70_000) + "];)": `does not end within 65536 bytes`,
		"B[f5]W[d6];)": `found "B[f5]W[d6];)" where a game must begin with (;`,
	} {
		games, wrong := ParseGGF(sound + "\n\n" + text + "\n" + sound)
		require.Len(t, wrong, 1, text)
		assert.ErrorContains(t, wrong[0], "game 2, line 3: ", text)
		assert.ErrorContains(t, wrong[0], says, text)
		require.Len(t, games, 2, text)
		assert.Equal(t, []int{1, 3}, []int{games[0].Number, games[1].Number}, text)
		assert.Equal(t, games[0].Game, games[1].Game, text)
	}
	games, wrong := ParseGGF(strings.Repeat("(;B[a1];)", 1500) + sound)
	assert.Empty(t, games)
	assert.Len(t, wrong, 1001)
	assert.EqualError(t, wrong[1000], "too many errors: the rest was not read")
}

// Text between games is no game, and brackets there are skipped.
func TestTextBetweenGamesHasNoNumber(t *testing.T) {
	stray, err := os.ReadFile("testdata/stray.ggf")
	require.NoError(t, err)
	games, wrong := ParseGGF(string(stray))
	require.Len(t, games, 2)
	assert.Equal(t, []int{1, 3}, []int{games[0].Number, games[1].Number})
	require.Len(t, wrong, 1)
	assert.ErrorContains(t, wrong[0], "game 2, line 2: move 5: a1 is not a legal move")

	games, wrong = ParseGGF("(;B[f5];)\n;)\nRound 2\n(;B[d3];)" + strings.Repeat(")\n", 2000) + "(;B[c4];)")
	require.Len(t, games, 3)
	assert.Equal(t, 3, games[2].Number)
	require.Len(t, wrong, 1)
	assert.EqualError(t, wrong[0], `line 3: found "Round 2" where a game must begin with (;`)
}

// The start position may stand on several lines.
func TestGGFBoardsOnLines(t *testing.T) {
	file, err := ReadFile(engine.Start(), "testdata/bo-linebreaks.ggf")
	require.NoError(t, err)
	require.Len(t, file.Games, 1)
	assert.Equal(t, engine.Start(), file.Games[0].Start)
	assert.Empty(t, file.Faults)
}

// A result that contradicts the moves is reported, and the game is read.
func TestContradictedResults(t *testing.T) {
	for result, says := range map[string]string{
		"RE[+64.000]":      "", // the empty squares count for the winner
		"RE[+13]":          "", // or for neither side
		"RE[?]":            "",
		"RE[-12.000]":      "line 2: the result is RE[-12.000], but the moves lead to +64",
		"RE[+12]":          "line 2: the result is RE[+12.000], but the moves lead to +64",
		"RE[-12.000:r]":    "", // a resignation may have any result
		"RE[+2.500]TY[8k]": "", // a komi
		"RE[+2.500]KM[+3]": "",
	} {
		text := strings.Replace(wipeOut(""), "RE[?]", "\n"+result, 1)
		games, wrong := ParseGGF("(;;)" + text)
		assert.Len(t, games, 2, result)
		if says == "" {
			assert.Empty(t, wrong, result)
			continue
		}
		require.Len(t, wrong, 1, result)
		assert.EqualError(t, wrong[0], "game 2, "+says)
	}
	games, wrong := ParseGGF("(;RE[+40]B[f5];)")
	assert.Len(t, games, 1)
	assert.Empty(t, wrong, "the game was not played out")
}

// anyAnnotatedGame draws a game with everything that a GGF file can contain.
func anyAnnotatedGame(t *rapid.T) Annotated {
	text := rapid.StringMatching(`[ -Z^-~¡-¬®-ÿ]{0,12}`)
	hundredth := rapid.Custom(func(t *rapid.T) *float64 {
		if rapid.Bool().Draw(t, "none") {
			return nil
		}
		return number(float64(rapid.IntRange(-6400, 6400).Draw(t, "hundredths")) / 100)
	})
	start := rapid.SampledFrom([]engine.Position{engine.Start(), engine.LargeStart(12)}).Draw(t, "start")
	g := Annotated{
		Game: anyGameFrom(t, start), Place: text.Draw(t, "place"), Date: text.Draw(t, "date"),
		Black: text.Draw(t, "black"), White: text.Draw(t, "white"), Comment: text.Draw(t, "comment"),
	}
	if rapid.Bool().Draw(t, "result") {
		how := rapid.SampledFrom([]string{"", "r", "t", "s"})
		g.Result = &Result{Discs: float64(rapid.IntRange(-64, 64).Draw(t, "discs")), How: how.Draw(t, "how")}
	}
	for i := range g.Moves {
		if remark := (Remark{hundredth.Draw(t, "eval"), hundredth.Draw(t, "seconds")}); remark != (Remark{}) {
			if g.Remarks == nil {
				g.Remarks = map[int]Remark{}
			}
			g.Remarks[i] = remark
		}
	}
	return g
}

func TestGGFReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyAnnotatedGame(t), anyAnnotatedGame(t)
		again, _ := ParseGGF("2 " + a.GGF() + "\n" + b.GGF() + "\n") // the random results are reported as wrong
		a.Number, b.Number = 1, 2
		require.Equal(t, []Annotated{a, b}, again)
	})
}

func FuzzParseGGF(f *testing.F) {
	f.Add(withPass("B[PA/1.5/0.01]"))
	f.Add(wipeOut("W[PA]"))
	f.Add("(;B[f5\n;)(;TY[8a]B[f5];)prose(;B[f5]W[a1];)(;PB[(;];)")
	f.Add("2 (;B[f5];)(;RE[+3.5:r]BO[8 ---------------------------O*------*O--------------------------- O]W[f4//];)")
	f.Fuzz(func(t *testing.T, text string) {
		games, _ := ParseGGF(text)
		for _, g := range games {
			again, _ := ParseGGF(g.GGF())
			require.Len(t, again, 1)
			require.Equal(t, g.Game, again[0].Game)
			require.Equal(t, g.Remarks, again[0].Remarks)
		}
	})
}
