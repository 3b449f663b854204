package evolve

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"evothello/ui/cli"
)

// checkWritable returns an input error if a file cannot be written to the path of a flag. Commands call it before
// long work, whose results would be lost. The path "" is fine: it means no file.
func checkWritable(flag, path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return cli.Inputf("--%s %s is a directory; name a file in it", flag, path)
	} else if err == nil && !info.Mode().IsRegular() {
		return cli.Inputf("--%s %s is not a regular file, so it cannot be replaced; name another file", flag, path)
	}
	dir := filepath.Dir(path)
	probe, err := os.CreateTemp(dir, ".writable-")
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		err = wrong.Err // without the probe's name
	}
	if errors.Is(err, fs.ErrNotExist) {
		return cli.Inputf("--%s %s: there is no directory %s; create it, or name another file", flag, path, dir)
	}
	if err != nil {
		return cli.Inputf("--%s %s: cannot write a file in the directory %s: %w; name another directory", flag, path, dir,
			err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}
