package evolve

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/runs"
	"evothello/ui/web"
)

// A livePage is a web page that shows a run in progress. The process of the run serves it.
type livePage struct {
	server *web.Server
	end    context.CancelFunc
	ended  chan error
}

func addOpen(cmd *cobra.Command, open *bool) {
	cmd.Flags().BoolVar(open, "open", false, "show the run on a page in the browser, which stays until Ctrl-C")
}

// openLivePage serves the page and opens it in the browser.
func openLivePage(cmd *cobra.Command, run *runs.Run) (*livePage, error) {
	dir, err := filepath.Abs(run.Path())
	if err != nil {
		return nil, err
	}
	server, err := web.Listen("127.0.0.1:0", web.Options{Runs: filepath.Dir(dir)})
	if err != nil {
		return nil, fmt.Errorf("--open: %w", err)
	}
	serving, end := context.WithCancel(context.Background())
	w := &livePage{server, end, make(chan error, 1)}
	go func() { w.ended <- server.Serve(serving) }()
	url := server.RunURL(filepath.Base(dir))
	fmt.Fprintf(cmd.ErrOrStderr(), "Watch the run at %s\n", url)
	if err := web.Browse(url); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "evolve: cannot start a browser (%v): open the page yourself\n", err)
	}
	return w, nil
}

// stay serves the page until Ctrl-C.
func (p *livePage) stay(cmd *cobra.Command) error {
	fmt.Fprintf(cmd.ErrOrStderr(), "The page stays at %s until Ctrl-C.\n", p.server.URL())
	select {
	case err := <-p.ended:
		p.ended <- nil
		return err
	case <-cmd.Context().Done():
		return nil
	}
}

// close stops serving the page.
func (p *livePage) close() {
	p.end()
	<-p.ended
}
