package english

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCount(t *testing.T) {
	for n, says := range map[int]string{0: "0 pairs", 1: "1 pair", 2: "2 pairs", 1200: "1200 pairs"} {
		assert.Equal(t, says, Count(n, "pair"))
	}
	assert.Equal(t, "1 pass", Count(1, "pass"))
	assert.Equal(t, "3 passes", Count(3, "pass"))
}

func TestNumbers(t *testing.T) {
	assert.Equal(t, "3, 3, 5", Numbers([]int{3, 3, 5}))
	assert.Equal(t, "-7", Numbers([]int{-7}))
	assert.Empty(t, Numbers(nil))
}
