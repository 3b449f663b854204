package fitness

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"evothello/internal/files"
	"evothello/players"
)

// ResultCache is an arena that keeps results in a directory, so that no pair is played again after a stop. A pair is
// identified by its content. One process may use the directory at a time.
type ResultCache struct {
	arena    Arena
	lock     *files.Lock
	journal  *files.Journal
	results  map[string]PairResult // by the pair's key
	hashes   map[*players.Recipe]string
	recalled int
}

var _ Arena = (*ResultCache)(nil)

// journalOfPairs is the file with the results.
const journalOfPairs = "pairs.jsonl"

// A keptPair is a line of that file.
type keptPair struct {
	Pair string `json:"pair"` // SHA-256 of what decides the games
	PairResult
	files.CheckedLine
}

// CacheResults opens or makes a directory for an arena's results. The caller must Close it.
func CacheResults(arena Arena, dir string) (*ResultCache, error) {
	path := filepath.Join(dir, journalOfPairs)
	_, err := os.Stat(path)
	if entries, _ := os.ReadDir(dir); err != nil && len(entries) > 0 {
		return nil, fmt.Errorf("%s exists already and holds no match: choose another --out", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	k := &ResultCache{arena: arena, results: map[string]PairResult{}, hashes: map[*players.Recipe]string{}}
	if k.lock, err = files.Acquire(dir); err != nil {
		return nil, err
	}
	if err := k.open(path); err != nil {
		k.lock.Release()
		return nil, err
	}
	return k, nil
}

// CheckResults checks the results that are kept in a directory, if there are any.
func CheckResults(dir string) *files.Damaged {
	path, then := filepath.Join(dir, journalOfPairs), "their pairs are played again"
	_, damaged := files.CheckLines(path, then, func(_ int, text []byte) error {
		return files.DecodeLine(text, new(keptPair))
	})
	return damaged
}

// open reads the results. It drops an incomplete last line; any other damaged line is an error.
func (c *ResultCache) open(path string) error {
	length, err := files.ReadLines(path, func(_ int, text []byte) error {
		var p keptPair
		if err := files.DecodeLine(text, &p); err != nil {
			return fmt.Errorf("%w; delete it, and its pair is played again", err)
		}
		c.results[p.Pair] = p.PairResult
		return nil
	})
	if err == nil {
		c.journal, err = files.OpenJournal(path, length)
	}
	return err
}

// Close writes everything to the disk and releases the directory.
func (c *ResultCache) Close() error {
	err := c.journal.Sync()
	c.journal.Close()
	c.lock.Release()
	return err
}

// Recalled returns how many pairs had a result already and were not played again.
func (c *ResultCache) Recalled() int { return c.recalled }

// Slots implements Arena.
func (c *ResultCache) Slots() int { return c.arena.Slots() }

// Play implements Arena.
func (c *ResultCache) Play(ctx context.Context, pairs []Pair, played func(int, PairResult)) ([]PairResult, error) {
	results := make([]PairResult, len(pairs))
	var left []Pair
	var index []int // in pairs
	for i := range pairs {
		r, there := c.results[c.key(&pairs[i])]
		if !there {
			left, index = append(left, pairs[i]), append(index, i)
			continue
		}
		c.recalled++
		if results[i] = r; played != nil {
			played(i, r)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	more, err := c.arena.Play(ctx, left, func(i int, r PairResult) {
		if err := c.keep(&left[i], r); err != nil {
			stop(err)
			return
		}
		if played != nil {
			played(index[i], r)
		}
	})
	for i, r := range more {
		results[index[i]] = r
	}
	return results, err
}

func (c *ResultCache) keep(p *Pair, r PairResult) error {
	if err := c.journal.Add(files.EncodeLine(&keptPair{Pair: c.key(p), PairResult: r})); err != nil {
		return err
	}
	return c.journal.SyncEverySecond()
}

// key is the SHA-256 of what decides a pair's games.
func (c *ResultCache) key(p *Pair) string {
	content, err := json.Marshal(struct {
		A, B    string
		Opening Opening
		Seed    uint64
	}{c.hash(p.A), c.hash(p.B), p.Opening, p.Seed})
	if err != nil {
		panic("fitness: " + err.Error()) // openings always marshal
	}
	return files.SHA256(content)
}

func (c *ResultCache) hash(r *players.Recipe) string {
	if c.hashes[r] == "" {
		c.hashes[r] = r.Hash()
	}
	return c.hashes[r]
}
