package evaluators

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// internal/asm/scores.go contains these offsets. After a change here, change them there and run
// go generate.
func TestOffsetsOfVectorWeights(t *testing.T) {
	var v vectorWeights
	assert.EqualValues(t, 0, unsafe.Offsetof(v.table))
	assert.EqualValues(t, 64, unsafe.Offsetof(v.base))
	assert.EqualValues(t, 72, unsafe.Offsetof(v.mobility))
	assert.EqualValues(t, 80, unsafe.Offsetof(v.w1))
	assert.EqualValues(t, 88, unsafe.Offsetof(v.w2))
	assert.EqualValues(t, 96, unsafe.Offsetof(v.w3))
	assert.EqualValues(t, 104, unsafe.Offsetof(v.edge))
	assert.EqualValues(t, 112, unsafe.Offsetof(v.frontier))
	assert.EqualValues(t, 120, unsafe.Offsetof(v.edgeStability))
	assert.EqualValues(t, 128, unsafe.Offsetof(v.edgeValues))
	assert.EqualValues(t, 136, unsafe.Offsetof(v.edgeScores))
	assert.EqualValues(t, 144, unsafe.Offsetof(v.edgeXIndex))
	assert.EqualValues(t, 152, unsafe.Offsetof(v.onlyMobility))

	var c columnWeights
	assert.EqualValues(t, 0, unsafe.Offsetof(c.low))
	assert.EqualValues(t, 8, unsafe.Offsetof(c.high))
	assert.EqualValues(t, 16, unsafe.Sizeof(c))
}

// internal/asm/edges.go and edgelanes.go contain these sizes of table entries.
func TestSizesOfEdgeTables(t *testing.T) {
	var v vectorWeights
	assert.EqualValues(t, 2, unsafe.Sizeof(v.edgeValues[0]))
	assert.EqualValues(t, 4, unsafe.Sizeof(v.edgeScores[0]))
	assert.EqualValues(t, 512, unsafe.Sizeof(v.edgeXIndex[0]))
	assert.EqualValues(t, 2, unsafe.Sizeof(v.edgeXIndex[0][0]))
	assert.EqualValues(t, 2, unsafe.Sizeof(ternary[0]))
}

// internal/asm/bestchild.go contains these offsets.
func TestOffsetsOfReplies(t *testing.T) {
	var r replied
	assert.EqualValues(t, 0, unsafe.Offsetof(r.Children))
	assert.EqualValues(t, 0, unsafe.Offsetof(r.Scores))
	assert.EqualValues(t, 64, unsafe.Offsetof(r.Theirs))
	assert.EqualValues(t, 128, unsafe.Offsetof(r.Discs))
}
