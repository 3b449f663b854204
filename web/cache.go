package web

import (
	"slices"
	"sync"
)

// A cache keeps what takes time to make, up to so many things: the one not asked for
// longest goes first. Who asks for a thing that is being made waits for it. Failures are
// not kept.
type cache[K comparable, V any] struct {
	most int

	mu   sync.Mutex
	made map[K]func() (V, error)
	used []K // in the order in which they were asked for last
}

func newCache[K comparable, V any](most int) *cache[K, V] {
	return &cache[K, V]{most: most, made: map[K]func() (V, error){}}
}

// get returns the thing of a key, which is made if it is not there.
func (c *cache[K, V]) get(key K, make func() (V, error)) (V, error) {
	c.mu.Lock()
	thing, known := c.made[key]
	if known {
		c.used = slices.DeleteFunc(c.used, func(k K) bool { return k == key })
	} else {
		thing = sync.OnceValues(make)
		c.made[key] = thing
		if len(c.used) == c.most {
			delete(c.made, c.used[0])
			c.used = slices.Delete(c.used, 0, 1)
		}
	}
	c.used = append(c.used, key)
	c.mu.Unlock()
	v, err := thing()
	if err != nil {
		c.forget(key)
	}
	return v, err
}

func (c *cache[K, V]) forget(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.made, key)
	c.used = slices.DeleteFunc(c.used, func(k K) bool { return k == key })
}
