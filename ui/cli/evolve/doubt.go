package evolve

import (
	"fmt"
	"io"

	"evothello/internal/english"
	"evothello/runs"
	"evothello/ui/cli"
)

// generationsAgain says that generations are played again because a worker turned out wrong.
func generationsAgain(r runs.Redone) string {
	return fmt.Sprintf("generations %d to %d are played again, without the worker that was wrong", r.From, r.To)
}

// playedAgain says that pairs are played again because a worker turned out wrong.
func playedAgain(pairs int) string {
	return fmt.Sprintf("%s of the worker that was wrong are played again", english.Count(pairs, "pair"))
}

// printUnproven says which pairs stay although a worker turned out wrong, if there are any. file is where they are
// saved.
func printUnproven(w io.Writer, pairs int, file string) {
	if pairs > 0 {
		fmt.Fprintf(w, "evolve: not proven: it is not remembered who played the %s that earlier commands saved; "+
			"to play them again, delete %s\n", english.Count(pairs, "pair"), cli.Plain(file))
	}
}
