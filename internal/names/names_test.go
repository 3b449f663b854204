package names

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearest(t *testing.T) {
	known := []string{"X", "Heart", "Diamond", "champion", "seed-switch", "table", "tournament", "gtp"}
	for name, nearest := range map[string]string{
		"Hart": "Heart", "hart": "Heart", "HEART": "Heart", "champoin": "champion", "tabel": "table",
		"seedswitch": "seed-switch", "tour": "tournament", "cahmpino": "champion", "gpt": "gtp", "diamonds": "Diamond",
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
