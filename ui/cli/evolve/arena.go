package evolve

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"evothello/fitness"
	"evothello/fitness/cluster"
	"evothello/internal/files"
	"evothello/ui/cli"
)

// arenaFlags say who plays: this machine's cores, and workers on others.
type arenaFlags struct {
	workers      int
	listen, nats string
	insecure     bool
	check        float64
	access       cluster.Access
	metrics      string
}

func (f *arenaFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.workers, "workers", 0, gamesAtATime)
	flags.StringVar(&f.listen, "listen", "", "serve workers on other machines at this `ADDRESS`, such as :4222; "+
		"changes no result")
	flags.StringVar(&f.nats, "nats", "", "hand games out to the workers of a NATS server with JetStream, at this "+
		"`URL`; changes no result")
	flags.BoolVar(&f.insecure, "insecure", false, "let --listen serve any worker, without a token or user")
	flags.Float64Var(&f.check, "check", cluster.DefaultCheck,
		"the share of workers' games that is played again here, to catch wrong ones")
	addAccess(cmd, &f.access)
	addMetrics(cmd, &f.metrics)
}

// addAccess adds the flags that let in, and keep out.
func addAccess(cmd *cobra.Command, access *cluster.Access) {
	flags := cmd.Flags()
	flags.StringVar(&access.Token, "token", "", "the `TOKEN` that server and workers share (default: the environment's "+
		"EVOTHELLO_TOKEN)")
	flags.StringVar(&access.User, "user", "", "the user's `NAME` at the server, in place of a token")
	flags.StringVar(&access.Password, "password", "",
		"the user's password (default: the environment's EVOTHELLO_PASSWORD)")
	flags.StringVar(&access.CA, "tls-ca", "", "a `FILE` of certificates to trust")
	flags.StringVar(&access.Cert, "tls-cert", "",
		"a `FILE` with our own certificate: what --listen serves, or what the server wants to see")
	flags.StringVar(&access.Key, "tls-key", "", "a `FILE` with its key")
}

// fromEnvironment fills in secrets that should not stand on a command line.
func fromEnvironment(access *cluster.Access) error {
	if access.Token == "" && access.User == "" {
		access.Token = os.Getenv("EVOTHELLO_TOKEN")
	}
	if access.User != "" && access.Password == "" {
		access.Password = os.Getenv("EVOTHELLO_PASSWORD")
	}
	return access.Validate()
}

// An arena plays the games of a command.
type arena struct {
	fitness.Arena
	many *cluster.Arena // nil if this machine plays alone
	done func()
}

// Close closes the connections to servers.
func (a *arena) Close() {
	if a.done != nil {
		a.done()
	}
}

// open makes the arena.
func (f *arenaFlags) open(cmd *cobra.Command, timed bool) (*arena, error) {
	if err := checkWorkers(f.workers); err != nil {
		return nil, err
	}
	switch {
	case f.listen == "" && f.nats == "":
		for _, name := range []string{"token", "user", "password", "tls-ca", "tls-cert", "tls-key", "insecure", "check",
			"metrics"} {
			if cmd.Flags().Changed(name) {
				return nil, cli.Inputf("--%s is about workers: give --listen or --nats as well", name)
			}
		}
		return &arena{Arena: fitness.Local{Workers: f.workers, Timed: timed}}, nil
	case f.listen != "" && f.nats != "":
		return nil, cli.Inputf("give --listen or --nats, not both")
	}
	if err := fromEnvironment(&f.access); err != nil {
		return nil, cli.Input(err)
	}
	options := cluster.Options{Workers: f.workers, Timed: timed, Check: f.check, Notice: func(text string) {
		fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s\n", cli.Plain(text))
	}}
	if f.nats != "" {
		if f.insecure {
			return nil, cli.Inputf("--insecure is about --listen: leave it out with --nats")
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

// serve makes the arena of a server of our own.
func (f *arenaFlags) serve(cmd *cobra.Command, options cluster.Options) (*arena, error) {
	dir, remove, err := files.MakeTemporary("evothello-nats-")
	if err != nil {
		return nil, err
	}
	server, err := cluster.Listen(f.listen, dir, f.access, f.insecure)
	if err != nil {
		remove()
		if errors.Is(err, cluster.ErrOpen) {
			err = fmt.Errorf("--listen %w; or say --insecure", err)
		}
		return nil, cli.Input(err)
	}
	many, err := cluster.Serve(server, options)
	if err != nil {
		server.Close()
		remove()
		return nil, cli.Input(err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Workers are welcome at %s.\n", server.Address())
	return &arena{many, many, func() {
		many.Close()
		server.Close()
		remove()
	}}, nil
}
