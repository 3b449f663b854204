//go:build linux

package play

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/cli"
)

// serveWeb runs play web until the test ends. It returns the address that the command prints.
func serveWeb(t *testing.T, args ...string) (url string) {
	ctx, stop := context.WithCancel(t.Context())
	out, printed := io.Pipe()
	root := Command()
	root.SetArgs(append([]string{"web", "--addr", "127.0.0.1:0", "--runs", t.TempDir()}, args...))
	root.SetOut(printed)
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(ctx) }()
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended, "Ctrl-C is how it ends")
	})
	match := regexp.MustCompile(`^The page is at (http://127\.0\.0\.1:\d+/)\. Ctrl-C ends it\.\n$`).FindStringSubmatch(line)
	require.NotNil(t, match, line)
	return match[1]
}

func TestWeb(t *testing.T) {
	url := serveWeb(t)
	response, err := http.Post(url+"api/move", "application/json",
		strings.NewReader(`{"game": {"moves": "f5"}, "player": {"name": "strongest", "level": 4}}`))
	require.NoError(t, err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	assert.Contains(t, string(answer), `"moves":"f5`)
}

// --open opens the page in the browser after the server has started.
func TestWebOpensTheBrowser(t *testing.T) {
	dir := t.TempDir()
	asked := filepath.Join(dir, "asked")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "xdg-open"),
		[]byte("#!/bin/sh\necho \"$1\" >"+asked+".new; mv "+asked+".new "+asked+"\n"), 0o755))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	url := serveWeb(t, "--open")
	require.Eventually(t, func() bool {
		data, _ := os.ReadFile(asked)
		return string(data) == url+"\n"
	}, 20*time.Second, time.Millisecond)
}

func TestWebRefuses(t *testing.T) {
	taken := strings.TrimSuffix(strings.TrimPrefix(serveWeb(t), "http://"), "/")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--addr", taken}, "--addr " + taken + ": another program uses this address; choose another port"},
		{[]string{"--addr", "192.0.2.1:80"}, "--addr 192.0.2.1:80: this machine does not " +
			"have this address; choose 127.0.0.1"},
		{[]string{"--addr", "nonsense"}, "missing port in address; want HOST:PORT, such as "},
		{[]string{"--addr", ":99999"}, "invalid port; want HOST:PORT, such as "},
		{[]string{"--program", "strongest"}, "--program: player strongest is always on the page"},
		{[]string{"--program", "xyz"}, `--program: unknown player "xyz"`},
		{[]string{"--program", "gtp:cmd=no-such-program"}, "--program: "},
		{[]string{"--addr", "0.0.0.0:0", "--program", "gtp:cmd=sh"},
			"external programs can be played only from this machine"},
		{[]string{"--runs", "/no/such/runs"}, "--runs /no/such/runs: no such directory; "},
		{[]string{"--runs", "web.go"}, "--runs web.go: no such directory; "},
		{[]string{"--max-think", "-1s"}, "--max-think -1s: must be above 0, such as 5s"},
	} {
		var out, complaints bytes.Buffer
		assert.Equal(t, cli.Wrong, cli.Run(Command(), append([]string{"web"}, c.args...), &out, &complaints), c.args)
		assert.Contains(t, complaints.String(), c.says)
		assert.Equal(t, 1, strings.Count(complaints.String(), "\n"))
		assert.Empty(t, out.String())
	}
}
