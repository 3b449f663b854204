package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evothello/players"
)

// defaultOpponent is the newest champion under the directory of the user's runs
// or, where there is none, the one that ships with the program. A champion that
// cannot be read is passed over with a line to warn.
func defaultOpponent(runs string, warn io.Writer) (players.Spec, error) {
	for _, path := range championsByAge(runs, warn) {
		spec, err := players.ParseSpec("switch:file=" + path)
		if err == nil {
			_, err = spec.Contestant()
		}
		if err == nil {
			return spec, nil
		}
		skip(warn, path, err)
	}
	return players.ParseSpec("champion")
}

// championsByAge returns the champions under runs, that of the run whose last
// generation finished last first, by name where two did at the same time. The run
// that ships with the program is not the user's.
func championsByAge(runs string, warn io.Writer) []string {
	found, _ := filepath.Glob(filepath.Join(runs, "*", "champion.json")) // the pattern is a good one
	finished := map[string]time.Time{}
	champions := []string{}
	for _, path := range found {
		run := filepath.Dir(path)
		if name := filepath.Base(run); name == "reference" || strings.HasPrefix(name, ".") {
			continue
		}
		checkpoint, err := os.Stat(filepath.Join(run, "checkpoint.json"))
		if err != nil {
			skip(warn, path, err)
			continue
		}
		finished[path] = checkpoint.ModTime()
		champions = append(champions, path)
	}
	slices.SortFunc(champions, func(a, b string) int {
		return cmp.Or(finished[b].Compare(finished[a]), strings.Compare(a, b))
	})
	return champions
}

func skip(warn io.Writer, champion string, err error) {
	fmt.Fprintf(warn, "play: %s is no opponent: %v\n", champion, err)
}
