package web

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
	"evothello/evolution"
	"evothello/internal/settings"
)

var (
	textLine = regexp.MustCompile(`(?m)^\t'([^']+)':(.*(?:\n\t\t.*)*)`) // a key, and its text
	places   = regexp.MustCompile(`\{\w+\}`)
	textUse  = regexp.MustCompile(`\bt\('([^']+)'|data-t(?:-label)?="([^"]+)"`)
)

// textsOf returns the page's texts in a language, by key.
func textsOf(t *testing.T, language string) map[string]string {
	data, err := os.ReadFile("page/js/texts/" + language + ".js")
	require.NoError(t, err)
	all := map[string]string{}
	for _, line := range textLine.FindAllStringSubmatch(string(data), -1) {
		assert.NotContains(t, all, line[1], "%s: duplicate key", language)
		all[line[1]] = line[2]
	}
	assert.Equal(t, strings.Count(string(data), "\n\t'"), len(all), "%s: every text is found", language)
	return all
}

// The page has a Japanese sentence for the meaning of every setting of a run.
func TestSettingsInJapanese(t *testing.T) {
	words, err := os.ReadFile("page/js/settingwords.js")
	require.NoError(t, err)
	for _, optimizer := range evolution.Optimizers() {
		config := evolution.Defaults(1)
		require.NoError(t, config.SetOptimizer(optimizer))
		for _, field := range settings.Fields(&config) {
			key := "'" + strings.ReplaceAll(field.Meaning, "'", `\'`) + "': '"
			assert.Contains(t, string(words), key, "%s: %s", optimizer, field.Name)
		}
	}
}

// The page names and explains every scorer.
func TestScorersHaveTexts(t *testing.T) {
	en := textsOf(t, "en")
	for _, scorer := range evaluators.Scorers {
		assert.Contains(t, en, "scorer."+scorer.Name)
		assert.Contains(t, en, "scorer."+scorer.Name+".about")
	}
}

func TestLanguagesHaveTheSameTexts(t *testing.T) {
	en, ja := textsOf(t, "en"), textsOf(t, "ja")
	require.NotEmpty(t, en)
	for key, text := range en {
		assert.Contains(t, ja, key, "missing in Japanese")
		if !strings.HasPrefix(key, "said.move") {
			assert.Subset(t, places.FindAllString(text, -1), places.FindAllString(ja[key], -1), key)
		}
	}
	for key := range ja {
		assert.Contains(t, en, key, "missing in English")
	}
	used := 0
	require.NoError(t, filepath.WalkDir("page", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".js", ".html"}, filepath.Ext(path)) {
			return err
		}
		data, err := os.ReadFile(path)
		for _, use := range textUse.FindAllStringSubmatch(string(data), -1) {
			assert.Contains(t, en, use[1]+use[2], path)
			used++
		}
		return err
	}))
	assert.Positive(t, used)
}
