package tuples

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// The offsets that internal/asm/tuples.go and bestchild.go write down: after a change here, change
// them there and run go generate.
func TestOffsets(t *testing.T) {
	var l lookup
	assert.EqualValues(t, 0, unsafe.Offsetof(l.rows))
	assert.EqualValues(t, 262144, unsafe.Offsetof(l.squares))
	assert.EqualValues(t, 270464, unsafe.Offsetof(l.starts))
	assert.EqualValues(t, 4, unsafe.Sizeof(l.starts[0]))

	var p Position
	assert.EqualValues(t, 0, unsafe.Offsetof(p.at))
	assert.EqualValues(t, 128, unsafe.Sizeof(p.at), "configurations")

	var c Children
	assert.EqualValues(t, 0, unsafe.Offsetof(c.Scores))
	assert.EqualValues(t, 64, unsafe.Offsetof(c.Theirs))

	var v Values
	assert.EqualValues(t, 2, unsafe.Sizeof(v[0]))
}
