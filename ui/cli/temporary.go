package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// explainTemporary adds the remedy to the error of a directory for temporary files that is missing or closed to us.
func explainTemporary(err error) error {
	failed, is := errors.AsType[*fs.PathError](err)
	dir := filepath.Clean(os.TempDir())
	if !is || dir != filepath.Clean(failed.Path) && dir != filepath.Dir(failed.Path) {
		return err
	}
	if info, missing := os.Stat(dir); missing == nil && info.IsDir() && !errors.Is(failed, fs.ErrPermission) {
		return err
	}
	return Inputf("cannot make temporary files in %s: %w; create the directory, or name another one in the environment "+
		"variable TMPDIR", dir, failed.Err)
}
