package play

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/web"
)

// webFlags holds the flags of web.
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
		Short: "Serve a web page to play on and to watch runs",
		Long: `Serve a web page on which you play, see the values of moves, and watch runs of evolution.
docs/how-to/play-on-the-page.md describes the page, docs/reference/http-api.md its HTTP API.

By default only this machine can reach the page. With --addr 0.0.0.0:8064 all machines in
the network can, and they can make this machine compute. External programs of --program can
be played from this machine only.`,
		Example: "  play web --open\n  play web --program 'gtp:cmd=edax -gtp -l 4'\n  play web --addr 0.0.0.0:8064 --host " +
			"board.example.org",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.serve(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.address, "addr", web.DefaultAddress, "listen at `ADDRESS`")
	flags.StringArrayVar(&f.hosts, "host", nil, "accept requests for this host `NAME` too; repeatable")
	flags.StringVar(&f.runs, "runs", "runs", "show the runs in `DIR`, and offer their champions as players")
	flags.StringArrayVar(&f.programs, "program", nil,
		"offer this `PLAYER` too: a program such as gtp:cmd=…, or a file such as ntuple:file=…; repeatable")
	flags.DurationVar(&f.maxThink, "max-think", 0, "longest `TIME` for a move, such as 5s (default 10s)")
	flags.BoolVar(&f.open, "open", false, "open the page in the browser")
	flags.StringVar(&f.page, "page", "", "serve the page's files from `DIR`, to develop them")
	_ = flags.MarkHidden("page") // cannot fail: the flag exists
	return cmd
}

func (f *webFlags) serve(cmd *cobra.Command) error {
	if f.maxThink < 0 {
		return cli.Inputf("--max-think %s: must be above 0, such as 5s", f.maxThink)
	}
	if info, err := os.Stat(f.runs); cmd.Flags().Changed("runs") && (err != nil || !info.IsDir()) {
		return cli.Inputf("--runs %s: no such directory; name the directory that holds your runs, or leave it out", f.runs)
	}
	o := web.Options{Runs: f.runs, Hosts: f.hosts, MaxThink: f.maxThink}
	if f.page != "" {
		o.Page = fs.FS(os.DirFS(f.page))
	}
	for _, text := range f.programs {
		spec, err := players.ParseSpec(text)
		if err == nil && spec.RequiredKey() == "" {
			err = fmt.Errorf("player %s is always on the page: leave out its --program", text)
		}
		if err == nil {
			_, err = spec.Contestant() // such as a program that is not there
		}
		if err != nil {
			return cli.Inputf("--program: %w", err)
		}
		o.Programs = append(o.Programs, spec)
	}
	server, err := web.Listen(f.address, o)
	if err != nil {
		return cli.CannotListen("addr", f.address, err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "The page is at %s. Ctrl-C ends it.\n", strings.Join(server.URLs(), ", "))
	if server.Public() {
		fmt.Fprintln(cmd.ErrOrStderr(), "play: anyone on the network can use this page, see your runs and use this "+
			"machine's processor; leave out --addr to allow only this machine")
	}
	if f.open {
		if err := web.Browse(server.URL()); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "play: cannot start a browser (%v): open the page yourself\n", err)
		}
	}
	return server.Serve(cmd.Context())
}
