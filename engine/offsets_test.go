package engine

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// internal/asm/children.go contains these offsets. After a change here, change them there and run
// go generate.
func TestOffsetsOfChildren(t *testing.T) {
	var c Children
	assert.EqualValues(t, 0, unsafe.Offsetof(c.Own))
	assert.EqualValues(t, 512, unsafe.Offsetof(c.Opp))
	assert.EqualValues(t, 1024, unsafe.Offsetof(c.Moves))
	assert.EqualValues(t, 1536, unsafe.Sizeof(c))
}
