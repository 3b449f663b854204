package evolve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"evothello/fitness/cluster"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/ui/cli"
)

// helpersFile is where a run that has workers says how they do, for evolve status. It is
// no part of the run.
const helpersFile = "workers.json"

// helpersPace is how often it says so; what is older than three times that is past.
const helpersPace = 2 * time.Second

// helpers says in a few words who helps, "" if this machine plays alone.
func (a *arena) helpers() string {
	if a.many == nil {
		return ""
	}
	s := a.many.Status()
	return helpersOf(&s)
}

func helpersOf(s *cluster.Status) string {
	if len(s.Workers) == 0 {
		return "no workers"
	}
	return english.Count(len(s.Workers), "worker") + ", " + english.Count(s.Slots(), "slot")
}

// tell keeps the run's file of helpers up to date. stop ends that and removes the file.
func (a *arena) tell(run *runs.Run) (stop func()) {
	if a.many == nil {
		return func() {}
	}
	path := filepath.Join(run.Dir, helpersFile)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for tick := time.NewTicker(helpersPace); ; {
			if data, err := json.Marshal(a.many.Status()); err == nil {
				_ = files.Write(path, append(data, '\n')) // for information only
			}
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		cancel()
		<-ended
		_ = os.Remove(path)
	}
}

// helpersNow returns the state of a run's helpers, or nil if the run has none or is not in progress.
func helpersNow(dir string) *cluster.Status {
	path := filepath.Join(dir, helpersFile)
	info, err := os.Stat(path)
	if err != nil || time.Since(info.ModTime()) > 3*helpersPace {
		return nil
	}
	data, err := files.Read(path, files.MaxSettings)
	s := new(cluster.Status)
	if err != nil || json.Unmarshal(data, s) != nil {
		return nil
	}
	return s
}

// printHelpers lists them.
func printHelpers(w io.Writer, s *cluster.Status) {
	fmt.Fprintf(w,
		"\nHelped by %s: %s played here, %d elsewhere, %d of those checked; %s in flight, %d delivered again.\n",
		helpersOf(s), english.Count(s.Here, "pair"), s.Elsewhere, s.Checked, english.Count(s.Tasks, "task"), s.Redelivered)
	for _, worker := range s.Workers {
		fmt.Fprintf(w, "  %-24s %9s  %8d pairs  %6.0f pairs/s\n", cli.Plain(worker.Name), english.Count(worker.Slots, "slot"),
			worker.Pairs, worker.PairsPerSecond)
	}
}
