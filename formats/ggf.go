package formats

import (
	"fmt"
	"strings"

	"evothello/engine"
)

// A GGFGame is what a game in the Generic Game Format says.
type GGFGame struct {
	Place        string // where it was played
	Black, White string // names
	Start        engine.Position
	Moves        []engine.Square // passes implied
	Discs        int             // Black's result, −64…64
	Comment      string
}

// String writes the game on one line. Passes are written, as readers expect, and
// brackets in texts become parentheses.
func (g *GGFGame) String() string {
	var out strings.Builder
	clean := strings.NewReplacer("[", "(", "]", ")", "\n", " ")
	fmt.Fprintf(&out, "(;GM[Othello]PC[%s]PB[%s]PW[%s]", clean.Replace(g.Place), clean.Replace(g.Black), clean.Replace(g.White))
	p := g.Start
	side := map[engine.Side]string{engine.Black: "*", engine.White: "O"}
	fmt.Fprintf(&out, "RE[%+d.000]TY[8]BO[8 %s %s]", g.Discs, strings.ReplaceAll(p.Squares(), "X", "*"), side[p.Side])
	for _, move := range g.Moves {
		if p.MustPass() {
			fmt.Fprintf(&out, "%s[PA]", ggfColour(p.Side))
			p = p.Pass()
		}
		fmt.Fprintf(&out, "%s[%s]", ggfColour(p.Side), strings.ToUpper(move.String()))
		p = p.Play(move)
	}
	if g.Comment != "" {
		fmt.Fprintf(&out, "CO[%s]", clean.Replace(g.Comment))
	}
	return out.String() + ";)"
}

func ggfColour(s engine.Side) string {
	if s == engine.Black {
		return "B"
	}
	return "W"
}
