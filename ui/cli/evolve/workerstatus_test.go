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
)

func TestHelpersInWords(t *testing.T) {
	s := &cluster.Status{Here: 120, Elsewhere: 80, Checked: 2, Tasks: 3, Redelivered: 1}
	assert.Equal(t, "no workers", helpersOf(s))
	s.Workers = []cluster.WorkerStatus{{Name: "attic-x1", Slots: 1, Pairs: 80, PairsPerSecond: 12.4}}
	assert.Equal(t, "1 worker, 1 slot", helpersOf(s))
	s.Workers = append(s.Workers, cluster.WorkerStatus{Name: "cellar\x1b[31m", Slots: 8})
	assert.Equal(t, "2 workers, 9 slots", helpersOf(s))
	var out strings.Builder
	printHelpers(&out, s)
	assert.Equal(t, `
Helped by 2 workers, 9 slots: 120 pairs played here, 80 elsewhere, 2 of those checked; 3 tasks in flight, 1 delivered again.
  attic-x1                    1 slot        80 pairs      12 pairs/s
  cellar\x1b[31m             8 slots         0 pairs       0 pairs/s
`, out.String())
}

// What a run says of its helpers counts only while it says so.
func TestHelpersNow(t *testing.T) {
	dir := t.TempDir()
	assert.Nil(t, helpersNow(dir))
	path := filepath.Join(dir, helpersFile)
	require.NoError(t, os.WriteFile(path, []byte(`{"workers":[{"name":"attic","slots":2}]}`), 0o644))
	assert.Equal(t, 2, helpersNow(dir).Slots())
	require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-time.Minute)))
	assert.Nil(t, helpersNow(dir), "its run was killed")
	require.NoError(t, os.WriteFile(path, []byte(`{"workers":`), 0o644))
	assert.Nil(t, helpersNow(dir))
}

func TestMetrics(t *testing.T) {
	server := httptest.NewServer(metricsOf([]figure{
		{"evothello_workers", "Workers.", func() float64 { return 3 }},
		{"evothello_pairs_total", "Pairs.", func() float64 { return 1e6 }},
	}))
	defer server.Close()
	r, err := http.Get(server.URL + "/metrics")
	require.NoError(t, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	assert.Equal(t, `# HELP evothello_pairs_total Pairs.
# TYPE evothello_pairs_total counter
evothello_pairs_total 1e+06
# HELP evothello_workers Workers.
# TYPE evothello_workers gauge
evothello_workers 3
`, string(text))
}

// The flags of arenas that do not go together are refused before anything is listened to.
func TestArenaFlagsRefuse(t *testing.T) {
	for says, args := range map[string][]string{
		"give --listen or --nats, not both":                           {"--listen", ":0", "--nats", "nats://127.0.0.1:1"},
		"--metrics is about workers: give --listen or --nats as well": {"--metrics", "127.0.0.1:0"},
		"is open to anyone: give a token, or listen on 127.0.0.1":     {"--listen", ":0"},
		"give a token or a user, not both": {"--listen", "127.0.0.1:0", "--token", "x", "--user",
			"me", "--password", "x"},
		"--token is about workers":               {"--token", "x"},
		"--insecure is about --listen":           {"--nats", "nats://127.0.0.1:1", "--insecure"},
		"want HOST:PORT, such as :4222":          {"--listen", "4222"},
		"check 2: want a share above 0, up to 1": {"--listen", "127.0.0.1:0", "--check", "2"},
	} {
		_, stderr, code := evolveIn(t, "", append([]string{"match", "random", "greedy", "--pairs", "1"}, args...)...)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, stderr, says)
	}
}
