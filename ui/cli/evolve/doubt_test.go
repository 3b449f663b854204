package evolve

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
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
	assert.Contains(t, errs.String(), "8 pairs of the worker that was wrong are played again\n")
}

// A helped arena has a worker that returns all results of the first call of Play, and turns out wrong after that.
type helped struct {
	fitness.Local
	plays int
}

var _ fitness.Trusting = &helped{}

func (h *helped) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	h.plays++
	return h.Local.Play(ctx, pairs, played)
}

func (h *helped) Helpers() []string { return nil }

func (h *helped) ReturnedBy(int) []string {
	if h.plays > 1 {
		return nil
	}
	return []string{"liar"}
}

func (h *helped) Wrong(string) string { return "the liar lied" }

// What cannot be proven is said in one line, with the remedy.
func TestUnproven(t *testing.T) {
	var errs bytes.Buffer
	printUnproven(&errs, 0, "pairs.jsonl")
	assert.Empty(t, errs.String())
	printUnproven(&errs, 1, "pairs.jsonl")
	assert.Equal(t, "evolve: not proven: it is not remembered who played the 1 pair that earlier commands saved; "+
		"to play them again, delete pairs.jsonl\n", errs.String())
}
