package files

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
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
	for _, other := range []string{`"depTh":7`, `"depth": 7`} {
		changed := bytes.Replace(data, []byte(`"depth":7`), []byte(other), 1)
		assert.ErrorContains(t, DecodeChecked(changed, 3, new(plan)), "its text is not as this program writes it")
	}
}

// A file with the field "sum" is checked, whatever its layout; one without it need not have it.
func TestSummed(t *testing.T) {
	type note struct {
		Schema int            `json:"schema"`
		Text   string         `json:"text"`
		Counts map[string]int `json:"counts,omitempty"`
	}
	wrote := note{1, "<a>", map[string]int{"two": 2, "one": 1}}
	data := EncodeSummed(wrote)
	sum := strings.TrimSuffix(string(data[bytes.Index(data, []byte(`"sum"`)):]), "\n}\n")
	compact := func(text string) string {
		var out bytes.Buffer
		require.NoError(t, json.Compact(&out, []byte(text)))
		return out.String()
	}
	for name, c := range map[string]struct {
		text string
		ok   bool
	}{
		"as written":                         {string(data), true},
		"compact":                            {compact(string(data)), true},
		"other order":                        {"{" + sum + "," + string(EncodeJSON(wrote))[1:], true},
		"without sum":                        {string(EncodeJSON(wrote)), true},
		"a digit":                            {strings.Replace(string(data), `"one": 1`, `"one": 2`, 1), false},
		"a number that is written otherwise": {strings.Replace(string(data), `"one": 1`, `"one": 1e0`, 1), false},
		"no sum":                             {strings.Replace(string(data), `"sum": "`, `"sum": "0`, 1), false},
		"sum is a list":                      {`{"schema":1,"text":"","sum":[]}`, false},
	} {
		var read note
		err := DecodeJSON([]byte(c.text), 1, &read)
		if !c.ok {
			assert.ErrorIs(t, err, ErrSum, name)
			continue
		}
		require.NoError(t, err, name)
		assert.Equal(t, wrote, read, name)
	}
	for i := range data { // every byte matters, or makes no difference
		for _, bit := range []byte{1, 2, 4, 32} {
			flipped := bytes.Clone(data)
			flipped[i] ^= bit
			var read note
			if err := DecodeJSON(flipped, 1, &read); err == nil {
				assert.Equal(t, wrote, read, "byte %d", i)
			}
		}
	}
}

func TestCheckContent(t *testing.T) {
	d := At(t.TempDir())
	path := d.Path("file")
	want := []byte("content")
	for _, c := range []struct{ name, is, says string }{
		{"missing", "", path + " is missing"},
		{"damaged", "contend", path + " is damaged: its content does not follow from the other files"},
	} {
		if c.is != "" {
			require.NoError(t, os.WriteFile(path, []byte(c.is), 0o666))
		}
		damaged := d.CheckContent("file", want)
		require.NotNil(t, damaged, c.name)
		assert.EqualError(t, damaged, c.says)
		did, err := damaged.Mend()
		require.NoError(t, err)
		assert.Equal(t, "is made again", did)
		assert.Nil(t, d.CheckContent("file", want))
	}
	did, err := d.Damagedf("file", "is of no use").Drop("nothing is lost").Mend()
	require.NoError(t, err)
	assert.Equal(t, "is removed: nothing is lost", did)
	assert.NoFileExists(t, path)
}

func TestCheckContentsIsInTheOrderOfNames(t *testing.T) {
	d := At(t.TempDir())
	require.NoError(t, d.Write("c", []byte("right")))
	var names []string
	for _, damaged := range d.CheckContents(map[string][]byte{"d": nil, "b": nil, "c": []byte("right"), "a": nil}) {
		names = append(names, filepath.Base(damaged.Path))
	}
	assert.Equal(t, []string{"a", "b", "d"}, names)
}
