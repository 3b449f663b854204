package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// which is the environment variable that says which mutant a program of tests is: its place in the draw.
const which = "MUTANT"

// packageClause matches the end of a file's package clause.
var packageClause = regexp.MustCompile(`(?m)^package \w+`)

// withChoice adds a variable that says which mutant is chosen to a file of a package. It is no file of its own, because
// the go command does not find a new file of a package that another one imports.
func withChoice(text string) string {
	at := packageClause.FindStringIndex(text)[1]
	return text[:at] + `; import (mutateOS "os"; mutateConv "strconv")` + text[at:] +
		"\nvar mutantUnderTest, _ = mutateConv.Atoi(mutateOS.Getenv(\"" + which + "\"))\n"
}

// overlay writes files that hold mutants, and returns the file that tells the compiler to take them instead of those
// of the tree. A mutant within a function is a second body of it, which only counts if the environment says so: so many
// mutants are compiled at once. A mutant elsewhere is alone.
func (t *tester) overlay(name string, mutants []mutant) (string, error) {
	replace, byPath := map[string]string{}, map[string][]mutant{}
	for _, m := range mutants {
		byPath[m.path] = append(byPath[m.path], m)
	}
	for i, path := range slices.Sorted(maps.Keys(byPath)) {
		source, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		in := byPath[path]
		text := in[0].text(source)
		if in[0].in.until > 0 {
			text = withBodies(source, in)
		}
		if i == 0 {
			text = withChoice(text)
		}
		replace[path] = filepath.Join(t.dir, name+"-"+filepath.Base(path))
		if err := os.WriteFile(replace[path], []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	file := filepath.Join(t.dir, name+".json")
	return file, errors.Join(err, os.WriteFile(file, text, 0o600))
}

// withBodies returns a file with the mutants of its functions.
func withBodies(source []byte, mutants []mutant) string {
	slices.SortStableFunc(mutants, func(a, b mutant) int { return a.in.from - b.in.from })
	var text strings.Builder
	at := 0
	for _, m := range mutants {
		text.Write(source[at:m.in.from])
		at = m.in.from
		changed := string(source[m.in.from:m.from]) + m.to + string(source[m.until:m.in.until])
		if !m.in.results {
			changed += "\nreturn"
		}
		fmt.Fprintf(&text, "\nif mutantUnderTest == %d {%s\n}\n", m.place, changed)
	}
	text.Write(source[at:])
	return text.String()
}

// program returns the tests of a package, compiled with a mutant and others.
func (t *tester) program(m mutant, dir string) (string, error) {
	name, all := "alone-"+strconv.Itoa(m.place), []mutant{m}
	if m.in.until > 0 {
		name, all = filepath.Base(filepath.Dir(m.path)), t.together[filepath.Dir(m.path)]
	}
	program := filepath.Join(t.dir, name+"-"+filepath.Base(dir)+".test")
	t.compiling.Lock()
	defer t.compiling.Unlock()
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	overlay, err := t.overlay(name, all)
	if err != nil {
		return "", err
	}
	out, err := exec.CommandContext(t.ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", overlay,
		"-o", program, dir).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s with mutants: %w\n%s", dir, err, out)
	}
	first := *t.packages[dir]
	first.rounds = first.rounds[:1]
	if m.in.until > 0 && !t.passes(mutant{}, program, &first, false) {
		return "", fmt.Errorf("%s fails with no mutant chosen", program)
	}
	return program, nil
}
