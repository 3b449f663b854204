package filestest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
)

// samples is the environment variable for the size of samples in tests: a factor, such as 10; "every" for every call
// and byte; or a part of these, such as 1/8. See .ci/faults.
const samples = "FAULTS"

// Sample returns a sorted random sample of the numbers from 0 to n − 1, always the same. most is the size of the
// sample. The environment variable FAULTS can make the sample larger, up to all numbers.
func Sample(n, most int) []int { return sample(n, most, os.Getenv(samples)) }

func sample(n, most int, how string) []int {
	all := rand.New(rand.NewPCG(uint64(n), 2)).Perm(n)
	var part, parts int
	if times, err := strconv.Atoi(how); err == nil {
		all = all[:min(n, most*times)]
	} else if _, err := fmt.Sscanf(how, "%d/%d", &part, &parts); err == nil && 1 <= part && part <= parts {
		all = all[(part-1)*n/parts : part*n/parts]
	} else if how != "every" {
		all = all[:min(n, most)]
	}
	slices.Sort(all)
	return all
}

// Work is a test of work in a directory that can be interrupted at any time and resumed.
type Work struct {
	// Run starts or resumes the work in the directory, and continues until it is finished.
	Run func(dir string) error
	// Same asserts that the files are the same as after undisturbed work. how describes the disturbance, for messages.
	Same func(t *testing.T, dir, how string)
	// Faults, Crashes and Swaps are the numbers of samples of each kind that a test takes by default, see Sample.
	Faults, Crashes, Swaps int
}

// Test makes calls of the work fail in all possible ways, cuts the power between calls, and applies Swaps. After each
// of these disturbances it resumes the work.
func (w *Work) Test(t *testing.T) {
	begin := Image{}
	calls := w.count(t, begin)
	t.Run("Fault", func(t *testing.T) {
		tried := Sample(calls*len(Faults), w.Faults)
		for _, i := range tried {
			w.testFault(t, i/len(Faults), Faults[i%len(Faults)])
		}
		t.Logf("%d faults of %d", len(tried), calls*len(Faults))
	})
	t.Run("Crash", func(t *testing.T) {
		images := w.images(t, begin, Sample(calls+1, w.Crashes))
		for _, how := range slices.Sorted(maps.Keys(images)) {
			w.testCrash(t, images[how], how)
		}
		// A second crash, of the process that resumes.
		for _, how := range sampled(slices.Sorted(maps.Keys(images)), 1) {
			again := w.images(t, images[how], Sample(w.count(t, images[how])+1, 1))
			for _, then := range slices.Sorted(maps.Keys(again)) {
				w.testCrash(t, again[then], how+", then "+then)
			}
		}
		t.Logf("%d calls, %d images", calls, len(images))
	})
	t.Run("Swap", func(t *testing.T) { w.testSwaps(t, calls) })
}

func sampled(names []string, most int) (some []string) {
	for _, i := range Sample(len(names), most) {
		some = append(some, names[i])
	}
	return some
}

// count returns the number of calls of undisturbed work.
func (w *Work) count(t *testing.T, begin Image) int {
	dir := t.TempDir()
	begin.Write(t, dir)
	d := Watch(t, dir)
	defer d.Stop()
	require.NoError(t, w.Run(dir))
	return d.Calls()
}

// images returns what crashes before some calls of undisturbed work leave. Those that are equal are there once.
func (w *Work) images(t *testing.T, begin Image, before []int) map[string]Image {
	dir := t.TempDir()
	begin.Write(t, dir)
	d := Watch(t, dir)
	defer d.Stop()
	images, seen := map[string]Image{}, map[string]bool{}
	take := func(calls int) {
		if !slices.Contains(before, calls) {
			return
		}
		for i, image := range d.Images() {
			if text := fmt.Sprint(image); !seen[text] {
				seen[text] = true
				images[fmt.Sprintf("crash before call %03d (%d)", calls, i)] = image
			}
		}
	}
	d.Before = func(calls int, _ *files.Call) { take(calls) }
	require.NoError(t, w.Run(dir))
	take(d.Calls())
	return images
}

// testCrash resumes on what a crash left.
func (w *Work) testCrash(t *testing.T, image Image, how string) {
	dir := t.TempDir()
	image.Write(t, dir)
	w.resume(t, dir, how)
}

// testFault has a call fail, and then resumes.
func (w *Work) testFault(t *testing.T, call int, fault Fault) {
	dir := t.TempDir()
	d := Watch(t, dir)
	d.Fail(call, fault)
	err := w.Run(dir)
	d.Stop()
	if d.Failed == nil {
		return // no call that can fail so comes later
	}
	how := fmt.Sprintf("%s at call %d, %s %s", fault.Name, call, d.Failed.Op, strings.TrimPrefix(d.Failed.Path, dir))
	if err == nil {
		w.Same(t, dir, how+", without an error")
	} else {
		assert.NotContains(t, err.Error(), "\n", how)
		assert.Contains(t, err.Error(), dir, how+": the error names the file")
		assert.ErrorIs(t, err, fault.Err, how)
	}
	w.resume(t, dir, how)
}

// resume resumes the work on a sound disk.
func (w *Work) resume(t *testing.T, dir, how string) {
	d := Watch(t, dir) // it syncs nothing, which takes long
	defer d.Stop()
	if assert.NoError(t, w.Run(dir), how) {
		w.Same(t, dir, how)
	}
}
