package patterns

import (
	"math/bits"
	"slices"
	"strings"

	"evothello/evaluators/tuples"
)

// A Part is what one kind of pattern adds to the value of a position.
type Part struct {
	Group  string // one of Groups
	Name   string // of the shape, as tuples.Patterns calls it; of the other groups their own
	Points int
}

// The groups of parts that are no shapes.
const (
	mobility = "mobility" // legal moves
	limit    = "limit"    // what the shapes exceed MaxSum by, which does not count
)

// Groups are those that people are told of, in their order.
var Groups = []string{"edges", "corners", "rows", "diagonals", mobility, limit}

// groupOf is the group of a shape: its first word says what it is.
func groupOf(shape string) string {
	kind, _, _ := strings.Cut(shape, " ")
	return kind + "s"
}

// Parts are what a Value consists of, group by group. They add up to it. All shapes and the
// mobility are there even if they add nothing, the limit only where it is reached. Rows are
// columns too.
func (t *Tables) Parts(own, opp, ownMoves, oppMoves uint64) (parts []Part) {
	g := tuples.Patterns()
	stage := t.Stage(bits.OnesCount64(own | opp))
	values, points, sum := t.Values(stage), make([]int, len(g.Shapes)), 0
	g.Entries(own, opp, func(entry int) {
		shape, begins := slices.BinarySearch(g.Starts, entry)
		if !begins {
			shape--
		}
		points[shape] += int(values[entry])
		sum += int(values[entry])
	})
	for i, shape := range g.Shapes {
		parts = append(parts, Part{groupOf(shape.Name), shape.Name, points[i]})
	}
	parts = append(parts, Part{mobility, mobility,
		t.Stages[stage].Mobility * (bits.OnesCount64(ownMoves) - bits.OnesCount64(oppMoves))})
	if over := sum - max(-MaxSum, min(sum, MaxSum)); over != 0 {
		parts = append(parts, Part{limit, limit, -over})
	}
	slices.SortStableFunc(parts, func(a, b Part) int {
		return slices.Index(Groups, a.Group) - slices.Index(Groups,
			b.Group)
	})
	return parts
}
