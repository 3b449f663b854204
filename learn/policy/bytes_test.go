package policy

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/learn/tables"
)

var update = flag.Bool("update", false, "write testdata/bytes.json anew")

// The files must be those of testdata/bytes.json, which may be from another processor. TestStoppedAndResumed compares
// numbers of workers.
func TestProcessorsChangeNoByte(t *testing.T) {
	const golden = "testdata/bytes.json"
	digests := map[string]map[string]string{}
	for name, teacher := range map[string]string{"own games": "", "a teacher and experts": "table"} {
		c := small(t, teacher)
		c.Hidden, c.Vector = 9, 9 // more than a loop takes at a time
		if teacher != "" {
			source, err := tables.NewSource("../../formats/testdata/match.ggf")
			require.NoError(t, err)
			c.GameFiles = []tables.Source{source}
		}
		training := create(t, c, 2)
		run(t, training, 3)
		digests[name] = contents(t, training.Path())
	}
	if *update {
		require.NoError(t, os.WriteFile(golden, files.EncodeJSON(digests), 0o666))
	}
	data, err := os.ReadFile(golden)
	require.NoError(t, err)
	var want map[string]map[string]string
	require.NoError(t, json.Unmarshal(data, &want))
	assert.Equal(t, want, digests, "if the change is intended: go test ./learn/policy -run NoByte -update")
}
