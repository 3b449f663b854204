package portable

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMoments(t *testing.T) {
	meanX, meanY, xx, yy, xy := Moments([]float64{1, 2, 6}, []float64{4, 0, 2})
	assert.Equal(t, []float64{3, 2, 14, 8, -2}, []float64{meanX, meanY, xx, yy, xy})
}
