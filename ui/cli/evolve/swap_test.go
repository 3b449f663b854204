package evolve

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/internal/files"
	"evothello/internal/files/filestest"
)

// A match and analyses of boards are not trainings: those have this test in runstest.
func TestDirectoriesThatAreSwapped(t *testing.T) {
	for name, command := range map[string][]string{
		"match": {"match", "random", "greedy", "--pairs", "6", "--concurrency", "1", "--quiet", "--out"},
		"board": {"board", "Square-4", "--games", "10", "--quiet", "--state"},
	} {
		t.Run(name, func(t *testing.T) {
			work := filestest.Work{
				Run: func(dir string) error {
					_, errs, code := evolveIn(t, "", append(command, filepath.Join(dir, name))...)
					switch {
					case code == 0:
						return nil
					case strings.Contains(errs, files.ErrLost.Error()):
						assert.NotContains(t, errs, "resume")
						return fmt.Errorf("%s: %w", strings.TrimSpace(errs), files.ErrLost)
					}
					return fmt.Errorf("%s", strings.TrimSpace(errs))
				},
				Same:  func(t *testing.T, dir, how string) { assert.Empty(t, verified(t, filepath.Join(dir, name)), how) },
				Swaps: 4,
			}
			work.Test(t)
		})
	}
}

// verified returns what check finds in a directory.
func verified(t *testing.T, dir string) []*files.Damaged {
	damage, err := verifyDirectory(dir)
	assert.NoError(t, err)
	return damage
}
