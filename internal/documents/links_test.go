package documents

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// links returns the targets of a document's links that lie in this repository: paths below its root, some
// with an anchor.
func links(name, text string) (targets []string) {
	for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(text, -1) {
		switch target := link[1]; {
		case strings.Contains(target, "://"):
		case strings.HasPrefix(target, "#"):
			targets = append(targets, name+target)
		default:
			targets = append(targets, path.Join(path.Dir(name), target))
		}
	}
	return targets
}

// anchors returns the anchors of a document's headings, made as GitHub makes them.
func anchors(text string) (all []string) {
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		plain := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		all = append(all, strings.ReplaceAll(plain, " ", "-"))
	}
	return all
}

// Each link leads to a file and a heading that exist, and each document can be reached from README.md.
func TestLinks(t *testing.T) {
	const root = "../.."
	files, err := Files(root)
	require.NoError(t, err)
	files = append(files, "TESTING.md")
	texts := map[string]string{}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		texts[name] = string(text)
	}
	reached := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		if reached[name] {
			return
		}
		reached[name] = true
		for _, link := range links(name, texts[name]) {
			target, anchor, _ := strings.Cut(link, "#")
			assert.FileExists(t, filepath.Join(root, target), "%s links to %s", name, target)
			if anchor != "" {
				assert.Contains(t, anchors(texts[target]), anchor, "%s links to %s", name, link)
			}
			if _, is := texts[target]; is {
				follow(target)
			}
		}
	}
	follow("README.md")
	for _, name := range files {
		assert.True(t, reached[name], "no link leads from README.md to %s", name)
	}
}
