package evolve

import (
	"fmt"

	"github.com/spf13/cobra"

	"evothello/fitness/cluster"
	"evothello/ui/cli"
	"evothello/ui/static"
)

type publishFlags struct {
	out, engine string
}

func newPublish() *cobra.Command {
	var f publishFlags
	cmd := &cobra.Command{
		Use:   "publish [PLAYER] -o FOLDER",
		Short: "Write the page and a player as files that play from any web server, also offline",
		Long: `Write a static edition of the page: a folder of files that any web server can serve. The
player thinks in the browser.

PLAYER is a run's directory, a champion's file or a name of "play list"; it is the page's
first opponent. A run's earlier champions become a ladder of opponents.

The Go tool chain compiles this program's code for browsers, from the source in the
working directory. Without it, --engine takes the compiled code from another edition.
FOLDER is new, empty, or an edition, which is replaced.`,
		Example: `  evolve publish -o site
  evolve publish runs/seed-1 -o site
  evolve publish runs/seed-2 -o other --engine site`,
		Args: cli.Args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, append(args, "")[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to `FOLDER`")
	cmd.Flags().StringVar(&f.engine, "engine", "",
		"take the compiled code from the edition in `FOLDER`, and compile nothing")
	return cmd
}

func (f *publishFlags) run(cmd *cobra.Command, player string) error {
	if f.out == "" {
		return cli.Inputf("no folder for the files: give one with -o FOLDER")
	}
	if err := static.CheckFolder(f.out); err != nil {
		return cli.Input(err)
	}
	edition, err := static.Of(player)
	if err != nil {
		return cli.Input(err)
	}
	engine, err := f.engineOf(cmd)
	if err != nil {
		return cli.Input(err)
	}
	if err := edition.Measure(); err != nil {
		return err
	}
	size, err := edition.Write(f.out, engine)
	if err != nil {
		return err
	}
	const megabyte = 1e6
	fmt.Fprintf(cmd.OutOrStdout(), `%s: %d files, %.1f MB, %.1f MB compressed; the first opponent is %s
Serve it, for example with "python3 -m http.server -d %[1]s", and open http://localhost:8000
`, cli.Plain(f.out), size.Files, float64(size.Bytes)/megabyte, float64(size.Compressed)/megabyte, cli.Plain(edition.About()))
	return nil
}

// engineOf returns the engine of the edition that --engine names, or compiles it.
func (f *publishFlags) engineOf(cmd *cobra.Command) (*static.Engine, error) {
	fingerprint, err := cluster.Fingerprint()
	if err != nil {
		return nil, err
	}
	version := fmt.Sprintf("%s, engine %s\n", cli.Build(), fingerprint) // builds without git are told apart by their games
	if f.engine != "" {
		return static.EngineOf(f.engine, version)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "compiling for browsers, which takes a minute the first time …")
	return static.Compile(cmd.Context(), version)
}
