package evolve

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/english"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/weights/scale"
)

// An explained is an explanation to print.
type explained struct {
	*analysis.Explanation
	out   io.Writer
	at    engine.Board   // a board in the phase of the explanation
	scale *scale.Scale   // nil to print points
	found search.Result  // of a search of the position, the zero value without one
	value analysis.Value // of that search, for Black
}

// print prints the board, a table for the position and one for each move.
func (x *explained) print() error {
	fmt.Fprintf(x.out, "%s %s, phase %d%s%s\n\n", x.Board, x.Side, x.Phase, whichTables(x.Tables),
		howItEnded(&x.PositionScore))
	drawBoard(x.out, x.Board)
	width, err := x.table(&x.PositionScore)
	if x.found.Depth > 0 {
		_, err = fmt.Fprintf(x.out, "%-*s %s\n", width, x.searched(), x.searchedValue())
	}
	switch {
	case len(x.Moves) > 0:
		_, err = fmt.Fprintf(x.out, "\nThe moves of %s, best first:\n", x.Side)
	case x.Moves != nil:
		_, err = fmt.Fprintf(x.out, "\n%s has no move.\n", x.Side)
	}
	for i, m := range x.Moves {
		which := ""
		if m.Tables != nil && m.Tables.Discs != x.Tables.Discs {
			which = whichTables(m.Tables)
		}
		fmt.Fprintf(x.out, "\n%d. %s%s%s\n", i+1, m.Move, which, howItEnded(&m.PositionScore))
		_, err = x.table(&m.PositionScore)
	}
	return err
}

// searched describes the search.
func (x *explained) searched() string {
	if x.value.Exact {
		return "solved"
	}
	return english.Count(x.found.Depth, "move") + " ahead"
}

// searchedValue returns the value of the search.
func (x *explained) searchedValue() string {
	switch {
	case x.value.Won > 0:
		return "Black wins"
	case x.value.Won < 0:
		return "White wins"
	}
	return fmt.Sprintf("%+8.2f", x.value.Discs)
}

// whichTables returns the stage of pattern tables in discs, or "" if there are none.
func whichTables(t *analysis.Tables) string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf(", tables for %d to %d discs", t.Discs[0], t.Discs[1])
}

// howItEnded returns the result of a finished game, or "" if the game continues.
func howItEnded(v *analysis.PositionScore) string {
	switch {
	case v.Result == nil:
		return ""
	case *v.Result > 0:
		return fmt.Sprintf(", Black has won by %s", english.Count(*v.Result, "disc"))
	case *v.Result < 0:
		return fmt.Sprintf(", White has won by %s", english.Count(-*v.Result, "disc"))
	}
	return ", a draw"
}

// mostOfNetwork is the largest number of a network's configurations to list. A network may have dozens.
const mostOfNetwork = 8

// An explainedFeature is a line of the table of features.
type explainedFeature struct {
	name, count, weight string
	points              int
}

// features returns the features that are not 0, the most important first. Of a network it returns the most important
// configurations, and the sum of the others.
func (x *explained) features(v *analysis.PositionScore) (all []explainedFeature) {
	size := func(f explainedFeature) int { return max(f.points, -f.points) }
	largest := func(some []explainedFeature) {
		slices.SortStableFunc(some, func(a, b explainedFeature) int { return cmp.Compare(size(b), size(a)) })
	}
	for _, s := range evaluators.Scorers {
		var own []explainedFeature
		add := func(name string, count, weight int) {
			if count*weight != 0 {
				own = append(own, explainedFeature{name, fmt.Sprintf("%+d", count), strconv.Itoa(weight), count * weight})
			}
		}
		for _, f := range s.Features {
			if f.Name != evaluators.PatternsWeight || v.Tables == nil {
				add(f.Name, v.Features[f.Name], x.Weights[f.Name])
				continue
			}
			for _, group := range v.Tables.Groups() {
				add(s.Name+"."+group, v.Tables.Group(group), x.Weights[f.Name])
			}
		}
		if largest(own); s.Shapes != nil && len(own) > mostOfNetwork {
			rest := explainedFeature{name: fmt.Sprintf("%s, %d others", s.Name, len(own)-mostOfNetwork)}
			for _, f := range own[mostOfNetwork:] {
				rest.points += f.points
			}
			own = append(own[:mostOfNetwork], rest)
		}
		all = append(all, own...)
	}
	largest(all)
	return all
}

// table prints the features and the score of a position. It returns the width of the first column.
func (x *explained) table(v *analysis.PositionScore) (width int, err error) {
	features := x.features(v)
	width = 16
	for _, f := range features {
		width = max(width, len(f.name))
	}
	if x.scale == nil {
		fmt.Fprintf(x.out, "%-*s %8s × %8s = %8s\n", width, "black − white", "count", "weight", "points")
		for _, f := range features {
			fmt.Fprintf(x.out, "%-*s %8s   %8s   %+8d\n", width, f.name, f.count, f.weight, f.points)
		}
		_, err = fmt.Fprintf(x.out, "%-*s %+30d\n", width, "score", v.Score)
		return width, err
	}
	fmt.Fprintf(x.out, "%-*s %8s = %8s × %8s / %.4g\n", width, "black − white", "discs", "count", "weight",
		x.scale.PointsPerDisc(x.at))
	for _, f := range features {
		discs := math.Round(100*x.scale.Discs(x.at, f.points))/100 + 0 // no −0
		fmt.Fprintln(x.out, strings.TrimRight(fmt.Sprintf("%-*s %+8.2f   %8s   %8s", width, f.name, discs, f.count, f.weight),
			" "))
	}
	_, err = fmt.Fprintf(x.out, "%-*s %+8.2f\n", width, "score", *v.Discs)
	return width, err
}
