//go:build unix

package evolve

import (
	"bytes"
	"os"
	"os/exec"
	ossignal "os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/cli"
)

// SIGINT, SIGTERM and SIGHUP all stop a tournament, which prints how to continue.
func TestSignalsPrintHowToContinueATournament(t *testing.T) {
	caught := make(chan os.Signal, 1) // under nohup the tournament would ignore SIGHUP as we do, unless we catch it
	ossignal.Notify(caught, syscall.SIGHUP)
	defer ossignal.Stop(caught)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		dir := filepath.Join(t.TempDir(), "kept")
		cmd := startTournament(t, dir, 5, append(aTournament, "--pairs", "10000", "--out", dir)...)
		require.NoError(t, cmd.Process.Signal(signal))
		_ = cmd.Wait() // the exit code is checked below
		assert.Equal(t, cli.Stopped, cmd.ProcessState.ExitCode(), signal)
		assert.Regexp(t, `^Stopped after \d+ of 60000 pairs. Continue with: .+ resume `+dir+"\n$",
			cmd.Stderr.(*bytes.Buffer).String())
	}
}

// Signals also end the external programs that play in the tournament.
func TestSignalsEndPrograms(t *testing.T) {
	dir, pids := filepath.Join(t.TempDir(), "kept"), filepath.Join(t.TempDir(), "pids")
	engine := "gtp:cmd=sh -c 'echo $$ >>" + pids + "; exec sleep 3600'"
	cmd := exec.Command(os.Args[0], "tournament", "random", "greedy", engine, "--pairs", "100", "--concurrency",
		"1", "--out",
		dir)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	require.NoError(t, cmd.Start())
	var text []byte
	require.Eventually(t, func() bool {
		text, _ = os.ReadFile(pids) // fails until the file exists
		return bytes.HasSuffix(text, []byte("\n"))
	}, time.Minute, time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	_ = cmd.Wait() // its exit code is looked at
	assert.Equal(t, cli.Stopped, cmd.ProcessState.ExitCode())
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	assert.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH)
}

// Under nohup a tournament continues after SIGHUP.
func TestNohup(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	cmd := exec.Command("sh", append([]string{"-c", `trap "" HUP; exec "$0" "$@"`, os.Args[0]},
		append(aTournament, "--pairs", "10000", "--out", dir)...)...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	require.NoError(t, cmd.Start())
	awaitLines(t, dir, 5)
	require.NoError(t, cmd.Process.Signal(syscall.SIGHUP))
	awaitLines(t, dir, journalLines(dir)+100)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait() // the command was killed
}

// If the reader of the output ends, as head -1 does, the command ends, too. It says nothing about it, saves what is
// finished and leaves no temporary files.
func TestABrokenPipeLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	small := []string{"--population", "6", "--pairs", "2", "--out"}
	tune := append([]string{"tune", "--match", "sh -c 'echo 1' {a} {b}", "--parameters", parametersFile(t)}, small...)
	run := append([]string{"run", "--listen", "127.0.0.1:0", "--insecure", "--depth", "1"}, small...)
	for _, c := range []struct {
		args   []string
		errors bool // whether the pipe is that of standard error, too
	}{
		{append(slices.Clone(tune), filepath.Join(dir, "tuned"), "--generations", "1"), false},
		{append(slices.Clone(tune), filepath.Join(dir, "more"), "--generations", "100000"), true},
		{append(run, filepath.Join(dir, "run"), "--generations", "100000"), true},
		{[]string{"scorers"}, false},
	} {
		temporary := t.TempDir()
		cmd := exec.Command(os.Args[0], c.args...)
		cmd.Env = append(os.Environ(), asCommand+"=1", "TMPDIR="+temporary)
		reader, writer, err := os.Pipe()
		require.NoError(t, err)
		var errs bytes.Buffer
		if cmd.Stdout, cmd.Stderr = writer, &errs; c.errors {
			cmd.Stderr = writer
		} else {
			require.NoError(t, reader.Close())
		}
		require.NoError(t, cmd.Start())
		if c.errors {
			_, err = reader.Read(make([]byte, 1))
			require.NoError(t, err)
			require.NoError(t, reader.Close())
		}
		require.NoError(t, writer.Close())
		_ = cmd.Wait() // the exit code is checked below
		assert.Equal(t, cli.Failed, cmd.ProcessState.ExitCode(), "%q: %s", c.args, &errs)
		assert.NotContains(t, errs.String(), "evolve: ", c.args)
		left, err := os.ReadDir(temporary)
		require.NoError(t, err)
		assert.Empty(t, left, c.args)
	}
	mustEvolve(t, "check", filepath.Join(dir, "run"))
}
