package runs

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
	"evothello/internal/files"
)

// A run of a scorer that has changed since is not taken for a damaged one, and is not repaired.
func TestAScorerThatHasChanged(t *testing.T) {
	features := func(names ...string) (all []evaluators.Feature) {
		for _, name := range names {
			all = append(all, evaluators.Feature{Name: "changing." + name, Bound: 100, Max: 64})
		}
		return all
	}
	scorer := &evaluators.Scorer{Name: "changing", About: "nothing, for a test", Features: features("one", "two"),
		Counts: func(_, _, _ uint64, _ []int) {}}
	evaluators.Register(scorer)
	config := tiny(3)
	config.Scorers = []string{"table", "changing"}
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, config, 2, 1)
	before := snapshot(t, dir)
	for says, names := range map[string][]string{
		"it had 2 weights, it now has 3 weights": {"one", "two", "three"},
		"it had 2 weights, it now has 1 weight;": {"one"},
		"it had 2 weights, it now has 2 weights": {"one", "three"},
	} {
		scorer.Features = features(names...)
		for _, open := range []func(string) (*Run, error){Open, Resume} {
			_, err := open(dir)
			require.ErrorContains(t, err, "checkpoint.json: scorer changing has changed since the run began: "+says)
			assert.NotContains(t, err.Error(), "damaged")
		}
		did, left, err := Repair(dir, Evolution.Kind().Check)
		require.NoError(t, err)
		assert.Empty(t, did)
		require.Len(t, left, 1)
		assert.ErrorContains(t, left[0], "has changed since")
	}
	scorer.Features = features("one", "two")

	unknown := slices.DeleteFunc(slices.Clone(evaluators.Scorers),
		func(s *evaluators.Scorer) bool { return s.Name == "changing" })
	all := evaluators.Scorers
	evaluators.Scorers = unknown
	_, err := Open(dir)
	assert.ErrorContains(t, err, `run.json: unknown scorer "changing"; `)
	assert.True(t, strings.HasSuffix(err.Error(), "; if it is a scorer of your own, use your own program"), err)
	left := Evolution.Kind().Check(files.At(dir))
	require.Len(t, left, 1)
	assert.ErrorContains(t, left[0], `run.json cannot be read: unknown scorer "changing"; `)
	evaluators.Scorers = all
	assert.Equal(t, before, snapshot(t, dir))
	assert.Empty(t, Evolution.Kind().Check(files.At(dir)))
}
