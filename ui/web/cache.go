package web

import (
	"slices"
	"sync"
)

// A cache is an LRU cache of values that take time to make. Requests for a value that is being
// made wait for it. Failures are not cached. It is safe for concurrent use.
type cache[V any] struct {
	capacity int

	mu      sync.Mutex
	entries map[string]cacheEntry[V]
	recent  []string // keys, the least recently used first
}

type cacheEntry[V any] struct {
	version string
	value   func() (V, error)
}

func newCache[V any](capacity int) *cache[V] {
	return &cache[V]{capacity: capacity, entries: map[string]cacheEntry[V]{}}
}

// get returns the value of a key. It calls make if that version is not cached.
func (c *cache[V]) get(key, version string, make func() (V, error)) (V, error) {
	entry := c.entry(key, version, make)
	v, err := entry.value()
	if err != nil {
		c.forget(key, version)
	}
	return v, err
}

// entry returns the entry of a key as the most recently used one. It may evict another entry.
func (c *cache[V]) entry(key, version string, make func() (V, error)) cacheEntry[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, known := c.entries[key]
	if known {
		c.recent = slices.DeleteFunc(c.recent, func(k string) bool { return k == key })
	} else if len(c.recent) == c.capacity {
		delete(c.entries, c.recent[0])
		c.recent = slices.Delete(c.recent, 0, 1)
	}
	if !known || entry.version != version {
		entry = cacheEntry[V]{version, sync.OnceValues(make)}
		c.entries[key] = entry
	}
	c.recent = append(c.recent, key)
	return entry
}

func (c *cache[V]) forget(key, version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[key].version == version {
		delete(c.entries, key)
		c.recent = slices.DeleteFunc(c.recent, func(k string) bool { return k == key })
	}
}
