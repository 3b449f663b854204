package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// limited runs a command within limits of memory and time, because some mutants fill the memory and others never end.
// The limit is 60 s of the processor's time for one round of tests: on a busy machine the clock is no measure. The
// options stand apart because dash takes one at a time.
var limited = []string{"-c", `ulimit -v 8388608; ulimit -t 60; exec "$@"`, "sh"}

// patience is the clock's limit, for tests that wait for ever and so need no processor. Within it the others have used
// up their 60 s even on a machine with five times the work it can do.
const patience = 5 * time.Minute

// slow is what a slow test takes, in seconds.
const slow = 1

// Results of a mutant.
const (
	own      = "killed"
	others   = "by others"
	same     = "equivalent"
	survives = "SURVIVES"
)

// A tester runs tests on mutants.
type tester struct {
	ctx       context.Context
	dir       string              // of overlays and test programs
	packages  map[string]*tested  // by directory
	importers map[string][]string // directories of the packages that import one, by its directory
	together  map[string][]mutant // mutants of functions, by directory, which are compiled at once
	compiling sync.Mutex
}

// tested is a package whose tests watch over mutants.
type tested struct {
	dir    string
	vector bool       // it has code for vector instructions
	flags  []string   // of its program of tests
	rounds [][]string // names of its tests, the fast ones in the first round
}

// newTester runs all tests without mutants, to learn how long each takes, if times is no file that says so.
func newTester(ctx context.Context, packages []string, times string, quick bool) (*tester, error) {
	t := &tester{ctx: ctx, together: map[string][]mutant{}, packages: map[string]*tested{},
		importers: map[string][]string{}}
	watching := packages
	if !quick {
		watching = append(slices.Clone(packages), tests...)
	}
	// A package without tests has no line.
	imports := `{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}} {{.ImportPath}} {{len .SFiles}} ` +
		`{{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}{{end}}`
	lines, dirs := listed(imports, watching...), map[string]string{}
	for _, line := range lines {
		dirs[line[1]] = line[0]
		t.packages[line[0]] = &tested{dir: line[0], vector: line[2] != "0"}
		if slices.Contains(line, "pgregory.net/rapid") {
			t.packages[line[0]].flags = []string{"-rapid.nofailfile", "-rapid.shrinktime=0s"} // that it fails is enough
		}
	}
	for _, line := range lines {
		for _, path := range line[3:] {
			if of := dirs[path]; !quick && of != "" && of != line[0] && !slices.Contains(t.importers[of], line[0]) {
				t.importers[of] = append(t.importers[of], line[0])
			}
		}
	}
	out, err := os.ReadFile(times)
	if times == "" {
		out, err = exec.CommandContext(ctx, "go", slices.Concat([]string{"test", "-json"}, watching)...).Output()
	}
	if err != nil {
		return nil, fmt.Errorf("go test without mutants: %w", err)
	}
	for path, dir := range dirs {
		if t.packages[dir].rounds, err = roundsOf(out, path, quick); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// roundsOf reads how long the tests of a package took. It returns the faster half of them, the others of less than a
// second, and the slow ones.
func roundsOf(times []byte, path string, quick bool) ([][]string, error) {
	type event struct {
		Action, Package, Test string
		Elapsed               float64
	}
	var ended []event
	for lines := bufio.NewScanner(bytes.NewReader(times)); lines.Scan(); {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, err
		}
		if (e.Action == "pass" || e.Action == "skip") && e.Package == path && e.Test != "" && !strings.Contains(e.Test, "/") {
			ended = append(ended, e)
		}
	}
	if ended == nil {
		return nil, fmt.Errorf("no times of the tests of %s", path)
	}
	slices.SortStableFunc(ended, func(a, b event) int { return cmp.Compare(a.Elapsed, b.Elapsed) })
	rounds := make([][]string, 3)
	for i, e := range ended {
		round := 0
		if e.Elapsed >= slow {
			round = 2
		} else if i >= len(ended)/2 {
			round = 1
		}
		rounds[round] = append(rounds[round], e.Test)
	}
	if quick {
		rounds = rounds[:2]
	}
	return rounds, nil
}

// test returns the result of a mutant.
func (t *tester) test(m mutant) (string, error) {
	dir := filepath.Dir(m.path)
	for i, watching := range append([]string{dir}, t.importers[dir]...) {
		program, err := t.program(m, watching)
		if err != nil {
			return "", err
		}
		if passed := t.passes(m, program, t.packages[watching], t.packages[dir].vector); !passed && i == 0 {
			return own, t.ctx.Err()
		} else if !passed {
			return others, t.ctx.Err()
		}
		if i > 0 && m.in.until == 0 {
			os.Remove(program)
		}
	}
	return survives, nil
}

// declared matches the names of tests in a file.
var declared = regexp.MustCompile(`(?m)^func (Test\w*|Example\w*|Fuzz\w*)\(`)

// near returns the tests of at most a second that stand in the file of tests beside a mutant's file. Mostly they
// notice it.
func near(m mutant, rounds [][]string) (names []string) {
	source, _ := os.ReadFile(strings.TrimSuffix(m.path, ".go") + "_test.go") // there may be none
	for _, match := range declared.FindAllSubmatch(source, -1) {
		for _, round := range rounds[:min(2, len(rounds))] {
			if slices.Contains(round, string(match[1])) {
				names = append(names, string(match[1]))
			}
		}
	}
	return names
}

// passes runs the tests of a package on a mutant: each round also without vector instructions, as .ci/run does.
func (t *tester) passes(m mutant, program string, p *tested, vector bool) bool {
	modes := []string{""}
	if vector {
		modes = append(modes, "GODEBUG=cpu.all=off")
	}
	rounds := p.rounds
	if names := near(m, rounds); names != nil && filepath.Dir(m.path) == p.dir {
		rounds = append([][]string{names}, rounds...)
	}
	for _, names := range rounds {
		if len(names) == 0 {
			continue
		}
		for _, mode := range modes {
			test := exec.CommandContext(t.ctx, "sh", slices.Concat(limited, []string{program, "-test.failfast",
				"-test.timeout=" + patience.String(), "-test.run=^(" + strings.Join(names, "|") + ")$"}, p.flags)...)
			test.Dir, test.Env = p.dir, append(os.Environ(), which+"="+strconv.Itoa(m.place), mode)
			if test.Run() != nil {
				return false
			}
		}
	}
	return true
}
