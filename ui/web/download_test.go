package web

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Files of a run can be downloaded, and no others.
func TestDownload(t *testing.T) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	s := open(t, Options{Runs: dir})
	for _, file := range []string{"run.json", "champion.json", "history.csv", "timing.csv"} {
		want, err := os.ReadFile(filepath.Join(dir, "shipped", file))
		require.NoError(t, err)
		got, body := s.send("/api/runs/shipped/files/"+file, "")
		assert.Equal(t, http.StatusOK, got.StatusCode)
		assert.Equal(t, string(want), body)
		assert.Contains(t, got.Header.Get("Content-Disposition"), file)
	}
	for _, path := range []string{"shipped/files/checkpoint.json", "shipped/files/..%2Frun.json", "other/files/run.json",
		"..%2Fshipped/files/run.json"} {
		got, _ := s.send("/api/runs/"+path, "")
		assert.Equal(t, http.StatusNotFound, got.StatusCode, path)
	}
	require.NoError(t, os.Remove(filepath.Join(dir, "shipped", "champion.json")))
	got, body := s.send("/api/runs/shipped/files/champion.json", "")
	assert.Equal(t, http.StatusNotFound, got.StatusCode)
	assert.Contains(t, body, "shipped has no champion.json yet")
}

// A file is sent in parts, however large it is, and no further than the client reads.
func TestADownloadNeedsLittleMemory(t *testing.T) {
	const size = 64 << 20
	dir := t.TempDir()
	copyRun(t, dir, "large")
	history := filepath.Join(dir, "large", "history.csv")
	require.NoError(t, os.Remove(history))
	require.NoError(t, os.WriteFile(history, nil, 0o644))
	require.NoError(t, os.Truncate(history, size))
	s := open(t, Options{Runs: dir})
	response, err := s.client.Do(s.request(t.Context(), "/api/runs/large/files/history.csv", ""))
	require.NoError(t, err)
	defer response.Body.Close()
	assert.EqualValues(t, size, response.ContentLength)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := io.Copy(io.Discard, response.Body)
	require.NoError(t, err)
	assert.EqualValues(t, size, n)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(size/4))
}
