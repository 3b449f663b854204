package evolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/learn/tables"
)

// With few games there may be no held-out game. Then the output says so, instead of errors of 0.
func TestNoGameIsHeldOut(t *testing.T) {
	dir, out, errs := filepath.Join(t.TempDir(), "tables"), "", ""
	withPlots(func() {
		out, errs, _ = evolveIn(t, "", "train", "tables", "--out", dir, "--seed", "1", "--games", "10",
			"--rounds", "1", "--depth",
			"1", "--endgame", "2", "--player", "random", "--opponent", "greedy")
	})
	assert.Contains(t, errs, "trained on 10 games  12 passes  no game held out")
	assert.Contains(t, out, "    1        10            –            –  ")
	var status tables.Status
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "status", dir, "--json")), &status))
	assert.Equal(t, 1, status.Round)
	assert.Nil(t, status.HeldOut)
	assert.NoFileExists(t, filepath.Join(dir, "plots", "error.svg"))
	assert.FileExists(t, filepath.Join(dir, "plots", "reference.svg"))

	page := filepath.Join(t.TempDir(), "page.html")
	mustEvolve(t, "report", dir, "-o", page)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(text), "<td>10</td><td>–</td><td>–</td>")
	assert.NotContains(t, string(text), "Errors on games")
}

// The status of the shipped champion's directory does not suggest a match of the champion against itself.
func TestTheShippedChampionPlaysAnotherPlayer(t *testing.T) {
	assert.Contains(t, mustEvolve(t, "status", "../../../runs/strongest"),
		" match ../../../runs/strongest evolved --pairs")
	assert.Contains(t, mustEvolve(t, "status", "../../../runs/reference"),
		" match ../../../runs/reference ../../../runs/reference/champions/00000.json --pairs")
}
