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

// A link of a document shows the title of the page that it leads to, or the heading.
func TestLinksShowTitles(t *testing.T) {
	const root = "../.."
	files, err := Files(root)
	require.NoError(t, err)
	texts := map[string]string{}
	for _, name := range append(files, "CONTRIBUTING.md", "TESTING.md", "CHANGELOG.md") {
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		texts[name] = string(text)
	}
	plain := strings.NewReplacer("`", "", "’", "'")
	checked := 0
	for _, name := range files {
		for _, at := range regexp.MustCompile(`\[([^\]]+)\]\(([^)\s]+)\)`).FindAllStringSubmatchIndex(texts[name], -1) {
			shown := strings.Join(strings.Fields(texts[name][at[2]:at[3]]), " ")
			targets := links(name, "]("+texts[name][at[4]:at[5]]+")")
			if len(targets) == 0 || namesInstead(name, shown, targets[0], texts[name][:at[0]]) {
				continue
			}
			target, anchor, _ := strings.Cut(targets[0], "#")
			if texts[target] == "" {
				continue // a picture, a table or code
			}
			want := plain.Replace(headingOf(texts[target], anchor))
			assert.True(t, strings.EqualFold(want, plain.Replace(shown)), "%s: [%s] leads to %q", name, shown, want)
			checked++
		}
	}
	assert.Greater(t, checked, 200)
}

// namesInstead reports whether a link may show something else than a title:
//   - a name or a setting in a table, where cells are short;
//   - a name in code, such as a player's;
//   - a term, which leads to the glossary;
//   - a figure or a finding, which leads to the page of results that measured it.
func namesInstead(name, shown, target, before string) bool {
	line := before[strings.LastIndex(before, "\n")+1:]
	return strings.HasPrefix(line, "|") || target == "docs/reference/glossary.md" ||
		strings.HasPrefix(shown, "`") && strings.HasSuffix(shown, "`") ||
		strings.HasPrefix(target, "docs/results/") && name != "docs/results/README.md"
}

// headingOf returns the heading with an anchor, without the number of a step, or the title if anchor is "".
func headingOf(text, anchor string) string {
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		if anchor == "" || anchors(heading[0])[0] == anchor {
			return regexp.MustCompile(`^\d+\. `).ReplaceAllString(heading[1], "")
		}
	}
	return ""
}

// withoutGlossary holds the pages that use no term of the glossary which a newcomer has to look up, by reason.
var withoutGlossary = map[string]string{
	"docs/how-to/install.md":               "installs programs",
	"docs/how-to/serve-the-page.md":        "is about a web server",
	"docs/how-to/publish-a-player.md":      "is about a folder of files",
	"docs/how-to/play-in-a-terminal.md":    "explains its few words",
	"docs/tutorials/play-and-learn.md":     "is for Othello players, and explains its few words",
	"docs/how-to/use-weights-in-python.md": "has the words of another library",
}

// Tutorials, how-to pages and background link the first term that a newcomer does not know to the glossary.
func TestPagesLinkTheGlossary(t *testing.T) {
	const root = "../.."
	files, err := Files(root)
	require.NoError(t, err)
	for _, name := range files {
		switch path.Base(path.Dir(name)) {
		case "tutorials", "how-to", "background":
			text, err := os.ReadFile(filepath.Join(root, name))
			require.NoError(t, err)
			linked := strings.Contains(string(text), "](../reference/glossary.md)")
			assert.Equal(t, withoutGlossary[name] == "", linked, name)
		}
	}
}
