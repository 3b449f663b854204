package plots

import (
	"fmt"
	"strings"

	"evothello/internal/english"
	"evothello/runs"
)

// terms describes the conditions of games: "depth 4", "last 8 exact", "500 pairs each".
type terms []string

// referenceTerms returns the terms of a run's reference.
func referenceTerms(run *runs.Run) terms {
	c := &run.Config
	pairs := english.Count(c.Reference.Pairs, "pair") + " each"
	if c.Tunes() { // a program has its own search
		return terms{pairs}
	}
	return newTerms(fmt.Sprintf("depth %d", c.Search.Depth), c.Search.Endgame, pairs)
}

// fitnessTerms returns the terms of a run's fitness games.
func fitnessTerms(run *runs.Run) terms {
	c := &run.Config
	depth := fmt.Sprintf("depth %d", c.Search.Depth)
	if len(c.Depths) > 0 {
		depth = "depths " + english.Numbers(c.Depths) + " in turn"
	}
	pairs := english.Count(c.Pairs, "pair") + " each"
	if len(c.Schedule) > 0 {
		pairs += " at first"
	}
	if c.Tunes() {
		return terms{pairs}
	}
	return newTerms(depth, c.Search.Endgame, pairs)
}

func newTerms(depth string, endgame int, pairs string) terms {
	if endgame == 0 {
		return terms{depth, "no endgame solved", pairs}
	}
	return terms{depth, fmt.Sprintf("last %d exact", endgame), pairs}
}

// String implements fmt.Stringer.
func (t terms) String() string { return strings.Join(t, ", ") }

// split divides the terms of several runs into those that all share and the others of each run.
func split(all []terms) (shared terms, own []terms) {
	own = make([]terms, len(all))
	for i, term := range all[0] {
		same := true
		for _, t := range all {
			same = same && t[i] == term
		}
		if same {
			shared = append(shared, term)
			continue
		}
		for run, t := range all {
			own[run] = append(own[run], t[i])
		}
	}
	return shared, own
}

// termsOf returns the terms of several runs.
func termsOf(all []*runs.Run, of func(*runs.Run) terms) []terms {
	each := make([]terms, len(all))
	for i, run := range all {
		each[i] = of(run)
	}
	return each
}

// Differences lists the terms of the runs' references that differ between runs, a line for each run. Reference
// scores with different terms are not comparable. It returns nil if all terms are equal.
func Differences(all []*runs.Run) (lines []string) {
	_, own := split(termsOf(all, referenceTerms))
	for i, run := range all {
		if len(own[i]) > 0 {
			lines = append(lines, label(run, all)+": "+own[i].String())
		}
	}
	return lines
}
