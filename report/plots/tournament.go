package plots

import (
	"fmt"
	"image/color"
	"maps"
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

// WriteTournament draws the cross table of a tournament and its ratings, if there are any, into a directory,
// and returns the files. The ratings are grouped by times, the players' thinking times.
func WriteTournament(r *tournament.Results, times tournament.Times, dir *files.Dir) ([]string, error) {
	figures := []figure{crossPage(r).figure("crosstable")}
	if !r.AllForfeited() {
		figures = append(figures, ratingsPage(r, times).figure("ratings"))
	}
	return writeAll(figures, dir)
}

// A class is a group of players with similar thinking times.
type class struct {
	name, note string
	least      float64 // in seconds per move
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
		{name: "Longer", least: 0.6},
		{name: "Up to half a second", least: 0.03},
		{name: "Milliseconds", note: "under 30 ms", least: 5e-4},
		{name: "Microseconds", note: "under 0.5 ms", least: 5e-6},
		{name: "At once", note: "under 5 µs a move", least: math.SmallestNonzeroFloat64},
		{name: "Time unknown"},
	}
	for _, s := range r.Players {
		one := row{Standing: s, think: times[s.Name].PerMove()}
		i := slices.IndexFunc(all, func(c class) bool { return one.think >= c.least })
		all[i].rows = append(all[i].rows, one)
	}
	all = slices.DeleteFunc(all, func(c class) bool { return len(c.rows) == 0 })
	if len(all) == 1 {
		all[0].name = ""
	}
	return all
}

// ratingsPage draws the ratings with their 95 % intervals, the best player at the top.
func ratingsPage(r *tournament.Results, times tournament.Times) page {
	groups, shown := classes(r, times), playerNames(r)
	title := fmt.Sprintf("Ratings of %s, %s of games in each pairing",
		english.Count(len(r.Players), "player"), english.Count(r.Pairs, "pair"))
	note := "Elo points, whose mean is 0, with 95 % intervals."
	if groups[0].name != "" {
		note += " Grouped by thinking time: strength compares within a group. Orange: strongest."
	}
	all := newRows(5.8*vg.Millimeter, nameStyle(weights.StrongestName), slices.Collect(maps.Values(shown)))
	for _, group := range groups {
		if group.name != "" {
			all.title(group.name, group.note)
		}
		for _, one := range group.rows {
			all.rate(&one, shown[one.Name])
		}
	}
	small := textStyle(9, quiet, text.XRight)
	all.depth++ // below the last row
	all.write(eloColumn, small, "Elo")
	if slices.ContainsFunc(groups, func(c class) bool { return c.rows[0].think > 0 }) {
		all.write(paceColumn, small, "a move")
	}
	all.depth--
	return newPage(heading(title, note, pageWidth), all.block(""))
}

// eloColumn and paceColumn are the right ends of columns of numbers.
const eloColumn, paceColumn = 13 * vg.Millimeter, 40 * vg.Millimeter

// rate adds a player.
func (r *rows) rate(one *row, name string) {
	c, rating, small := colour(0), textStyle(9.5, ink, text.XRight), textStyle(9, quiet, text.XLeft)
	if ours(one.Name) {
		c, rating = colour(1), bold(rating)
	}
	r.next(nameStyle(one.Name), name)
	if one.Unrated {
		r.write(eloColumn-7*vg.Millimeter, small, "not rated")
		return
	}
	r.mark(0, one.Elo-one.EloError, one.Elo, one.Elo+one.EloError, round(c, 3.6, 3))
	r.write(eloColumn, rating, signed(one.Elo))
	r.write(eloColumn+vg.Millimeter, small, fmt.Sprintf("± %.0f", one.EloError))
	if one.think > 0 {
		small.XAlign = text.XRight
		r.write(paceColumn, small, pace(one.think))
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

// crossPage draws the cross table as a heat map: blue if the row scored more than the column, orange if
// less.
func crossPage(r *tournament.Results) page {
	const numbers, above = 8 * vg.Millimeter, 6 * vg.Millimeter
	left, shown := numbers, playerNames(r)
	for _, name := range shown {
		left = max(left, numbers+nameStyle(weights.StrongestName).Width(name))
	}
	n := vg.Length(len(r.Players))
	cell := min(max((pageWidth-left)/n, 6.2*vg.Millimeter), 13*vg.Millimeter)
	width := max(left+n*cell, 15*vg.Centimeter)
	head := heading("Score of the row against the column",
		"Per cent; a draw counts half. Columns are numbered like rows. crosstable.csv has who won how often.", width)
	return page{width, []block{head, {above + n*cell, func(c draw.Canvas) {
		corner, place := vg.Point{X: c.Min.X + left, Y: c.Max.Y - above}, textStyle(8.5, quiet, text.XCenter)
		for i, s := range r.Players {
			middle := (vg.Length(i) + 0.5) * cell
			put(c, place, corner.X+middle, corner.Y+2.5*vg.Millimeter, fmt.Sprint(i+1))
			put(c, place, corner.X-3.5*vg.Millimeter, corner.Y-middle, fmt.Sprint(i+1))
			put(c, nameStyle(s.Name), corner.X-numbers, corner.Y-middle, shown[s.Name])
			for j := range r.Players {
				drawScore(tile(c, corner.X+vg.Length(j)*cell, corner.Y-vg.Length(i)*cell, cell, cell), r, i, j)
			}
		}
	}}}}
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
