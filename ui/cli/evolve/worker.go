package evolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/fitness/cluster"
	"evothello/internal/english"
	"evothello/ui/cli"
)

func newWorker() *cobra.Command {
	var address, name, metrics string
	var slots int
	var access cluster.Access
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play games for runs on other machines",
		Long: `Play games for runs, matches and tournaments that were started on other machines with
--listen or --nats, until Ctrl-C. If the server cannot be reached, the worker waits for it.
The worker receives weights and settings only. It starts no programs and reads no files but
its key, which it keeps in the user's cache directory.`,
		Example: "  evolve worker --nats nats://192.168.1.5:4222 --token secret\n  EVOTHELLO_TOKEN=secret evolve worker " +
			"--nats nats://bench:4222 --concurrency 8",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkWorkers(slots); err != nil {
				return err
			}
			if address == "" {
				return cli.Inputf("no server: give its URL with --nats nats://HOST:4222")
			}
			if err := fromEnvironment(&access); err != nil {
				return cli.Input(err)
			}
			w := &cluster.Worker{Name: name, Slots: slots, Keys: keysDir(),
				Notice: func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), cli.Plain(text)) }}
			stop, err := serveMetrics(metrics, workerFigures(w))
			if err != nil {
				return err
			}
			defer stop()
			err = w.Work(cmd.Context(), address, access)
			if w.Pairs() > 0 || err == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "Played %s of games.\n", english.Count(w.Pairs(), "pair"))
			}
			switch {
			case errors.Is(err, cluster.ErrRefused):
				return err
			case err != nil:
				return cli.Input(err)
			}
			return cli.ErrInterrupted
		},
	}
	cmd.Flags().StringVar(&address, "nats", "", "connect to the server at `URL`, such as nats://HOST:4222; required")
	cmd.Flags().StringVar(&name, "name", "", "show the worker under `NAME` (default the machine's name)")
	cmd.Flags().IntVar(&slots, "concurrency", 0, "pairs of games to play in parallel (default one per core)")
	addAccess(cmd, &access)
	addMetrics(cmd, &metrics)
	return cmd
}

// keysDir returns the directory with the keys of this user's workers, so that a worker that is started again is the
// same one. It returns "" on a machine without a directory for caches.
func keysDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "evothello", "workers")
}
