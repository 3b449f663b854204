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
	"evothello/learn/dqn"
	"evothello/learn/policy"
	"evothello/learn/study"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
	"evothello/runs/tournament"
)

// directories are the formats of all working directories.
var directories = []*runs.Format{&runs.Evolution, &tables.Format, &dqn.Format, &policy.Format, &tournament.Format,
	&study.Format}

// waits say why a directory where something is finished has no player yet, and what to do; "" if
// there should be one.
var waits = map[*runs.Format]func(dir string) string{
	&tables.Format: tables.NoChampionReason, &tournament.Format: tournament.Waits, &study.Format: study.NotAPlayerReason,
}

// formatOf is the format of a directory, nil if it has none.
func formatOf(dir string) *runs.Format {
	if i := slices.IndexFunc(directories, func(f *runs.Format) bool { return f.Is(dir) }); i >= 0 {
		return directories[i]
	}
	return nil
}

// CheckConfig returns an error if data is the configuration of another format than the one
// that is wanted.
func CheckConfig(data []byte, want *runs.Format) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil // its reader says what is wrong
	}
	for _, other := range directories {
		if _, has := fields[other.Mark]; has && other.Mark != "" && other != want {
			return fmt.Errorf("it is no %s but a %s", want.Config, other.Config)
		}
	}
	return nil
}

// Explain adds to an error about a file or a directory which command helps. It needs the formats
// of all working directories; the packages that find such errors know none or one.
func Explain(err error) error {
	if damaged, is := errors.AsType[*files.Damaged](err); is {
		return fmt.Errorf("%w%s", err, remedy(damaged.Path))
	}
	if none, is := errors.AsType[*players.NoPlayer](err); is {
		if f := formatOf(none.Dir); f != nil {
			return explained{err, none, fmt.Sprintf("%s: %s", none.Player, without(f, none.Dir))}
		}
	}
	if absent, is := errors.AsType[*runs.Absent](err); is {
		if f := formatOf(absent.Dir); f != nil && f != absent.Format {
			return explained{err, absent, fmt.Sprintf("%s at %s, but %s there: `%s` says how it stands, `%s` goes on with it",
				absent.Format.Absent, absent.Dir, f.Present, called.Evolve("status", absent.Dir),
				called.Evolve("resume", absent.Dir))}
		}
	}
	return err
}

// An explained error says better what its cause says.
type explained struct {
	error
	cause  error
	better string
}

func (e explained) Error() string {
	return strings.Replace(e.error.Error(), e.cause.Error(), e.better, 1)
}
func (e explained) Unwrap() error { return e.error }

// without says why there is no player in a directory, and what to do.
func without(f *runs.Format, dir string) string {
	if says, known := waits[f]; known {
		if why := says(dir); why != "" {
			return why
		}
	}
	return fmt.Sprintf("%s there, but it has no %s: `%s` makes it as soon as a %s is finished", f.Present, f.Makes[0],
		called.Evolve("resume", dir), f.Timings[0])
}

// remedy is what to add to the error of a damaged file: "" unless it lies in a directory where
// resume makes it again.
func remedy(file string) string {
	folder, name := filepath.Dir(file), filepath.Base(file)
	abs, _ := filepath.Abs(folder) // "" if that cannot be said, which no file lies below
	for _, at := range []struct{ dir, name string }{
		{folder, name},
		{filepath.Join(folder, ".."), path.Join(filepath.Base(abs), name)},
	} {
		f := formatOf(at.dir)
		if f != nil && slices.ContainsFunc(f.Makes,
			func(made string) bool { is, _ := path.Match(made, at.name); return is }) {
			return fmt.Sprintf("; `%s` makes it again", called.Evolve("resume", at.dir))
		}
	}
	return ""
}
