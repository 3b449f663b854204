package web

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The modules of the page import no circle.
func TestModulesHaveNoCircle(t *testing.T) {
	importing := regexp.MustCompile(`(?m)^import .* from '\./([^']+)'|\bimport\('\./([^']+)'\)`)
	imports := map[string][]string{}
	paths, err := filepath.Glob("page/js/*.js")
	require.NoError(t, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, found := range importing.FindAllStringSubmatch(string(text), -1) {
			imports[filepath.Base(path)] = append(imports[filepath.Base(path)], found[1]+found[2])
		}
	}
	sound := map[string]bool{} // modules that lead to no circle
	var follow func(module string, way []string)
	follow = func(module string, way []string) {
		if assert.NotContains(t, way, module, strings.Join(way, " → ")) && !sound[module] {
			for _, next := range imports[module] {
				follow(next, append(slices.Clip(way), module))
			}
			sound[module] = true
		}
	}
	for _, path := range paths {
		follow(filepath.Base(path), nil)
	}
	assert.Greater(t, len(sound), 40)
}
