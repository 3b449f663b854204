package main

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/internal/cli"
	"evothello/search"
)

func TestMidgameHint(t *testing.T) {
	_, stdout, _ := run(t, "hint\n", "--against", "table")
	assert.Regexp(t, `Hint: [a-h][1-8]: (you stand (better|worse), [+-]\d+ points|an even game) \(the shipped champion, looking 10 moves ahead\)\.
Expected: [a-h][1-8]( [a-h][1-8]| pass)*\.
`, stdout)
}

func TestWorth(t *testing.T) {
	for want, r := range map[string]search.Result{
		"you win by 6 discs with best play":      {Exact: true, Score: 6},
		"you lose by 12 discs against best play": {Exact: true, Score: -12},
		"a draw with best play":                  {Exact: true},
		"you win with best play":                 {Score: 1<<25 + 3},
		"you lose against best play":             {Score: -1<<25 - 3},
		"you stand better, +7 points":            {Score: 7},
		"you stand worse, -7 points":             {Score: -7},
		"an even game":                           {},
	} {
		assert.Equal(t, want, worth(r))
	}
}

// The line of a solved position ends with the score it promises.
func TestSolvedLine(t *testing.T) {
	h, err := newHinter()
	require.NoError(t, err)
	passes := 0
	for seed := range uint64(50) {
		p := randomPosition(seed, 12)
		if p.Over() {
			continue
		}
		r, err := h.search(t.Context(), p)
		require.NoError(t, err)
		require.True(t, r.Exact)
		line, err := h.line(t.Context(), p, r)
		require.NoError(t, err)

		end := p
		for _, s := range line {
			if s == engine.Pass {
				passes++
				assert.True(t, end.MustPass(), p)
			} else {
				assert.NoError(t, engine.CheckLegal(end, s), p)
			}
			end = end.Play(s)
		}
		require.True(t, end.Over(), p)
		got := end.FinalDiff()
		if end.Side != p.Side {
			got = -got
		}
		assert.Equal(t, r.Score, got, p)
	}
	assert.Positive(t, passes)
}

// randomPosition is what random moves lead to, with so many empties or at the end
// of the game.
func randomPosition(seed uint64, empties int) engine.Position {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := engine.Start()
	for p.Empties() > empties && !p.Over() {
		p = p.Play(engine.Pick(rng, p.Moves())).Settle()
	}
	return p
}

func TestInterruptedHint(t *testing.T) {
	h, err := newHinter()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = h.search(ctx, engine.Start())
	assert.ErrorIs(t, err, cli.ErrInterrupted)
}
