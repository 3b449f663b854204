package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/runs/tournament"
	"evothello/weights"
)

// WriteTournament draws the cross table of a tournament and the ratings, if there are any, into a directory.
// The ratings are grouped by thinking time, as far as times has it. It returns the files.
func WriteTournament(r *tournament.Results, times tournament.Times, dir *files.Dir) ([]string, error) {
	figures := []figure{crossFigure(r)}
	if !r.AllForfeited() {
		figures = append(figures, ratingsFigure(r, times))
	}
	return writeAll(figures, dir)
}

// A class is a group of players with similar thinking times.
type class struct {
	name, note string
	below      float64 // upper limit, in seconds per move
	rows       []row
}

// A row is a player in the figure of the ratings.
type row struct {
	tournament.Standing
	think float64 // seconds per move, 0 if unknown
}

// classes groups the players by thinking time, the longest first. Within a class they are sorted by rating.
func classes(r *tournament.Results, times tournament.Times) []class {
	all := []class{
		{name: "At once", note: "under 5 µs a move", below: 5e-6},
		{name: "Microseconds", note: "under 0.5 ms", below: 5e-4},
		{name: "Milliseconds", note: "under 30 ms", below: 0.03},
		{name: "Up to half a second", below: 0.6},
		{name: "Longer", below: math.Inf(1)},
	}
	unknown := class{name: "Time unknown"}
	for _, s := range r.Players {
		one := row{Standing: s, think: times[s.Name].PerMove()}
		if one.think == 0 {
			unknown.rows = append(unknown.rows, one)
			continue
		}
		i := slices.IndexFunc(all, func(c class) bool { return one.think < c.below })
		all[i].rows = append(all[i].rows, one)
	}
	slices.Reverse(all)
	all = slices.DeleteFunc(append(all, unknown), func(c class) bool { return len(c.rows) == 0 })
	if len(all) == 1 {
		all[0].name = ""
	}
	return all
}

// ratingsFigure draws the ratings with their 95 % intervals, the best player at the top.
func ratingsFigure(r *tournament.Results, times tournament.Times) figure {
	const pitch, className, axis = 5.8 * vg.Millimeter, 9 * vg.Millimeter, 9 * vg.Millimeter
	groups, shown := classes(r, times), playerNames(r)
	head := heading{
		title: fmt.Sprintf("Ratings of %s, %s of games in each pairing",
			english.Count(len(r.Players), "player"), english.Count(r.Pairs, "pair")),
		note: "Elo points, whose mean is 0, with 95 % intervals.",
	}
	height := head.height(pageWidth-2*margin) + vg.Length(len(r.Players))*pitch + axis
	if groups[0].name != "" {
		head.note += " Grouped by thinking time: strength compares within a group. Orange: strongest."
		names := vg.Length(len(groups)) * className
		height = head.height(pageWidth-2*margin) + vg.Length(len(r.Players))*pitch + names + axis
	}
	return figure{
		name: "ratings", width: pageWidth, height: height + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			names := vg.Length(0)
			for _, s := range r.Players {
				names = max(names, nameStyle(s.Name).Width(shown[s.Name]))
			}
			const figures = 40 * vg.Millimeter
			f := frame{Canvas: draw.Crop(rest, names+4*vg.Millimeter, -figures, axis, 0), x: eloSpan(r), y: span{0, 1}}
			f.upright()
			f.nameColumns(rest, groups)
			y := rest.Max.Y
			for _, group := range groups {
				if group.name != "" {
					title := bold(textStyle(10, ink, text.XLeft))
					put(c, title, rest.Min.X, y-0.6*className, group.name)
					noteX := rest.Min.X + title.Width(group.name) + 2*vg.Millimeter
					put(c, textStyle(9, quiet, text.XLeft), noteX, y-0.6*className, group.note)
					y -= className
				}
				for _, one := range group.rows {
					f.drawRating(&one, shown[one.Name], rest, y-pitch/2)
					y -= pitch
				}
			}
			return nil
		},
	}
}

// eloSpan returns the span of the axis of ratings: all intervals.
func eloSpan(r *tournament.Results) span {
	s := span{}
	for _, p := range r.Players {
		if !p.Unrated {
			s.add(p.Elo - p.EloError)
			s.add(p.Elo + p.EloError)
		}
	}
	return s.widened().with(0.02)
}

// upright draws vertical lines at round ratings.
func (f *frame) upright() {
	small := textStyle(9, quiet, text.XCenter)
	for _, t := range ticks(f.x.round(11, 1), signed) {
		x := f.at(t.Value, 0).X
		line := draw.LineStyle{Color: faint, Width: vg.Points(0.6)}
		if t.Value == 0 {
			line = dashedLine(130, 3, 3)
		}
		f.StrokeLine2(line, x, f.Min.Y, x, f.Max.Y)
		put(f.Canvas, small, x, f.Min.Y-vg.Points(9), t.Label)
	}
}

// nameColumns writes the names of the columns of numbers below them.
func (f *frame) nameColumns(all draw.Canvas, groups []class) {
	small, y := textStyle(9, quiet, text.XRight), f.Min.Y-vg.Points(9)
	put(all, small, f.Max.X+13*vg.Millimeter, y, "Elo")
	if slices.ContainsFunc(groups, func(c class) bool { return c.rows[0].think > 0 }) {
		put(all, small, all.Max.X, y, "a move")
	}
}

// ours reports whether a player is the champion, with any search settings.
func ours(name string) bool {
	return name == weights.StrongestName || strings.HasPrefix(name, weights.StrongestName+":")
}

func nameStyle(name string) draw.TextStyle {
	if ours(name) {
		return bold(textStyle(9.5, ink, text.XRight))
	}
	return textStyle(9.5, ink, text.XRight)
}

// playerName returns a player's name for pictures. The name of an external program is its command.
func playerName(name string) string {
	if _, command, isProgram := strings.Cut(name, "cmd="); isProgram {
		name = command
	}
	return shortName(name, 34)
}

// playerNames returns the names of all players for pictures, by their full names. Shortened names that are
// equal get ranks.
func playerNames(r *tournament.Results) map[string]string {
	uses := map[string]int{}
	for _, s := range r.Players {
		uses[playerName(s.Name)]++
	}
	names := map[string]string{}
	for i, s := range r.Players {
		names[s.Name] = playerName(s.Name)
		if uses[names[s.Name]] > 1 {
			names[s.Name] += fmt.Sprintf(" (%d)", i+1)
		}
	}
	return names
}

// drawRating draws a player's row. all is the canvas of the full width.
func (f *frame) drawRating(one *row, name string, all draw.Canvas, y vg.Length) {
	c := colour(0)
	if ours(one.Name) {
		c = colour(1)
	}
	put(all, nameStyle(one.Name), f.Min.X-3*vg.Millimeter, y, name)
	if one.Unrated {
		put(all, textStyle(9, quiet, text.XLeft), f.Max.X+6*vg.Millimeter, y, "not rated")
		return
	}
	low, at, high := f.at(one.Elo-one.EloError, 0).X, f.at(one.Elo, 0).X, f.at(one.Elo+one.EloError, 0).X
	f.StrokeLine2(draw.LineStyle{Color: pale(c, 110), Width: vg.Points(3)}, low, y, high, y)
	f.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: vg.Points(3.6), Shape: draw.CircleGlyph{}}, vg.Point{X: at, Y: y})
	rating, small := textStyle(9.5, ink, text.XRight), textStyle(9, quiet, text.XLeft)
	if ours(one.Name) {
		rating = bold(rating)
	}
	put(all, rating, f.Max.X+13*vg.Millimeter, y, signed(one.Elo))
	put(all, small, f.Max.X+14*vg.Millimeter, y, fmt.Sprintf("± %.0f", one.EloError))
	if one.think > 0 {
		small.XAlign = text.XRight
		put(all, small, all.Max.X, y, pace(one.think))
	}
}

// pace formats a time with two digits.
func pace(seconds float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}} {
		if n := seconds / unit.size; n >= 9.95 {
			return fmt.Sprintf("%.0f %s", n, unit.name)
		} else if n >= 0.995 {
			return fmt.Sprintf("%.1f %s", n, unit.name)
		}
	}
	return fmt.Sprintf("%.0f ns", seconds/1e-9)
}

// crossFigure draws the cross table as a heat map: blue if the row scored more than the column, orange if
// less.
func crossFigure(r *tournament.Results) figure {
	const around, numbers, above = 2 * margin, 8 * vg.Millimeter, 6 * vg.Millimeter
	names := textStyle(9, ink, text.XRight)
	left, shown := numbers, playerNames(r)
	for _, s := range r.Players {
		left = max(left, numbers+bold(names).Width(shown[s.Name]))
	}
	n := vg.Length(len(r.Players))
	cell := min(max((pageWidth-around-left)/n, 6.2*vg.Millimeter), 13*vg.Millimeter)
	head := heading{
		title: "Score of the row against the column",
		note:  "Per cent; a draw counts half. Columns are numbered like rows. crosstable.csv has who won how often.",
	}
	width := max(left+n*cell, 15*vg.Centimeter)
	return figure{
		name:  "crosstable",
		width: width + around, height: head.height(width) + above + n*cell + around,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			rest.Max.Y -= above
			place := textStyle(8.5, quiet, text.XCenter)
			for i, s := range r.Players {
				x, y := rest.Min.X+left+(vg.Length(i)+0.5)*cell, rest.Max.Y-(vg.Length(i)+0.5)*cell
				put(c, place, x, rest.Max.Y+2.5*vg.Millimeter, fmt.Sprint(i+1))
				put(c, place, rest.Min.X+left-3.5*vg.Millimeter, y, fmt.Sprint(i+1))
				style := names
				if ours(s.Name) {
					style = bold(names)
				}
				put(c, style, rest.Min.X+left-numbers, y, shown[s.Name])
				for j := range r.Players {
					drawScore(tile(c, rest.Min.X+left+vg.Length(j)*cell, y+cell/2, cell, cell), r, i, j)
				}
			}
			return nil
		},
	}
}

func drawScore(square draw.Canvas, r *tournament.Results, i, j int) {
	const deepest = 0.85 // softer colours for one-sided tables
	score := r.TallyOf(i, j).Pairs.Score()
	fill, words := diverging(deepest*(2*score-1)), fmt.Sprintf("%.0f", 100*score)
	if i == j {
		fill, words = color.RGBA{214, 214, 214, 255}, ""
	}
	drawCell(square, textStyle(8, ink, text.XCenter), fill, words)
}
