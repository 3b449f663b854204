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

// Whatever happens to tasks, and even if workers lie, the results that count are right, and each
// is told once.
func TestDispatcherOfAnything(t *testing.T) {
	pairs := fitnesstest.Pairs(t, 40, "table", "greedy", "random")
	right, err := fitness.Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	wrong := slices.Clone(right)
	for i := range wrong {
		wrong[i].Games[1].Discs ^= 2
	}
	rapid.Check(t, func(t *rapid.T) {
		told := make([]int, len(pairs))
		elsewhere := rapid.SliceOfN(rapid.Bool(), len(pairs), len(pairs)).Draw(t, "may travel")
		travels := func(p *fitness.Pair) bool {
			return elsewhere[slices.IndexFunc(pairs, func(q fitness.Pair) bool { return &q != p && q.Seed == p.Seed })]
		}
		l := newDispatcher(pairs, travels, rapid.IntRange(1, 12).Draw(t, "vouched"), &blocklist{},
			func(i int, r fitness.PairResult) {
				told[i]++
				require.Equal(t, right[i], r)
			})
		var out []string // every task that was ever out: answers come late, and twice
		whichOf := map[string][]int{}
		for !l.over() {
			switch rapid.IntRange(0, 6).Draw(t, "step") {
			case 0, 1:
				if which := l.hand(rapid.IntRange(1, 9).Draw(t, "pairs")); len(which) > 0 {
					id := rapid.StringMatching("[a-z]{12}").Draw(t, "id")
					out, whichOf[id] = append(out, id), which
					l.out(id, which)
				}
			case 2, 3:
				if len(out) > 0 {
					id := rapid.SampledFrom(out).Draw(t, "task")
					worker, source := "honest", right
					if rapid.Bool().Draw(t, "lies") {
						worker, source = "liar", wrong
					}
					_, err := l.returns(worker, id, func(pairs int) (results []fitness.PairResult, err error) {
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
					l.lose(rapid.SampledFrom(out).Draw(t, "lost"))
				}
			default:
				if i, c, ok := l.take(); ok && c != nil {
					l.checked(c, right[i], func() (fitness.PairResult, error) { return right[i], nil })
				} else if ok {
					l.ours(i, right[i])
				}
			}
		}
		require.NoError(t, l.err)
		require.Equal(t, right, l.results)
		for _, n := range told {
			require.Equal(t, 1, n)
		}
		require.Empty(t, l.blocklist.reason("honest"))
	})
}
