package evolve

import (
	"errors"
	"fmt"

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
		Long: `Play games for the runs, matches and tournaments that others started with --listen
or --nats, until Ctrl-C. A server that is not there yet, or not any more, is waited
for. What the worker is sent is weights and settings; it starts no programs and reads
no files.`,
		Example: "  evolve worker --nats nats://192.168.1.5:4222 --token secret\n  EVOTHELLO_TOKEN=secret evolve worker " +
			"--nats nats://bench:4222 --workers 8",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkWorkers(slots); err != nil {
				return err
			}
			if address == "" {
				return cli.Inputf("say where the run is: --nats nats://HOST:4222")
			}
			if err := fromEnvironment(&access); err != nil {
				return cli.Input(err)
			}
			w := &cluster.Worker{Name: name, Slots: slots,
				Notice: func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), cli.Plain(text)) }}
			stop, err := serveMetrics(metrics, workerFigures(w))
			if err != nil {
				return err
			}
			defer stop()
			err = w.Work(cmd.Context(), address, access)
			fmt.Fprintf(cmd.ErrOrStderr(), "Played %s of games.\n", english.Count(w.Pairs(), "pair"))
			switch {
			case errors.Is(err, cluster.ErrRefused):
				return err
			case err != nil:
				return cli.Input(err)
			}
			return cli.ErrInterrupted
		},
	}
	cmd.Flags().StringVar(&address, "nats", "", "the server's `URL`, such as nats://HOST:4222")
	cmd.Flags().StringVar(&name, "name", "", "what the worker is called (default: this machine's name)")
	cmd.Flags().IntVar(&slots, "workers", 0, "pairs of games played at the same time (default one a core)")
	addAccess(cmd, &access)
	addMetrics(cmd, &metrics)
	return cmd
}
