package evolve

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/fitness/cluster"
	"evothello/ui/cli"
)

func addMetrics(cmd *cobra.Command, address *string) {
	cmd.Flags().StringVar(address, "metrics", "",
		"serve Prometheus metrics at `ADDRESS`, such as 127.0.0.1:9100, under /metrics")
}

// A figure is a metric, computed at each request.
type figure struct {
	name, help string
	of         func() int
}

func arenaFigures(a *cluster.Arena) []figure {
	of := func(read func(*cluster.Status) int) func() int {
		return func() int { s := a.Status(); return read(&s) }
	}
	return []figure{
		{"evothello_workers", "Connected workers on other machines.",
			of(func(s *cluster.Status) int { return len(s.Workers) })},
		{"evothello_worker_slots", "Pairs that workers can play in parallel.", of((*cluster.Status).Slots)},
		{"evothello_pairs_here_total", "Pairs of games that this machine played.",
			of(func(s *cluster.Status) int { return s.Here })},
		{"evothello_pairs_elsewhere_total", "Pairs of games that workers returned.",
			of(func(s *cluster.Status) int { return s.Elsewhere })},
		{"evothello_pairs_checked_total", "Workers' pairs that this machine played again.",
			of(func(s *cluster.Status) int { return s.Checked })},
		{"evothello_workers_refused_total", "Workers that were refused or dropped.",
			of(func(s *cluster.Status) int { return s.Refused })},
		{"evothello_workers_caught_total", "How often all results of workers were played again because one was wrong.",
			of(func(s *cluster.Status) int { return s.Caught })},
		{"evothello_tasks_in_flight", "Tasks that workers have.",
			of(func(s *cluster.Status) int { return s.Tasks })},
		{"evothello_tasks_redelivered_total", "Tasks that were lost and handed out again.",
			of(func(s *cluster.Status) int { return s.Redelivered })},
	}
}

func workerFigures(w *cluster.Worker) []figure {
	return []figure{
		{"evothello_pairs_total", "Pairs of games that this worker returned.", w.Pairs},
		{"evothello_tasks_total", "Tasks that this worker returned.", w.Tasks},
	}
}

// serveMetrics serves metrics until stop is called. It does nothing if address is "".
func serveMetrics(address string, figures []figure) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, cli.CannotListen("metrics", address, err)
	}
	server := &http.Server{Handler: metricsOf(figures), ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second,
		MaxHeaderBytes: 1 << 14}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			panic(fmt.Sprintf("metrics: %v", err)) // no other code closes the listener
		}
	}()
	return func() { _ = server.Close() }, nil
}

// metricsOf returns a handler that serves metrics in the text format of Prometheus, version 0.0.4. A name that ends in
// _total is a counter.
func metricsOf(figures []figure) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		for _, f := range figures {
			kind := "gauge"
			if strings.HasSuffix(f.name, "_total") {
				kind = "counter"
			}
			fmt.Fprintf(w, "# HELP %[1]s %[2]s\n# TYPE %[1]s %[3]s\n%[1]s %[4]d\n", f.name, f.help, kind, f.of())
		}
	})
	return mux
}
