package play

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"evothello/engine"
	"evothello/players"
	"evothello/runs"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
)

// defaultOpponent returns the opponent on a board if the user chose none: a champion of the runs under dir,
// or one that comes with the program. It skips an unreadable champion and writes a line to warn.
func defaultOpponent(dir string, board engine.Shape, warn io.Writer) (playerlist.Choice, *players.Contestant, error) {
	l := playerlist.New(dir, nil)
	choice := l.DefaultOpponent(board, skipped(warn))
	contestant, err := l.Contestant(choice)
	return choice, contestant, err
}

// skipped returns a function that warns of an unreadable champion.
func skipped(warn io.Writer) func(champion string, err error) {
	return func(champion string, err error) {
		fmt.Fprintf(warn, "play: skipped the champion %s\n", cli.Plain(fmt.Sprintf("%s: %v", champion, err)))
	}
}

// strengthOf describes a run's champion by its scores against the reference opponents, "" if unknown.
func strengthOf(dir string) string {
	run, err := runs.Open(dir)
	if err != nil || run.Status().Champion == nil {
		return "" // the champion can play without it
	}
	var scores []string
	for _, against := range run.Status().Champion.Reference {
		scores = append(scores, fmt.Sprintf("%.0f %% against %s", 100*against.Score, against.Opponent))
	}
	if len(scores) == 0 {
		return ""
	}
	return fmt.Sprintf("It is the champion of generation %d and scored %s.", run.State.CurrentChampion().Generation,
		strings.Join(scores, ", "))
}

// runOf returns the run directory of the chosen champion.
func runOf(dir string, c playerlist.Choice) string { return filepath.Join(dir, filepath.Base(c.Name)) }
