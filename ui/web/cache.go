package web

import (
	"slices"
	"sync"
)

// A cache keeps what takes time to make, up to so many things: the one not asked for
// longest goes first. Who asks for a thing that is being made waits for it. Failures are
// not kept.
type cache[V any] struct {
	most int

	mu   sync.Mutex
	made map[string]made[V]
	used []string // keys, in the order in which they were asked for last
}

type made[V any] struct {
	version string
	thing   func() (V, error)
}

func newCache[V any](most int) *cache[V] { return &cache[V]{most: most, made: map[string]made[V]{}} }

// get returns the thing of a key, which is made if it is not there in that version.
func (c *cache[V]) get(key, version string, make func() (V, error)) (V, error) {
	one := c.entry(key, version, make)
	v, err := one.thing()
	if err != nil {
		c.forget(key, version)
	}
	return v, err
}

func (c *cache[V]) entry(key, version string, make func() (V, error)) made[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	one, known := c.made[key]
	if known {
		c.used = slices.DeleteFunc(c.used, func(k string) bool { return k == key })
	} else if len(c.used) == c.most {
		delete(c.made, c.used[0])
		c.used = slices.Delete(c.used, 0, 1)
	}
	if !known || one.version != version {
		one = made[V]{version, sync.OnceValues(make)}
		c.made[key] = one
	}
	c.used = append(c.used, key)
	return one
}

func (c *cache[V]) forget(key, version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made[key].version == version {
		delete(c.made, key)
		c.used = slices.DeleteFunc(c.used, func(k string) bool { return k == key })
	}
}
