package formats

import (
	"fmt"
	"strconv"
	"strings"

	"evothello/engine"
)

// GGF writes the game in the Generic Game Format on one line. It includes passes, because programs that read GGF expect
// them. In texts it replaces brackets by parentheses and invisible characters by blanks.
func (g *Annotated) GGF() string {
	var out strings.Builder
	tag := func(name, text string) {
		fmt.Fprintf(&out, "%s[%s]", name, ggfText.Replace(printable(text)))
	}
	out.WriteString("(;")
	tag("GM", "Othello")
	tag("PC", g.Place)
	if g.Date != "" {
		tag("DT", g.Date)
	}
	tag("PB", g.Black)
	tag("PW", g.White)
	tag("RE", g.Result.ggf())
	size := strconv.Itoa(g.Start.Columns())
	tag("TY", size)
	tag("BO", strings.ReplaceAll(size+" "+g.Start.String(), "X", "*"))
	p := g.Start
	for i, move := range g.Moves {
		if p.MustPass() {
			tag(ggfColour[p.Side], "PA")
			p = p.Pass()
		}
		tag(ggfColour[p.Side], strings.ToUpper(move.String())+g.Remarks[i].ggf())
		p = p.Play(move)
	}
	if g.Passed && p.MustPass() {
		tag(ggfColour[p.Side], "PA")
	}
	if g.Comment != "" {
		tag("CO", g.Comment)
	}
	return out.String() + ";)"
}

var (
	ggfText   = strings.NewReplacer("[", "(", "]", ")")
	ggfColour = [2]string{engine.Black: "B", engine.White: "W"}
)

func (r *Result) ggf() string {
	if r == nil {
		return "?"
	}
	text := fmt.Sprintf("%+.3f", r.Discs)
	if r.How != "" {
		text += ":" + r.How
	}
	return text
}

func (r Remark) ggf() string {
	number := func(v *float64) string {
		if v == nil {
			return ""
		}
		return "/" + strconv.FormatFloat(*v, 'f', -1, 64)
	}
	if eval := number(r.Eval); eval != "" || r.Seconds == nil {
		return eval + number(r.Seconds)
	}
	return "/" + number(r.Seconds)
}
