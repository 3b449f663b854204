package evolve

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/runs"
	"evothello/ui/web"
)

// A window is the page on which a run can be watched, served by the process that works on
// the run.
type window struct {
	server *web.Server
	end    context.CancelFunc
	ended  chan error
}

func addOpen(cmd *cobra.Command, open *bool) {
	cmd.Flags().BoolVar(open, "open", false, "watch the run on a page in the browser; Ctrl-C ends the page when the "+
		"run is over")
}

// openWindow serves the page and opens it in the browser.
func openWindow(cmd *cobra.Command, run *runs.Run) (*window, error) {
	dir, err := filepath.Abs(run.Dir)
	if err != nil {
		return nil, err
	}
	server, err := web.Listen("127.0.0.1:0", web.Options{Runs: filepath.Dir(dir)})
	if err != nil {
		return nil, fmt.Errorf("--open: %w", err)
	}
	serving, end := context.WithCancel(context.Background())
	w := &window{server, end, make(chan error, 1)}
	go func() { w.ended <- server.Serve(serving) }()
	url := server.RunURL(filepath.Base(dir))
	fmt.Fprintf(cmd.ErrOrStderr(), "Watch the run at %s\n", url)
	if err := web.Browse(url); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "evolve: no browser could be started (%v): open the page yourself\n", err)
	}
	return w, nil
}

// stay keeps the page until Ctrl-C.
func (w *window) stay(cmd *cobra.Command) error {
	fmt.Fprintf(cmd.ErrOrStderr(), "The page stays at %s until Ctrl-C.\n", w.server.URL())
	select {
	case err := <-w.ended:
		w.ended <- nil
		return err
	case <-cmd.Context().Done():
		return nil
	}
}

// close stops serving the page.
func (w *window) close() {
	w.end()
	<-w.ended
}
