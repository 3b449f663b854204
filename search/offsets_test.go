package search

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// internal/asm/children.go contains these offsets. After a change here, change them there and run
// go generate.
func TestOffsetsOfLists(t *testing.T) {
	var l list
	assert.EqualValues(t, 0, unsafe.Offsetof(l.Children))
	assert.EqualValues(t, 1536, unsafe.Offsetof(l.rank))
	assert.EqualValues(t, 8, unsafe.Sizeof(l.rank[0]))
	assert.EqualValues(t, 64, len(l.rank), "ranks are written beyond the last child")
	assert.EqualValues(t, 1, unsafe.Sizeof(squareRank[0]))
}
