// Package anygame is an arena for games of any kind, which a command plays. Recipes hold parameters, openings are
// numbers, and a record has no moves: its Discs are 1, 0 or −1, the result for the side that moves first.
package anygame

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/players/programs"
	"evothello/weights"
)

// Arena plays pairs by running a command, one pair per slot at a time. Create it with New, and Close it after use.
type Arena struct {
	fitness.Local
	game   *programs.GameCommand
	dir    string // temporary, for parameter files
	remove func()
}

var _ fitness.Arena = (*Arena)(nil)

// New returns the arena of a command. workers is the number of games at a time, 0 for one per core.
func New(game *programs.GameCommand, workers int) (*Arena, error) {
	dir, remove, err := files.MakeTemporary("evothello-game-")
	return &Arena{fitness.Local{Workers: workers}, game, dir, remove}, err
}

// Close removes the parameter files.
func (a *Arena) Close() { a.remove() }

// Play implements fitness.Arena. It ends with an error when a command fails.
func (a *Arena) Play(ctx context.Context, pairs []fitness.Pair, played func(i int, r fitness.PairResult)) (
	[]fitness.PairResult, error) {
	return a.Distribute(ctx, len(pairs), played, func() fitness.Worker {
		dir, err := os.MkdirTemp(a.dir, "")
		return fitness.Worker{
			Play: func(ctx context.Context, i int) (fitness.PairResult, error) {
				if err != nil {
					return fitness.PairResult{}, err
				}
				return a.pair(ctx, &pairs[i], dir)
			},
			Close: func() { _ = os.RemoveAll(dir) }, // Close of the arena removes what is left
		}
	})
}

// pair plays a pair. The parameter files are in dir.
func (a *Arena) pair(ctx context.Context, pair *fitness.Pair, dir string) (result fitness.PairResult, err error) {
	if pair.RandomEvery > 0 {
		return result, errors.New("random_every must be 0, because the match command makes all moves")
	}
	first, second := filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")
	if err := errors.Join(write(first, pair.A), write(second, pair.B)); err != nil {
		return result, err
	}
	opening, err := pair.Opening.MarshalText()
	if err != nil {
		return result, err
	}
	for i := range result.Games {
		seed := number(fmt.Appendf(nil, "%d %d", pair.Seed, i))
		if result.Games[i].Discs, err = a.game.Play(ctx, first, second, number(opening), seed); err != nil {
			return result, fmt.Errorf("%s against %s: %w", pair.A.Name, pair.B.Name, err)
		}
		first, second = second, first
	}
	return result, nil
}

// write writes the parameter file of a recipe.
func write(path string, r *players.Recipe) error {
	if r.Parameters == nil {
		return fmt.Errorf("player %s has no parameters, so the match command cannot play it", r.Name)
	}
	file := weights.Parameters{Schema: weights.Schema, Parameters: r.Parameters}
	return os.WriteFile(path, files.EncodeJSON(file), 0o666)
}

// number returns a hash of a text, 0 to 2³¹ − 1. So an opening has the same number on every machine.
func number(text []byte) string {
	h := fnv.New32a()
	_, _ = h.Write(text) // never fails
	return strconv.FormatUint(uint64(h.Sum32()>>1), 10)
}
