package evolve

import (
	"fmt"

	"evothello/internal/english"
	"evothello/runs"
)

// generationsAgain says that generations are played again because a worker was wrong.
func generationsAgain(r runs.Redone) string {
	return fmt.Sprintf("generations %d to %d are played again, because a worker was wrong", r.From, r.To)
}

// playedAgain says that pairs are played again because a worker was wrong.
func playedAgain(pairs int) string {
	return fmt.Sprintf("%s of workers are played again, because one was wrong", english.Count(pairs, "pair"))
}
