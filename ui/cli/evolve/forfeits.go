package evolve

import (
	"fmt"
	"io"

	"evothello/fitness"
	"evothello/ui/cli"
)

// printForfeits lists why games ended early, each reason once, on lines that begin
// alike.
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

// allForfeited is the error when all games were forfeited.
func allForfeited(games int) error {
	return fmt.Errorf("all %d games were forfeited: they say nothing about strength", games)
}
