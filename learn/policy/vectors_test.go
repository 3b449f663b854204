package policy

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// parallel does each item once, and as many at a time as there are workers: each takes a second of a clock that stands
// still while any goroutine runs.
func TestParallel(t *testing.T) {
	for _, one := range []struct{ workers, items, seconds int }{{1, 50, 50}, {3, 50, 17}, {100, 5, 1}, {2, 0, 0}} {
		synctest.Test(t, func(t *testing.T) {
			done, start := make([]int, one.items), time.Now()
			parallel(one.workers, one.items, func(i int) {
				done[i]++
				time.Sleep(time.Second)
			})
			for _, times := range done {
				assert.Equal(t, 1, times)
			}
			assert.Equal(t, time.Duration(one.seconds)*time.Second, time.Since(start))
		})
	}
}
