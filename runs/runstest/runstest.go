// Package runstest is a test suite for implementations of runs.Trainer. After interruptions, kills and damaged files,
// training must give the same bytes, or report in one line why it cannot continue.
package runstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/runs"
)

// A Setup is a kind of training to test. Create must use the same small configuration in each call.
type Setup struct {
	Format *runs.Format
	Create func(dir string, goal runs.Goal) (runs.Trainer, error)
	Open   func(dir string) (runs.Trainer, error)
	Resume func(dir string) (runs.Trainer, error)
	Check  func(dir *files.Dir) []*files.Damaged
	Run    func(context.Context, runs.Trainer) (runs.Stop, error)
	// FirstCount is the number of units before a test changes a directory. FinalCount is the number at the
	// end.
	FirstCount, FinalCount int
}

// TestTrainer tests a kind of training. It must be the first call in a test, because it starts this test again in child
// processes, for example to kill them.
func TestTrainer(t *testing.T, setup Setup) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(setup.child(dir))
	}
	s := suite{setup, filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "few")}
	start := time.Now()
	s.finish(t, s.finalDir, setup.FinalCount)
	took := time.Since(start)
	s.finish(t, s.firstDir, setup.FirstCount)
	for _, dir := range []string{s.finalDir, s.firstDir} {
		assert.Empty(t, messages(setup.Check(files.At(dir))), "nothing is damaged")
	}
	t.Run("StoppedAndResumed", s.testResume)
	t.Run("Killed", func(t *testing.T) { s.testKill(t, took) })
	t.Run("Damaged", s.testDamage)
	t.Run("Linked", s.testLinks)
	t.Run("TwoProcesses", s.testTwoProcesses)
	t.Run("DiskFull", s.testDiskFull)
	t.Run("Faults", s.testFaults)
	t.Run("CopiedWhileLive", s.testCopies)
	t.Run("ReadOnly", s.testReadOnly)
}

// A suite has two directories without interruptions: finalDir with FinalCount units and firstDir with FirstCount.
type suite struct {
	Setup
	finalDir, firstDir string
}

// finish trains in a directory until it has count units.
func (s *Setup) finish(t *testing.T, dir string, count int) {
	stop, err := s.work(t.Context(), dir, count)
	require.NoError(t, err)
	require.Equal(t, runs.Finished, stop)
}

// work makes a directory or resumes it, and trains until it has count units.
func (s *Setup) work(ctx context.Context, dir string, count int) (runs.Stop, error) {
	if s.Format.Is(dir) {
		return s.resume(ctx, dir, count)
	}
	trainer, err := s.Create(dir, runs.Goal{Count: count})
	if err != nil {
		return "", err
	}
	defer trainer.Close()
	return s.Run(ctx, trainer)
}

// resume resumes a directory and trains until it has count units.
func (s *Setup) resume(ctx context.Context, dir string, count int) (runs.Stop, error) {
	trainer, err := s.Resume(dir)
	if err != nil {
		return "", err
	}
	defer trainer.Close()
	if err := trainer.Base().SetGoal(runs.Goal{Count: count}); err != nil {
		return "", err
	}
	return s.Run(ctx, trainer)
}

// contents returns the files of a directory by name: all files, or only those that depend on the configuration alone.
func contents(t *testing.T, dir string, all bool) map[string]string {
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		if err != nil || entry.IsDir() || name == ".lock" {
			return err
		}
		if !all && (name == runs.TimingFile || name == runs.GoalFile || strings.Contains(name, ".prev.")) {
			return nil
		}
		data, err := os.ReadFile(path)
		name, _ = filepath.Rel(dir, path)
		found[name] = string(data)
		return err
	}))
	return found
}

// assertSame asserts that the files of two directories that depend on the configuration alone are equal.
func assertSame(t *testing.T, want, got, message string) {
	wanted, found := contents(t, want, false), contents(t, got, false)
	assert.Equal(t, slices.Sorted(maps.Keys(wanted)), slices.Sorted(maps.Keys(found)), message)
	for name, content := range wanted {
		assert.True(t, content == found[name], "%s: %s differs", message, name)
	}
}

// copyOf returns the path of a copy of a directory.
func copyOf(t *testing.T, dir string) string {
	to := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, os.CopyFS(to, os.DirFS(dir)))
	return to
}

// testResume resumes a directory with FirstCount units, and then a finished one.
func (s *suite) testResume(t *testing.T) {
	dir := copyOf(t, s.firstDir)
	s.finish(t, dir, s.FinalCount)
	assertSame(t, s.finalDir, dir, "resumed")
	s.finish(t, dir, s.FinalCount)
	assertSame(t, s.finalDir, dir, "resumed when it was finished")
}

// testKill kills several processes at different times, and then finishes the training.
func (s *suite) testKill(t *testing.T, took time.Duration) {
	dir := filepath.Join(t.TempDir(), "killed")
	const kills = 6
	for i := range kills {
		child := s.start(t, dir)
		time.Sleep(50*time.Millisecond + took*time.Duration(i+1)/kills)
		child.Process.Kill()
		child.Wait()
	}
	s.finish(t, dir, s.FinalCount)
	assertSame(t, s.finalDir, dir, "killed")
}

// testTwoProcesses resumes a directory that is open already.
func (s *suite) testTwoProcesses(t *testing.T) {
	dir := copyOf(t, s.firstDir)
	first, err := s.Resume(dir)
	require.NoError(t, err)
	defer first.Close()
	_, err = s.Resume(dir)
	assert.ErrorIs(t, err, files.ErrBusy)
	_, err = s.Open(dir)
	assert.NoError(t, err, "reading is always possible")
}

// testDiskFull trains in processes with limited file sizes.
func (s *suite) testDiskFull(t *testing.T) {
	largest := 0
	for _, content := range contents(t, s.finalDir, true) {
		largest = max(largest, len(content))
	}
	dir := filepath.Join(t.TempDir(), "full")
	for size := 64; size < largest; size *= 8 {
		child := s.start(t, dir, fmt.Sprintf("%s=%d", childLimit, size))
		assert.Error(t, child.Wait(), "%d bytes are not enough", size)
		output := child.Stdout.(*bytes.Buffer).String()
		assert.Equal(t, 1, strings.Count(output, "\n"), output)
		assert.Contains(t, output, dir)
	}
	s.finish(t, dir, s.FinalCount)
	assertSame(t, s.finalDir, dir, "after the disk was full")
}

// testCopies copies a directory during training. Each copy must be like the directory of a killed process.
func (s *suite) testCopies(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "live")
	trainer, err := s.Create(dir, runs.Goal{Count: s.FinalCount})
	require.NoError(t, err)
	ended := make(chan error)
	go func() {
		_, err := s.Run(t.Context(), trainer)
		trainer.Close()
		ended <- err
	}()
	var copies []string
	for wait := 10 * time.Millisecond; err == nil; wait *= 3 {
		select {
		case err = <-ended:
			require.NoError(t, err)
			err = errors.New("ended")
		case <-time.After(wait):
			to := filepath.Join(t.TempDir(), "copy")
			if os.CopyFS(to, os.DirFS(dir)) == nil { // it fails if a file is removed while it is copied
				copies = append(copies, to)
			}
		}
	}
	for _, dir := range copies {
		s.finish(t, dir, s.FinalCount)
		assertSame(t, s.finalDir, dir, "a copy")
	}
}

// start starts the test again as a child process that trains in a directory until it has FinalCount units.
func (s *suite) start(t *testing.T, dir string, env ...string) *exec.Cmd {
	name, _, _ := strings.Cut(t.Name(), "/")
	if parts := strings.Split(t.Name(), "/"); len(parts) > 2 {
		name = strings.Join(parts[:len(parts)-1], "$/^")
	}
	child := exec.Command(os.Args[0], "-test.run", "^"+name+"$")
	child.Env = append(append(os.Environ(), childDir+"="+dir), env...)
	child.Stdout = &bytes.Buffer{}
	require.NoError(t, child.Start())
	return child
}

// Environment variables with the task of a child process.
const (
	childDir      = "RUNSTEST_DIR"
	childLimit    = "RUNSTEST_LIMIT"
	childReadOnly = "RUNSTEST_READ_ONLY"
)

// child is the main function of a child process. It prints an error in one line and returns the exit code.
func (s *Setup) child(dir string) int {
	var err error
	if os.Getenv(childReadOnly) != "" {
		err = s.readOnlyProcess(dir)
	} else {
		if size := os.Getenv(childLimit); size != "" {
			err = limitFileSize(size)
		}
		if err == nil {
			_, err = s.work(context.Background(), dir, s.FinalCount)
		}
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// testReadOnly opens a read-only directory in a process without rights.
func (s *suite) testReadOnly(t *testing.T) {
	dir := copyOf(t, s.firstDir)
	for up := dir; up != os.TempDir() && len(up) > 1; up = filepath.Dir(up) {
		require.NoError(t, os.Chmod(up, 0o755))
	}
	require.NoError(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	child := s.start(t, dir, childReadOnly+"=1")
	assert.NoError(t, child.Wait(), child.Stdout)
}

// readOnlyProcess is the task of that process: it can read the directory, but not open it for training.
func (s *Setup) readOnlyProcess(dir string) error {
	if err := dropRights(); err != nil {
		return err
	}
	if trainer, err := s.Open(dir); err != nil || trainer.Count() != s.FirstCount {
		return fmt.Errorf("reading: %d of %d, %w", trainer.Count(), s.FirstCount, err)
	}
	switch _, err := s.Resume(dir); {
	case err == nil:
		return errors.New("it was opened for training")
	case !strings.Contains(err.Error(), dir):
		return fmt.Errorf("the error does not name the directory: %w", err)
	}
	return nil
}
