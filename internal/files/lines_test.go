package files

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type note struct {
	Text string `json:"text"`
	CheckedLine
}

func TestLines(t *testing.T) {
	d := At(t.TempDir())
	path := d.Path("journal.jsonl")
	read := func() (texts []string, length int64, err error) {
		length, err = d.ReadLines("journal.jsonl", func(number int, text []byte) error {
			var n note
			if err := DecodeLine(text, &n); err != nil {
				return err
			}
			assert.Equal(t, number-1, len(texts))
			texts = append(texts, n.Text)
			return nil
		})
		return texts, length, err
	}
	texts, length, err := read()
	require.NoError(t, err, "it is not there")
	assert.Empty(t, texts)
	assert.Zero(t, length)

	one, two := string(EncodeLine(&note{Text: "one"})), string(EncodeLine(&note{Text: "two"}))
	assert.Regexp(t, `^{"text":"one","sum":"[0-9a-f]{8}"}\n$`, one)
	for _, cut := range []string{"", two[:1], two[:len(two)-1]} {
		require.NoError(t, os.WriteFile(path, []byte(one+two+cut), 0o666))
		texts, length, err = read()
		require.NoError(t, err)
		assert.Equal(t, []string{"one", "two"}, texts, "the last line was cut short")
		assert.Equal(t, int64(len(one+two)), length)
	}
	for _, damaged := range []string{
		"\n", "{}\n", one[:9] + "\n", strings.Replace(one, "one", "One", 1), strings.Replace(one, ":", ": ", 1), "\x00\n",
	} {
		require.NoError(t, os.WriteFile(path, []byte(one+damaged+two), 0o666))
		_, _, err = read()
		assert.EqualError(t, err, path+":2: the line is damaged", damaged)
	}
}
