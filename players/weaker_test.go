package players

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
)

// playerOf returns a player of a spec.
func playerOf(t *testing.T, spec string) Player {
	s, err := ParseSpec(spec)
	require.NoError(t, err)
	c, err := s.Contestant()
	require.NoError(t, err)
	return c.New(c.NewSearcher())
}

// In solved positions the discs that a generous player gives away are known exactly.
func TestGenerousPlayersLoseAtMostTheirLoss(t *testing.T) {
	const loss = 12
	at, err := engine.ParsePosition("XO-X---XOOXXX-X-OOOXXOOOXOXOXXOOXXOXOOXOXXOOOOXO--XOXXO--OOO--XO X")
	require.NoError(t, err)
	solver := playerOf(t, "strongest:endgame=14").(Ranker)
	values := map[engine.Square]int{}
	solver.Rank(t.Context(), at, 64, func(ranked []search.Result) {
		for _, r := range ranked {
			values[r.Move] = r.Score
		}
	})
	best := -64
	for _, value := range values {
		best = max(best, value)
	}
	lost := map[int]bool{}
	generous := playerOf(t, "strongest:endgame=14,handicap=12")
	for seed := range uint64(60) {
		generous.NewGame(seed)
		r, err := generous.Move(t.Context(), at)
		require.NoError(t, err)
		lost[best-values[r.Move]] = true
		assert.Equal(t, values[r.Move], r.Score)
	}
	for discs := range lost {
		assert.LessOrEqual(t, discs, loss)
	}
	assert.True(t, lost[0], "the best move is among those played")
	assert.Greater(t, len(lost), 1, "and others are")
}

func TestGenerousPlayersRepeatWithTheSameSeed(t *testing.T) {
	moves := func(spec string, seed uint64) (moves []engine.Square) {
		p := playerOf(t, spec)
		p.NewGame(seed)
		for at := engine.Start(); !at.Over(); at = at.Settle() {
			r, err := p.Move(t.Context(), at)
			require.NoError(t, err)
			moves = append(moves, r.Move)
			at = at.Play(r.Move)
		}
		return moves
	}
	const spec = "reversi-blank:depth=2,handicap=8"
	assert.Equal(t, moves(spec, 1), moves(spec, 1))
	assert.NotEqual(t, moves(spec, 1), moves(spec, 2))
	assert.NotEqual(t, moves(spec, 1), moves(spec+",seed=1", 1))
	assert.Equal(t, moves("reversi-blank:depth=2", 1), moves("reversi-blank:depth=2,handicap=0", 2))
}

// A proven win is kept: here e5, the other legal move, would give it up.
func TestGenerousPlayersKeepWins(t *testing.T) {
	at, err := engine.ParsePosition("------------------X-------XOO----------------------------------- X")
	require.NoError(t, err)
	generous := playerOf(t, "strongest:endgame=0,handicap=64")
	for seed := range uint64(20) {
		generous.NewGame(seed)
		r, err := generous.Move(t.Context(), at)
		require.NoError(t, err)
		assert.Equal(t, "f4", r.Move.String(), "takes all that White has")
	}
}

func TestLossOnly(t *testing.T) {
	spec, err := ParseSpec("strongest:handicap=4")
	require.NoError(t, err)
	assert.True(t, spec.IsRandom())
	r, err := spec.Recipe()
	require.NoError(t, err)
	c, err := r.Contestant()
	require.NoError(t, err)
	assert.Contains(t, c.About, "gives away up to 4 discs a move")

	_, err = ParseSpec("strongest:seed=4")
	assert.ErrorContains(t, err, `unknown key "seed"`)
	_, err = ParseSpec("strongest:handicap=65")
	assert.EqualError(t, err, "player strongest:handicap=65: handicap=65: want a whole number from 0 to 64")
	bad := *r
	bad.Handicap = -1
	assert.EqualError(t, bad.Validate(), "handicap -1: must be a whole number from 0 to 64")
}
