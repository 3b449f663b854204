package playerlist

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"unicode/utf8"

	"evothello/formats"
	"evothello/runs"
	"evothello/weights"
)

// A champion is the entry of the lists for the newest champion of a run or of a training.
type champion struct {
	listed ListedPlayer
	home   string // name of the board that it was trained on
	state  string // state of its files when it was read, see stateOf
}

// stateOf describes files and directories. It changes when one of them changes.
func stateOf(paths ...string) (state string, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		state += fmt.Sprintf("%d bytes, %d ns;", info.Size(), info.ModTime().UnixNano())
	}
	return state, nil
}

// errNotUTF8 is the error of a directory whose name cannot be in an answer of the page.
var errNotUTF8 = errors.New("the name of its directory is not UTF-8: rename the directory")

// champions iterates over the champions of the user's runs, newest first. It ends when ctx does. It calls skipped for
// champions that cannot be read. It reads a champion again only if its file or its directory has changed.
func (l *List) champions(ctx context.Context, skipped func(champion string, err error)) iter.Seq[champion] {
	return func(yield func(champion) bool) {
		found := map[string]bool{}
		for _, path := range runs.Newest(l.runsDir, skipped) {
			if ctx.Err() != nil {
				return
			}
			found[path] = true
			read, err := l.readChampion(path)
			if errors.Is(err, weights.ErrParameters) {
				continue
			}
			if err != nil {
				skipped(path, err)
				continue
			}
			if !yield(read) {
				return
			}
		}
		l.readMu.Lock()
		defer l.readMu.Unlock()
		maps.DeleteFunc(l.read, func(path string, _ champion) bool { return !found[path] })
	}
}

// readChampion returns a champion, from memory if nothing has changed. Concurrent callers share one reading.
func (l *List) readChampion(path string) (champion, error) {
	dir := filepath.Dir(path)
	if !utf8.ValidString(filepath.Base(dir)) {
		return champion{}, errNotUTF8
	}
	l.readMu.Lock()
	defer l.readMu.Unlock()
	state, err := stateOf(path, dir) // the directory may have pattern tables
	if err != nil {
		return champion{}, err
	}
	if known, is := l.read[path]; is && known.state == state {
		return known, nil
	}
	w, err := formats.ReadSwitch(path)
	if err != nil {
		return champion{}, err
	}
	about := w.Settings().String()
	switch {
	case w.Origin == nil:
	case runs.IsTraining(dir):
		about = fmt.Sprintf("trained in round %d on games, %s", w.Origin.Generation, about)
	default:
		about = fmt.Sprintf("champion of generation %d, evolved with %s", w.Origin.Generation, about)
	}
	c := champion{ListedPlayer{Name: runPrefix + filepath.Base(dir), About: about, Kind: Run, Levels: true, Weights: true,
		Board: boardOf(w)}, BoardName(w.HomeBoard()), state}
	l.read[path] = c
	return c, nil
}
