package tournament

import (
	"cmp"
	"maps"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/fitness"
	"evothello/internal/files/filestest"
)

// After any fault of the disk a tournament ends with an error, and goes on to the same files.
func TestFaults(t *testing.T) {
	straight := t.TempDir()
	playIn(t, straight, config(), 1)
	want := filesOf(t, straight)
	work := filestest.Work{
		Run: func(dir string) error {
			tournament := mustNew(t, config())
			dir = filepath.Join(dir, "tournament")
			if err := tournament.OpenDirectory(dir); err != nil {
				return err
			}
			defer tournament.Close()
			err := tournament.Play(t.Context(), fitness.Local{Workers: 1}, nil)
			if err != nil {
				return err
			}
			return cmp.Or(err, tournament.WriteResults(tournament.Results()))
		},
		Same: func(t *testing.T, dir, how string) {
			assert.True(t, maps.Equal(want, filesOf(t, filepath.Join(dir, "tournament"))), how)
		},
		Faults: 12, Crashes: 4, Swaps: 4,
	}
	work.Test(t)
}
