package players

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/formats"
	"evothello/search"
	"evothello/weights"
)

// The ranges in tags are two numbers. Those of depths and endgames end with the deepest search.
func TestRangesOfSettings(t *testing.T) {
	for _, e := range Roster() {
		kind := reflect.TypeOf(e.Default).Elem()
		for i := range kind.NumField() {
			limits, limited := kind.Field(i).Tag.Lookup("range")
			if !limited {
				continue
			}
			var low, high int
			_, err := fmt.Sscanf(limits, "%d to %d", &low, &high)
			require.NoError(t, err)
			assert.Less(t, low, high)
			if key := kind.Field(i).Tag.Get("key"); key == "depth" || key == "endgame" {
				assert.Equal(t, search.MaxDepth, high)
			}
		}
	}
}

// A player with changed settings shares what its file holds: nothing reads the file again.
func TestFilesAreReadOnce(t *testing.T) {
	file := writeFile(t, switchJSON)
	for _, text := range []string{file, "switch:file=" + file} {
		spec := mustSpec(t, text)
		reads := 0
		k := spec.Kind.(*searching)
		load := k.File.content.load
		read := func(path string) (w *weights.Switch, err error) {
			reads++
			if load != nil {
				return load()
			}
			return formats.ReadSwitch(path)
		}
		k.File.content.load = func() (*weights.Switch, error) { return read(file) }
		for depth := range 3 {
			deeper, known := spec.AtDepth(1 + depth)
			assert.True(t, known)
			assert.Nil(t, deeper.HomeBoard())
			_, err := deeper.Contestant()
			require.NoError(t, err)
		}
		assert.Equal(t, 1, reads)
	}
}
