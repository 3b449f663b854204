//go:build unix

package cluster

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
)

// Parameters of the simulation. docs/results/thousand-workers.md shows the command and its results.
var (
	simulated = flag.Int("simulated", 50, "workers to simulate, of one slot each")
	pairTime  = flag.Duration("pairtime", 5*time.Millisecond, "how long a simulated pair takes")
	simPairs  = flag.Int("simpairs", 10_000, "number of pairs")
	simPlayer = flag.String("simplayer", "reversi-blank:depth=1", "player whose games this machine really plays")
	simAgree  = flag.Int("simagree", 1, "workers that must return the same result")
	simCheck  = flag.Float64("simcheck", 0.001, "share of the workers' pairs that is played again")
)

// fleetAddress is the environment variable with the server address. If it is set, this process runs the
// simulated workers: they wait as long as games would take and return known results. They have their own
// process, so that the processor time of the arena can be measured separately.
const fleetAddress = "EVOTHELLO_TEST_FLEET"

// simulatedPairs returns the pairs of the simulation and their results.
func simulatedPairs(t testing.TB) ([]fitness.Pair, []fitness.PairResult) {
	pairs := fitnesstest.Pairs(t, 1000, *simPlayer, "greedy")
	results, err := fitness.Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	return pairs, results
}

// TestMain is that of all processes of the tests.
func TestMain(m *testing.M) {
	if address := os.Getenv(fleetAddress); address != "" {
		flag.Parse()
		runFleet(address)
		return
	}
	if file := os.Getenv(floodedFile); file != "" {
		fmt.Fprintln(os.Stderr, playFlooded(file))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func runFleet(address string) {
	go func() { // the test ends the input, also when it is killed or panics
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	var t testing.T
	pairs, results := simulatedPairs(&t)
	bySeed := map[uint64]fitness.PairResult{}
	for i := range pairs {
		bySeed[pairs[i].Seed] = results[i]
	}
	var wg sync.WaitGroup
	for i := range *simulated {
		wg.Go(func() {
			w := &Worker{Name: fmt.Sprint("w", i), Slots: 1, simulate: func(p *fitness.Pair) fitness.PairResult {
				return bySeed[p.Seed]
			}, pairTime: *pairTime}
			if err := w.Work(context.Background(), address, Access{}); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		})
	}
	wg.Wait()
}

func TestManyWorkers(t *testing.T) {
	t.Parallel()
	some, results := simulatedPairs(t)
	pairs, want := make([]fitness.Pair, *simPairs), make([]fitness.PairResult, *simPairs)
	for i := range pairs {
		pairs[i], want[i] = some[i%len(some)], results[i%len(some)]
	}
	s, err := Listen("127.0.0.1:0", Access{}, false)
	require.NoError(t, err)
	defer s.Close()
	a, err := Serve(s, Options{Workers: 1, Check: *simCheck, Agree: *simAgree, Notice: func(text string) { t.Log(text) }})
	require.NoError(t, err)
	defer a.Close()

	command := exec.Command(os.Args[0], fmt.Sprint("-simulated=", *simulated), fmt.Sprint("-pairtime=", *pairTime),
		"-simplayer="+*simPlayer)
	command.Env = append(os.Environ(), fleetAddress+"="+s.Address())
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	defer func() {
		_ = input.Close()
		assert.NoError(t, command.Wait())
	}()
	require.Eventually(t, func() bool { return a.workers.slots() == *simulated }, time.Minute, 10*time.Millisecond)

	_, err = a.Play(context.Background(), pairs[:min(len(pairs), 20**simulated)], nil) // all workers receive the recipes
	require.NoError(t, err)
	here := a.Status().Here
	before, began := cpu(), time.Now()
	got, err := a.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	took, used := time.Since(began), cpu()-before
	assert.Equal(t, want, got)
	status := a.Status()
	assert.Positive(t, status.Elsewhere)
	assert.Equal(t, *simulated, len(status.Workers))
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	ideal := float64(*simulated) / pairTime.Seconds()
	t.Logf("%d workers of %s a pair could play %.0f pairs/s; %d pairs in %s are %.0f pairs/s, %d of them here",
		*simulated, *pairTime, ideal, len(pairs), took.Round(time.Millisecond), float64(len(pairs))/took.Seconds(),
		status.Here-here)
	t.Logf("arena and server: %.1f s of processor time, games played here included; heap %d MB, peak of all "+
		"memory %s",
		used.Seconds(), memory.HeapInuse>>20, peak())
}

// cpu returns the processor time that this process has used.
func cpu() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// peak returns the maximum memory of this process, as reported by Linux.
func peak() string {
	data, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(data)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			return strings.TrimSpace(rest)
		}
	}
	return "unknown"
}
