package policy

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each item is done once, and no more at a time than there are workers.
func TestParallel(t *testing.T) {
	for _, one := range []struct{ workers, items int }{{1, 50}, {3, 50}, {100, 5}, {2, 0}} {
		done, atOnce := make([]int, one.items), atomic.Int64{}
		parallel(one.workers, one.items, func(i int) {
			assert.LessOrEqual(t, int(atOnce.Add(1)), one.workers)
			done[i]++
			atOnce.Add(-1)
		})
		for _, times := range done {
			assert.Equal(t, 1, times)
		}
	}
}
