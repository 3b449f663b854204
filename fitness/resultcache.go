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

// A ResultCache is an arena that stores results in a directory, so that no pair is played again after
// an interruption. Pairs are identified by their content. Only one process may use the directory at a
// time.
type ResultCache struct {
	arena   Arena
	lock    *files.Lock
	journal *files.Journal
	results map[string]PairResult // by the pair's key
	hashes  map[*players.Recipe]string
	reused  int
}

var _ Arena = (*ResultCache)(nil)

// pairsFile is the name of the file with the results.
const pairsFile = "pairs.jsonl"

// A cachedPair is a line of the file.
type cachedPair struct {
	Pair string `json:"pair"` // key of the pair
	PairResult
	files.CheckedLine
}

// OpenResultCache opens or creates a directory for the results of an arena. The caller must Close the
// cache.
func OpenResultCache(arena Arena, dir string) (*ResultCache, error) {
	path := filepath.Join(dir, pairsFile)
	_, err := os.Stat(path)
	if err != nil && files.HasFiles(dir) {
		return nil, fmt.Errorf("%s exists and is not the directory of a match: choose another --out", dir)
	}
	if err := files.MakeAll(dir); err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	c := &ResultCache{arena: arena, results: map[string]PairResult{}, hashes: map[*players.Recipe]string{}}
	if c.lock, err = files.Acquire(dir); err != nil {
		return nil, err
	}
	if err := c.open(path); err != nil {
		c.lock.Release()
		return nil, err
	}
	return c, nil
}

// HasResults reports whether a directory holds results.
func HasResults(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, pairsFile))
	return err == nil
}

// CheckResults checks the results that are kept in a directory, if there are any.
func CheckResults(dir string) *files.Damaged {
	path, then := filepath.Join(dir, pairsFile), "their pairs are played again"
	_, damaged := files.CheckLines(path, then, func(_ int, text []byte) error {
		return files.DecodeLine(text, new(cachedPair))
	})
	return damaged
}

// open reads the results. It drops an incomplete last line; any other damaged line is an error.
func (c *ResultCache) open(path string) error {
	length, err := files.ReadLines(path, func(_ int, text []byte) error {
		var p cachedPair
		if err := files.DecodeLine(text, &p); err != nil {
			return fmt.Errorf("%w; delete the line, then its pair is played again", err)
		}
		c.results[p.Pair] = p.PairResult
		return nil
	})
	if err == nil {
		c.journal, err = files.OpenJournal(path, length)
	}
	return err
}

// Close writes all results to the disk and unlocks the directory.
func (c *ResultCache) Close() error {
	err := c.journal.Sync()
	c.journal.Close()
	c.lock.Release()
	return err
}

// Reused returns the number of pairs whose stored results were used.
func (c *ResultCache) Reused() int { return c.reused }

// Slots implements Arena.
func (c *ResultCache) Slots() int { return c.arena.Slots() }

// Play implements Arena.
func (c *ResultCache) Play(ctx context.Context, pairs []Pair, played func(int, PairResult)) ([]PairResult, error) {
	results := make([]PairResult, len(pairs))
	var missing []Pair
	var index []int // in pairs
	for i := range pairs {
		r, found := c.results[c.key(&pairs[i])]
		if !found {
			missing, index = append(missing, pairs[i]), append(index, i)
			continue
		}
		c.reused++
		if results[i] = r; played != nil {
			played(i, r)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	more, err := c.arena.Play(ctx, missing, func(i int, r PairResult) {
		if err := c.store(&missing[i], r); err != nil {
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

func (c *ResultCache) store(p *Pair, r PairResult) error {
	if err := c.journal.Add(files.EncodeLine(&cachedPair{Pair: c.key(p), PairResult: r})); err != nil {
		return err
	}
	return c.journal.SyncEverySecond()
}

// key returns the SHA-256 of everything that decides the games of a pair.
func (c *ResultCache) key(p *Pair) string {
	content, err := json.Marshal(struct {
		A, B    string
		Opening Opening
		Seed    uint64
		Random  int `json:",omitempty"`
	}{c.hash(p.A), c.hash(p.B), p.Opening, p.Seed, p.RandomEvery})
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
