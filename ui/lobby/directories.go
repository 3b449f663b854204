package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/learn/dqn"
	"evothello/learn/policy"
	"evothello/learn/study"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
	"evothello/runs/tournament"
)

// directoryFormats lists the formats of all working directories.
var directoryFormats = []*runs.Format{
	&runs.Evolution, &tables.Format, &dqn.Format, &policy.Format, &tournament.Format, &study.Format,
	&comparison.Format,
}

// whyNoPlayer holds, by format, functions that say why a directory has no player yet, and what to
// do. They return "" if there should be one.
var whyNoPlayer = map[*runs.Format]func(dir string) string{
	&tables.Format: tables.NoChampionReason, &tournament.Format: tournament.WhyNoPlayer,
	&study.Format: study.NotAPlayerReason, &comparison.Format: comparison.NotAPlayerReason,
}

// formatOf returns the format of a directory, or nil if it has none.
func formatOf(dir string) *runs.Format {
	if i := slices.IndexFunc(directoryFormats, func(f *runs.Format) bool { return f.Is(dir) }); i >= 0 {
		return directoryFormats[i]
	}
	return nil
}

// CheckConfig returns an error if data is the configuration of a format other than want.
func CheckConfig(data []byte, want *runs.Format) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil // the reader of the configuration reports this
	}
	for _, other := range directoryFormats {
		if _, has := fields[other.ConfigField]; has && other.ConfigField != "" && other != want {
			return fmt.Errorf("it is a %s, not a %s", other.Config, want.Config)
		}
	}
	return nil
}

// Explain adds the command that helps to an error about a file or a directory. It needs the
// formats of all working directories; the packages that return such errors know one at most.
func Explain(err error) error {
	if damaged, is := errors.AsType[*files.Damaged](err); is {
		return fmt.Errorf("%w%s", err, remedy(damaged.Path))
	}
	if none, is := errors.AsType[*players.NoPlayer](err); is {
		if f := formatOf(none.Dir); f != nil {
			return explained{err, none, fmt.Sprintf("%s: %s", none.Player, noPlayerIn(f, none.Dir))}
		}
	}
	if absent, is := errors.AsType[*runs.NotFoundError](err); is {
		if f := formatOf(absent.Dir); f != nil && f != absent.Format {
			return explained{err, absent, fmt.Sprintf("%s at %s, but %s there: `%s` shows its state, `%s` continues it",
				absent.Format.NoneFound, absent.Dir, f.Found,
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
func noPlayerIn(f *runs.Format, dir string) string {
	if reason, known := whyNoPlayer[f]; known {
		if why := reason(dir); why != "" {
			return why
		}
	}
	return fmt.Sprintf("%s there, but it has no %s: `%s` makes it as soon as a %s is finished",
		f.Found, f.Outputs[0], called.Evolve("resume", dir), f.TimingColumns[0])
}

// remedy returns what to add to the error of a damaged file. It is "" unless resume makes the
// file again in its directory.
func remedy(file string) string {
	folder, name := filepath.Dir(file), filepath.Base(file)
	abs, _ := filepath.Abs(folder) // "" on an error, and then no pattern of Makes matches
	for _, at := range []struct{ dir, name string }{
		{folder, name},
		{filepath.Join(folder, ".."), path.Join(filepath.Base(abs), name)},
	} {
		f := formatOf(at.dir)
		matches := func(pattern string) bool { is, _ := path.Match(pattern, at.name); return is }
		if f != nil && slices.ContainsFunc(f.Outputs, matches) {
			return fmt.Sprintf("; `%s` makes it again", called.Evolve("resume", at.dir))
		}
	}
	return ""
}
