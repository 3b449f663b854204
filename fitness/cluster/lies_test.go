package cluster

import (
	"context"
	"flag"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/fitness/fitnesstest"
	"evothello/runs"
)

// Parameters of TestLies. docs/results/workers-that-lie.md shows the command and its results.
var (
	lieKinds       = flag.String("liekinds", "flips,nodes,moves,keys,restarts", "ways to lie, see startLiar and falsify")
	lieRates       = flag.String("lies", "0.2,1", "shares of its pairs that the worker falsifies")
	lieAgree       = flag.String("lieagree", "1,2", "numbers of workers that must agree, with as many workers")
	liars          = flag.Int("liars", 1, "workers that falsify the same pairs in the same way")
	lieRuns        = flag.Int("lieruns", 1, "runs for each share")
	liePopulation  = flag.Int("liepopulation", 32, "genomes of a run")
	lieGenerations = flag.Int("liegenerations", 5, "generations of a run")
)

// A worker that falsifies some of its pairs has changed no byte of the run once it is caught, and never does where
// another worker must agree.
func TestLies(t *testing.T) {
	t.Parallel()
	config := evolution.Defaults(1)
	config.Search.Depth, config.Search.Endgame = 1, 4
	config.SetSize(*liePopulation, 8)
	config.Gate.Every = 2
	began := time.Now()
	honest, r := playRun(t, config, fitness.Local{Workers: 1}, nil)
	t.Logf("without workers: %.1f s, %d pairs", time.Since(began).Seconds(), r.games/2)
	for agree := range strings.SplitSeq(*lieAgree, ",") {
		for kind := range strings.SplitSeq(*lieKinds, ",") {
			for rate := range strings.SplitSeq(*lieRates, ",") {
				agree, err := strconv.Atoi(agree)
				require.NoError(t, err)
				rate, err := strconv.ParseFloat(rate, 64)
				require.NoError(t, err)
				testLies(t, config, honest, agree, kind, rate)
			}
		}
	}
}

func testLies(t *testing.T, config evolution.Config, honest string, agree int, kind string, rate float64) {
	caught, back, changed, redone := 0, 0, 0, 0
	var told, pairs, games int // lies, and pairs that were played, also more than once
	began := time.Now()
	for i := range *lieRuns {
		bytes, r := runWithLies(t, config, agree, kind, rate, uint64(i))
		redone += r.generations - *lieGenerations
		told, pairs, games = told+r.lies, pairs+r.Here+r.Elsewhere+r.Checked, games+r.games
		if back += len(r.again); r.Refused > 0 {
			caught++
		}
		if bytes != honest {
			changed++
			assert.False(t, r.Refused > 0 && kind != "keys", "%s, %g falsified: caught, but bytes changed", kind, rate)
		}
	}
	t.Logf("%d agree, %d falsify %g of the pairs, %s: %d of %d runs with other bytes, %d caught it; they went back %d "+
		"times and played %d generations again; a run took %.1f s, had %d lies, and %.2f pairs were played for each", agree,
		*liars, rate, kind, changed, *lieRuns, caught, back, redone, time.Since(began).Seconds()/float64(*lieRuns),
		told / *lieRuns, float64(2*pairs)/float64(games))
	if rate == 1 || *liars < agree && kind != "keys" {
		assert.Zero(t, changed, "no result counts that is not checked")
	}
}

// A lieRun is what came of a run with workers that lie.
type lieRun struct {
	Status
	lies               int
	again              []runs.Redone
	generations, games int
}

// runWithLies plays a run with workers that lie, and returns its bytes.
func runWithLies(t *testing.T, config evolution.Config, agree int, kind string, rate float64,
	secret uint64) (bytes string, r lieRun) {
	e := startExternalServer(t)
	defer e.server.Shutdown()
	a, noticed := joinServer(t, e.server.ClientURL(), Options{Workers: 1, Agree: agree})
	var tasks, lies atomic.Int64
	slots := max(agree, *liars)
	for k := range slots {
		if k >= *liars {
			startWorker(t, e.server.ClientURL(), &Worker{Slots: 1})
			continue
		}
		startLiar(t, e.server.ClientURL(), kind, func(results []fitness.PairResult) {
			lies.Add(int64(falsify(results, kind, rate, secret)))
			tasks.Add(1)
		})
	}
	waitForSlots(t, a, slots)
	firstPair := sync.OnceFunc(func() { // the run's own core waits: it could play all before a worker gets a task
		lied := func() bool { s := a.Status(); return tasks.Load() > 0 && s.Elsewhere+s.Refused > 0 }
		if *liars > 0 {
			assert.Eventually(t, lied, time.Minute, time.Millisecond)
		}
	})
	bytes, r = playRun(t, config, a, func(int, int) { firstPair() })
	a.Close()
	r.Status, r.lies = a.Status(), int(lies.Load())
	assert.Equal(t, r.Refused > 0, strings.Contains(noticed(), "returned a"))
	return bytes, r
}

// startLiar starts a worker that lies until the test ends. With restarts and with keys it starts again after each task,
// with its key or with another one.
func startLiar(t *testing.T, address, kind string, lie func([]fitness.PairResult)) {
	if kind != "keys" && kind != "restarts" {
		startWorker(t, address, &Worker{Slots: 1, corrupt: lie})
		return
	}
	keys := ""
	if kind == "restarts" {
		keys = t.TempDir()
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for pause(ctx, 0) {
			w := &Worker{Slots: 1, Keys: keys, corrupt: lie}
			life, end := context.WithCancel(ctx)
			go func() {
				for w.Tasks() == 0 && pause(life, time.Millisecond) {
				}
				end()
			}()
			if w.Work(life, address, Access{}) != nil { // it is refused
				pause(ctx, interval/10)
			}
			end()
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
}

// falsify changes the second game of some pairs: with flips another side wins, with nodes other positions were
// searched, else other moves are played that are legal. Workers with the same secret agree on it.
func falsify(results []fitness.PairResult, kind string, rate float64, secret uint64) (lies int) {
	for i := range results {
		game := &results[i].Games[1]
		rng := rand.New(rand.NewPCG(maphash.Comparable(lieSeed, fmt.Sprint(secret, game.Moves)), secret))
		if rng.Float64() >= rate {
			continue
		}
		switch lies++; kind {
		case "flips":
			game.Discs = -game.Discs - 2
			continue
		case "nodes":
			game.Nodes++
			continue
		}
		kept := max(8, len(game.Moves)-20) // with the opening
		other := engine.Game{Start: engine.Start(), Moves: slices.Clone(game.Moves[:kept])}
		p := other.Final()
		for ; !p.Over(); p = other.Final() {
			other.Moves = append(other.Moves, engine.RandomSquare(rng, p.Moves()))
		}
		game.Moves, game.Discs = other.Moves, p.FinalDiff()
		if p.Side == engine.White {
			game.Discs = -game.Discs
		}
	}
	return lies
}

var lieSeed = maphash.MakeSeed()

// Workers that agree on the same lies at a rate r stay unseen with probability (1 − r)^cn, where c is the share of n
// results that is checked. Fewer than must agree are always seen.
func TestHowProbableLiesSurvive(t *testing.T) {
	const n, trials = 60, 1000
	pairs := fitnesstest.Pairs(t, n, "table", "greedy")
	right, err := fitness.Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	for _, test := range []struct {
		agree, liars int
		check, rate  float64
		survive      float64
	}{
		{1, 1, 0.05, 0.2, 0.512},
		{1, 1, 0.1, 0.05, 0.735},
		{1, 1, 1, 0.05, 0.046},
		{2, 2, 0.05, 0.2, 0.512},
		{2, 2, 0.1, 0.05, 0.735},
		{3, 3, 0.1, 0.05, 0.735},
		{2, 1, 0.05, 0.05, 0.046}, // (1 − r)ⁿ: there is no lie
		{3, 2, 0.05, 0.05, 0.046},
		{2, 1, 0.05, 0.2, 0},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		survived := 0
		for range trials {
			d := newDispatcher(pairs, func(*fitness.Pair) bool { return true }, &Options{Check: test.check, Agree: test.agree},
				&blocklist{}, nil)
			d.random = random.IntN
			wrong := slices.Clone(right)
			for i := range wrong {
				if random.Float64() < test.rate {
					wrong[i].Games[0].Discs ^= 2
				}
			}
			for worker := range test.agree {
				results := right
				if worker < test.liars {
					results = wrong
				}
				h, _ := d.assign(fmt.Sprint(worker), "", 1, n)
				_, err := d.receive(h.worker, h.id, func(*assignment) ([]fitness.PairResult, error) { return results, nil })
				require.NoError(t, err)
			}
			for c := d.takePair(); c != nil; c = d.takePair() {
				d.finish(c, right[c.pair], func() (fitness.PairResult, error) { return right[c.pair], nil })
			}
			if len(d.blocklist.reasons) == 0 {
				survived++
			}
			if test.liars < test.agree {
				require.True(t, slices.EqualFunc(right, d.results, func(a, b fitness.PairResult) bool { return sameGames(&a, &b) }))
			}
		}
		assert.InDelta(t, test.survive, float64(survived)/trials, 0.04, "%+v", test)
	}
}

// playRun plays a run and returns its champion, history and checkpoint. It calls played after each pair.
func playRun(t *testing.T, config evolution.Config, arena fitness.Arena, played func(int, int)) (
	bytes string, r lieRun) {
	dir := filepath.Join(t.TempDir(), "run")
	run, err := runs.Create(dir, config, runs.Goal{Count: *lieGenerations})
	require.NoError(t, err)
	_, err = run.Run(context.Background(), arena, runs.Observer{
		Played:     played,
		Generation: func(runs.Progress) { r.generations++ },
		Redone:     func(again runs.Redone) { r.again = append(r.again, again) },
	})
	require.NoError(t, err)
	r.games = run.Games()
	run.Close()
	for _, name := range []string{"champion.json", "history.csv", "checkpoint.json"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		bytes += string(data)
	}
	return bytes, r
}
