package engine

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// passGame ends where Black must pass; other engines agree.
const passGame = "d3c3e6d2d1e1b2c1"

func TestParsePosition(t *testing.T) {
	const start = "---------------------------OX------XO---------------------------"
	for _, c := range []struct{ name, text, want string }{
		{"start by name", "Start", start + " X"},
		{"board and side", start + " O", start + " O"},
		{"other letters", strings.NewReplacer("X", "*", "O", "w", "-", ".").Replace(start) + "  b", start + " X"},
		{"no blank before the side", start + "O", start + " O"},
		{"board on eight lines",
			"\n" + strings.Join(regexp.MustCompile(".{8}").FindAllString(start, -1), "\n") + "\nO", start + " O"},
		{"transcript, any case, blanks", "F5 d6C3", "------------------X--------XX------OXX-----O-------------------- O"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := ParsePosition(c.text)
			require.NoError(t, err)
			assert.Equal(t, c.want, p.String())
		})
	}
}

func TestAPassAtTheEndOfATranscriptIsTaken(t *testing.T) {
	p, err := ParsePosition(passGame)
	require.NoError(t, err)
	assert.Equal(t, White, p.Side, "White moved last and moves again")
	assert.NotZero(t, p.Moves())
}

func TestParsePositionRefuses(t *testing.T) {
	board := strings.Repeat("-", 64)
	for _, c := range []struct{ text, says string }{
		{"", "empty position"},
		{"-", `"-" has no moves; a position is`},
		{board, "needs exactly one side"},
		{board + " Z", `side to move "Z"`},
		{board[1:] + " X", "the board has 63 squares: must have 64, a1 to h8"},
		{board + " X O", "needs exactly one side"},
		{"f5f5", "move 2: f5 is taken"},
		{"f5d6c9", `move 3: "c9" is not a square`},
		{"f5d", `move 2: "d" is not a square`},
		{"a1", "move 1: a1 is not a legal move for Black"},
	} {
		_, err := ParsePosition(c.text)
		assert.ErrorContains(t, err, c.says, "%q", c.text)
	}
}

func TestWinner(t *testing.T) {
	for board, want := range map[string]string{
		strings.Repeat("X", 40) + strings.Repeat("O", 24):        "Black 16",
		strings.Repeat("X", 24) + strings.Repeat("O", 40):        "White 16",
		strings.Repeat("XO", 32):                                 "draw",
		"O" + strings.Repeat("-", 63):                            "White 64",
		"XX" + strings.Repeat("-", 61) + "O":                     "Black 62",
		strings.Repeat("-", 20) + "XO" + strings.Repeat("-", 42): "draw",
	} {
		for _, side := range []string{" X", " O"} {
			p, err := ParsePosition(board + side)
			require.NoError(t, err)
			got := "draw"
			if winner, discs := p.Winner(); discs != 0 {
				got = fmt.Sprintf("%s %d", winner, discs)
			}
			assert.Equal(t, want, got, board+side)
		}
	}
}

func TestPassesMayBeWrittenWhereTheyAreDue(t *testing.T) {
	want, err := ParseTranscript(passGame + "a3")
	require.NoError(t, err)
	for _, pass := range []string{"pa", "PA", " ps ", "pass", "Pass", "--", " - - ", "p a ss", "\u00a0PASS\n"} {
		g, err := ParseTranscript(passGame + pass + "a3")
		require.NoError(t, err)
		assert.Equal(t, want, g, "passes are implied, however they were written")
	}
	for _, c := range []struct{ text, says string }{
		{"f5pa", "move 2: pass is not a legal move for White"},
		{passGame + "papa", "move 9: pass is not a legal move for White"},
		{"f5pas", `move 2: pass is not a legal move`},
		{"f5p", `move 2: "p" is not a square`},
		{"f5--", "move 2: pass is not a legal move for White"},
		{"f5\u00a0é5", `move 2: "é5" is not a square`},
		{"--", "move 1: pass is not a legal move for Black"},
	} {
		_, err := ParseTranscript(c.text)
		assert.ErrorContains(t, err, c.says, "%q", c.text)
	}
}

// A number counts moves or pairs of moves, with or without passes.
func TestTranscriptsMayBeNumbered(t *testing.T) {
	after := passGame + "a3a1"
	for _, c := range []struct{ text, want string }{
		{"1. f5 d6 2. c3", "f5d6c3"},
		{"1.f5 2.d6", "f5d6"},
		{"1 f5", "f5"},
		{"1) f5 d6 2) c3", "f5d6c3"},
		{"1 f5 2 d6 3 c3", "f5d6c3"},
		{"1.F5D62.C3", "f5d6c3"},
		{"1. f5 d6\r\n2. c3\u00a0d3\n", "f5d6c3d3"},
		{"1. f5 1... d6 2. c3", "f5d6c3"},
		{"  1.\n f5", "f5"},
		{passGame + " 9. a3 10. a1", after},
		{passGame + " 10. a3 11. a1", after},
		{passGame + " 9. pass 10. a3 11. a1", after},
		{"1. d3 c3 2. e6 d2 3. d1 e1 4. b2 c1 5. -- a3 6. a1", after},
		{"1. d3 c3 2. e6 d2 3. d1 e1 4. b2 c1 5. a3 a1", after},
	} {
		g, err := ParseTranscript(c.text)
		require.NoError(t, err, "%q", c.text)
		assert.Equal(t, c.want, g.Transcript(), "%q", c.text)
	}
	white, err := ParsePosition(Start().Squares() + " O")
	require.NoError(t, err)
	for _, text := range []string{"1... c5 2. e6", "1. c5 e6", "1. c5 2. e6"} {
		g, err := ParseTranscriptFrom(white, text)
		require.NoError(t, err, text)
		assert.Equal(t, "c5e6", g.Transcript(), text)
	}
	for _, c := range []struct{ text, says, legal string }{
		{"2024 f5", `move 1: "20" is not a square`, ""},
		{"202 f5", "move 1: it has the number 202: must be 1", ""},
		{"0. f5", "move 1: it has the number 0", ""},
		{"1. f5 d6 4. c3", "move 3: it has the number 4", "f5d6"},
		{"1. f5 d6 3. c3 d3 4. c4", "move 5: it has the number 4", "f5d6c3d3"},
		{"1. f5 d6 2.", `move 3: "" is not a square`, "f5d6"},
		{"1. 2. f5", `move 1: "2." is not a square`, ""},
		{"1f5", `move 1: "1f" is not a square`, ""},
		{"1.... f5", `move 1: ".f" is not a square`, ""},
		{"1)) f5", `move 1: ")f" is not a square`, ""},
		{"1. f5 d6 2. a1", "move 3: a1 is not a legal move for Black", "f5d6"},
		{"1. f5 2. --", "move 2: pass is not a legal move for White", "f5"},
	} {
		g, err := ParseTranscript(c.text)
		assert.ErrorContains(t, err, c.says, "%q", c.text)
		assert.Equal(t, c.legal, g.Transcript(), "%q: what is legal", c.text)
	}
}

// Transcripts are read in the spellings of people, other programs and the web page.
func TestSpellingsOfTranscripts(t *testing.T) {
	const whole = "e6f4e3f6g5d6e7f5c5" // a game that ends after nine moves
	for _, c := range []struct{ text, want string }{
		{"f5,d6,c3", "f5d6c3"},
		{"F5-D6-C3", "f5d6c3"},
		{"f5 – d6 — c3", "f5d6c3"},
		{"f5; d6 / c3 | d3 > c4 →f4", "f5d6c3d3c4f4"},
		{"Ｆ５ｄ６　Ｃ３、ｄ３。", "f5d6c3d3"},
		{"f5 (0.0) d6 (+1)", "f5d6"},
		{"f5{best} d6[-3.2] c3", "f5d6c3"},
		{"f5! d6?? c3!?", "f5d6c3"},
		{"\u200bf5\ufeffd6", "f5d6"},
		{passGame + " -- a3", passGame + "a3"},
		{passGame + "－－a3", passGame + "a3"},
		{whole + "--", whole},
		{whole + " pass PA", whole},
		{"http://127.0.0.1:8080/#/game?moves=f5d6c3&black=you&white=champion,4", "f5d6c3"},
		{"#/game?moves=&black=you", ""},
	} {
		g, err := ParseGame(Start(), c.text)
		require.NoError(t, err, "%q", c.text)
		assert.Equal(t, c.want, g.Transcript(), "%q", c.text)
	}
	g, err := ParseGame(Start(), "https://example.org/othello/#/game?start="+Start().Squares()+"+O&moves=f4")
	require.NoError(t, err)
	assert.Equal(t, White, g.Start.Side, "a link names its start")
	g, err = ParseGame(Start(), "#/game?board=Square-6&moves=")
	require.NoError(t, err)
	assert.NotZero(t, g.Start.Holes(), "or its board")
	for text, says := range map[string]string{
		"f5 (0.0 d6":                    `move 2: "(0" is not a square`,
		"f5 d6) c3":                     `move 3: ")c" is not a square`,
		whole + "a1":                    "move 10: a1 comes after the end of the game",
		"f5,--":                         "move 2: pass is not a legal move for White",
		"#/game?board=Nowhere&moves=f5": "the link's board: ",
		"#/game?start=f9&moves=f5":      "the link's start position: ",
		"#/game?start=%":                "the link is damaged",
	} {
		_, err := ParseGame(Start(), text)
		assert.ErrorContains(t, err, says, "%q", text)
	}
}

func TestPositionsOfAGame(t *testing.T) {
	g, err := ParseTranscript(passGame)
	require.NoError(t, err)
	positions := g.Positions()
	require.Len(t, positions, len(g.Moves)+1)
	assert.Equal(t, Start(), positions[0])
	for i, move := range g.Moves {
		assert.NoError(t, CheckLegal(positions[i], move))
	}
	assert.Equal(t, g.Final(), positions[len(g.Moves)])
	assert.Equal(t, White, g.Final().Side, "Black's pass is taken")
}

func TestNotationsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		g := NewGame()
		for {
			p := g.Final()
			moves := newTwinOf(p).moves(1)
			if len(moves) == 0 {
				break
			}
			g.Moves = append(g.Moves, moves[rng.IntN(len(moves))])
			again, err := ParsePosition(p.String())
			require.NoError(t, err)
			require.Equal(t, p, again)
		}
		again, err := ParseTranscript(strings.ToUpper(g.Transcript()))
		require.NoError(t, err)
		require.Equal(t, g.Moves, again.Moves)
		require.True(t, again.Final().Over())
	}
}

func FuzzParsePosition(f *testing.F) {
	f.Add("start")
	f.Add(passGame)
	f.Add(Start().String())
	f.Add("f5d6c3d3")
	f.Add(passGame + "pass a3")
	f.Add("1. f5 d6\n2. c3")
	f.Add("1.f5 2.d6 3.c3")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		if err != nil {
			return
		}
		again, err := ParsePosition(p.String())
		if err != nil || again != p {
			t.Fatalf("%q reads as %v, which reads back as %v, %v", text, p, again, err)
		}
		game, err := ParseTranscript(text)
		if err != nil {
			return
		}
		for _, numbered := range []string{numberedBy(game, 1), numberedBy(game, 2)} {
			if again, err := ParseTranscript(numbered); err != nil || again.Transcript() != game.Transcript() {
				t.Fatalf("%q is numbered as %q, which reads as %v, %v", text, numbered, again, err)
			}
		}
	})
}

// numberedBy writes a game with a number at every move, or at every second one.
func numberedBy(g *Game, every int) (text string) {
	for i, move := range g.Moves {
		if i%every == 0 {
			text += fmt.Sprintf("%d. ", i/every+1)
		}
		text += move.String() + " "
	}
	return text
}

func TestSquaresOfASet(t *testing.T) {
	squares := []Square{}
	for s := range SquaresOf(StartBoard().Moves()) {
		squares = append(squares, s)
	}
	assert.Equal(t, []Square{At(3, 2), At(2, 3), At(5, 4), At(4, 5)}, squares)
	for range SquaresOf(0) {
		assert.Fail(t, "the empty set has no square")
	}
	for s := range SquaresOf(1<<63 | 1<<5) {
		assert.Equal(t, Square(5), s)
		break
	}
}

func TestDrawGivesEverySquareTheSameChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	counts := map[Square]int{}
	for range 30_000 {
		counts[RandomSquare(rng, 1<<0|1<<31|1<<63)]++
	}
	require.Len(t, counts, 3)
	for _, s := range []Square{0, 31, 63} {
		assert.InDelta(t, 10_000, counts[s], 400, s)
	}
}
