package play

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"evothello/engine"
	"evothello/players"
	"evothello/runs"
	"evothello/ui/lobby"
)

// usualOpponent is who plays on a board against a user who has not chosen, with runs under a
// directory. A champion that cannot be read is passed over with a line to warn.
func usualOpponent(dir string, board engine.Shape, warn io.Writer) (lobby.Choice, *players.Contestant, error) {
	l := lobby.New(dir, nil)
	choice := l.DefaultOpponent(board, func(champion string, err error) {
		fmt.Fprintf(warn, "play: %s is no opponent: %v\n", champion, err)
	})
	contestant, err := l.Contestant(choice)
	return choice, contestant, err
}

// strengthOf says what a run's champion scored against the fixed opponents, "" if that is not
// known.
func strengthOf(dir string) string {
	run, err := runs.Open(dir)
	if err != nil || run.Status().Champion == nil {
		return "" // it plays all the same
	}
	var scores []string
	for _, rung := range run.Status().Champion.Ladder {
		scores = append(scores, fmt.Sprintf("%.0f %% against %s", 100*rung.Score, rung.Opponent))
	}
	if len(scores) == 0 {
		return ""
	}
	return fmt.Sprintf("It is the champion of generation %d and scored %s.", run.State.Reigning().Generation,
		strings.Join(scores, ", "))
}

// runOf is the directory of the run whose champion was chosen.
func runOf(dir string, c lobby.Choice) string { return filepath.Join(dir, filepath.Base(c.Name)) }
