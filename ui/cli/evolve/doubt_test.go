package evolve

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs/tournament"
)

// Pairs that are played again do not count twice in the progress, and are told of.
func TestProgressGoesBack(t *testing.T) {
	c := tournament.Config{Pairs: 8, Plies: 8, Players: []tournament.Player{{Spec: "table"}, {Spec: "greedy"}}}
	of, err := tournament.New(c)
	require.NoError(t, err)
	var errs bytes.Buffer
	progress := newTournamentProgress(&errs, of)
	of.Again = progress.again
	require.NoError(t, of.Play(t.Context(), &helped{}, progress.played))
	assert.Equal(t, 8, progress.done)
	assert.Equal(t, of.Tallies(), progress.pairings)
	assert.Contains(t, errs.String(), "8 pairs of workers are played again, because one was wrong\n")
}

// Neither the progress of a match nor the report of one that is stopped counts pairs of a worker that was wrong, and
// both count all others.
func TestMatchProgressGoesBack(t *testing.T) {
	var recipes []*players.Recipe
	for _, text := range []string{"table", "greedy"} {
		spec, err := players.ParseSpec(text)
		require.NoError(t, err)
		recipe, err := spec.Recipe()
		require.NoError(t, err)
		recipes = append(recipes, recipe)
	}
	openings, err := fitness.RandomOpenings(fitness.Random(1, "test"), engine.Standard().Start, 64, 8, fitness.ForAnything)
	require.NoError(t, err)
	undecided := &fitness.SPRT{Elo0: -1, Elo1: 1}
	for _, test := range []struct {
		name  string
		test  *fitness.SPRT
		stop  bool // when the worker is caught
		shown []int
	}{
		{"match", nil, false, []int{20, 64}},
		{"stopped match", nil, true, []int{20, 20}},
		{"SPRT", undecided, false, []int{20, 64}},
		{"stopped SPRT", undecided, true, []int{20, 20}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				arena := &halfHelped{Local: fitness.Local{Workers: 1}, caught: func() {
					time.Sleep(time.Second) // doubts are seen each second
					if test.stop {
						cancel()
					}
				}}
				kept, err := fitness.OpenResultCache(arena, files.At(filepath.Join(t.TempDir(), "match")))
				require.NoError(t, err)
				live := &matchProgress{display: newDisplay(io.Discard), pairs: 64}
				var shown []int
				live.w = onWrite(func() { shown = append(shown, live.tally.Pairs.Pairs()) })
				m := &match{pairs: fitness.MatchPairs(recipes[0], recipes[1], openings, 1), test: test.test, kept: kept}
				_, counted, err := m.play(ctx, live)
				cancel()
				assert.Equal(t, test.stop, err != nil)
				assert.Equal(t, test.shown, append(shown, live.tally.Pairs.Pairs()))
				if !test.stop {
					assert.Len(t, counted, 64)
				}
				assert.Equal(t, kept.Tally(m.pairs).Pairs, live.tally.Pairs)
				require.NoError(t, kept.Close())
			})
		})
	}
}

type onWrite func()

func (f onWrite) Write(text []byte) (int, error) {
	f()
	return len(text), nil
}

// A halfHelped arena has a worker that returns every other pair until it turns out wrong after 40.
type halfHelped struct {
	fitness.Local
	pairs  int
	caught func()
}

var _ fitness.Trusting = &halfHelped{}

func (h *halfHelped) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	return h.Local.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		if h.pairs++; h.pairs == 40 {
			h.caught()
		}
		played(i, r)
	})
}

func (h *halfHelped) FromWorker(int) bool { return h.pairs <= 40 && h.pairs%2 == 0 }

func (h *halfHelped) Caught() (times int, reason string) { return min(h.pairs/40, 1), "the liar lied" }

// A helped arena has a worker that returns all results of the first call of Play, and turns out wrong after that.
type helped struct {
	fitness.Local
	plays, returned int
}

var _ fitness.Trusting = &helped{}

func (h *helped) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	h.plays++
	return h.Local.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		played(i, r)
		h.returned++
	})
}

func (h *helped) FromWorker(int) bool { return h.plays == 1 }

func (h *helped) Caught() (times int, reason string) { return min(h.returned/8, 1), "the liar lied" }
