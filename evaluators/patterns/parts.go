package patterns

import (
	"math/bits"
	"slices"
	"strings"

	"evothello/evaluators/tuples"
)

// A Part is one summand of a position's value: a pattern, the mobility, the hidden layer, or the correction that keeps
// the sum of the patterns within MaxSum.
type Part struct {
	Group  string // one of Groups
	Name   string // name of the shape in tuples.Patterns; in groups without shapes the group's name
	Points int
}

// The groups of parts without shapes.
const (
	mobility = "mobility" // legal moves
	layer    = "layer"    // what the hidden layer adds
	limit    = "limit"    // minus the shapes' excess over MaxSum
)

// Groups lists the groups in the order of display.
var Groups = []string{"edges", "corners", "rows", "diagonals", mobility, layer, limit}

// groupOf returns the group of a shape, from the first word of its name.
func groupOf(shape string) string {
	kind, _, _ := strings.Cut(shape, " ")
	return kind + "s"
}

// Parts returns the parts that add up to the Value of a position, in the order of Groups. All shapes and the mobility
// are included even if their share is 0. The hidden layer is included if there is one. The limit is included if the sum
// of the shapes is outside ±MaxSum; its points are minus the excess. The group rows includes columns.
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
	more := bits.OnesCount64(ownMoves) - bits.OnesCount64(oppMoves)
	parts = append(parts, Part{mobility, mobility, t.Stages[stage].Mobility * more})
	if t.HasLayer() {
		parts = append(parts, Part{layer, layer, t.Correction(own, opp)})
	}
	if over := sum - max(-MaxSum, min(sum, MaxSum)); over != 0 {
		parts = append(parts, Part{limit, limit, -over})
	}
	slices.SortStableFunc(parts, func(a, b Part) int {
		return slices.Index(Groups, a.Group) - slices.Index(Groups, b.Group)
	})
	return parts
}
