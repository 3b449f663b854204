package formats

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// passGame ends where Black must pass.
const passGame = "d3c3e6d2d1e1b2c1"

// anyGame plays random moves from the start, or from a position of another random game with either side to
// move.
func anyGame(t *rapid.T) engine.Game { return anyGameFrom(t, engine.Start()) }

func anyGameFrom(t *rapid.T, start engine.Position) engine.Game {
	g := &engine.Game{Start: start}
	if rapid.Bool().Draw(t, "from a position") {
		playOn(t, g)
		g = &engine.Game{Start: g.Final()}
		if rapid.Bool().Draw(t, "the other side") {
			g.Start = g.Start.Pass()
		}
	}
	playOn(t, g)
	return *g
}

// playOn plays random moves. Every other time it plays to the end, where passes are common.
func playOn(t *rapid.T, g *engine.Game) {
	moves := rapid.SampledFrom([]int{1, 60, 10, 60, 30, 60}).Draw(t, "moves")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	p := g.Start.Settle()
	for ; moves > 0 && !p.Over(); moves-- {
		move := p.RandomMove(rng)
		g.Moves = append(g.Moves, move)
		p = p.Play(move).Settle()
	}
}

func TestTranscriptsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := engine.NewGame()
		playOn(t, g)
		again, err := ParseTranscripts(engine.Start(), "\n% two games\n"+g.Transcript()+"\r\n"+spaced(g)+" % the same")
		require.NoError(t, err)
		require.Equal(t, []Annotated{{Game: *g, Number: 1}, {Game: *g, Number: 2}}, again)
	})
}

// spaced writes a game's transcript in capitals, with blanks and passes.
func spaced(g *engine.Game) string {
	var words []string
	p := g.Start
	for _, move := range g.Moves {
		if p.MustPass() {
			words = append(words, "PASS")
		}
		p = p.Settle().Play(move)
		words = append(words, strings.ToUpper(move.String()))
	}
	return strings.Join(words, " ")
}

func TestParseTranscriptsRefuses(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"f5d6\n\nf5f5", "line 3: transcript, move 2: f5 is taken"},
		{"f5d6c", `line 1: transcript, move 3: "c" is not a square`},
		{"f5d6\n1. f5 d6\n2. c3 f5", "line 2: transcript, move 4: f5 is taken"},
		{"1. f5 d6\n3. c3 d3\n4. c4 f4", "line 1: transcript, move 5: it has the number 4"},
		{"5 words", `line 1: transcript, move 1: "wo" is not a square`},
		{"f5 pass", "line 1: transcript, move 2: pass is not a legal move for White"},
	} {
		_, err := ParseTranscripts(engine.Start(), c.text)
		assert.ErrorContains(t, err, c.says, "%q", c.text)
	}
}

func TestTranscriptsOnSeveralLines(t *testing.T) {
	for text, want := range map[string][]string{
		"1. f5 d6\n2. c3 d3":                         {"f5d6c3d3"},
		"1. f5 d6\n2. c3\n\n% next\n1. f5 f6\n2. e6": {"f5d6c3", "f5f6e6"},
		"f5 d6 % two\nc3 d3":                         {"f5d6c3d3"},
		"1. f5 d6 2. c3\nf5f6":                       {"f5d6c3", "f5f6"},
	} {
		games, err := ParseTranscripts(engine.Start(), text)
		require.NoError(t, err, "%q", text)
		var got []string
		for _, g := range games {
			got = append(got, g.Transcript())
		}
		assert.Equal(t, want, got, "%q", text)
	}
}

func TestTitle(t *testing.T) {
	for _, c := range []struct {
		game Annotated
		want string
	}{
		{Annotated{}, "Black against White"},
		{Annotated{Black: "a", White: "b", Place: "somewhere", Date: "2004"}, "a against b, somewhere, 2004"},
	} {
		assert.Equal(t, c.want, c.game.Title())
	}
}

func FuzzParseTranscripts(f *testing.F) {
	f.Add("f5d6c3\nF5 f6 e6 % comment\n")
	f.Add(passGame + "pass a3")
	f.Add("1. f5 d6\n2. c3 % comment\n1.f5\n2.d6")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := ParseTranscripts(engine.Start(), text)
		if err != nil {
			return
		}
		var out strings.Builder
		for _, g := range games {
			out.WriteString(g.Transcript() + "\n")
		}
		again, err := ParseTranscripts(engine.Start(), out.String())
		require.NoError(t, err)
		require.Equal(t, games, again)
	})
}
