package runs

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
	"evothello/internal/files"
)

// A run of a scorer that has changed since is not taken for a damaged one, and is not repaired.
func TestAScorerThatHasChanged(t *testing.T) {
	others := evaluators.Scorers
	register := func(names ...string) { // as another version of the program does
		evaluators.Scorers = others
		scorer := &evaluators.Scorer{Name: "changing", About: "nothing, for a test", Counts: func(_, _, _ uint64, _ []int) {}}
		for _, name := range names {
			scorer.Features = append(scorer.Features, evaluators.Feature{Name: "changing." + name, Bound: 100, Max: 64})
		}
		evaluators.Register(scorer)
	}
	register("one", "two")
	config := tiny(3)
	config.Scorers = []string{"table", "changing"}
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, config, 2, 1)
	before := snapshot(t, dir)
	for says, names := range map[string][]string{
		"it had 2 weights and now has 3 weights": {"one", "two", "three"},
		"it had 2 weights and now has 1 weight;": {"one"},
		"it had 2 weights and now has 2 weights": {"one", "three"},
	} {
		register(names...)
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

	evaluators.Scorers = others
	_, err := Open(dir)
	assert.ErrorContains(t, err, `run.json: unknown scorer "changing"; `)
	assert.True(t, strings.HasSuffix(err.Error(), "; if the scorer is your own, use the program that registers it"), err)
	left := Evolution.Kind().Check(files.At(dir))
	require.Len(t, left, 1)
	assert.ErrorContains(t, left[0], `run.json cannot be read: unknown scorer "changing"; `)
	register("one", "two")
	assert.Equal(t, before, snapshot(t, dir))
	assert.Empty(t, Evolution.Kind().Check(files.At(dir)))
}
