package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(path, []byte("text"), 0o666))
	data, err := Read(path)
	require.NoError(t, err)
	assert.Equal(t, "text", string(data))

	_, err = Read(dir)
	assert.EqualError(t, err, dir+" is a directory: name a file")
	_, err = Read(path + "s")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err, "cannot read "+path+"s: no such file or directory; give its path as seen from here, or its whole path")
	_, err = Read(filepath.Join(path, "below"))
	assert.EqualError(t, err, "cannot read "+path+"/below: not a directory")
}
