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
	assert.Equal(t, `{"schema":3,"sum":"0a12e8334d1c25861e557d0d0fc97d80ce96dec1df7262af75e260270acc6f95","depth":7}`+"\n",
		string(data))
	var read plan
	require.NoError(t, DecodeChecked(data, 3, &read))
	assert.Equal(t, 7, read.Depth)
	assert.Equal(t, data, EncodeChecked(&read))

	damaged := append([]byte(nil), data...)
	damaged[len(damaged)-3] = '8'
	assert.EqualError(t, DecodeChecked(damaged, 3, new(plan)), "its content does not match its checksum")
	assert.ErrorContains(t, DecodeChecked(data, 2, new(plan)), "schema 3 is newer")
}
