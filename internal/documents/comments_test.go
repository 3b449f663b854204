package documents

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sourceFiles returns the files with one of the given endings, as paths below root. Hidden folders are left out.
func sourceFiles(t *testing.T, endings ...string) (files []string) {
	require.NoError(t, fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		if d.IsDir() && name != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if slices.Contains(endings, path.Ext(name)) {
			files = append(files, name)
		}
		return err
	}))
	return files
}

// Each exported function, type, constant and variable has a doc comment, its own or that of its group.
// Methods may go without, since many only implement an interface.
func TestExportedIdentifiersHaveComments(t *testing.T) {
	for _, name := range sourceFiles(t, ".go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, "../../"+name, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		missing := func(id *ast.Ident, at token.Pos) {
			t.Errorf("%s:%d: exported %s has no doc comment", name, files.Position(at).Line, id.Name)
		}
		for _, decl := range parsed.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Doc == nil && d.Name.IsExported() && d.Recv == nil {
					missing(d.Name, d.Pos())
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						if d.Doc == nil && s.Doc == nil && s.Name.IsExported() {
							missing(s.Name, s.Pos())
						}
					case *ast.ValueSpec:
						if d.Doc == nil && s.Doc == nil && s.Comment == nil && s.Names[0].IsExported() {
							missing(s.Names[0], s.Pos())
						}
					}
				}
			}
		}
	}
}

// widest is how many characters a line of Go may have. A tab is one.
const widest = 120

// Lines of Go are short enough to stand beside each other. Generated files may have longer ones, and so
// may raw strings and the lines they lie on, since these cannot be broken.
func TestLinesAreShort(t *testing.T) {
	for _, name := range sourceFiles(t, ".go") {
		text, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		if strings.HasPrefix(string(text), "// Code generated") {
			continue
		}
		raw := rawLines(text)
		for i, line := range strings.Split(string(text), "\n") {
			if length := utf8.RuneCountInString(line); length > widest && !raw[i+1] {
				t.Errorf("%s:%d: %d characters: want at most %d", name, i+1, length, widest)
			}
		}
	}
}

// rawLines returns the lines of a Go file, from 1, that a raw string or a part of one lies on.
func rawLines(text []byte) map[int]bool {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return lines
		}
		if kind == token.STRING && literal[0] == '`' {
			for line := file.Line(at); line <= file.Line(at+token.Pos(len(literal)-1)); line++ {
				lines[line] = true
			}
		}
	}
}

// plainer has words that make sentences hard, each with what to write in its place.
var plainer = map[string]string{
	"whoever":     "name the caller, the worker, the player",
	"whomever":    "name the caller, the worker, the player",
	"nobody":      "no caller, no player",
	"somebody":    "another worker, a player",
	"everybody":   "all players",
	"anybody":     "any player",
	"of which":    "whose; or two sentences",
	"of whom":     "two sentences",
	"for whom":    "for users who",
	"in spite of": "despite; or: although",
}

// Documents and comments use plain words.
func TestPlainWords(t *testing.T) {
	var words []string
	for word := range plainer {
		words = append(words, strings.ReplaceAll(word, " ", `\s+(?://\s*)?`))
	}
	hard := regexp.MustCompile(`(?i)\b(?:` + strings.Join(words, "|") + `)\b`)
	for _, name := range sourceFiles(t, ".go", ".md") {
		if name == "internal/documents/comments_test.go" {
			continue
		}
		text, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		for _, at := range hard.FindAllIndex(text, -1) {
			word := string(text[at[0]:at[1]])
			key := strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(word), "//", " ")), " ")
			line := 1 + strings.Count(string(text[:at[0]]), "\n")
			assert.Fail(t, "plain words", "%s:%d: %q: better: %s", name, line, word, plainer[key])
		}
	}
}
