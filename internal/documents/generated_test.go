package documents

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplaceGenerated(t *testing.T) {
	const document = "# Title\n\n<!-- generated: a -->\nold\n<!-- end -->\n\ntext\n\n" +
		"<!-- generated: b -->\n<!-- end -->\nmore\n"
	replaced, err := ReplaceGenerated(document, map[string]string{"a": "one\n", "b": "two\n"})
	require.NoError(t, err)
	assert.Equal(t, "# Title\n\n<!-- generated: a -->\n\none\n\n<!-- end -->\n\ntext\n\n"+
		"<!-- generated: b -->\n\ntwo\n\n<!-- end -->\nmore\n", replaced)
	again, err := ReplaceGenerated(replaced, map[string]string{"a": "one\n", "b": "two\n"})
	require.NoError(t, err)
	assert.Equal(t, replaced, again)
	for _, broken := range []string{"text", "<!-- generated: a -->\nold\n"} {
		_, err = ReplaceGenerated(broken, map[string]string{"a": "one"})
		assert.ErrorContains(t, err, `no generated part "a"`)
	}
}

func TestTable(t *testing.T) {
	assert.Equal(t, "| a | b |\n|---|---|\n| 1 | x\\|y |\n", Table([]string{"a", "b"}, []string{"1", "x|y"}))
}
