package report

import (
	"fmt"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

func (p *page) strength() g.Node {
	const id, title = "strength", "How strong it is"
	if p.Status.Champion == nil {
		return section(id, title, lead("Nothing has been played yet, so there is nothing to report but the settings."))
	}
	return section(id, title, lead(p.Strength), paragraph(strings.TrimSpace(p.Progress+" "+p.Cost)), rivals(p.Rivals))
}

// rivals returns the table of the champion's scores, nothing without opponents.
func rivals(all []rival) g.Node {
	if len(all) == 0 {
		return nil
	}
	const caption = "The champion against reference opponents; a draw counts half. Elo is the difference in rating."
	return table("rivals", caption,
		[]g.Node{column("left", "Opponent"), columns("Score", "95 % interval"), column("bar left", "0 to 100 %"),
			columns("Elo"), column("left wide", "Verdict")},
		g.Map(all, func(r rival) g.Node {
			return h.Tr(rowHead(r.Opponent), cells(r.Percent, r.Interval),
				h.Td(h.Class("bar"), h.Span(h.Class("scale"), h.Aria("hidden", "true"),
					h.Span(h.Style("left: "+r.From+"; width: "+r.Width)), h.B(h.Style("left: "+r.At)))),
				cells(r.Rating), h.Td(h.Class("left wide"), g.Text(fmt.Sprint(r.Comparison()))))
		}))
}

func (p *page) course() g.Node {
	pictures := []g.Node{figure(p.Fitness, g.Text("Win rate of each generation, relative to a moving panel: its "+
		"opponents grow stronger as it does, so a flat curve is no standstill. Dots are generations, lines running means."))}
	if len(p.Rivals) > 0 {
		pictures = append(pictures, figure(p.Reference, g.Text("The reigning champion against reference opponents, with "+
			"95 % bands. This is the curve that shows progress.")))
	}
	pictures = append(pictures, figure(p.Spread, g.Text("How the genes spread: the standard deviation of the genes of "+
		"each scorer or group over the genomes of a generation, and the mean distance of two genomes, as shares of the "+
		"genes' bounds. Where they agree there is little left to choose from.")))
	film := g.If(p.Film.svg != "", figure(p.Film, g.Text("How it came to value the board: what a disc is worth on "+
		"each square to one champion after the other. Blue is good, orange is bad, each board on a scale of its own. "),
		h.Label(h.Input(h.Type("checkbox"), h.Class("pause")), g.Text(" Pause"))))
	return section("course", "How it went", h.Div(h.Class("pictures"), g.Group(pictures)), film)
}

func (p *page) weights() g.Node {
	var values []g.Node
	if len(p.Boards) > 0 {
		scale := "Only the ratios of weights matter."
		if len(p.Moves) > 1 {
			scale = "Only the ratios of weights within a phase matter, so each phase has a scale of its own."
		}
		values = []g.Node{paragraph(scale), quiet(fmt.Sprintf("What a disc is worth on each square in all: half of what "+
			"the score changes by when a disc there changes colour, the mean over positions of the phase from %d fixed "+
			"games. All that the weights see is in it, so these are not the square table's weights below: what that takes "+
			"back for a corner, say, other scorers may pay many times over. Blue is good, orange is bad.", p.Games)),
			boards(p.Boards)}
	}
	caption := "All weights of the champion, by the moves that each phase covers."
	switch {
	case p.OfNetworks > 0:
		caption = fmt.Sprintf("Weights of the champion, by the moves that each phase covers; of the %d of networks those "+
			"that weigh most: lines2.a1b1=ox is what an own disc on b1 counts beside an opponent's on a1, wherever the "+
			"board's symmetries take them.", p.OfNetworks)
	case p.Tunes:
		caption = "All parameters of the champion."
	}
	return section("weights", "What it values", g.Group(values),
		table("numbers", caption, []g.Node{column("left", "Weight"), columns(p.Moves...)},
			g.Map(p.Weights, func(w weightRow) g.Node { return h.Tr(rowHead(w.Name), cells(w.Values...)) })))
}

func (p *page) promotions() g.Node {
	return section("promotions", "Who became champion", paragraph(p.Gate), table("champions",
		"Champions, the latest first: the match against the one before, and scores against the reference opponents. "+
			"Pentanomial counts the pairs of games: lost both, lost and drew, even, won and drew, won both.",
		[]g.Node{columns("Generation", "Pairs", "Score", "95 % interval", "Elo", "Pentanomial"),
			g.Map(p.Rivals, func(r rival) g.Node { return column("name", r.Opponent) })},
		g.Map(p.Champions, func(c championRow) g.Node {
			match := h.Td(h.ColSpan("5"), h.Class("left"), g.Text("the first: no match"))
			if m := c.Match; m != nil {
				match = cells(strconv.Itoa(m.Pairs), m.Score, m.Interval, m.Elo, m.Pentanomial)
			}
			return h.Tr(h.Th(h.Scope("row"), g.Text(strconv.Itoa(c.Generation))), match, cells(c.Scores...))
		})))
}

func (p *page) again() g.Node {
	result := "start the same run"
	if p.Status.Champion != nil {
		result = "give the same champion, to the byte"
	}
	return again("These settings decide every game of the run, and nothing else does: not the number of workers, nor "+
		"when it was stopped and resumed. Saved as <code>run.json</code>, they "+result+":",
		p.Command, "run.json", p.Config, p.Status.Run,
		table("values", "Settings", []g.Node{column("left", "Setting"), column("left", "Value")},
			g.Map(p.Settings, func(s Setting) g.Node {
				return h.Tr(rowHead(s.Name), h.Td(h.Class("value"), g.Text(s.Value)))
			})))
}

// rowHead returns the head of a row: a name in code.
func rowHead(name string) g.Node { return h.Th(h.Scope("row"), h.Class("name"), g.Text(name)) }
