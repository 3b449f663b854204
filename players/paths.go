package players

import (
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/internal/names"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// playerAt finds the player at a path: a champion file, a run, or the directory of another training. text is
// the path, with keys after a colon if there are any.
func playerAt(text string) (entry RosterEntry, path, keys string, err error) {
	entry, _ = entryOf("switch")
	path = text
	info, err := os.Stat(path)
	if colon := strings.LastIndexByte(text, ':'); err != nil && colon > 0 {
		path, keys = text[:colon], text[colon+1:]
		info, err = os.Stat(path)
	}
	switch {
	case err != nil:
		return entry, "", "", unknownPlayer(text)
	case !info.IsDir():
		return entry, path, keys, nil
	}
	dir := files.At(path)
	if champion := "champion.json"; dir.Has(champion) {
		return entry, dir.Path(champion), keys, nil
	} else if _, err := dir.Stat(champion); !files.IsMissing(err) {
		return entry, "", "", err
	}
	for _, other := range roster {
		if other.MarkerFile != "" && dir.Has(other.MarkerFile) {
			return other, path, keys, nil
		}
	}
	return entry, "", "", &NoPlayer{"player " + text, path}
}

// NoPlayer is the error of a directory that has no player.
type NoPlayer struct {
	Player string // name of the player in messages
	Dir    string
}

// Error implements error.
func (n *NoPlayer) Error() string {
	return n.Player + ": the directory has no champion.json: name a run that has played, or a champion's file"
}

// unknownPlayer returns the error for an unknown name, with the nearest known one. The roster is too long for a line.
func unknownPlayer(text string) error {
	name, _, _ := strings.Cut(text, ":")
	if first, _, several := strings.Cut(name, ","); several && slices.Contains(Names(roster), Canonical(first)) {
		return fmt.Errorf("player %s: name one player; give several as separate arguments or flags", text)
	}
	if strings.ContainsAny(text, `/\`) || strings.HasSuffix(text, ".json") {
		return fmt.Errorf("player %s: there is no such file, directory or built-in player; `%s` shows the built-in ones",
			text, called.Play("list"))
	}
	run := filepath.Join("runs", text)
	if info, err := os.Stat(run); err == nil && info.IsDir() && text != "" {
		return fmt.Errorf("unknown player %q; did you mean %s?", name, run)
	}
	unknown := names.New("player", name, Names(roster))
	if unknown.Nearest != "" {
		return fmt.Errorf("%w `%s` shows all", unknown, called.Play("list"))
	}
	return fmt.Errorf("unknown player %q: name one that `%s` shows, a champion's file or a run's directory", name,
		called.Play("list"))
}
