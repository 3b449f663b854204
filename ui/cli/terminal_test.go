package cli

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShowsUnicode(t *testing.T) {
	for _, c := range []struct {
		locale map[string]string
		want   bool
	}{
		{map[string]string{"LANG": "de_DE.UTF-8"}, true},
		{map[string]string{"LC_CTYPE": "en_US.utf8", "LANG": "C"}, true},
		{map[string]string{"LC_ALL": "C", "LANG": "en_US.UTF-8"}, false},
		{map[string]string{"LANG": "ja_JP.eucJP"}, false},
		{nil, false},
	} {
		for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
			t.Setenv(name, c.locale[name])
		}
		assert.Equal(t, c.want, ShowsUnicode(), c.locale)
	}
}

// A terminal without Unicode gets ASCII, also if a character is written in parts. Everything else gets the text.
func TestASCIIStream(t *testing.T) {
	const text = "NAME:key=value,… 61.2 ± 3 %, 8×8, −0.7, █░ ⣀⣿ 黒 Größe\x1b[2m"
	for _, size := range []int{1, 2, 3, 5, len(text)} {
		var out bytes.Buffer
		s := &stream{to: &out, ascii: true}
		for rest := []byte(text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
			part := rest[:min(size, len(rest))]
			n, err := s.Write(part)
			assert.NoError(t, err)
			assert.Equal(t, len(part), n)
		}
		assert.Equal(t, "NAME:key=value,... 61.2 +- 3 %, 8x8, -0.7, #. :# ? Gr??e\x1b[2m", out.String(), size)
	}
	var out bytes.Buffer
	t.Setenv("LC_ALL", "C")
	_, err := newStream(&out, nil).Write([]byte(text))
	assert.NoError(t, err)
	assert.Equal(t, text, out.String(), "no terminal")
}
