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

// A ResultCache is an arena that remembers results and stores them in a directory, so that no pair is played again
// after an interruption. Pairs are identified by their content. Only one process may use the directory at a time.
type ResultCache struct {
	// Again is called when stored pairs must be played again, because a worker that returned them turned out wrong. It
	// may be nil.
	Again func(pairs int, reason string)

	arena      Arena
	dir        *files.Dir            // locked, nil without a directory
	journal    *files.Journal        // nil without a directory
	results    map[string]PairResult // by the pair's key
	provenance *Provenance[string]   // of the results of this process
	hashes     map[*players.Recipe]string
	earlier    int // results of earlier processes
	played     int
	dropped    int // results that must be played again
}

var _ Arena = (*ResultCache)(nil)

// ResultsFile is the name of the file with the results in a directory of a ResultCache.
const ResultsFile = "pairs.jsonl"

// A cachedPair is a line of the file.
type cachedPair struct {
	Pair string `json:"pair"` // key of the pair
	PairResult
	files.CheckedLine
}

// NewResultCache returns a cache without a directory.
func NewResultCache(arena Arena) *ResultCache {
	return &ResultCache{arena: arena, results: map[string]PairResult{}, provenance: NewProvenance[string](arena),
		hashes: map[*players.Recipe]string{}}
}

// OpenResultCache opens or creates a directory for the results of an arena. The caller must Close the
// cache.
func OpenResultCache(arena Arena, dir *files.Dir) (*ResultCache, error) {
	if !dir.Has(ResultsFile) && dir.HasFiles() {
		return nil, fmt.Errorf("%s exists and is not the directory of a match: choose another --out", dir)
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

// CheckResults checks the results that are kept in an inner directory, "." for the directory itself, if there are any.
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
		return nil
	})
	if err == nil {
		c.journal, err = c.dir.Journal(ResultsFile, length)
	}
	c.earlier = len(c.results)
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

// Unproven returns the number of results of earlier processes if a worker turned out wrong in this one: it may have
// returned some of them, which is not remembered. Otherwise it returns 0.
func (c *ResultCache) Unproven() int {
	if c.dropped == 0 {
		return 0
	}
	return c.earlier
}

// UntilTrusted calls play, which plays pairs in the cache. It calls it again as long as results may have been used of
// workers that turned out wrong, unless play fails. Only their pairs are then played again.
func (c *ResultCache) UntilTrusted(play func() error) error {
	for {
		before := c.dropped
		err := play()
		if dropErr := c.drop(c.provenance.Doubtful()); dropErr != nil {
			return cmp.Or(err, dropErr)
		}
		if c.dropped == before || err != nil {
			return err
		}
	}
}

// Tally returns the tally of those pairs that have results.
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
		if c.journal == nil {
			return
		}
		if err := c.drop(c.provenance.DoubtfulEverySecond()); err != nil { // so that a kill leaves few of them
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
	c.provenance.Record(i, key)
	if c.journal == nil {
		return nil
	}
	if err := c.journal.Add(files.EncodeLine(&cachedPair{Pair: key, PairResult: r})); err != nil {
		return err
	}
	return c.journal.SyncEverySecond()
}

// drop forgets results.
func (c *ResultCache) drop(keys []string, reason string, err error) error {
	if len(keys) == 0 {
		return nil
	}
	gone := map[string]bool{}
	for _, key := range keys {
		gone[key] = true
		delete(c.results, key)
	}
	c.dropped += len(gone)
	if c.Again != nil {
		c.Again(len(gone), reason)
	}
	if c.journal == nil {
		return err
	}
	return cmp.Or(c.journal.Filter(func(line []byte) bool {
		var p cachedPair
		return files.DecodeLine(line, &p) != nil || !gone[p.Pair]
	}), err)
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
