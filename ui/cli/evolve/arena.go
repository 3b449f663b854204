package evolve

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/fitness/cluster"
	"evothello/ui/cli"
)

// arenaFlags holds the flags that say where games are played: on this machine's cores, and by workers on others.
type arenaFlags struct {
	workers      int
	listen, nats string
	insecure     bool
	check        float64
	agree        int
	access       cluster.Access
	metrics      string
}

// add adds the flags to a command, whose help describes only the first.
func (f *arenaFlags) add(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.workers, "concurrency", 0, parallelGames)
	f.addWorkers(cmd)
	cli.GroupFlags(cmd, "Workers", append(workerFlags, "concurrency")...)
	cli.DescribedIn(cmd, "--listen, --nats …: `evolve help workers`", workerFlags...)
}

// workerFlags are the flags for games on other machines.
var workerFlags = []string{"listen", "nats", "insecure", "verify", "replicas", "token", "user", "password", "tls-ca",
	"tls-cert", "tls-key", "metrics"}

// addWorkers adds the flags for games on other machines.
func (f *arenaFlags) addWorkers(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", "", "serve workers on other machines at `ADDRESS`, such as :4222; does not "+
		"affect results")
	flags.StringVar(&f.nats, "nats", "", "use the workers of the NATS server at `URL`; does not affect results")
	flags.BoolVar(&f.insecure, "insecure", false, "let --listen serve all workers, without a token or user")
	flags.Float64Var(&f.check, "verify", cluster.DefaultCheck,
		"replay this `SHARE` of the workers' games, up to 1, and compare the results")
	flags.IntVar(&f.agree, "replicas", 1, "have `N` workers play each game; where they differ this machine decides")
	addAccess(cmd, &f.access)
	addMetrics(cmd, &f.metrics)
}

// addAccess adds the flags that authenticate workers and servers.
func addAccess(cmd *cobra.Command, access *cluster.Access) {
	flags := cmd.Flags()
	flags.StringVar(&access.Token, "token", "", "use the `TOKEN` that server and workers share (default $EVOTHELLO_TOKEN)")
	flags.StringVar(&access.User, "user", "", "log in at the server as user `NAME`, instead of with a token")
	flags.StringVar(&access.Password, "password", "",
		"log in with `PASSWORD`, that of --user (default $EVOTHELLO_PASSWORD)")
	flags.StringVar(&access.CA, "tls-ca", "", "trust the CA certificates in `FILE`")
	flags.StringVar(&access.Cert, "tls-cert", "", "use the TLS certificate in `FILE`, as a server and as a client")
	flags.StringVar(&access.Key, "tls-key", "", "use the private key in `FILE`, that of --tls-cert")
}

// fromEnvironment fills in missing secrets, which other users could read on a command line.
func fromEnvironment(access *cluster.Access) error {
	if access.Token == "" && access.User == "" {
		access.Token = os.Getenv("EVOTHELLO_TOKEN")
	}
	if access.User != "" && access.Password == "" {
		access.Password = os.Getenv("EVOTHELLO_PASSWORD")
	}
	return access.Validate()
}

// An arena plays the games of a command, here and on other machines.
type arena struct {
	games fitness.Arena
	many  *cluster.Arena // nil without other machines
	done  func()
}

// Close closes the connections to servers.
func (a *arena) Close() {
	if a.done != nil {
		a.done()
	}
}

// open returns the arena that the flags ask for. If timed is set, it measures the players' thinking time.
func (f *arenaFlags) open(cmd *cobra.Command, timed bool) (*arena, error) {
	if err := checkWorkers(f.workers); err != nil {
		return nil, err
	}
	switch {
	case f.listen == "" && f.nats == "":
		for _, name := range workerFlags {
			if cmd.Flags().Changed(name) {
				return nil, cli.Inputf("--%s is for games on other machines: add --listen or --nats", name)
			}
		}
		return &arena{games: fitness.Local{Workers: f.workers, Timed: timed}}, nil
	case f.listen != "" && f.nats != "":
		return nil, cli.Inputf("give --listen or --nats, not both")
	}
	if err := fromEnvironment(&f.access); err != nil {
		return nil, cli.Input(err)
	}
	if f.agree == 0 {
		return nil, cli.Inputf("--replicas 0: must be at least 1 worker")
	}
	notice := func(text string) { fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s\n", cli.Plain(text)) }
	options := cluster.Options{Workers: f.workers, Timed: timed, Check: f.check, Agree: f.agree, Notice: notice}
	if f.nats != "" {
		if f.insecure {
			return nil, cli.Inputf("--insecure works with --listen only: leave it out with --nats")
		}
		many, err := cluster.Join(f.nats, f.access, options)
		if err != nil {
			return nil, cli.Input(err)
		}
		return f.measured(&arena{many, many, many.Close})
	}
	served, err := f.serve(cmd, options)
	if err != nil {
		return nil, err
	}
	return f.measured(served)
}

// checkPrograms returns an error if a run with programs among its opponents would be played on other machines.
func (f *arenaFlags) checkPrograms(c *evolution.Config) error {
	if programs := c.Programs(); len(programs) > 0 && (f.listen != "" || f.nats != "") {
		return cli.Inputf("%s runs on this machine only: leave out --listen and --nats", programs[0])
	}
	return nil
}

// measured serves the arena's metrics if the user asked for them.
func (f *arenaFlags) measured(a *arena) (*arena, error) {
	stop, err := serveMetrics(f.metrics, arenaFigures(a.many))
	if err != nil {
		a.Close()
		return nil, err
	}
	done := a.done
	a.done = func() { stop(); done() }
	return a, nil
}

// serve starts a NATS server and returns the arena of its workers.
func (f *arenaFlags) serve(cmd *cobra.Command, options cluster.Options) (*arena, error) {
	slow := time.AfterFunc(3*time.Second, func() {
		options.Notice("the server for workers starts; Go compiles it first, which takes about a minute the first time")
	})
	server, err := cluster.Listen(f.listen, f.access, f.insecure)
	slow.Stop()
	if err != nil {
		if errors.Is(err, cluster.ErrOpen) {
			err = fmt.Errorf("--listen %w; or give --insecure", err)
		}
		return nil, cli.CannotListen("listen", f.listen, err)
	}
	many, err := cluster.Serve(server, options)
	if err != nil {
		server.Close()
		return nil, cli.Input(err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Workers can connect to %s.\n", server.Address())
	return &arena{many, many, func() {
		many.Close()
		server.Close()
	}}, nil
}
