package evaluators

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// The shapes of the reversi library and their values, by levels.
const libraryCorners = `
7654321=9 4444321=9 7654=9
654321=8 444321=8 6543=8 443321=7 6542=7 443221=6 6532=6 333321=6 654=6 333221=5 653=5 332221=4 652=4 222221=3 65=3
54321=6 44321=6 5432=6 33321=5 543=5 33221=4 542=4 22221=3 54=3
4321=3 3321=3 432=3 2221=2 43=2
321=1 221=1 32=1`

// A shape alone in any corner has its value, for its own colour.
func TestCornerShapes(t *testing.T) {
	for shape := range strings.FieldsSeq(libraryCorners) {
		rows, value, _ := strings.Cut(shape, "=")
		want, err := strconv.Atoi(value)
		require.NoError(t, err)
		for corner := range 4 {
			var discs uint64
			for y, length := range rows {
				for x := range int(length - '0') {
					at := engine.At(x, y)
					if corner&1 != 0 {
						at = engine.At(7-x, y)
					}
					if corner&2 != 0 {
						at = engine.At(int(at)%8, 7-y)
					}
					discs |= at.Bit()
				}
			}
			assert.Equal(t, want, cornerCount(discs, 0), "%s in corner %d", shape, corner)
			assert.Equal(t, -want, cornerCount(0, discs), "%s in corner %d", shape, corner)
		}
	}
}
