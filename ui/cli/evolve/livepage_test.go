//go:build linux

package evolve

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"evothello/runs"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The page shows the run from its start, and stays after its end until Ctrl-C.
func TestRunsOpenAPage(t *testing.T) {
	dir := t.TempDir()
	asked := filepath.Join(dir, "asked")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" >>"+asked+"\n"), 0o755))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	run := filepath.Join(dir, "one")
	watch(t, append([]string{"run", "--open", "--out", run}, small...), 4)
	watch(t, []string{"resume", "--open", run, "--generations", "6"}, 6)
	opened := regexp.MustCompile(`^(http://127\.0\.0\.1:\d+/#/runs/one\n){2}$`)
	require.Eventually(t, func() bool {
		addresses, _ := os.ReadFile(asked)
		return opened.Match(addresses)
	}, 20*time.Second, time.Millisecond)
}

// watch runs a command with --open, checks its page and stops the command.
func watch(t *testing.T, args []string, generations int) {
	ctx, stop := context.WithCancel(t.Context())
	out, said := io.Pipe()
	root := Command()
	root.SetArgs(args)
	root.SetErr(said)
	root.SetOut(io.Discard)
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(ctx) }()
	lines := bufio.NewScanner(out)
	var url string
	for url == "" && lines.Scan() {
		if match := regexp.MustCompile(`^The page stays at (http://.*/) until Ctrl-C\.$`).FindStringSubmatch(lines.Text()); match != nil {
			url = match[1]
		}
	}
	response, err := http.Get(url + "api/runs")
	require.NoError(t, err)
	defer response.Body.Close()
	var list struct {
		Runs []struct {
			Name     string
			Progress runs.Standing
			Live     bool
		}
	}
	require.NoError(t, json.NewDecoder(response.Body).Decode(&list))
	runs := list.Runs
	require.Len(t, runs, 1)
	assert.Equal(t, "one", runs[0].Name)
	assert.Equal(t, generations, runs[0].Progress.Count)
	assert.True(t, runs[0].Progress.Finished)
	assert.False(t, runs[0].Live, "the run has finished")
	stop()
	assert.NoError(t, <-ended)
}
