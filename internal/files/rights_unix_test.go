//go:build unix

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

// New files and directories have the rights that the umask leaves. A file that is replaced keeps its own.
func TestRights(t *testing.T) {
	for _, mask := range []int{0o077, 0o022, 0o002} {
		dir := t.TempDir()
		before := syscall.Umask(mask)
		lock, err := MakeDir(filepath.Join(dir, "made"), map[string][]byte{"file": []byte("a")})
		if err == nil {
			lock.Close()
			err = Write(filepath.Join(dir, "file"), []byte("a"))
		}
		if err == nil {
			var journal *Journal
			journal, err = AppendTo(filepath.Join(dir, "journal"))
			journal.Close()
		}
		syscall.Umask(before)
		require.NoError(t, err)
		for name, want := range map[string]fs.FileMode{"made": 0o777, "made/file": 0o666, "file": 0o666, "journal": 0o666} {
			info, err := os.Stat(filepath.Join(dir, name))
			require.NoError(t, err)
			assert.Equal(t, want&^fs.FileMode(mask), info.Mode().Perm(), "%s with umask %o", name, mask)
		}
		path := filepath.Join(dir, "file")
		require.NoError(t, os.Chmod(path, 0o640))
		require.NoError(t, Write(path, []byte("b")))
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, fs.FileMode(0o640), info.Mode().Perm())
	}
}

// To open a pipe would wait for its writer, and a device may have no end.
func TestPipesAndDevicesAreRefused(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for _, path := range []string{pipe, "/dev/zero", os.DevNull} {
		_, err := Read(path, MaxSettings)
		assert.EqualError(t, err, path+" is not a regular file: save its content to a file first")
		assert.ErrorContains(t, Write(path, nil), "it is not a regular file")
		_, err = AppendTo(path)
		assert.ErrorContains(t, err, "it is not a regular file")
	}
}

// What locks a directory is neither a pipe, which would be waited for, nor a link, nor a directory.
func TestLocksAreFiles(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"link":      func(path string) error { return os.Symlink(path+"-elsewhere", path) },
		"directory": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		d := At(t.TempDir())
		require.NoError(t, make(d.Path(lockFile)))
		assert.False(t, d.Held(), name)
		assert.EqualError(t, d.Lock(), d.Path(lockFile)+" is not a regular file: remove it; it only locks the directory")
		assert.NoFileExists(t, d.Path(lockFile+"-elsewhere"))
	}
}
