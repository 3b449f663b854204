package names

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearest(t *testing.T) {
	known := []string{"X", "Heart", "Diamond", "champion", "reversi-switch", "table", "tournament", "gtp"}
	for name, nearest := range map[string]string{
		"Hart": "Heart", "hart": "Heart", "HEART": "Heart", "champoin": "champion", "tabel": "table",
		"reversiswitch": "reversi-switch", "tour": "tournament", "cahmpino": "champion", "gpt": "gtp", "diamonds": "Diamond",
		"Triangle": "", "y": "", "": "", "to": "", "unknown": "", strings.Repeat("x", 65): "",
	} {
		assert.Equal(t, nearest, Nearest(name, known), name)
	}
}

func TestOnlyTheNearestIsNamed(t *testing.T) {
	known := []string{"Heart", "Diamond"}
	assert.EqualError(t, New("board", "Hart", known), `unknown board "Hart"; did you mean Heart?`)
	assert.EqualError(t, New("board", "Triangle", known), `unknown board "Triangle"; known: Heart, Diamond`)
}

func TestLongListsAreCut(t *testing.T) {
	var known []string
	for name := 'a'; name <= 'z'; name++ {
		known = append(known, string(name))
	}
	assert.EqualError(t, New("letter", "ß", known),
		`unknown letter "ß"; known: a, b, c, d, e, f, g, h, i, j and 16 more`)
	assert.EqualError(t, New("letter", "ß", known[1:]), `unknown letter "ß"; known: `+strings.Join(known[1:], ", "))
}
