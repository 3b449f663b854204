//go:build !js

package playerlist

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
	"evothello/runs/tournament"
)

// A DirectoryKind is a kind of working directories.
type DirectoryKind struct {
	*runs.Format
	// Progress reads how far the work in a directory is.
	Progress func(dir string) (Progress, error)
	// Tables are the names of its files of results, in CSV, that are tables for people.
	Tables []string
	// whyNoPlayer says why a directory has no player yet, and what to do. It returns "" if there should be one. It is
	// nil for kinds whose directories have a player as soon as something is finished.
	whyNoPlayer func(dir string) string
}

// kinds lists the kinds of all working directories.
var kinds = []*DirectoryKind{
	{Format: &runs.Evolution, Progress: readProgress(runs.Open)},
	{Format: &tables.Format, Progress: readProgress(tables.Open), whyNoPlayer: tables.NoChampionReason},
	{Format: &qnet.Format, Progress: readProgress(qnet.Open)},
	{Format: &policy.Format, Progress: readProgress(policy.Open)},
	{Format: &tournament.Format, Progress: tournamentProgress, Tables: tournament.Tables(),
		whyNoPlayer: tournament.WhyNoPlayer},
	{Format: &comparison.Format, Progress: comparisonProgress, Tables: comparison.Tables(),
		whyNoPlayer: comparison.NotAPlayerReason},
}

// Name returns the name of the kind, that of its configuration file without suffix: run, tables, qnet, policy,
// tournament or compare.
func (k *DirectoryKind) Name() string { return strings.TrimSuffix(k.Config, filepath.Ext(k.Config)) }

// KindOf returns the kind of a directory, or nil if it has none.
func KindOf(dir string) *DirectoryKind {
	if i := slices.IndexFunc(kinds, func(k *DirectoryKind) bool { return k.Is(dir) }); i >= 0 {
		return kinds[i]
	}
	return nil
}

// Directories returns the kinds of the working directories in a directory, by their names. There are none if it does
// not exist.
func Directories(in string) map[string]*DirectoryKind {
	all := map[string]*DirectoryKind{}
	entries, _ := os.ReadDir(in)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		if kind := KindOf(filepath.Join(in, entry.Name())); kind != nil {
			all[entry.Name()] = kind
		}
	}
	return all
}

// CheckConfig returns an error if data is the configuration of a format other than want.
func CheckConfig(data []byte, want *runs.Format) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil // the reader of the configuration reports this
	}
	for _, other := range kinds {
		if _, has := fields[other.ConfigField]; has && other.ConfigField != "" && other.Format != want {
			return fmt.Errorf("it is a %s, not a %s", other.Config, want.Config)
		}
	}
	return nil
}

// Explain adds the command that helps to an error about a file or a directory. It needs the
// formats of all working directories; the packages that return such errors know one at most.
func Explain(err error) error {
	if damaged, is := errors.AsType[*files.Damaged](err); is {
		if remedy := remedy(damaged.Path); remedy != "" {
			return files.Advise(err, remedy)
		}
		return err
	}
	if none, is := errors.AsType[*players.NoPlayer](err); is {
		if k := KindOf(none.Dir); k != nil {
			return explained{err, none, fmt.Sprintf("%s: %s", none.Player, k.noPlayerIn(none.Dir))}
		}
	}
	if absent, is := errors.AsType[*runs.NotFoundError](err); is {
		if k := KindOf(absent.Dir); k != nil && k.Format != absent.Format {
			return explained{err, absent, fmt.Sprintf("%s at %s, but %s there: `%s` shows its state, `%s` continues it",
				absent.Format.NoneFound, absent.Dir, k.Found,
				called.Evolve("status", absent.Dir), called.Evolve("resume", absent.Dir))}
		}
	}
	return err
}

// An explained error replaces the text of its cause by a better one.
type explained struct {
	error
	cause  error
	better string
}

func (e explained) Error() string {
	return strings.Replace(e.error.Error(), e.cause.Error(), e.better, 1)
}
func (e explained) Unwrap() error { return e.error }

// noPlayerIn says why a directory has no player, and what to do.
func (k *DirectoryKind) noPlayerIn(dir string) string {
	if k.whyNoPlayer != nil {
		if why := k.whyNoPlayer(dir); why != "" {
			return why
		}
	}
	return fmt.Sprintf("%s there, but it has no %s: `%s` makes it as soon as a %s is finished",
		k.Found, k.Outputs[0], called.Evolve("resume", dir), k.TimingColumns[0])
}

// remedy returns what helps with a damaged file. It is "" unless resume makes the file again in its directory.
func remedy(file string) string {
	folder, name := filepath.Dir(file), filepath.Base(file)
	abs, _ := filepath.Abs(folder) // "" on an error, and then no pattern of Outputs matches
	for _, at := range []struct{ dir, name string }{
		{folder, name},
		{filepath.Join(folder, ".."), path.Join(filepath.Base(abs), name)},
	} {
		k := KindOf(at.dir)
		matches := func(pattern string) bool { is, _ := path.Match(pattern, at.name); return is }
		if k != nil && slices.ContainsFunc(k.Outputs, matches) {
			return fmt.Sprintf("`%s` makes it again", called.Evolve("resume", at.dir))
		}
	}
	return ""
}
