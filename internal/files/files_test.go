package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(path, []byte("text"), 0o666))
	data, err := Read(path, 4)
	require.NoError(t, err)
	assert.Equal(t, "text", string(data))

	_, err = Read(dir, 4)
	assert.EqualError(t, err, dir+" is a directory: name a file")
	_, err = Read(path+"s", 4)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err,
		"cannot read "+path+"s: no such file or directory; give its path from the working directory, or its absolute path")
	_, err = Read(filepath.Join(path, "below"), 4)
	assert.EqualError(t, err, "cannot read "+path+"/below: not a directory")
}

func TestReadLimits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, make([]byte, MaxSettings), 0o666))
	data, err := Read(path, MaxSettings)
	require.NoError(t, err)
	assert.Len(t, data, MaxSettings)
	require.NoError(t, os.WriteFile(path, make([]byte, MaxSettings+1), 0o666))
	_, err = Read(path, MaxSettings)
	assert.EqualError(t, err, path+" has more than 1 MiB, the limit for such a file")
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(path, link))
	for _, text := range []string{"one", "two"} {
		require.NoError(t, Write(path, []byte(text)))
		require.NoError(t, Write(link, []byte("through the link "+text)))
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, "through the link "+text, string(data))
	}
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&fs.ModeSymlink, "a link stays one")

	assert.EqualError(t, Write(os.DevNull, nil),
		"cannot write "+os.DevNull+": it is not a regular file; name another file")
	assert.EqualError(t, Write(dir, nil), "cannot write "+dir+": it is a directory; name a file in it")
	assert.EqualError(t, Write(filepath.Join(dir, "no", "file"), nil),
		"cannot write "+dir+"/no/file: there is no directory "+dir+"/no; create it, or name another file")

	// Sweep removes the partial files of a killed process, and nothing else.
	require.NoError(t, os.WriteFile(filepath.Join(dir, Partial+"file-1"), nil, 0o666))
	require.NoError(t, At(dir).Sweep())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2)
}

// The errors are made by hand, because the superuser never gets them from the system.
func TestDeniedNamesTheDirectory(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	require.NoError(t, os.WriteFile(there, nil, 0o600))
	for _, c := range []struct {
		err  error
		says string
	}{
		{&fs.PathError{Op: "mkdir", Path: filepath.Join(dir, "new"), Err: syscall.EACCES},
			"cannot write in the directory " + dir + ": permission denied"},
		{&fs.PathError{Op: "open", Path: there, Err: syscall.EPERM},
			"cannot write in the directory " + dir + ": there: operation not permitted"},
		{&os.LinkError{Op: "rename", Old: there, New: filepath.Join(dir, "new"), Err: syscall.EROFS},
			"cannot write in the directory " + dir + ": read-only file system"},
		{&fs.PathError{Op: "open", Path: there, Err: syscall.ENOSPC}, "open " + there + ": no space left on device"},
		{syscall.EACCES, "permission denied"},
	} {
		assert.EqualError(t, NameDeniedDir(c.err), c.says)
	}
	assert.NoError(t, NameDeniedDir(nil))
	assert.NoError(t, At(dir).unwritten("new", nil))
	assert.EqualError(t, At(dir).unwritten("new", &fs.PathError{Path: filepath.Join(dir, "new"), Err: syscall.EACCES}),
		"cannot write "+dir+"/new: cannot write in the directory "+dir+": permission denied; make the directory writable, "+
			"or choose "+
			"another")
	assert.ErrorIs(t, NameDeniedDir(&fs.PathError{Path: there, Err: syscall.EACCES}), fs.ErrPermission)
	assert.ErrorContains(t, deniedThere(&fs.PathError{Path: there, Err: syscall.EACCES}),
		"; make the directory writable, or continue with a copy of it elsewhere")
	assert.NoError(t, deniedThere(nil))
}

// A byte order mark before JSON is skipped, in files of users and in directories.
func TestReadSkipsAByteOrderMarkBeforeJSON(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]string{
		"\uFEFF{\"a\": 1}": "{\"a\": 1}", "\uFEFF [1]": " [1]", "\uFEFFf5d6": "\uFEFFf5d6", "{}": "{}",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "a.json"), []byte(content), 0o666))
		data, err := Read(filepath.Join(dir, "a.json"), MaxSettings)
		require.NoError(t, err)
		assert.Equal(t, want, string(data))
		data, err = At(dir).Read("a.json", MaxSettings)
		require.NoError(t, err)
		assert.Equal(t, want, string(data))
	}
}
