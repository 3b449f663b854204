package web

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
)

// The page names and explains every scorer in both languages.
func TestScorersHaveTexts(t *testing.T) {
	for _, language := range []string{"en", "ja"} {
		texts, err := os.ReadFile("page/js/texts/" + language + ".js")
		require.NoError(t, err)
		for _, scorer := range evaluators.Scorers {
			for _, key := range []string{"'scorer." + scorer.Name + "':", "'scorer." + scorer.Name + ".about':"} {
				assert.Contains(t, string(texts), key, language)
			}
		}
	}
}
