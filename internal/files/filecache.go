package files

import (
	"io/fs"
	"os"
	"slices"
	"sync"
)

// A FileCache holds what the last few files hold. It reads a file again only if the file has changed. It is safe for
// concurrent use.
type FileCache[T any] struct {
	mu  sync.Mutex
	all []cachedFile[T] // the latest first
}

type cachedFile[T any] struct {
	info  fs.FileInfo // of the file before it was read
	value T
}

// mostCached is the number of files that are cached: both players of a match.
const mostCached = 2

// Read returns what read makes of the file at a path. It caches no errors.
func (c *FileCache[T]) Read(path string, read func(path string) (T, error)) (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	info, missing := os.Stat(path) // read reports that it is missing
	if missing == nil {
		unchanged := func(one cachedFile[T]) bool {
			return os.SameFile(one.info, info) && one.info.ModTime().Equal(info.ModTime()) && one.info.Size() == info.Size()
		}
		if i := slices.IndexFunc(c.all, unchanged); i >= 0 {
			return c.all[i].value, nil
		}
	}
	value, err := read(path)
	if err == nil && missing == nil {
		c.all = slices.Insert(c.all, 0, cachedFile[T]{info, value})
		c.all = c.all[:min(len(c.all), mostCached)]
	}
	return value, err
}
