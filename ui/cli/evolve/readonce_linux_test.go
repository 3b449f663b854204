package evolve

import (
	"encoding/binary"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/weights"
)

// A match reads the file of each player once, however the player names it.
func TestMatchReadsAPlayersFileOnce(t *testing.T) {
	w, err := weights.Named("reversi-blank")
	require.NoError(t, err)
	dir := t.TempDir()
	champion := filepath.Join(dir, "champion.json")
	require.NoError(t, files.Write(champion, w.File()))
	qnet := filepath.Join(t.TempDir(), "qnet")
	mustEvolve(t, "train", "qnet", "--config", smallQNet(t), "--episodes", "20", "--out", qnet)
	network := filepath.Join(qnet, "player.qnet")
	for player, file := range map[string]string{
		champion: champion, dir + ":depth=1": champion, "switch:file=" + champion: champion, qnet: network,
		"qnet:file=" + network: network,
	} {
		opened := countOpens(t, file)
		mustEvolve(t, "match", player, "random", "--board", "Square-4", "--depth", "1", "--pairs", "2",
			"--opening-plies", "2")
		assert.Equal(t, 1, opened(), player)
	}
}

// countOpens returns a function that counts how often a file was opened since.
func countOpens(t *testing.T, file string) func() int {
	watch, err := syscall.InotifyInit1(syscall.IN_NONBLOCK)
	require.NoError(t, err)
	_, err = syscall.InotifyAddWatch(watch, file, syscall.IN_OPEN)
	require.NoError(t, err)
	return func() (opens int) {
		defer syscall.Close(watch)
		events := make([]byte, 1<<16)
		n, err := syscall.Read(watch, events)
		require.NoError(t, err)
		for at := 0; at < n; at += syscall.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(events[at+12:])) {
			opens++
		}
		return opens
	}
}
