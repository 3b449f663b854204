package runstest

import (
	"path/filepath"
	"testing"

	"evothello/internal/files/filestest"
)

// testFaults trains on a disk that fails.
func (s *suite) testFaults(t *testing.T) {
	work := filestest.Work{
		Run: func(dir string) error {
			_, err := s.work(t.Context(), filepath.Join(dir, "run"), s.FinalCount)
			return err
		},
		Same:   func(t *testing.T, dir, how string) { assertSame(t, s.finalDir, filepath.Join(dir, "run"), how) },
		Faults: 4, Crashes: 1, Swaps: 4,
	}
	work.Test(t)
}
