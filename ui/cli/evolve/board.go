package evolve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/report/survey"
	"evothello/ui/cli"
)

type boardFlags struct {
	all      bool
	state    string
	memory   int
	settings survey.Settings
	output   outputFlags
}

// usualBoardFlags are the flags where none is given.
func usualBoardFlags() boardFlags {
	return boardFlags{memory: 1024, settings: survey.Settings{Budget: 2 * time.Minute, Games: 10_000, Seed: 1,
		Workers: runtime.NumCPU()}}
}

func newBoard() *cobra.Command {
	f := usualBoardFlags()
	cmd := &cobra.Command{
		Use:   "board NAME|FILE… | --all",
		Short: "Find out what can be known of a board: who wins, how high, how fast",
		Long: `Find out what can be known of a board of up to 8×8 squares of any shape: how random
players fare on it, how it ends with best play of both, the largest win for each side
and the shortest, which both may help to reach. Discs are counted as they lie at the end:
empty squares count for neither side, and passes are not moves.

` + formats.Boards + `.
The boards that come with the program: see evolve board --all, which makes a table of them.

What takes longer than the budget of a board is told as a bound. The shortest wins take a
quarter of the budget at most, the largest wins a quarter of what is left then, and best
play the rest; what it leaves is for the wins again. With --state a file for each board keeps what is found, at Ctrl-C and every
half a minute, and the same command goes on from there: each time with a budget of its own.`,
		Example: "  evolve board X Diamond\n  evolve board Heart --budget 2h --state boards\n  evolve board --all " +
			"--json\n  evolve board mine.txt",
		Args: cli.Args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.all, "all", false, "all boards that come with the program, as a table")
	flags.DurationVar(&f.settings.Budget, "budget", f.settings.Budget, "time for each board")
	flags.StringVar(&f.state, "state", "", "keep what is found in this directory, and go on from there")
	flags.IntVar(&f.settings.Games, "games", f.settings.Games, "games of random players")
	flags.Uint64Var(&f.settings.Seed, "seed", f.settings.Seed, "decides the games of random players")
	flags.IntVar(&f.settings.Workers, "workers", f.settings.Workers, "threads that look for best play")
	flags.Lookup("workers").DefValue = "one a core" // not the number of this machine, so that help is the same everywhere
	flags.IntVar(&f.memory, "memory", f.memory, "MiB in which to remember positions, at most")
	f.output.add(cmd)
	return cmd
}

// maxMemory is how much a table may take, in MiB.
const maxMemory = min(math.MaxInt>>20, 1<<20)

// check reports what is wrong with the flags.
func (f *boardFlags) check(args []string) error {
	switch s := f.settings; {
	case f.all && len(args) > 0:
		return cli.Inputf("--all is all boards: leave out %s", args[0])
	case !f.all && len(args) == 0:
		return cli.Inputf("name a board or a file, or --all; see `%s`", called.Evolve("board", "--help"))
	case s.Budget <= 0:
		return cli.Inputf("--budget %s: must be more than 0", s.Budget)
	case s.Games < 1 || s.Games > 10_000_000:
		return cli.Inputf("--games %d: must be 1 to 10000000", s.Games)
	case s.Workers < 1 || s.Workers > 256:
		return cli.Inputf("--workers %d: must be 1 to 256", s.Workers)
	case f.memory < 1 || f.memory > maxMemory:
		return cli.Inputf("--memory %d: must be 1 to %d", f.memory, maxMemory)
	}
	return nil
}

func (f *boardFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	f.settings.Memory = f.memory << 20
	shapes := engine.Shapes
	if !f.all {
		shapes = nil
		for _, word := range args {
			shape, err := cli.Board(word)
			if err != nil {
				return err
			}
			shapes = append(shapes, shape)
		}
	}
	if f.state != "" {
		lock, err := openState(f.state)
		if err != nil {
			return err
		}
		defer lock.Release()
	}
	return f.surveyAll(cmd, shapes)
}

// openState makes the directory of states if it is missing, and takes its lock.
func openState(dir string) (*files.Lock, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, cli.Inputf("--state: %w; name another", files.NameDeniedDir(err))
	}
	lock, err := files.Acquire(dir)
	if err != nil {
		return nil, cli.Inputf("--state: %w", err)
	}
	return lock, files.Sweep(dir)
}

func (f *boardFlags) surveyAll(cmd *cobra.Command, shapes []engine.Shape) error {
	out := cmd.OutOrStdout()
	if f.all && !f.output.json {
		printBoardHead(out)
	}
	for i, shape := range shapes {
		s, err := f.survey(cmd, shape)
		if err != nil {
			return err
		}
		switch {
		case f.output.json:
			if err := printJSON(out, s); err != nil {
				return err
			}
		case f.all:
			printBoardRow(out, s)
		default:
			if i > 0 {
				fmt.Fprintln(out)
			}
			printBoard(out, s)
		}
		if cmd.Context().Err() != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), f.stopped())
			return cli.ErrInterrupted
		}
	}
	return nil
}

func (f *boardFlags) stopped() string {
	if f.state == "" {
		return "Stopped; what is known so far is above. With --state DIR it would have been kept, to go on from there."
	}
	return "Stopped. The same command goes on from here."
}

// survey finds out about a board, from what is kept of it, and keeps what it finds.
func (f *boardFlags) survey(cmd *cobra.Command, shape engine.Shape) (survey.BoardAnalysis, error) {
	work, save := survey.Begin(shape, f.settings), func() error { return nil }
	if f.state != "" {
		path := filepath.Join(f.state, url.PathEscape(shape.Name)+".json")
		switch data, err := files.ReadInternal(path, files.MaxGames); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return survey.BoardAnalysis{}, err
		default:
			if work, err = survey.Resume(shape, f.settings, data); err != nil {
				return survey.BoardAnalysis{}, cli.Inputf("%s: %w; move it away to begin anew", path, err)
			}
		}
		save = func() error { return files.Write(path, work.State()) }
	}
	ctx, cancel := context.WithCancelCause(cmd.Context())
	defer cancel(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		work.Run(ctx)
	}()
	if err := f.wait(newWatcher(f.output.progress(cmd), shape.Name, f.settings.Budget), work, done, save); err != nil {
		cancel(err)
		<-done
		return survey.BoardAnalysis{}, err
	}
	return work.Survey(), save()
}

// wait waits for the work to be done, and shows and saves it meanwhile.
func (f *boardFlags) wait(watcher *watcher, work *survey.Analysis, done chan struct{}, save func() error) error {
	defer watcher.end()
	show, keep := time.NewTicker(200*time.Millisecond), time.NewTicker(30*time.Second)
	defer show.Stop()
	defer keep.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-show.C:
			watcher.watch(work.Doing())
		case <-keep.C:
			if err := save(); err != nil {
				return err
			}
		}
	}
}
