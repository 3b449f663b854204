package formats

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

const ring = "##################----####-OX-####-XO-####----##################"

func TestReadShape(t *testing.T) {
	lines := ""
	for row := range 8 {
		lines += ring[8*row:8*row+8] + "\r\n"
	}
	several := `{"Ring": {"board": "` + ring + `", "black_first_moves": ["c4"]}, "board": {"board": "` + startBoard + `"}}`
	for _, c := range []struct{ file, text, choice, name, board string }{
		{"ring.txt", ring, "", "ring", ring},
		{"my small ring", lines, "", "my-small-ring", ring},
		{".ring", "\uFEFF" + strings.ReplaceAll(ring, "-", ".") + "\n", "", ".ring", ring},
		{"one.json", `{"board": "` + ring + `"}`, "", "one", ring},
		{"named.json", `{"name": "Ring", "board": "` + strings.ReplaceAll(lines, "\r\n", `\n`) + `"}`, "", "Ring", ring},
		{"alone.json", `{"Ring": {"board": "` + ring + `"}}`, "", "Ring", ring},
		{"several.json", several, "#Ring", "Ring", ring},
		{"several.json", several, "#board", "board", startBoard},
		{"no#choice", ring, "", "no#choice", ring},
	} {
		path := filepath.Join(t.TempDir(), c.file)
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o666))
		shape, err := ReadShape(path + c.choice)
		require.NoError(t, err, c.file)
		assert.Equal(t, c.name, shape.Name)
		assert.Equal(t, c.board, shape.Start.Squares(), c.file)
	}
}

func TestReadShapeRefuses(t *testing.T) {
	several := `{"A": {"board": "` + ring + `"}, "B": {"board": "` + ring + `"}}`
	for _, c := range []struct{ text, choice, says string }{
		{"", "", "there is no content; " + Boards},
		{"{}", "", "the JSON has no board; " + Boards},
		{ring[1:], "", "board file: it has 63 characters: want 64"},
		{ring[1:] + "?", "", "h8 is '?': must be X"},
		{strings.Repeat("-", 64), "", "neither side can move at the start"},
		{ring, "#A", "the file has one board without a name: leave out #A"},
		{several, "", "the file has 2 boards: choose one as FILE#NAME: A, B"},
		{several, "#C", `the file has no board "C", only A, B`},
		{`{"board": 5}`, "", `"board" is a number, want a text in quotes`},
		{`{"A": null}`, "", "board A: it has 0 characters: want 64"},
		{`{"board": "` + ring, "", "not readable as JSON: unexpected end of JSON input"},
		{`{"name": "two words", "board": "` + ring + `"}`, "", `"two words": must not be empty or have blanks`},
		{`{"name": "` + strings.Repeat("A", 65) + `", "board": "` + ring + `"}`, "", "has more than 64 bytes"},
	} {
		path := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o666))
		_, err := ReadShape(path + c.choice)
		if assert.Error(t, err, c.text) {
			assert.Contains(t, err.Error(), c.says)
			assert.True(t, strings.HasPrefix(err.Error(), path+": "), "%v names the file", err)
		}
	}
	_, err := ReadShape(filepath.Join(t.TempDir(), "absent#A"))
	assert.ErrorContains(t, err, "cannot read ")
}

// Every board that can be read can be played on.
func FuzzParseShape(f *testing.F) {
	f.Add("", ring)
	f.Add("A", `{"A": {"board": "`+ring+`"}}`)
	f.Add("", `{"name": "A", "board": "`+startBoard+`"}`)
	f.Fuzz(func(t *testing.T, chosen, text string) {
		shape, err := parseShape("name", chosen, []byte(text))
		if err != nil {
			return
		}
		require.NoError(t, shape.Validate())
		again, err := engine.ParseShape(shape.Name, shape.Start.Squares())
		require.NoError(t, err)
		require.Equal(t, shape, again)
	})
}
