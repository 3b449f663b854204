// Command mutate tests the tests: it changes one thing in the code, runs the tests, and reports the changes that
// no test notices. It draws the changes by a seed, and gives them to the compiler as an overlay, so no file of the
// tree is touched.
//
//	go run ./.ci/mutate                        # 300 mutants of the packages that decide strength, hours of one core
//	go run ./.ci/mutate -n 20 -seed 7 ./genome
//	go run ./.ci/mutate -n 9 -only race.go     # those whose names contain this, in the order of the draw
//
// A mutant is tested by the tests of its package, also without vector instructions, then by those of the packages
// that import it. equivalent.txt names the mutants that change nothing that tests should notice, and says why.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// trusted are the packages that everything else believes, and tests those whose tests watch over them.
var (
	trusted = []string{"./engine", "./search", "./evaluators", "./genome", "./evolution/cmaes", "./fitness", "./evolution"}
	tests   = append(slices.Clone(trusted), "./search/solver", "./weights", "./players", "./fitness/fitnesstest", "./runs")
)

// limits are those of each process, because some mutants fill the memory and others never end. Time on the clock would
// be no measure on a busy machine; it only ends tests that wait for ever.
var limits = map[int]uint64{syscall.RLIMIT_AS: 8 << 30, syscall.RLIMIT_CPU: 60}

const patience = 4 * time.Minute

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutate: ")
	n := flag.Int("n", 300, "number of mutants that compile")
	seed := flag.Uint64("seed", 1, "random seed of the draw")
	only := flag.String("only", "", "test only mutants whose names contain this")
	quick := flag.Bool("quick", false, "do not test without mutants first, nor packages that import a mutant's")
	list := flag.Bool("list", false, "list all mutants, which may not compile, and test none")
	known := flag.String("equivalent", ".ci/mutate/equivalent.txt", "file of equivalent mutants, each with a reason below it")
	flag.Parse()
	for resource, limit := range limits {
		if err := syscall.Setrlimit(resource, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			log.Fatal(err)
		}
	}
	packages := flag.Args()
	if len(packages) == 0 {
		packages = trusted
	}
	mutants := draw(packages, *seed)
	if *list {
		for _, m := range mutants {
			fmt.Println(m.name)
		}
		return
	}
	t := newTester(packages, *quick)
	defer os.RemoveAll(t.dir)
	equivalent := readEquivalent(*known)
	counts := map[string]int{}
	for _, m := range mutants {
		if counts["drawn"] == *n {
			break
		}
		if !strings.Contains(m.name, *only) {
			continue
		}
		began, result := time.Now(), ""
		if equivalent[m.name] {
			result = t.compiles(m, same)
		} else {
			result = t.test(m)
		}
		if result != broken {
			counts["drawn"]++
			counts[result]++
			fmt.Printf("%3d %-10s %5.1fs  %s\n", counts["drawn"], result, time.Since(began).Seconds(), m.name)
		}
	}
	fmt.Printf("seed %d: %d mutants drawn of %d: %d killed by the package's own tests, %d by those of others, "+
		"%d equivalent, %d survive\n", *seed, counts["drawn"], len(mutants), counts[own], counts[others],
		counts[same], counts[survives])
}

// draw returns all mutants of packages, in an order that a seed and their names decide. So a change of the code changes
// the draw of its own mutants alone.
func draw(packages []string, seed uint64) (all []mutant) {
	for _, of := range listed("{{.Dir}}{{range .GoFiles}} {{.}}{{end}}", packages...) {
		all = append(all, mutantsOf(of)...)
	}
	for i := range all {
		all[i].order = sha256.Sum256(fmt.Append(nil, seed, all[i].name))
	}
	slices.SortFunc(all, func(a, b mutant) int { return bytes.Compare(a.order[:], b.order[:]) })
	return all
}

// listed returns the words of each line that go list prints.
func listed(format string, packages ...string) (lines [][]string) {
	out, err := exec.Command("go", append([]string{"list", "-f", format}, packages...)...).Output()
	if err != nil {
		log.Fatalf("go list %s: %v", packages, err)
	}
	for line := range strings.Lines(string(out)) {
		lines = append(lines, strings.Fields(line))
	}
	return lines
}

// readEquivalent reads the names of mutants: the lines that are not indented.
func readEquivalent(path string) map[string]bool {
	names := map[string]bool{}
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return names
	} else if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line := lines.Text(); line != "" && line[0] != ' ' && line[0] != '#' {
			names[line] = true
		}
	}
	return names
}

// Results of a mutant.
const (
	broken   = "broken" // it does not compile, and does not count
	own      = "killed"
	others   = "by others"
	same     = "equivalent"
	survives = "SURVIVES"
)

// A tester runs tests on mutants.
type tester struct {
	dir       string              // of overlays
	importers map[string][]string // by import path, and by directory
}

func newTester(packages []string, quick bool) *tester {
	dir, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		log.Fatal(err)
	}
	t := &tester{dir: dir, importers: map[string][]string{}}
	if quick {
		return t
	}
	imports := `{{.Dir}} {{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`
	dirs := map[string]string{} // by import path
	for _, line := range listed(imports, tests...) {
		dirs[line[1]] = line[0]
		for _, path := range line[2:] {
			if !slices.Contains(t.importers[path], line[1]) && path != line[1] {
				t.importers[path] = append(t.importers[path], line[1])
			}
		}
	}
	for path, dir := range dirs {
		t.importers[dir] = t.importers[path]
	}
	if out, err := t.goTest("", nil, packages...); err != nil {
		log.Fatalf("the tests fail without mutants:\n%s", out)
	}
	return t
}

// goTest runs tests with an overlay, if there is one.
func (t *tester) goTest(overlay string, env []string, packages ...string) (string, error) {
	args := []string{"test", "-failfast", "-vet=off"}
	if overlay != "" {
		args = append(args, "-overlay", overlay, "-timeout", patience.String())
	}
	command := exec.Command("go", append(args, packages...)...)
	command.Env = append(os.Environ(), env...)
	out, err := command.CombinedOutput()
	return string(out), err
}

// overlay writes the mutant beside the tree, and returns the file that says so to the compiler.
func (t *tester) overlay(m mutant) string {
	source, err := os.ReadFile(m.path)
	if err != nil {
		log.Fatal(err)
	}
	changed := filepath.Join(t.dir, "changed.go")
	text := string(source[:m.from]) + m.to + string(source[m.until:])
	replace, _ := json.Marshal(map[string]any{"Replace": map[string]string{m.path: changed}})
	overlay := filepath.Join(t.dir, "overlay.json")
	if err := errors.Join(os.WriteFile(changed, []byte(text), 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		log.Fatal(err)
	}
	return overlay
}

// compiles returns a result if the mutant compiles, else broken.
func (t *tester) compiles(m mutant, result string) string {
	if exec.Command("go", "build", "-overlay", t.overlay(m), filepath.Dir(m.path)).Run() != nil {
		return broken
	}
	return result
}

// test returns the result of a mutant.
func (t *tester) test(m mutant) string {
	overlay, dir := t.overlay(m), filepath.Dir(m.path)
	if out, err := t.goTest(overlay, nil, dir); strings.Contains(out, "[build failed]") {
		return broken
	} else if err != nil {
		return own
	}
	if _, err := t.goTest(overlay, []string{"GODEBUG=cpu.all=off"}, dir); err != nil { // as .ci/run does
		return own
	}
	for _, name := range t.importers[dir] {
		if _, err := t.goTest(overlay, nil, name); err != nil {
			return others
		}
	}
	return survives
}
