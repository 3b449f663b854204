package runs

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/jsonfile"
	"evothello/runs/reference"
)

// The shipped run is what its run.json says: its first generation, played again,
// gives the same line of history and the same champion.
func TestTheReferenceRunReproduces(t *testing.T) {
	shipped, err := Open("reference")
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "again")
	again := play(t, dir, shipped.Config, 1, 0)

	assert.Equal(t, shipped.History[0], again.History[0])
	assert.Equal(t, shipped.State.Champions[0], again.State.Champions[0])
	history := string(read(t, "reference", "history.csv"))
	assert.True(t, strings.HasPrefix(history, string(read(t, dir, "history.csv"))))
	assert.Equal(t, string(read(t, "reference", "champions", "00001.json")), string(read(t, dir, "champion.json")))
}

func TestTheReferenceRunIsWhole(t *testing.T) {
	shipped, err := Open("reference")
	require.NoError(t, err)
	champion := jsonfile.Encode(shipped.Config.Switch(shipped.State.Reigning()))
	assert.Equal(t, string(champion), string(reference.Champion), "the built-in champion is the run's")
	assert.Equal(t, string(historyCSV(&shipped.Config, shipped.History, shipped.State.Champions)), string(read(t, "reference", "history.csv")))
	_, done := shipped.Done()
	assert.True(t, done)
}
