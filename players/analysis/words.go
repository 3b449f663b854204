package analysis

import (
	"fmt"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/internal/english"
)

// Sentences are the text of a reason in each language, for the page and the terminal.
type Sentences struct {
	English  string `json:"en"`
	Japanese string `json:"ja"`
}

// Sentences returns the sentences of a reason. Move numbers in them count the moves of the line from 1,
// without passes.
func (r *Reason) Sentences() Sentences {
	squares := names(r.Squares)
	last, listed := len(squares)-1, ""
	if last >= 0 {
		listed = strings.TrimPrefix(strings.Join(squares[:last], ", ")+" and "+squares[last], " and ")
	}
	n := english.Count(len(squares), r.noun())
	if len(squares) == 0 {
		n = "no" + n[1:]
	}
	return Sentences{
		r.fill(r.inEnglish(), listed, n, [2]string{"Black", "White"}),
		r.fill(r.inJapanese(), strings.Join(squares, "・"), strconv.Itoa(len(squares)), [2]string{"黒", "白"}),
	}
}

// fill fills in the places of a sentence.
func (r *Reason) fill(sentence, squares, n string, sides [2]string) string {
	return strings.NewReplacer(
		"{move}", r.Move.String(), "{instead}", r.Instead.String(), "{side}", sides[r.Side],
		"{n}", n, "{other}", strconv.Itoa(len(r.Other)),
		"{squares}", squares, "{ply}", strconv.Itoa(r.Ply), "{edge}", r.edge(),
	).Replace(sentence)
}

// noun is what a reason counts.
func (r *Reason) noun() string {
	return map[Kind]string{Moves: "move", Safe: "safe move", Stable: "stable disc", Frontier: "frontier disc",
		Edge: "disc", LastMove: "empty square"}[r.Kind]
}

// edge is the row or column of the edge.
func (r *Reason) edge() string {
	if r.Kind != Edge {
		return ""
	}
	first, last := r.Squares[0], r.Squares[len(r.Squares)-1]
	if first.Row() == last.Row() {
		return strconv.Itoa(first.Row() + 1)
	}
	return first.String()[:1]
}

// mostNamed is the greatest number of empty squares that a sentence lists.
const mostNamed = 4

func (r *Reason) inEnglish() string {
	after := ""
	if r.Ply > 1 {
		after = " (after move {ply})"
	}
	switch {
	case r.Kind == Corners && r.takes():
		return "{move} takes a corner."
	case r.Kind == Corners && len(r.Squares) > 1:
		return "{move} lets {side} take {squares} (from move {ply})."
	case r.Kind == Corners:
		return "{move} lets {side} take {squares} (move {ply})."
	case r.Kind == Passes:
		return "{move} leaves {side} no move" + after + "."
	case r.Kind == Wedge && r.takes():
		return "{move} is a wedge on the edge."
	case r.Kind == Wedge:
		return "{move} lets {side} wedge in at {squares} (move {ply})."
	case r.Kind == LastMove && len(r.Squares) > mostNamed:
		return fmt.Sprintf("{move} lets {side} play last in the region of {n} with %s (move {ply}).", r.Squares[0])
	case r.Kind == LastMove:
		return "{move} lets {side} play last in {squares} (move {ply})."
	case r.Kind == Edge && r.edge() >= "a":
		return "{move} leaves {side} {n} on column {edge}, {instead} leaves {other} (at the end)."
	case r.Kind == Edge:
		return "{move} leaves {side} {n} on row {edge}, {instead} leaves {other} (at the end)."
	}
	return "{move} leaves {side} {n}, {instead} leaves {other}" + after + "."
}

func (r *Reason) inJapanese() string {
	if_, after := map[LineName]string{InPlayed: "だと", InBest: "なら"}[r.Line], ""
	if r.Ply > 1 {
		after = "({ply}手目の後)"
	}
	switch {
	case r.Kind == Corners && r.takes():
		return "{move}で隅を取れます。"
	case r.Kind == Corners && len(r.Squares) > 1:
		return "{move}" + if_ + "{side}が{squares}を取ります({ply}手目から)。"
	case r.Kind == Corners:
		return "{move}" + if_ + "{side}が{squares}を取ります({ply}手目)。"
	case r.Kind == Passes:
		return "{move}" + if_ + "{side}の打てる場所がなくなります" + after + "。"
	case r.Kind == Wedge && r.takes():
		return "{move}で辺に割り込めます。"
	case r.Kind == Wedge:
		return "{move}" + if_ + "{side}が{squares}に割り込みます({ply}手目)。"
	case r.Kind == LastMove && len(r.Squares) > mostNamed:
		return fmt.Sprintf("{move}だと%sを含む空き{n}マスの最後の手は{side}です({ply}手目)。", r.Squares[0])
	case r.Kind == LastMove:
		return "{move}だと{squares}の最後の手は{side}です({ply}手目)。"
	case r.Kind == Edge && r.edge() >= "a":
		return "{move}だと{edge}列の{side}石は{n}個、{instead}なら{other}個です(終局時)。"
	case r.Kind == Edge:
		return "{move}だと{edge}段目の{side}石は{n}個、{instead}なら{other}個です(終局時)。"
	}
	what := map[Kind]string{Moves: "{side}の打てる場所", Safe: "{side}の隅を渡さない手",
		Stable: "{side}の確定石", Frontier: "空きマスに接する{side}石"}[r.Kind]
	return "{move}だと" + what + "は{n}、{instead}なら{other}です" + after + "。"
}

// takes reports whether the first move of the line itself takes the only corner or wedge.
func (r *Reason) takes() bool { return len(r.Squares) == 1 && r.Squares[0] == r.Move }

// A ReasonView is a Reason in JSON.
type ReasonView struct {
	Kind    Kind      `json:"kind"`
	Side    string    `json:"side"` // X or O
	Line    LineName  `json:"line"`
	Ply     int       `json:"ply"`
	Squares []string  `json:"squares"`
	Other   []string  `json:"other"`
	Says    Sentences `json:"says"`
}

// ViewReasons returns reasons for JSON.
func ViewReasons(all []Reason) []ReasonView {
	views := make([]ReasonView, len(all))
	for i := range all {
		r := &all[i]
		views[i] = ReasonView{r.Kind, r.Side.Letter(), r.Line, r.Ply, names(r.Squares), names(r.Other), r.Sentences()}
	}
	return views
}

// names returns the names of squares, never nil.
func names(squares []engine.Square) []string {
	all := make([]string, len(squares))
	for i, s := range squares {
		all[i] = s.String()
	}
	return all
}
