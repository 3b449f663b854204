package cluster

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
)

// For any sequence of events, and even if workers return wrong results, the final results are right and each
// is reported once.
func TestDispatcherCountsOnlyCorrectResults(t *testing.T) {
	pairs := fitnesstest.Pairs(t, 40, "table", "greedy", "random")
	right, err := fitness.Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	wrong := slices.Clone(right)
	for i := range wrong {
		wrong[i].Games[1].Discs ^= 2
	}
	rapid.Check(t, func(t *rapid.T) {
		notified := make([]int, len(pairs))
		remote := rapid.SliceOfN(rapid.Bool(), len(pairs), len(pairs)).Draw(t, "may run remotely")
		mayRunRemotely := func(p *fitness.Pair) bool {
			return remote[slices.IndexFunc(pairs, func(q fitness.Pair) bool { return &q != p && q.Seed == p.Seed })]
		}
		options := &Options{
			Check: 1 / rapid.Float64Range(1, 12).Draw(t, "results per check"), Agree: rapid.IntRange(1, 3).Draw(t, "agree"),
		}
		d := newDispatcher(pairs, mayRunRemotely, options, &blocklist{},
			func(i int, r fitness.PairResult) {
				notified[i]++
				require.Equal(t, right[i], r)
			})
		var out []string // ids of all tasks so far: results may come late, and twice
		whichOf := map[string][]int{}
		for !d.over() {
			switch rapid.IntRange(0, 6).Draw(t, "step") {
			case 0, 1:
				if which := d.takeForTask(rapid.IntRange(1, 9).Draw(t, "pairs")); len(which) > 0 {
					for range d.agree {
						id := rapid.StringMatching("[a-z]{12}").Draw(t, "id")
						out, whichOf[id] = append(out, id), which
						d.addAssignment(id, which)
					}
				}
			case 2, 3:
				if len(out) > 0 {
					id := rapid.SampledFrom(out).Draw(t, "task")
					worker := rapid.SampledFrom([]string{"honest", "upright", "liar"}).Draw(t, "worker")
					source := right
					if worker == "liar" {
						source = wrong
					}
					_, err := d.receive(worker, id, func(pairs int) (results []fitness.PairResult, err error) {
						require.Len(t, whichOf[id], pairs)
						for _, i := range whichOf[id] {
							results = append(results, source[i])
						}
						return results, nil
					})
					if err != nil {
						require.Equal(t, "liar", worker)
					}
				}
			case 4:
				if len(out) > 0 {
					d.abandon(rapid.SampledFrom(out).Draw(t, "lost"))
				}
			default:
				if c := d.takePair(); c != nil {
					d.finish(c, right[c.pair], func() (fitness.PairResult, error) { return right[c.pair], nil })
				}
			}
		}
		require.NoError(t, d.err)
		require.Equal(t, right, d.results)
		for _, n := range notified {
			require.Equal(t, 1, n)
		}
		require.Empty(t, d.blocklist.reason("honest"))
		require.Empty(t, d.blocklist.reason("upright"))
	})
}
