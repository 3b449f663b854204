// Package files reads the files that users name.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Read reads a file. Errors name it.
func Read(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name a file", path)
	}
	data, err := os.ReadFile(path)
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("cannot read %s: %w", path, wrong.Err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; give its path as seen from here, or its whole path", err)
	}
	return data, err
}
