package evolve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"evothello/fitness/cluster"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/ui/cli"
)

// workersFile is the file with the state of a run's workers, for evolve status. It exists while the run is in
// progress.
const workersFile = "workers.json"

// workersInterval is the time between two updates of workersFile. A file older than three of them is outdated.
const workersInterval = 2 * time.Second

// workersText returns how many workers there are, or "" if this machine plays alone.
func (a *arena) workersText() string {
	if a.many == nil {
		return ""
	}
	s := a.many.Status()
	return countWorkers(&s)
}

func countWorkers(s *cluster.Status) string {
	if len(s.Workers) == 0 {
		return "no workers"
	}
	return english.Count(len(s.Workers), "worker") + ", " + english.Count(s.Slots(), "slot")
}

// keepStatus keeps the run's workersFile up to date. stop ends that and removes the file.
func (a *arena) keepStatus(run *runs.Run) (stop func()) {
	if a.many == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for tick := time.NewTicker(workersInterval); ; {
			if data, err := json.Marshal(a.many.Status()); err == nil {
				_ = run.Write(workersFile, append(data, '\n')) // the run does not need the file
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
		_ = run.Remove(workersFile)
	}
}

// readWorkers returns the state of a run's workers, or nil if the run has none or is not in progress.
func readWorkers(dir *files.Dir) *cluster.Status {
	info, err := dir.Stat(workersFile)
	if err != nil || time.Since(info.ModTime()) > 3*workersInterval {
		return nil
	}
	data, err := dir.Read(workersFile, files.MaxSettings)
	s := new(cluster.Status)
	if err != nil || json.Unmarshal(data, s) != nil {
		return nil
	}
	return s
}

// printWorkers prints how many pairs of games this machine and each worker played.
func printWorkers(w io.Writer, s *cluster.Status) {
	fmt.Fprintf(w,
		"\nPlayed with %s: %s on this machine, %d by workers, %d of those checked; %s in flight, %d handed out again.\n",
		countWorkers(s), english.Count(s.Here, "pair"), s.Elsewhere, s.Checked, english.Count(s.Tasks, "task"), s.Redelivered)
	const enough = 30 // checks, to say something
	if s.Caught > 0 {
		fmt.Fprintf(w, "A worker was wrong, so all pairs of workers were played again, %s.\n",
			english.Count(s.Caught, "time"))
	} else if s.Checked >= enough {
		fmt.Fprintf(w, "All checked pairs were right. So at most %.1f %% of the workers' pairs are wrong, with 95 %% "+
			"probability.\n", 300/float64(s.Checked))
	}
	for _, worker := range s.Workers {
		fmt.Fprintf(w, "  %-24s %9s  %8d pairs  %6.0f pairs/s\n", cli.Plain(worker.Name), english.Count(worker.Slots, "slot"),
			worker.Pairs, worker.PairsPerSecond)
	}
}
