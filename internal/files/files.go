// Package files reads the files that users name, and says what is wrong with them in
// their words.
package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
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

// JSON puts an error of the package encoding/json in words without types of Go.
func JSON(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := "the document"
		if wrong.Field != "" {
			what = fmt.Sprintf("%q", wrong.Field)
		}
		return fmt.Errorf("%s must not be of type %s", what, wrong.Value)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}
