// Package runstest examines kinds of training: whatever happens to a process or its files, the
// work goes on to the same bytes or says in one line why it cannot.
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

// A Kind is a kind of training with a small configuration, the same whenever Create is called.
type Kind struct {
	Format *runs.Format
	Create func(dir string, goal runs.Goal) (runs.Trainer, error)
	Open   func(dir string) (runs.Trainer, error)
	Resume func(dir string) (runs.Trainer, error)
	Check  func(dir string) []*files.Damaged
	Run    func(context.Context, runs.Trainer) (runs.Stop, error)
	// Few and More are counts of Format.Unit: those of a directory that something happens to, and
	// those that it then goes on to.
	Few, More int
}

// Exercise examines a kind of training. It starts the test that calls it again in processes of their
// own, to kill them, so it must be the first thing that test does.
func Exercise(t *testing.T, kind Kind) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(kind.child(dir))
	}
	e := examination{kind, filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "few")}
	began := time.Now()
	e.finish(t, e.straight, kind.More)
	took := time.Since(began)
	e.finish(t, e.few, kind.Few)
	for _, dir := range []string{e.straight, e.few} {
		assert.Empty(t, texts(kind.Check(dir)), "it is sound")
	}
	t.Run("StoppedAndResumed", e.resumed)
	t.Run("Killed", func(t *testing.T) { e.killed(t, took) })
	t.Run("Damaged", e.damaged)
	t.Run("TwoProcesses", e.busy)
	t.Run("DiskFull", e.diskFull)
	t.Run("CopiedWhileLive", e.copied)
	t.Run("ReadOnly", e.readOnly)
}

// An examination has two directories that nothing happened to, of More and of Few.
type examination struct {
	Kind
	straight, few string
}

// finish goes on with a directory, or makes it, until it has so many.
func (k *Kind) finish(t *testing.T, dir string, count int) {
	stop, err := k.work(t.Context(), dir, count)
	require.NoError(t, err)
	require.Equal(t, runs.Finished, stop)
}

// work goes on with a directory, or makes it.
func (k *Kind) work(ctx context.Context, dir string, count int) (runs.Stop, error) {
	if k.Format.Is(dir) {
		return k.goOn(ctx, dir, count)
	}
	trainer, err := k.Create(dir, runs.Goal{Count: count})
	if err != nil {
		return "", err
	}
	defer trainer.Close()
	return k.Run(ctx, trainer)
}

// goOn goes on with a directory.
func (k *Kind) goOn(ctx context.Context, dir string, count int) (runs.Stop, error) {
	trainer, err := k.Resume(dir)
	if err != nil {
		return "", err
	}
	defer trainer.Close()
	if err := trainer.Base().SetGoal(runs.Goal{Count: count}); err != nil {
		return "", err
	}
	return k.Run(ctx, trainer)
}

// contents are the files of a directory, by name: all of them, or those that the configuration alone
// decides.
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

// same asserts that two directories agree in what the configuration decides.
func same(t *testing.T, want, got, message string) {
	wanted, found := contents(t, want, false), contents(t, got, false)
	assert.Equal(t, slices.Sorted(maps.Keys(wanted)), slices.Sorted(maps.Keys(found)), message)
	for name, content := range wanted {
		assert.True(t, content == found[name], "%s: %s differs", message, name)
	}
}

// copyOf copies a directory.
func copyOf(t *testing.T, dir string) string {
	to := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, os.CopyFS(to, os.DirFS(dir)))
	return to
}

// resumed stops after Few, and goes on.
func (e *examination) resumed(t *testing.T) {
	dir := copyOf(t, e.few)
	e.finish(t, dir, e.More)
	same(t, e.straight, dir, "resumed")
	e.finish(t, dir, e.More)
	same(t, e.straight, dir, "resumed when it was finished")
}

// killed kills a process again and again while it works, and lets the last one finish.
func (e *examination) killed(t *testing.T, took time.Duration) {
	dir := filepath.Join(t.TempDir(), "killed")
	const kills = 6
	for i := range kills {
		child := e.start(t, dir)
		time.Sleep(50*time.Millisecond + took*time.Duration(i+1)/kills)
		child.Process.Kill()
		child.Wait()
	}
	e.finish(t, dir, e.More)
	same(t, e.straight, dir, "killed")
}

// busy opens a directory for work in which work goes on.
func (e *examination) busy(t *testing.T) {
	dir := copyOf(t, e.few)
	first, err := e.Resume(dir)
	require.NoError(t, err)
	defer first.Close()
	_, err = e.Resume(dir)
	assert.ErrorIs(t, err, files.ErrBusy)
	_, err = e.Open(dir)
	assert.NoError(t, err, "to read is always possible")
}

// diskFull runs in processes whose files may not grow beyond some sizes.
func (e *examination) diskFull(t *testing.T) {
	largest := 0
	for _, content := range contents(t, e.straight, true) {
		largest = max(largest, len(content))
	}
	dir := filepath.Join(t.TempDir(), "full")
	for size := 64; size < largest; size *= 4 {
		child := e.start(t, dir, fmt.Sprintf("%s=%d", childLimit, size))
		assert.Error(t, child.Wait(), "%d bytes are not enough", size)
		said := child.Stdout.(*bytes.Buffer).String()
		assert.Equal(t, 1, strings.Count(said, "\n"), said)
		assert.Contains(t, said, dir)
	}
	e.finish(t, dir, e.More)
	same(t, e.straight, dir, "after the disk was full")
}

// copied takes copies of a directory in which work goes on. Each is as good as one that was killed.
func (e *examination) copied(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "live")
	trainer, err := e.Create(dir, runs.Goal{Count: e.More})
	require.NoError(t, err)
	ended := make(chan error)
	go func() {
		_, err := e.Run(t.Context(), trainer)
		trainer.Close()
		ended <- err
	}()
	var copies []string
	for wait := 10 * time.Millisecond; err == nil; wait *= 2 {
		select {
		case err = <-ended:
			require.NoError(t, err)
			err = errors.New("ended")
		case <-time.After(wait):
			to := filepath.Join(t.TempDir(), "copy")
			if os.CopyFS(to, os.DirFS(dir)) == nil { // else a file went while it was copied: cp says so as well
				copies = append(copies, to)
			}
		}
	}
	for _, dir := range copies {
		e.finish(t, dir, e.More)
		same(t, e.straight, dir, "a copy")
	}
}

// start starts the test again as a process that works on a directory until it has More.
func (e *examination) start(t *testing.T, dir string, env ...string) *exec.Cmd {
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

// How a process learns what to do.
const (
	childDir      = "RUNSTEST_DIR"
	childLimit    = "RUNSTEST_LIMIT"
	childReadOnly = "RUNSTEST_READ_ONLY"
)

// child is what a process of start does. It returns its exit code and prints an error in a line.
func (k *Kind) child(dir string) int {
	var err error
	if os.Getenv(childReadOnly) != "" {
		err = k.readAlone(dir)
	} else {
		if size := os.Getenv(childLimit); size != "" {
			err = limit(size)
		}
		if err == nil {
			_, err = k.work(context.Background(), dir, k.More)
		}
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// readOnly has a process without any rights look at a directory that may not be written in.
func (e *examination) readOnly(t *testing.T) {
	dir := copyOf(t, e.few)
	for up := dir; up != os.TempDir() && len(up) > 1; up = filepath.Dir(up) {
		require.NoError(t, os.Chmod(up, 0o755))
	}
	require.NoError(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	child := e.start(t, dir, childReadOnly+"=1")
	assert.NoError(t, child.Wait(), child.Stdout)
}

// readAlone reads the directory, and fails to open it for work.
func (k *Kind) readAlone(dir string) error {
	if err := dropRights(); err != nil {
		return err
	}
	if trainer, err := k.Open(dir); err != nil || trainer.Count() != k.Few {
		return fmt.Errorf("reading: %d of %d, %w", trainer.Count(), k.Few, err)
	}
	switch _, err := k.Resume(dir); {
	case err == nil:
		return errors.New("it was opened for work")
	case !strings.Contains(err.Error(), dir):
		return fmt.Errorf("the error does not name the directory: %w", err)
	}
	return nil
}
