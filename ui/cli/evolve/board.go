package evolve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/report/boards"
	"evothello/ui/cli"
)

type boardFlags struct {
	all      bool
	state    string
	dir      *files.Dir // of state, locked; nil without it
	memory   int
	settings boards.Settings
	output   outputFlags
}

// defaultBoardFlags returns the default values of the flags.
func defaultBoardFlags() boardFlags {
	return boardFlags{memory: 1024, settings: boards.Settings{Budget: 2 * time.Minute, Games: 10_000, Seed: 1,
		Workers: runtime.NumCPU()}}
}

func newBoard() *cobra.Command {
	f := defaultBoardFlags()
	cmd := &cobra.Command{
		Use:   "board BOARD… | --all",
		Short: "Analyse a board: best play, largest and shortest wins, random games",
		Long: `Analyse a board of any shape, up to 8×8 squares. The analysis has four parts.

  random players  how often each side wins if both play random moves
  best play       the result if both sides play their best moves
  largest win     the largest win of each side, if the other side helps
  shortest win    the fewest moves to a win of each side, if the other side helps

Empty squares count for neither side. Passes are not moves.

` + cli.Paragraph(formats.Boards) + `

A part that does not finish within the --budget of a board gives a bound. With --state
the same command continues, with a new budget.`,
		Example: "  evolve board X Diamond\n  evolve board Heart --budget 2h --state boards\n  evolve board --all " +
			"--json\n  evolve board mine.txt",
		Args: cli.Args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.all, "all", false, "print a table of all boards that come with the program")
	flags.DurationVar(&f.settings.Budget, "budget", f.settings.Budget, "`TIME` for each board, such as 10m")
	flags.StringVar(&f.state, "state", "", "save the results in `DIR`, and continue from there")
	flags.IntVar(&f.settings.Games, "games", f.settings.Games, "number of games of random players")
	flags.Uint64Var(&f.settings.Seed, "seed", f.settings.Seed, "seed of the games of random players")
	flags.IntVar(&f.settings.Workers, "concurrency", f.settings.Workers, "threads that search for best play")
	flags.Lookup("concurrency").DefValue = "one per core" // the help is the same on all machines
	flags.IntVar(&f.memory, "memory", f.memory, "largest size of the table of positions, in MiB")
	f.output.add(cmd)
	return cmd
}

// maxMemory is the largest allowed size of a table, in MiB.
const maxMemory = min(math.MaxInt>>20, 1<<20)

// check returns an error if a flag has a wrong value.
func (f *boardFlags) check(args []string) error {
	switch s := f.settings; {
	case f.all && len(args) > 0:
		return cli.Inputf("--all analyses all boards: leave out %s", args[0])
	case !f.all && len(args) == 0:
		return cli.Inputf("no board: give a board's name, a file, or --all; see `%s`", called.Evolve("board", "--help"))
	case s.Budget <= 0:
		return cli.Inputf("--budget %s: must be above 0, such as 10m", s.Budget)
	case s.Games < 1 || s.Games > 10_000_000:
		return cli.Inputf("--games %d: must be 1 to 10000000", s.Games)
	case s.Workers < 1 || s.Workers > 256:
		return cli.Inputf("--concurrency %d: must be 1 to 256", s.Workers)
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
			if err == nil {
				err = cli.UpTo8x8(shape, "evolve board", "larger ones have too many positions")
			}
			if err != nil {
				return err
			}
			shapes = append(shapes, shape)
		}
	}
	if f.state != "" {
		if err := f.openState(); err != nil {
			return err
		}
		defer f.dir.Close()
	}
	return f.analyseAll(cmd, shapes)
}

// openState locks the directory of --state. It creates the directory if it is missing.
func (f *boardFlags) openState() error {
	f.dir = files.At(f.state)
	if err := f.dir.Make(); err != nil {
		return cli.Inputf("--state: %w; name another directory", files.NameDeniedDir(err))
	}
	if err := f.dir.Lock(); err != nil {
		return cli.Inputf("--state: %w", err)
	}
	return f.dir.Sweep()
}

func (f *boardFlags) analyseAll(cmd *cobra.Command, shapes []engine.Shape) error {
	out := cmd.OutOrStdout()
	if f.all && !f.output.json {
		printBoardHead(out)
	}
	for i, shape := range shapes {
		s, err := f.analyse(cmd, shape)
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
		return "Stopped; the results so far are above. With --state DIR they are saved, and the same command continues."
	}
	return "Stopped. The same command continues from here."
}

// analyse analyses a board. With --state it continues from the saved results and saves the new ones.
func (f *boardFlags) analyse(cmd *cobra.Command, shape engine.Shape) (boards.BoardAnalysis, error) {
	work, save := boards.Begin(shape, f.settings), func() error { return nil }
	if f.state != "" {
		name := url.PathEscape(shape.Name) + ".json"
		switch data, err := f.dir.Read(name, files.MaxGames); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return boards.BoardAnalysis{}, err
		default:
			if work, err = boards.Resume(shape, f.settings, data); err != nil {
				return boards.BoardAnalysis{}, cli.Inputf("%s: %w; move the file away to start again", f.dir.Path(name), err)
			}
		}
		save = func() error { return f.dir.Write(name, work.State()) }
	}
	ctx, cancel := context.WithCancelCause(cmd.Context())
	defer cancel(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		work.Run(ctx)
	}()
	progress := newBoardProgress(f.output.progress(cmd), shape.Name, f.settings.Budget)
	if err := f.wait(progress, work, done, save); err != nil {
		cancel(err)
		<-done
		return boards.BoardAnalysis{}, err
	}
	return work.Results(), save()
}

// wait waits until the analysis is done. Meanwhile it shows the progress and saves the results.
func (f *boardFlags) wait(progress *boardProgress, work *boards.Analysis, done chan struct{}, save func() error) error {
	defer progress.end()
	show, keep := time.NewTicker(200*time.Millisecond), time.NewTicker(30*time.Second)
	defer show.Stop()
	defer keep.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-show.C:
			progress.update(work.Doing())
		case <-keep.C:
			if err := save(); err != nil {
				return err
			}
		}
	}
}
