package web

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/playerlist"
)

// docs/reference/http-api.md describes each route of the API, and shows the levels and the usual opponent that
// there are.
func TestAPIReference(t *testing.T) {
	data, err := os.ReadFile("../../docs/reference/http-api.md")
	require.NoError(t, err)
	text := string(data)
	source, err := os.ReadFile("server.go")
	require.NoError(t, err)
	routes := regexp.MustCompile(`"((GET|POST) /api/[^"]*)"`).FindAllStringSubmatch(string(source), -1)
	require.NotEmpty(t, routes)
	for _, route := range routes {
		pattern := regexp.QuoteMeta(strings.NewReplacer("{name}", "NAME", "{file}", "FILE").Replace(route[1]))
		assert.True(t, regexp.MustCompile("(?m)^\\*\\*`"+pattern+"[?`]").MatchString(text), "it lacks %s", route[1])
	}
	for _, sample := range []any{playerlist.Levels[0], playerlist.BeginnerOpponent} {
		line, err := json.Marshal(sample)
		require.NoError(t, err)
		spaced := strings.NewReplacer(`":`, `": `, `,"`, `, "`).Replace(string(line))
		assert.True(t, strings.Contains(text, spaced), "it lacks %s", spaced)
	}
	last := playerlist.Levels[len(playerlist.Levels)-1]
	assert.Equal(t, []int{10, 14, 22}, []int{last.Level, last.Depth, last.Endgame}, "the document names the last level")
}
