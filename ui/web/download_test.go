package web

import (
	"net/http"
	"os"
	"path/filepath"
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
