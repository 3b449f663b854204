package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"evothello/engine"
	"evothello/players"
	"evothello/runs"
	"evothello/weights"
)

// defaultOpponent is the newest champion under the directory of the user's runs that was
// bred on the board, with a sentence on how strong it is, or, where there is none, the one
// that ships with the program. A champion that cannot be read is passed over with a line to
// warn.
func defaultOpponent(dir string, board engine.Shape, warn io.Writer) (spec players.Spec, strength string, err error) {
	passOver := func(champion string, err error) {
		fmt.Fprintf(warn, "play: %s is no opponent: %v\n", champion, err)
	}
	for _, path := range runs.Newest(dir, passOver) {
		spec, err := players.ParseSpec(filepath.Dir(path))
		if err == nil {
			_, err = spec.Contestant()
		}
		if err != nil {
			passOver(path, err)
			continue
		}
		if bred, err := spec.Switch(); err == nil && bred.Home().Start == board.Start {
			return spec, strengthOf(filepath.Dir(path)), nil
		}
	}
	spec, err = players.ParseSpec(weights.ChampionOf(board))
	return spec, "", err
}

// strengthOf says what a run's champion scored against the fixed opponents, and whom to
// play if that is too little.
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
	return fmt.Sprintf("It is the champion of generation %d of your newest run and scored %s. The one that ships with this program is --against champion.",
		run.State.Reigning().Generation, strings.Join(scores, ", "))
}
