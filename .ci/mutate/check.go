package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A checker knows which mutants of a package compile.
type checker struct {
	files    *token.FileSet
	syntax   map[string]*ast.File // by path
	bare     map[string]*ast.File // without the bodies of functions, which makes it fast
	importer types.Importer
}

func newChecker(dir string) *checker {
	c := &checker{files: token.NewFileSet(), syntax: map[string]*ast.File{}, bare: map[string]*ast.File{}}
	exports := map[string]string{}
	for _, line := range listed("{{.ImportPath}} {{.Export}}", "-export", "-deps", dir) {
		if len(line) == 2 {
			exports[line[0]] = line[1]
		}
	}
	c.importer = importer.ForCompiler(c.files, runtime.Compiler, func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	for _, name := range listed(`{{join .GoFiles " "}}`, dir)[0] {
		path := filepath.Join(dir, name)
		for _, files := range []map[string]*ast.File{c.syntax, c.bare} {
			file, err := parser.ParseFile(c.files, path, nil, 0)
			if err != nil {
				log.Fatal(err)
			}
			files[path] = file
		}
		c.strip(c.bare[path], body{})
	}
	return c
}

// strip removes the bodies of a file's functions but one.
func (c *checker) strip(file *ast.File, but body) {
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Body != nil && c.files.Position(f.Body.Lbrace).Offset+1 != but.from {
			f.Body = nil
		}
	}
}

// compiles reports whether a mutant does.
func (c *checker) compiles(m mutant) bool {
	source, err := os.ReadFile(m.path)
	if err != nil {
		log.Fatal(err)
	}
	changed, err := parser.ParseFile(c.files, m.path, m.text(source), 0)
	if err != nil {
		return false
	}
	files := c.syntax
	if m.in.until > 0 {
		files = c.bare
		c.strip(changed, m.in)
	}
	all := []*ast.File{changed}
	for path, file := range files {
		if path != m.path {
			all = append(all, file)
		}
	}
	sound := true
	config := types.Config{Importer: c.importer, Sizes: types.SizesFor(runtime.Compiler, runtime.GOARCH),
		Error: func(err error) { // a body that is not there may use an import
			sound = sound && m.in.until > 0 && strings.Contains(err.Error(), "imported and not used")
		}}
	config.Check(changed.Name.Name, c.files, all, nil)
	return sound
}
