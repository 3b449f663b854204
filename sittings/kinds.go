package sittings

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"evothello/internal/called"
)

// kinds are those that were registered.
var kinds []*Kind

// Register adds a kind to those whose directories are known.
func Register(k *Kind) { kinds = append(kinds, k) }

// KindOf is the kind of work that goes on in a directory, nil if none does.
func KindOf(dir string) *Kind {
	if i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.Is(dir) }); i >= 0 {
		return kinds[i]
	}
	return nil
}

// Is reports whether work of the kind goes on in a directory.
func (k *Kind) Is(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, k.Config))
	return err == nil && info.Mode().IsRegular()
}

// Own returns an error if what a file holds is the Config of another kind.
func (k *Kind) Own(data []byte) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil // what is wrong with it is said by who reads it
	}
	for _, other := range kinds {
		if _, has := fields[other.Mark]; has && other.Mark != "" && other.Config != k.Config {
			return fmt.Errorf("it is no %s but a %s", k.Config, other.Config)
		}
	}
	return nil
}

// absent is the error of a directory of another kind, or of none.
func (k *Kind) absent(dir string) error {
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		return fmt.Errorf("%s at %s: there is no such directory", k.Absent, dir)
	}
	if other := KindOf(dir); other != nil && other.Config != k.Config {
		return fmt.Errorf("%s at %s, but %s there: `%s` says how it stands, `%s` goes on with it",
			k.Absent, dir, other.Present, called.Evolve("status", dir), called.Evolve("resume", dir))
	}
	return fmt.Errorf("%s at %s: it has no readable %s", k.Absent, dir, k.Config)
}

// Without says why there is no player in a directory of the kind, and what to do.
func (k *Kind) Without(dir string) string {
	if k.Waits != nil {
		if why := k.Waits(dir); why != "" {
			return why
		}
	}
	return fmt.Sprintf("%s there, but it has no %s: `%s` makes it as soon as a %s is finished", k.Present, k.Makes[0], called.Evolve("resume", dir), k.Timings[0])
}

// Remedy is what to add to the error of a damaged or lost file: "" unless it lies in a directory
// where resume makes it again.
func Remedy(file string) string {
	folder, name := filepath.Dir(file), filepath.Base(file)
	abs, _ := filepath.Abs(folder) // "" if that cannot be said, which no file lies below
	for _, at := range []struct{ dir, name string }{
		{folder, name},
		{filepath.Join(folder, ".."), path.Join(filepath.Base(abs), name)},
	} {
		k := KindOf(at.dir)
		if k != nil && slices.ContainsFunc(k.Makes, func(made string) bool { is, _ := path.Match(made, at.name); return is }) {
			return fmt.Sprintf("; `%s` makes it again", called.Evolve("resume", at.dir))
		}
	}
	return ""
}
