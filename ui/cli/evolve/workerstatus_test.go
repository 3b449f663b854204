package evolve

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness/cluster"
	"evothello/internal/files"
)

func TestWorkersText(t *testing.T) {
	s := &cluster.Status{Here: 120, Elsewhere: 80, Checked: 2, Tasks: 3, Redelivered: 1}
	assert.Equal(t, "no workers", countWorkers(s))
	s.Workers = []cluster.WorkerStatus{{Name: "attic-x1", Slots: 1, Pairs: 80, PairsPerSecond: 12.4}}
	assert.Equal(t, "1 worker, 1 slot", countWorkers(s))
	s.Workers = append(s.Workers, cluster.WorkerStatus{Name: "cellar\x1b[31m", Slots: 8})
	assert.Equal(t, "2 workers, 9 slots", countWorkers(s))
	var out strings.Builder
	printWorkers(&out, s)
	assert.Equal(t, `
Played with 2 workers, 9 slots: 120 pairs on this machine, 80 by workers, 2 of those checked; 3 tasks in flight, 1 handed out again.
  attic-x1                    1 slot        80 pairs      12 pairs/s
  cellar\x1b[31m             8 slots         0 pairs       0 pairs/s
`, out.String())
	for says, s := range map[string]cluster.Status{
		"\nAll checked pairs were right. So at most 1.0 % of the workers' pairs": {Checked: 300},
		"\nA worker was wrong, so all pairs of workers were played again":        {Checked: 300, Caught: 2},
	} {
		out.Reset()
		printWorkers(&out, &s)
		assert.Contains(t, out.String(), says)
	}
}

// The file with the state of the workers counts only while the run keeps it up to date.
func TestReadWorkers(t *testing.T) {
	dir := t.TempDir()
	assert.Nil(t, readWorkers(files.At(dir)))
	path := filepath.Join(dir, workersFile)
	require.NoError(t, os.WriteFile(path, []byte(`{"workers":[{"name":"attic","slots":2}]}`), 0o644))
	assert.Equal(t, 2, readWorkers(files.At(dir)).Slots())
	require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-time.Minute)))
	assert.Nil(t, readWorkers(files.At(dir)), "its run was killed")
	require.NoError(t, os.WriteFile(path, []byte(`{"workers":`), 0o644))
	assert.Nil(t, readWorkers(files.At(dir)))
}

func TestMetrics(t *testing.T) {
	server := httptest.NewServer(metricsOf([]figure{
		{"evothello_workers", "Workers.", func() int { return 3 }},
		{"evothello_pairs_total", "Pairs.", func() int { return 1e6 }},
	}))
	defer server.Close()
	r, err := http.Get(server.URL + "/metrics")
	require.NoError(t, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	assert.Equal(t, `# HELP evothello_workers Workers.
# TYPE evothello_workers gauge
evothello_workers 3
# HELP evothello_pairs_total Pairs.
# TYPE evothello_pairs_total counter
evothello_pairs_total 1000000
`, string(text))
}

// Flags that exclude each other are an error before a server starts.
func TestArenaFlagsRefuse(t *testing.T) {
	for says, args := range map[string][]string{
		"give --listen or --nats, not both":                                {"--listen", ":0", "--nats", "nats://x:1"},
		"--metrics is for games on other machines: add --listen or --nats": {"--metrics", "127.0.0.1:0"},
		"is open to anyone: give a token, or listen on 127.0.0.1":          {"--listen", ":0"},
		"--insecure works with --listen only":                              {"--nats", "nats://127.0.0.1:1", "--insecure"},
		"give a token or a user, not both": {"--listen", "127.0.0.1:0", "--token", "x", "--user",
			"me", "--password", "x"},
		"--token is for games on other machines":                               {"--token", "x"},
		"--listen 4222: address 4222: missing port in address; want HOST:PORT": {"--listen", "4222"},
		"--listen :99999: address 99999: invalid port; want HOST:PORT":         {"--listen", ":99999", "--insecure"},
		"--listen 192.0.2.1:80: this machine does not have this address":       {"--listen", "192.0.2.1:80", "--insecure"},
		"--metrics 192.0.2.1:80: this machine does not have this address": {"--listen", "127.0.0.1:0", "--metrics",
			"192.0.2.1:80"},
		"verify 2: must be above 0 and at most 1": {"--listen", "127.0.0.1:0", "--verify", "2"},
	} {
		_, stderr, code := evolveIn(t, "", append([]string{"match", "random", "greedy", "--pairs", "1"}, args...)...)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, stderr, says)
	}
}
