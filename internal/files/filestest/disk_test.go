package filestest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
)

// An image has what was synced, and no more than what was written.
func TestImages(t *testing.T) {
	dir := t.TempDir()
	d := Watch(t, dir)
	journal, err := files.At(dir).Journal("journal", 0)
	require.NoError(t, err)
	defer journal.Close()
	require.NoError(t, journal.AddSynced([]byte("one\n")))
	assert.Equal(t, []Image{{"journal": "one\n"}}, d.Images())

	require.NoError(t, journal.Add([]byte("two\n")))
	images := d.Images()
	require.Len(t, images, 3)
	assert.Equal(t, Image{"journal": "one\n"}, images[0])
	assert.Equal(t, Image{"journal": "one\ntwo\n"}, images[1])
	torn := images[2]["journal"]
	assert.True(t, strings.HasPrefix("one\ntwo\n", strings.TrimRight(torn, "\x00")), "%q", torn)

	require.NoError(t, os.Mkdir(filepath.Join(dir, "other"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "other", "file"), []byte("x"), 0o666))
	require.NoError(t, files.At(dir).Rename("other", "complete"))
	assert.Equal(t, Image{"journal": "one\n", "complete/": "", "complete/file": "x"}, d.Images()[0],
		"what another package wrote is synced before the rename")

	require.NoError(t, files.At(dir).RemoveAll("complete"))
	assert.Contains(t, d.Images()[0], "complete/file", "a removal may be lost")
	assert.NotContains(t, d.Images()[1], "complete/")
	written := t.TempDir()
	d.Images()[0].Write(t, written)
	assert.FileExists(t, filepath.Join(written, "complete", "file"))
}

// Each fault is reported in words that name the file, and leaves the old content or nothing.
func TestFaults(t *testing.T) {
	for _, fault := range Faults {
		dir := t.TempDir()
		path := filepath.Join(dir, "file")
		require.NoError(t, files.Write(path, []byte("old")))
		for call := range 10 {
			d := Watch(t, dir)
			d.Fail(call, fault)
			err := files.Write(path, []byte("new"))
			d.Stop()
			data, _ := os.ReadFile(path)
			if d.Failed == nil || d.Failed.Op == files.OpRemove {
				assert.NoError(t, err, fault.Name)
				assert.Equal(t, "new", string(data))
				break
			}
			assert.ErrorContains(t, err, "cannot write "+path+": ", fault.Name)
			assert.True(t, strings.Contains(err.Error(), syscall.EIO.Error()) ||
				strings.Contains(err.Error(), syscall.ENOSPC.Error()), err)
			if d.Failed.Op == files.OpSyncDir {
				require.NoError(t, files.Write(path, []byte("old")))
				continue
			}
			assert.Equal(t, "old", string(data), "%s of %s", fault.Name, d.Failed.Op)
		}
	}
}

func TestPartsAreAll(t *testing.T) {
	assert.Len(t, sample(10, 4, ""), 4)
	assert.Len(t, sample(10, 4, "2"), 8)
	assert.Len(t, sample(10, 4, "every"), 10)
	parts := slices.Concat(sample(10, 4, "1/3"), sample(10, 4, "2/3"), sample(10, 4, "3/3"))
	assert.ElementsMatch(t, sample(10, 4, "every"), parts)
}

// A process that was killed before it synced the name of its journal leaves it to the next one.
func TestTheNameOfAnEmptyJournalIsSyncedAgain(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	d := Watch(t, dir)
	d.Fail(0, Faults[slices.IndexFunc(Faults, func(f Fault) bool { return f.Name == "failing sync" })])
	_, err := files.At(dir).Journal("journal", 0)
	require.Error(t, err)
	require.FileExists(t, path)
	journal, err := files.At(dir).Journal("journal", 0)
	require.NoError(t, err)
	defer journal.Close()
	require.NoError(t, journal.AddSynced([]byte("one\n")))
	assert.Equal(t, []Image{{"journal": "one\n"}}, d.Images())
}
