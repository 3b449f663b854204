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

// Kept is an arena for one user at a time that keeps what it plays in a directory: a pair whose result is there
// is not played again, whatever stopped the program in between. Pairs are known by their
// content.
type Kept struct {
	arena    Arena
	lock     *files.Lock
	journal  *files.Journal
	results  map[string]PairResult // by the pair's key
	hashes   map[*players.Recipe]string
	recalled int
}

var _ Arena = (*Kept)(nil)

// journalOfPairs is the file in which results are kept.
const journalOfPairs = "pairs.jsonl"

// A keptPair is a line of it.
type keptPair struct {
	Pair string `json:"pair"` // SHA-256 of what decides the games
	PairResult
	files.CheckedLine
}

// Keep opens a directory to keep an arena's results in, and makes it if it is not there.
// Errors name what is in the way. Close lets go of it.
func Keep(arena Arena, dir string) (*Kept, error) {
	path := filepath.Join(dir, journalOfPairs)
	_, err := os.Stat(path)
	if entries, _ := os.ReadDir(dir); err != nil && len(entries) > 0 {
		return nil, fmt.Errorf("%s exists already and holds no match: choose another --out", dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	k := &Kept{arena: arena, results: map[string]PairResult{}, hashes: map[*players.Recipe]string{}}
	if k.lock, err = files.Acquire(dir); err != nil {
		return nil, err
	}
	if err := k.open(path); err != nil {
		k.lock.Release()
		return nil, err
	}
	return k, nil
}

// open reads what is kept. A last line that was cut short goes; any other that is damaged
// is an error.
func (k *Kept) open(path string) error {
	length, err := files.ReadLines(path, func(_ int, text []byte) error {
		var p keptPair
		if err := files.DecodeLine(text, &p); err != nil {
			return fmt.Errorf("%w; delete it, and its pair is played again", err)
		}
		k.results[p.Pair] = p.PairResult
		return nil
	})
	if err == nil {
		k.journal, err = files.OpenJournal(path, length)
	}
	return err
}

// Close brings everything to the disk and lets go of the directory.
func (k *Kept) Close() error {
	err := k.journal.Sync()
	k.journal.Close()
	k.lock.Release()
	return err
}

// Recalled counts the pairs that were asked for and not played again.
func (k *Kept) Recalled() int { return k.recalled }

// Slots implements Arena.
func (k *Kept) Slots() int { return k.arena.Slots() }

// Play implements Arena.
func (k *Kept) Play(ctx context.Context, pairs []Pair, played func(int, PairResult)) ([]PairResult, error) {
	results := make([]PairResult, len(pairs))
	var left []Pair
	var index []int // in pairs
	for i := range pairs {
		r, there := k.results[k.key(&pairs[i])]
		if !there {
			left, index = append(left, pairs[i]), append(index, i)
			continue
		}
		k.recalled++
		if results[i] = r; played != nil {
			played(i, r)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	more, err := k.arena.Play(ctx, left, func(i int, r PairResult) {
		if err := k.keep(&left[i], r); err != nil {
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

func (k *Kept) keep(p *Pair, r PairResult) error {
	if err := k.journal.Add(files.EncodeLine(&keptPair{Pair: k.key(p), PairResult: r})); err != nil {
		return err
	}
	return k.journal.SyncNowAndThen()
}

// key is the SHA-256 of what decides a pair's games.
func (k *Kept) key(p *Pair) string {
	content, err := json.Marshal(struct {
		A, B    string
		Opening Opening
		Seed    uint64
	}{k.hash(p.A), k.hash(p.B), p.Opening, p.Seed})
	if err != nil {
		panic("fitness: " + err.Error()) // openings always marshal
	}
	return files.SHA256(content)
}

func (k *Kept) hash(r *players.Recipe) string {
	if k.hashes[r] == "" {
		k.hashes[r] = r.Hash()
	}
	return k.hashes[r]
}
