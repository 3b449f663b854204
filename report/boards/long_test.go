//go:build scripts

package boards

import "testing"

func TestPublishedFiguresThatTakeLong(t *testing.T) {
	all, long := published(t), map[string]figures{}
	for _, name := range longToFind {
		long[name] = all[name]
	}
	testFigures(t, long)
}
