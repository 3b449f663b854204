package playerlist

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs"
)

// Explain adds the command that helps to an error about a file or a directory. It is here because the
// packages that return such errors know at most one kind of directory.
func Explain(err error) error {
	if damaged, is := errors.AsType[*files.Damaged](err); is {
		if remedy := remedy(damaged.Path); remedy != "" {
			return files.Advise(err, remedy)
		}
		return err
	}
	if none, is := errors.AsType[*players.NoPlayer](err); is {
		if k := runs.KindOf(none.Dir); k != nil {
			return explained{err, none, fmt.Sprintf("%s: %s", none.Player, noPlayerIn(k, none.Dir))}
		}
	}
	if absent, is := errors.AsType[*runs.NotFoundError](err); is {
		if k := runs.KindOf(absent.Dir); k != nil && k.Found != "" && k.Format != absent.Format {
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

// noPlayerIn returns the reason why a directory of a kind has no player, and what to do.
func noPlayerIn(k *runs.Kind, dir string) string {
	if k.WhyNoPlayer != nil {
		if why := k.WhyNoPlayer(dir); why != "" {
			return why
		}
	}
	return fmt.Sprintf("%s there, but it has no %s: `%s` makes it as soon as a %s is finished",
		k.Found, k.Outputs[0], called.Evolve("resume", dir), k.TimingColumns[0])
}

// remedy returns the advice for a damaged file. It is "" unless resume makes the file again in its directory.
func remedy(file string) string {
	folder, name := filepath.Dir(file), filepath.Base(file)
	abs, _ := filepath.Abs(folder) // "" on an error, and then no pattern of Outputs matches
	for _, at := range []struct{ dir, name string }{
		{folder, name},
		{filepath.Join(folder, ".."), path.Join(filepath.Base(abs), name)},
	} {
		k := runs.KindOf(at.dir)
		matches := func(pattern string) bool { is, _ := path.Match(pattern, at.name); return is }
		if k != nil && slices.ContainsFunc(k.Outputs, matches) {
			return fmt.Sprintf("`%s` makes it again", called.Evolve("resume", at.dir))
		}
	}
	return ""
}
