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

	"evothello/evolution"
	"evothello/fitness"
	"evothello/fitness/fitnesstest"
	"evothello/runs"
)

// Parameters of TestLies. docs/background/many-machines.md shows the command and its results.
var (
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
	honest, _ := playRun(t, config, fitness.Local{}, nil)
	for agree := range strings.SplitSeq(*lieAgree, ",") {
		for rate := range strings.SplitSeq(*lieRates, ",") {
			agree, err := strconv.Atoi(agree)
			require.NoError(t, err)
			rate, err := strconv.ParseFloat(rate, 64)
			require.NoError(t, err)
			testLies(t, config, honest, agree, rate)
		}
	}
}

func testLies(t *testing.T, config evolution.Config, honest string, agree int, rate float64) {
	caught, changed, uncertain, redone := 0, 0, 0, 0
	var told, pairs, games int // lies, and pairs that were played, also more than once
	for i := range *lieRuns {
		bytes, r := runWithLies(t, config, agree, rate, uint64(i))
		redone += r.generations - *lieGenerations
		told, pairs, games = told+r.lies, pairs+r.Here+r.Elsewhere+r.Checked, games+r.games
		for _, again := range r.again {
			uncertain = max(uncertain, again.To-again.From+1)
		}
		switch {
		case r.Refused > 0:
			caught++
			assert.Equal(t, honest, bytes, "%g falsified: caught, but bytes changed", rate)
		case bytes != honest:
			changed++
		}
	}
	t.Logf("%d of %d workers falsify %g of the pairs: %d of %d runs caught it, after %d generations at most; "+
		"%.1f generations were played again in the mean; it changed the bytes of %d runs; %.1f lies a run, %.2f pairs "+
		"played for each of the run", *liars, max(agree, *liars), rate, caught, *lieRuns, uncertain,
		float64(redone)/float64(*lieRuns), changed, float64(told)/float64(*lieRuns), float64(2*pairs)/float64(games))
	if rate == 1 || *liars < agree {
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
func runWithLies(t *testing.T, config evolution.Config, agree int, rate float64,
	secret uint64) (bytes string, r lieRun) {
	e := startExternalServer(t, nil)
	defer e.server.Shutdown()
	a, _ := joinServer(t, e.server.ClientURL(), Options{Workers: 1, Agree: agree})
	var tasks, lies atomic.Int64
	slots := max(agree, *liars)
	for k := range slots {
		w := &Worker{Slots: 1}
		if k < *liars {
			w.corrupt = func(results []fitness.PairResult) {
				lies.Add(int64(falsify(results, rate, secret)))
				tasks.Add(1)
			}
		}
		startWorker(t, e.server.ClientURL(), w)
	}
	waitForSlots(t, a, slots)
	firstPair := sync.OnceFunc(func() { // the run's own core waits: it could play all before a worker gets a task
		lied := func() bool { return tasks.Load() > 0 && a.Status().Elsewhere > 0 }
		if *liars > 0 {
			assert.Eventually(t, lied, time.Minute, time.Millisecond)
		}
	})
	bytes, r = playRun(t, config, a, firstPair)
	a.Close()
	r.Status, r.lies = a.Status(), int(lies.Load())
	return bytes, r
}

// A worker that is caught in a later match has changed no earlier one in the end.
func TestLiesInMatches(t *testing.T) {
	t.Parallel()
	const pairsPerMatch, fromWorker = 30, 15
	pairs, want := slowPairs(t, 300)
	s, a := serve(t, Options{Workers: 1, Check: 0.3})
	var returned atomic.Int64
	work(t, s, &Worker{Slots: 1, corrupt: func(results []fitness.PairResult) {
		returned.Add(int64(len(results)))
		falsify(results, 0.3, 1)
	}})
	waitForSlots(t, a, 1)
	cache := fitness.NewResultCache(a)
	var got []fitness.PairResult
	n := 0 // pairs of all matches until it is caught
	require.NoError(t, cache.UntilTrusted(func() error {
		got = nil
		for len(got) < n || a.Status().Refused == 0 && len(got) < len(pairs) {
			enough := returned.Load() + fromWorker
			wait := sync.OnceFunc(func() { // the arena's own core waits: else it could play all of a match alone
				for returned.Load() < enough && a.Status().Refused == 0 {
					time.Sleep(time.Millisecond)
				}
			})
			results, err := cache.Play(t.Context(), pairs[len(got):][:pairsPerMatch], func(int, fitness.PairResult) { wait() })
			if err != nil {
				return err
			}
			got = append(got, results...)
			n = max(n, len(got))
		}
		return nil
	}))
	require.Equal(t, 1, a.Status().Refused, "the worker was caught")
	assert.Equal(t, want[:len(got)], got)
}

// falsify makes another the winner of the first game of some pairs. Workers with the same secret agree on it.
func falsify(results []fitness.PairResult, rate float64, secret uint64) (lies int) {
	for i := range results {
		game := &results[i].Games[0]
		sum := maphash.Comparable(lieSeed, fmt.Sprint(secret, game.Moves))
		if game.Discs != 0 && rand.New(rand.NewPCG(sum, secret)).Float64() < rate {
			game.Discs = -game.Discs
			lies++
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
			which := d.takeForTask(n)
			for worker := range test.agree {
				results := right
				if worker < test.liars {
					results = wrong
				}
				id := fmt.Sprint(worker)
				d.addAssignment(id, which)
				_, err := d.receive(id, id, func(int) ([]fitness.PairResult, error) { return results, nil })
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
func playRun(t *testing.T, config evolution.Config, arena fitness.Arena, played func()) (bytes string, r lieRun) {
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
