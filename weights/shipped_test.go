package weights

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the champion files that ship anew")

// The champion files that ship are as this version writes them, with their checksums.
func TestShippedChampionFiles(t *testing.T) {
	boards, err := filepath.Glob("boards/*.json")
	require.NoError(t, err)
	for _, path := range append(boards, "evolved-classic.json", "evolved-cmaes.json", "evolved-networks.json",
		"evolved-robust.json", "evolved-deep.json", "../runs/reference/champion.json", "../runs/strongest/champion.json") {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		s, err := Read(data)
		require.NoError(t, err, path)
		if *update {
			require.NoError(t, os.WriteFile(path, s.File(), 0o666))
			continue
		}
		assert.Equal(t, string(s.File()), string(data), "%s: go test ./weights -run ShippedChampionFiles -update", path)
	}
}

// One other digit in a champion file is an error. A file that was written by hand needs no checksum.
func TestChecksumOfChampionFiles(t *testing.T) {
	evolved, err := Named(EvolvedName)
	require.NoError(t, err)
	file := string(evolved.File())
	at := strings.Index(file, `"table.corner": `) + len(`"table.corner": `)
	other := file[:at] + "7" + file[at:]
	_, err = Read([]byte(other))
	assert.EqualError(t, err, `its content does not match its checksum; if you changed it by hand, remove its last field, "sum", and the comma before it`)
	byHand := strings.Replace(other, file[strings.Index(file, ",\n \"sum\""):], "\n}\n", 1)
	require.NotContains(t, byHand, "sum")
	s, err := Read([]byte(byHand))
	require.NoError(t, err)
	assert.NotEqual(t, evolved.Hash(), s.Hash())
}
