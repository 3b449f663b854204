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

// An opponent is a contestant and what people are told about it.
type opponent struct {
	*players.Contestant
	about string // who it is and how it searches
}

// meet makes the opponent that a spec describes.
func meet(spec players.Spec) (opponent, error) {
	contestant, err := spec.Contestant()
	if err != nil {
		return opponent{}, err
	}
	about, err := describe(spec)
	return opponent{contestant, about}, err
}

// describe says who plays and how it searches: what the roster says of the name,
// or a champion file of itself, then the keys that change it.
func describe(spec players.Spec) (string, error) {
	name, keys, _ := strings.Cut(spec.Text, ":")
	name = strings.ReplaceAll(strings.TrimSpace(name), "_", "-")
	entry := players.Roster[slices.IndexFunc(players.Roster, func(e players.Entry) bool {
		return strings.EqualFold(e.Name, name)
	})]
	who, about := entry.Name, entry.About
	changes := strings.FieldsFunc(keys, func(r rune) bool { return r == ',' })
	if who == "switch" {
		sw, err := spec.Switch()
		if err != nil {
			return "", err
		}
		about = describeSwitch(sw)
		if spec.File != "" {
			who = spec.File
			changes = slices.DeleteFunc(changes, func(c string) bool { return strings.HasSuffix(c, "="+spec.File) })
		}
	}
	if len(changes) > 0 {
		about += "; here with " + strings.Join(changes, ", ")
	}
	return who + ": " + about, nil
}

func describeSwitch(sw *players.Switch) string {
	how := "searching as the shipped champion does"
	if s := sw.Search; s != nil {
		how = fmt.Sprintf("%s to depth %d, last %d exact", s.Search, s.Depth, s.Endgame)
	}
	if sw.Name == "" {
		return how
	}
	return sw.Name + ", " + how
}

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
