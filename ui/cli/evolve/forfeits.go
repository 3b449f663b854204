package evolve

import (
	"fmt"
	"io"

	"evothello/fitness"
	"evothello/ui/cli"
)

// printForfeits lists the reasons of forfeits, each once. All its lines start with begin.
func printForfeits(w io.Writer, begin, a, b string, forfeits []fitness.ForfeitedGame) {
	type cause struct{ side, reason string }
	first, games := map[cause]fitness.ForfeitedGame{}, map[cause]int{}
	causes := []cause{}
	for _, f := range forfeits {
		c := cause{f.Side, f.Reason}
		if games[c]++; games[c] == 1 {
			first[c] = f
			causes = append(causes, c)
		}
	}
	for _, c := range causes {
		name := map[string]string{"a": a, "b": b}[c.side]
		fmt.Fprintf(w, "%s%d by %s, first in game %d of pair %d: %s\n", begin, games[c],
			cli.Plain(name), first[c].Game, first[c].Pair, cli.Plain(c.reason))
	}
}

// allForfeited returns the error of a match or tournament whose games were all forfeited.
func allForfeited(games int) error {
	return fmt.Errorf("all %d games were forfeited: the result does not measure strength", games)
}
