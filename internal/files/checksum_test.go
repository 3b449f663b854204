package files

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type plan struct {
	Checked
	Depth int `json:"depth"`
}

func TestChecksums(t *testing.T) {
	data := EncodeChecked(&plan{Checked{Schema: 3}, 7})
	assert.Equal(t, "{\n \"schema\": 3,\n"+
		" \"sum\": \"19157cd33e5306bb956a34e4208599da0abd852bfbc5eb08237d208553ed6b8a\",\n"+
		" \"depth\": 7\n}\n", string(data))
	var read plan
	require.NoError(t, DecodeChecked(data, 3, &read))
	assert.Equal(t, 7, read.Depth)
	assert.Equal(t, data, EncodeChecked(&read))

	damaged := append([]byte(nil), data...)
	damaged[len(damaged)-4] = '8'
	assert.EqualError(t, DecodeChecked(damaged, 3, new(plan)), "its content does not match its checksum")
	assert.ErrorContains(t, DecodeChecked(data, 2, new(plan)), "schema 3 is newer")
}
