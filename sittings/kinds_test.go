package sittings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
)

// directory makes one that holds a file.
func directory(t *testing.T, name, file string) string {
	dir := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "heaps"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, file), nil, 0o666))
	return dir
}

func TestKindsOfDirectories(t *testing.T) {
	dug, filled, slow := directory(t, "dug", "dig.json"), directory(t, "filled", "fill.json"), directory(t, "slow", "fill.json")
	assert.Same(t, &digging, KindOf(dug))
	assert.Same(t, &filling, KindOf(filled))
	assert.Nil(t, KindOf(t.TempDir()))

	_, _, err := digging.Open(filled, 100)
	assert.EqualError(t, err, "nobody digs at "+filled+", but somebody fills there: `"+called.Evolve()+" status "+filled+"` says how it stands, `"+called.Evolve()+" resume "+filled+"` goes on with it")
	_, _, err = filling.Open(dug, 100)
	assert.ErrorContains(t, err, "but somebody digs there: `"+called.Evolve()+" status "+dug+"`")

	assert.Equal(t, "somebody digs there, but it has no spade.json: `"+called.Evolve()+" resume "+dug+"` makes it as soon as a round is finished", digging.Without(dug))
	assert.Contains(t, filling.Without(filled), "it has no barrow.json: ")
	assert.Equal(t, "there is no earth", filling.Without(slow))
}

func TestConfigurationsOfOtherKinds(t *testing.T) {
	for text, says := range map[string]string{
		`{"schema":1,"depth":3}`:  "",
		`{"schema":9,"height":3}`: "it is no dig.json but a fill.json",
		`{"depth":`:               "",
		`["height"]`:              "",
	} {
		if err := digging.Own([]byte(text)); says == "" {
			assert.NoError(t, err, text)
		} else {
			assert.EqualError(t, err, says)
		}
	}
}

// What resume makes again is known by its place, from wherever one looks at it.
func TestRemedies(t *testing.T) {
	dug := directory(t, "dug", "dig.json")
	for _, c := range []struct{ from, file, dir string }{
		{"", filepath.Join(dug, "spade.json"), dug},
		{"", filepath.Join(dug, "heaps", "1.json"), dug},
		{dug, "spade.json", "."},
		{dug, filepath.Join("heaps", "1.json"), "."},
		{filepath.Join(dug, "heaps"), "1.json", ".."},
		{"", filepath.Join(dug, "heaps", "1.txt"), ""},
		{"", filepath.Join(dug, "heap", "1.json"), ""},
		{"", filepath.Join(dug, "goal.json"), ""},
		{"", filepath.Join(t.TempDir(), "spade.json"), ""},
	} {
		if c.from != "" {
			t.Chdir(c.from)
		}
		want := ""
		if c.dir != "" {
			want = "; `" + called.Evolve() + " resume " + c.dir + "` makes it again"
		}
		assert.Equal(t, want, Remedy(c.file), c.file)
	}
}
