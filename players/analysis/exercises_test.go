package analysis

import (
	"cmp"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
	"evothello/weights"
)

// result is 1 if a side wins with best play, −1 if it loses and 0 for a draw, by trying everything.
func (b plainBoard) result(side byte) int {
	if !b.goesOn() {
		discs := func(side byte) int { return len(b.having(side, func(int) bool { return true })) }
		return cmp.Compare(discs(side), discs(opposite(side)))
	}
	best, sign := -1, 1
	if b.side != side {
		sign = -1
	}
	for _, move := range b.moves(b.side) {
		next, _ := b.after(move)
		if best = max(best, sign*next.result(side)); best == 1 {
			break
		}
	}
	return sign * best
}

// isExercise says by the rules alone whether one of three or more moves wins and no other does, and which.
func (b plainBoard) isExercise() (wins int, is bool) {
	moves, winning := b.moves(b.side), 0
	for _, move := range moves {
		if next, _ := b.after(move); next.result(b.side) == 1 {
			wins = move
			winning++
		}
	}
	return wins, winning == 1 && len(moves) >= leastMoves
}

// The exercises of games are the positions that trying everything finds.
func TestExercises(t *testing.T) {
	const most = 7 // empty squares that are tried out
	w, err := weights.Named(weights.EvolvedName)
	require.NoError(t, err)
	valuer, searcher := NewValuer(w), search.New(search.NewTable(16))
	found := 0
	for number := range uint64(60) {
		g := PracticeGame(number)
		require.Equal(t, g, PracticeGame(number))
		all, err := valuer.Exercises(context.Background(), searcher, g)
		require.NoError(t, err)
		exercises := map[int]Exercise{}
		for _, one := range all {
			exercises[one.Ply] = one
		}
		at := g.Start
		for ply, move := range g.Moves {
			at = at.Settle()
			one, is := exercises[ply]
			if empties := at.Empties(); empties >= leastEmpties && empties <= most {
				plain, err := newPlainLine(at.String(), nil)
				require.NoError(t, err)
				wins, should := plain.boards[0].isExercise()
				require.Equal(t, should, is, "%s", at)
				if is {
					require.Equal(t, engine.Square(wins), one.Moves[0].Square)
					require.True(t, one.Moves[0].Exact)
					found++
				}
			} else if is {
				require.LessOrEqual(t, empties, mostEmpties)
			}
			at = at.Play(move)
		}
	}
	assert.Greater(t, found, 5)
}

// There is something to find in every second practice game.
func TestExercisesAreFrequent(t *testing.T) {
	w, err := weights.Named(weights.EvolvedName)
	require.NoError(t, err)
	valuer, searcher := NewValuer(w), search.New(search.NewTable(16))
	all := 0
	for number := range uint64(50) {
		one, err := valuer.Exercises(context.Background(), searcher, PracticeGame(number))
		require.NoError(t, err)
		all += len(one)
	}
	t.Log(all, "exercises in 50 games")
	assert.Greater(t, all, 20)

	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err = valuer.Exercises(ctx, searcher, PracticeGame(1))
	assert.ErrorIs(t, err, context.Canceled)
}
