package plots

import (
	"fmt"
	"strings"

	"evothello/internal/english"
	"evothello/runs"
)

// terms are what games are played on: "depth 4", "last 8 exact", "500 pairs each".
type terms []string

// ladderTerms are those of a run's ladder.
func ladderTerms(run *runs.Run) terms {
	c := &run.Config
	return newTerms(fmt.Sprintf("depth %d", c.Search.Depth), c.Search.Endgame, english.Count(c.Ladder.Pairs, "pair")+
		" each")
}

// fitnessTerms are those of the games that bred a run.
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
	return newTerms(depth, c.Search.Endgame, pairs)
}

func newTerms(depth string, endgame int, pairs string) terms {
	if endgame == 0 {
		return terms{depth, "no endgame solved", pairs}
	}
	return terms{depth, fmt.Sprintf("last %d exact", endgame), pairs}
}

func (t terms) String() string { return strings.Join(t, ", ") }

// split parts the terms of several runs into those that all share and those that each
// has of its own.
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

// termsOf are the terms of several runs.
func termsOf(all []*runs.Run, of func(*runs.Run) terms) []terms {
	each := make([]terms, len(all))
	for i, run := range all {
		each[i] = of(run)
	}
	return each
}

// Differences says, a line a run, on what terms the champions of several runs met the
// opponents of their ladders, if not on the same: such scores do not compare.
func Differences(all []*runs.Run) (lines []string) {
	_, own := split(termsOf(all, ladderTerms))
	for i, run := range all {
		if len(own[i]) > 0 {
			lines = append(lines, label(run, all)+": "+own[i].String())
		}
	}
	return lines
}

// named is what titles call a run: its seed, and its board if that is not the standard one.
func named(run *runs.Run) string {
	return fmt.Sprintf("Seed %d%s", run.Config.Seed, run.Config.Place())
}
