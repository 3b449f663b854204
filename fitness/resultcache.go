package fitness

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"evothello/internal/files"
	"evothello/players"
)

// A ResultCache is an arena that stores the results of another arena in a directory, so that no pair is played twice,
// even after an interruption. The content of a pair identifies it. Only one process may use the directory at a time.
type ResultCache struct {
	// Again is called when all pairs that workers returned must be played again, because a worker turned out to be wrong.
	// It may be nil.
	Again func(pairs int, reason string)

	arena     Arena
	dir       *files.Dir            // locked, nil without a directory
	journal   *files.Journal        // nil without a directory
	results   map[string]PairResult // by the pair's key
	elsewhere map[string]bool       // keys of the pairs that workers returned
	workers   *Watch
	hashes    map[*players.Recipe]string
	played    int
	dropped   int // results that must be played again
}

var _ Arena = (*ResultCache)(nil)

// ResultsFile is the name of the file with the results in a directory of a ResultCache.
const ResultsFile = "pairs.jsonl"

// A cachedPair is a line of the file.
type cachedPair struct {
	Pair string `json:"pair"` // key of the pair
	PairResult
	Elsewhere bool `json:"elsewhere,omitempty"` // whether a worker returned it
	files.CheckedLine
}

// NewResultCache returns a cache in memory only.
func NewResultCache(arena Arena) *ResultCache {
	return &ResultCache{arena: arena, results: map[string]PairResult{}, elsewhere: map[string]bool{},
		workers: WatchWorkers(arena), hashes: map[*players.Recipe]string{}}
}

// OpenResultCache returns a cache that stores an arena's results in a directory, which it creates if necessary. The
// caller must Close the cache.
func OpenResultCache(arena Arena, dir *files.Dir) (*ResultCache, error) {
	if !dir.Has(ResultsFile) && dir.HasFiles() {
		return nil, fmt.Errorf("%s exists already and is not the directory of a match: choose another --out", dir)
	}
	if err := dir.Make(); err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, files.NameDeniedDir(err))
	}
	if err := dir.Lock(); err != nil {
		return nil, err
	}
	c := NewResultCache(arena)
	c.dir = dir
	if err := c.open(); err != nil {
		dir.Close()
		return nil, err
	}
	return c, nil
}

// HasResults reports whether a directory holds results.
func HasResults(dir string) bool { return files.At(dir).Has(ResultsFile) }

// CheckResults checks the file of results, if there is one, in a subdirectory of dir, "." for dir itself. It returns
// nil if the file has no fault.
func CheckResults(dir *files.Dir, inner string) *files.Damaged {
	name, then := filepath.Join(inner, ResultsFile), "their pairs are played again"
	_, damaged := dir.CheckLines(name, then, func(_ int, text []byte) error {
		return files.DecodeLine(text, new(cachedPair))
	})
	return damaged
}

// open reads the results. It drops an incomplete last line; any other damaged line is an error.
func (c *ResultCache) open() error {
	length, err := c.dir.ReadLines(ResultsFile, func(_ int, text []byte) error {
		var p cachedPair
		if err := files.DecodeLine(text, &p); err != nil {
			return fmt.Errorf("%w; delete the line, then its pair is played again", err)
		}
		c.results[p.Pair] = p.PairResult
		if p.Elsewhere {
			c.elsewhere[p.Pair] = true
		}
		return nil
	})
	if err == nil {
		c.journal, err = c.dir.Journal(ResultsFile, length)
	}
	return err
}

// Close writes all results to the disk and unlocks the directory.
func (c *ResultCache) Close() error {
	if c.journal == nil {
		return nil
	}
	err := c.journal.Sync()
	c.journal.Close()
	c.dir.Close()
	return err
}

// Played returns the number of pairs that this process has played.
func (c *ResultCache) Played() int { return c.played }

// UntilTrusted calls play, which must play its pairs through this cache. If a worker's result turns out to be wrong
// meanwhile, it drops the results of all workers and calls play again. It stops with an error if play fails.
func (c *ResultCache) UntilTrusted(play func() error) error {
	for {
		before := c.dropped
		err := cmp.Or(play(), c.dropIfCaught())
		if c.dropped == before || err != nil {
			return err
		}
	}
}

// Tally returns the tally of all pairs whose results are in the cache.
func (c *ResultCache) Tally(pairs []Pair) (t Tally) {
	for i := range pairs {
		if r, found := c.results[c.key(&pairs[i])]; found {
			t.Add(r)
		}
	}
	return t
}

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
		if results[i] = r; played != nil {
			played(i, r)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	more, err := c.arena.Play(ctx, missing, func(i int, r PairResult) {
		if err := c.store(i, &missing[i], r); err != nil {
			stop(err)
			return
		}
		if played != nil {
			played(index[i], r)
		}
		if err := c.dropIfCaught(); err != nil { // at once, so that a kill leaves none of them
			stop(err)
		}
	})
	for i, r := range more {
		results[index[i]] = r
	}
	return results, err
}

// store stores the result of a pair, number i of the arena's current call of Play.
func (c *ResultCache) store(i int, p *Pair, r PairResult) error {
	key := c.key(p)
	c.results[key] = r
	c.played++
	elsewhere := c.workers.FromWorker(i)
	if elsewhere {
		c.elsewhere[key] = true
	}
	if c.journal == nil {
		return nil
	}
	if err := c.journal.Add(files.EncodeLine(&cachedPair{Pair: key, PairResult: r, Elsewhere: elsewhere})); err != nil {
		return err
	}
	return c.journal.SyncEverySecond()
}

// dropIfCaught forgets the results of all workers if one turned out to be wrong.
func (c *ResultCache) dropIfCaught() error {
	if reason := c.workers.Caught(); reason != "" {
		return c.DropElsewhere(reason)
	}
	return nil
}

// DropElsewhere drops the results of all workers, so that their pairs are played again. It passes the reason to Again.
func (c *ResultCache) DropElsewhere(reason string) error {
	if len(c.elsewhere) == 0 {
		return nil
	}
	for key := range c.elsewhere {
		delete(c.results, key)
	}
	c.dropped += len(c.elsewhere)
	if c.Again != nil {
		c.Again(len(c.elsewhere), reason)
	}
	clear(c.elsewhere)
	if c.journal == nil {
		return nil
	}
	return c.journal.Filter(func(line []byte) bool {
		var p cachedPair
		return files.DecodeLine(line, &p) != nil || !p.Elsewhere
	})
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
