package documents

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "evothello/"

// source is what the architecture tests know of a package.
type source struct {
	imports []string // of our own, without the module's name
	comment string   // its doc comment
}

// sources reads all our packages below root, by path. Tests do not count.
func sources(t *testing.T, root string) map[string]*source {
	all := map[string]*source{}
	require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, file)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name != "." && (strings.HasPrefix(d.Name(), ".") || isModule(file))):
			return fs.SkipDir
		case !strings.HasSuffix(file, ".go"), strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		dir := path.Dir(filepath.ToSlash(name))
		s := all[dir]
		if s == nil {
			s = &source{}
			all[dir] = s
		}
		s.comment += parsed.Doc.Text()
		for _, i := range parsed.Imports {
			if ours, found := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module); found {
				s.imports = append(s.imports, ours)
			}
		}
		return nil
	}))
	return all
}

// isModule reports whether a directory has a module of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// codeMap lists the packages of the map in docs/architecture.md, in order.
func codeMap(t *testing.T, root string) (packages []string) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	require.NoError(t, err)
	_, list, _ := strings.Cut(string(text), "## Code map")
	list, _, _ = strings.Cut(list, "\n## ")
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z0-9/-]+)` \\|").FindAllStringSubmatch(list, -1) {
		packages = append(packages, row[1])
	}
	return packages
}

// data packages hold embedded files alone, which weights needs; they lie where users look for runs.
var data = []string{"runs/strongest", "runs/reference", "runs/ladder"}

// Each package stands in the map of docs/architecture.md once, has a doc comment, and imports
// only packages that stand above it there.
func TestImportsPointUp(t *testing.T) {
	const root = "../.."
	all, order := sources(t, root), codeMap(t, root)
	listed := slices.Sorted(slices.Values(order))
	assert.Equal(t, slices.Compact(slices.Clone(listed)), listed, "a package is listed twice")
	for _, name := range order {
		assert.NotNil(t, all[name], "docs/architecture.md lists %s, which is not there", name)
	}
	for name, s := range all {
		assert.NotEmpty(t, s.comment, "package %s has no doc comment", name)
		place := slices.Index(order, name)
		if !assert.GreaterOrEqual(t, place, 0, "docs/architecture.md does not list %s", name) {
			continue
		}
		for _, imported := range s.imports {
			if !slices.Contains(data, imported) {
				assert.Contains(t, order[:place], imported, "%s imports %s, which stands below it in docs/architecture.md", name,
					imported)
			}
		}
	}
}

// marks returns the mark of each package in docs/architecture.md: core, serves or optional.
func marks(t *testing.T, root string) map[string]string {
	text, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	require.NoError(t, err)
	all := map[string]string{}
	rows := regexp.MustCompile("(?m)^\\| `([a-z0-9/-]+)` \\| (\\w+) \\|")
	for _, row := range rows.FindAllStringSubmatch(string(text), -1) {
		all[row[1]] = row[2]
	}
	return all
}

// Packages that can be left out are imported only by each other and by the packages that gather everything.
func TestOptionalPackagesCanBeLeftOut(t *testing.T) {
	const root = "../.."
	mark := marks(t, root)
	gather := []string{"learn", "report", "report/plots", "ui/cli/evolve"}
	for name, s := range sources(t, root) {
		assert.Contains(t, []string{"core", "serves", "optional"}, mark[name], "the mark of %s in docs/architecture.md", name)
		if mark[name] == "optional" || slices.Contains(gather, name) {
			continue
		}
		for _, imported := range s.imports {
			assert.NotEqual(t, "optional", mark[imported], "%s (%s) imports %s", name, mark[name], imported)
		}
	}
}

// Folders at the top are few enough to be seen at a glance.
func TestFoldersAtTheTop(t *testing.T) {
	folders := map[string]bool{} // with code: users may have others, such as a published page
	root := os.DirFS("../..")
	require.NoError(t, fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if top, below, in := strings.Cut(file, "/"); in && strings.HasSuffix(below, ".go") && !strings.HasPrefix(top, ".") {
			folders[top] = true
		}
		return err
	}))
	assert.LessOrEqual(t, len(folders), 16, "%v", folders)
}

// Files that docs/architecture.md names are there.
func TestArchitectureNamesFiles(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	require.NoError(t, err)
	names := regexp.MustCompile("`([a-z0-9_/]+/[a-z0-9_]+\\.(?:go|js|json))`").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, names)
	for _, name := range names {
		assert.FileExists(t, filepath.Join("../..", name[1]))
	}
}

// Files of ours have at most 350 lines, functions at most 60.
func TestFilesAndFunctionsAreShort(t *testing.T) {
	require.NoError(t, filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		assert.LessOrEqual(t, files.Position(parsed.FileEnd).Line, 351, file)
		for _, decl := range parsed.Decls {
			if f, is := decl.(*ast.FuncDecl); is {
				lines := 1 + files.Position(f.End()).Line - files.Position(f.Pos()).Line
				assert.LessOrEqual(t, lines, 60, "%s: %s", file, f.Name.Name)
			}
		}
		return nil
	}))
}

// What must survive is written by internal/files, so that tests can have the disk fail.
func TestFilesAreWrittenInOnePlace(t *testing.T) {
	writes := regexp.MustCompile(`\bos\.(Create|WriteFile|OpenFile|Rename|Mkdir|MkdirAll|Remove|RemoveAll|Link)\(`)
	elsewhere := []string{"fitness/anygame", "fitness/fitnesstest", "runs/runstest"} // they last as long as a game or test
	for _, folder := range []string{"evaluators", "evolution", "fitness", "formats", "learn", "runs", "weights"} {
		root := filepath.Join("../..", folder)
		require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			dir, _ := filepath.Rel("../..", filepath.Dir(file))
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") ||
				slices.Contains(elsewhere, filepath.ToSlash(dir)) {
				return err
			}
			text, err := os.ReadFile(file)
			assert.Empty(t, writes.FindAllString(string(text), -1), "%s: use package files", file)
			return err
		}))
	}
}
