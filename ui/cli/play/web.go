package play

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/web"
)

// webFlags are the flags of web as they are typed.
type webFlags struct {
	address  string
	hosts    []string
	runs     string
	programs []string
	maxThink time.Duration
	open     bool
	page     string
}

func newWeb() *cobra.Command {
	var f webFlags
	cmd := &cobra.Command{
		Use:   "web",
		Short: "Serve a page on which people play and watch runs",
		Long: `Serve a page on which people play, see what moves are worth, and watch runs of
evolution. docs/how-to/play-on-the-page.md says what there is, docs/reference/http-api.md what programs can ask for.

Only this machine can reach the page unless --addr opens another address, and then
anyone who can reach it can make this machine think. Other people's programs can be played
on this machine alone.`,
		Example: "  play web --open\n  play web --program 'gtp:cmd=edax -gtp -l 4'\n  play web --addr 0.0.0.0:8064 --host " +
			"board.example.org",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.serve(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.address, "addr", web.DefaultAddress, "the `ADDRESS` to listen at")
	flags.StringArrayVar(&f.hosts, "host", nil, "a `NAME` that the server is called by; may be given again")
	flags.StringVar(&f.runs, "runs", "runs", "the `DIRECTORY` of the runs to show and to play the champions of")
	flags.StringArrayVar(&f.programs, "program", nil,
		"another program to play, a `PLAYER` such as gtp:cmd=…, or a player of a file, such as ntuple:file=…; may be "+
			"given again")
	flags.DurationVar(&f.maxThink, "max-think", 0, "how long a player may think about a move at most (default 10s)")
	flags.BoolVar(&f.open, "open", false, "open the page in the browser")
	flags.StringVar(&f.page, "page", "", "serve the page's files from this `DIRECTORY`, to work on them")
	_ = flags.MarkHidden("page") // the flag is there
	return cmd
}

func (f *webFlags) serve(cmd *cobra.Command) error {
	if f.maxThink < 0 {
		return cli.Inputf("--max-think %s: want a time such as 5s", f.maxThink)
	}
	if info, err := os.Stat(f.runs); cmd.Flags().Changed("runs") && (err != nil || !info.IsDir()) {
		return cli.Inputf("--runs %s: there is no such directory; name the one that holds your runs, or leave it out", f.runs)
	}
	o := web.Options{Runs: f.runs, Hosts: f.hosts, MaxThink: f.maxThink}
	if f.page != "" {
		o.Page = fs.FS(os.DirFS(f.page))
	}
	for _, text := range f.programs {
		spec, err := players.ParseSpec(text)
		if err == nil && spec.RequiredKey == "" {
			err = fmt.Errorf("player %s is ours: it can be played anyway", text)
		}
		if err != nil {
			return cli.Inputf("--program: %w", err)
		}
		o.Programs = append(o.Programs, spec)
	}
	server, err := web.Listen(f.address, o)
	if errors.Is(err, syscall.EADDRINUSE) {
		return cli.Inputf("%s is taken: another program listens there, perhaps this one; choose another --addr, such as "+
			"127.0.0.1:0 for any that is free", f.address)
	}
	if err != nil {
		return cli.Input(err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "The page is at %s. Ctrl-C ends it.\n", strings.Join(server.URLs(), ", "))
	if server.Public() {
		fmt.Fprintln(cmd.ErrOrStderr(), "play: anyone on the network can use this page, see your runs and make this "+
			"machine think; leave out --addr for this machine alone")
	}
	if f.open {
		if err := web.Browse(server.URL()); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "play: no browser could be started (%v): open the page yourself\n", err)
		}
	}
	return server.Serve(cmd.Context())
}
