package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParsePathReadsWhatTheProcessorHas(t *testing.T) {
	for _, path := range Paths() {
		parsed, err := ParsePath(path.String())
		require.NoError(t, err)
		assert.Equal(t, path, parsed)
	}
	_, err := ParsePath("mmx")
	assert.ErrorContains(t, err, `unknown path "mmx"; known: `)
	defer func(avx512, avx2 bool) { hasAVX512, hasAVX2 = avx512, avx2 }(hasAVX512, hasAVX2)
	hasAVX512, hasAVX2 = false, false
	_, err = ParsePath("avx512")
	assert.EqualError(t, err, "this processor cannot run the code path avx512; it can run plain")
}

func TestTheFastestPathIsUsed(t *testing.T) {
	assert.Equal(t, Paths()[0], PathInUse())
	assert.Equal(t, Plain, Paths()[len(Paths())-1])
}
