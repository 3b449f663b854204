// Command mutate tests the tests: it changes one thing in the code, runs the tests, and reports the changes that
// no test notices. It draws the changes by a seed, and gives them to the compiler as an overlay, so no file of the
// tree is touched.
//
//	go run ./.ci/mutate                        # 300 mutants of the packages that decide strength, hours of one core
//	go run ./.ci/mutate -n 20 -seed 7 ./genome
//	go run ./.ci/mutate -n 9 -only race.go     # those whose names contain this, in the order of the draw
//	go run ./.ci/mutate -n 60 -from 41         # goes on after the first 40
//
// A mutant is tested by the tests of its package, also without vector instructions if the package has any: first by
// those of its file, then by the fast ones, then by all. Then come those of the packages that import it.
// equivalent.txt names the mutants that change nothing that tests should notice, and says why.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// trusted are the packages that everything else believes, and tests those whose tests watch over them.
var (
	trusted = []string{"./engine", "./search", "./evaluators", "./genome", "./evolution/cmaes", "./fitness", "./evolution"}
	tests   = append(slices.Clone(trusted), "./search/solver", "./weights", "./players", "./fitness/fitnesstest", "./runs")
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutate: ")
	n := flag.Int("n", 300, "number of mutants that compile")
	seed := flag.Uint64("seed", 1, "random seed of the draw")
	from := flag.Int("from", 1, "place in the draw of the first mutant to test, to go on from there")
	only := flag.String("only", "", "test only mutants whose names contain this")
	workers := flag.Int("workers", 2, "mutants to test at a time")
	quick := flag.Bool("quick", false, "leave out tests of more than a second, and packages that import a mutant's")
	times := flag.String("times", "", "file with what go test -json printed, to use these times; other tests are left out")
	list := flag.Bool("list", false, "list all mutants, which may not compile, and test none")
	known := flag.String("equivalent", ".ci/mutate/equivalent.txt", "file of equivalent mutants, each with a reason below it")
	flag.Parse()
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	equivalent := readEquivalent(*known)
	t, err := newTester(ctx, packages, *times, *quick)
	if err == nil {
		t.dir, err = os.MkdirTemp("", "mutate-")
	}
	if err == nil {
		var counts map[string]int
		counts, err = t.judge(those(ctx, mutants, *only, *from, *n), equivalent, *workers)
		fmt.Printf("seed %d: %d mutants tried of %d: %d killed by the package's own tests, %d by those of others, "+
			"%d equivalent, %d survive\n", *seed, counts[own]+counts[others]+counts[same]+counts[survives], len(mutants),
			counts[own], counts[others], counts[same], counts[survives])
		err = errors.Join(err, os.RemoveAll(t.dir))
	}
	if err != nil {
		log.Fatal(err)
	}
}

// those returns the first n mutants that compile and have a name that contains only.
func those(ctx context.Context, drawn []mutant, only string, from, n int) (some []mutant) {
	checkers := map[string]*checker{}
	for _, m := range drawn {
		if len(some) == n || ctx.Err() != nil {
			break
		}
		if m.place < from || !strings.Contains(m.name, only) {
			continue
		}
		dir := filepath.Dir(m.path)
		if checkers[dir] == nil {
			checkers[dir] = newChecker(dir)
		}
		if checkers[dir].compiles(m) {
			some = append(some, m)
		}
	}
	return some
}

// judge tests mutants and prints what becomes of each.
func (t *tester) judge(mutants []mutant, equivalent map[string]bool, workers int) (map[string]int, error) {
	for _, m := range mutants {
		if m.in.until > 0 {
			t.together[filepath.Dir(m.path)] = append(t.together[filepath.Dir(m.path)], m)
		}
	}
	counts, waiting, failed := map[string]int{}, make(chan mutant, len(mutants)), error(nil)
	for _, m := range mutants {
		waiting <- m
	}
	close(waiting)
	var group sync.WaitGroup
	var counting sync.Mutex
	for range workers {
		group.Go(func() {
			for m := range waiting {
				began, result, err := time.Now(), same, error(nil)
				if !equivalent[m.name] {
					result, err = t.test(m)
				}
				counting.Lock()
				if failed = cmp.Or(failed, err); failed == nil {
					counts[result]++
					fmt.Printf("%4d %-10s %5.1fs  %s\n", m.place, result, time.Since(began).Seconds(), m.name)
				}
				stop := failed != nil
				counting.Unlock()
				if stop {
					return
				}
			}
		})
	}
	group.Wait()
	return counts, failed
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
	for i := range all {
		all[i].place = i + 1
	}
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
