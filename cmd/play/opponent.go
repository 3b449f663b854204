package main

import (
	"fmt"
	"io"

	"evothello/players"
	"evothello/runs"
)

// defaultOpponent is the newest champion under the directory of the user's runs
// or, where there is none, the one that ships with the program. A champion that
// cannot be read is passed over with a line to warn.
func defaultOpponent(dir string, warn io.Writer) (players.Spec, error) {
	passOver := func(champion string, err error) {
		fmt.Fprintf(warn, "play: %s is no opponent: %v\n", champion, err)
	}
	for _, path := range runs.Newest(dir, passOver) {
		spec, err := players.ParseSpec("switch:file=" + path)
		if err == nil {
			_, err = spec.Contestant()
		}
		if err == nil {
			return spec, nil
		}
		passOver(path, err)
	}
	return players.ParseSpec("champion")
}
