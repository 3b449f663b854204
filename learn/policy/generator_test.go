package policy

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/learn/tables"
	"evothello/players"
)

func contestant(t *testing.T, text string) *players.Contestant {
	spec, err := players.ParseSpec(text)
	require.NoError(t, err)
	c, err := spec.Contestant()
	require.NoError(t, err)
	return c
}

func ignore(int) {}

// The samples are the same with any number of workers, and different in each round.
func TestGamesAreAFunctionOfTheirNumbers(t *testing.T) {
	for name, base := range map[string]generator{
		"random players": {seed: 3, plies: [2]int{6, 8}},
		"own games":      {seed: 3, plies: [2]int{6, 8}, policy: untrained()},
		"a player":       {seed: 3, plies: [2]int{6, 8}, policy: untrained(), teacher: contestant(t, "table")},
	} {
		var all []Samples
		for _, one := range []struct{ round, workers int }{{1, 1}, {1, 3}, {2, 1}} {
			s := base
			s.round, s.workers = one.round, one.workers
			l, err := s.generate(t.Context(), 41, ignore)
			require.NoError(t, err, name)
			assert.NotEmpty(t, l.Training)
			assert.NotEmpty(t, l.HeldOut)
			all = append(all, l)
		}
		assert.Equal(t, all[0], all[1], name)
		assert.NotEqual(t, all[0], all[2], name)
	}
}

func TestSamplesHaveTheTeachersMoves(t *testing.T) {
	teacher := contestant(t, "alphabeta:depth=2")
	s := generator{seed: 1, round: 2, plies: [2]int{6, 20}, workers: 2, policy: untrained(), teacher: teacher}
	l, err := s.generate(t.Context(), 10, ignore)
	require.NoError(t, err)
	fresh := teacher.New(teacher.NewSearcher())
	for _, one := range l.Training {
		fresh.NewGame(1)
		r, err := fresh.Move(t.Context(), engine.Position{Board: one.Board})
		require.NoError(t, err)
		assert.Equal(t, r.Move, one.Move)
	}
}

// The policy plays one side of a game and the teacher the other.
func TestATeacherPlaysAgainstThePolicy(t *testing.T) {
	s := generator{
		seed: 1, round: 2, plies: [2]int{6, 6}, workers: 1,
		policy: untrained(), teacher: contestant(t, "greedy"),
	}
	g, err := s.open(3)
	require.NoError(t, err)
	require.NoError(t, s.playAll(t.Context(), []*game{g}))
	policyMoves := 0
	for i, p := range g.Positions() {
		if i < 6 || i == len(g.Moves) {
			continue
		}
		if !g.explores[p.Side] {
			want := s.policy.moves([]engine.Board{p.Board}, 1)
			assert.Equal(t, want[0], g.Moves[i])
			policyMoves++
		}
	}
	assert.Greater(t, policyMoves, 15)
}

// Black wins the shortest game with its fifth move. The samples are Black's moves, even though White is
// the side to move at the end.
func TestWinnersMoves(t *testing.T) {
	played, err := engine.ParseTranscript(shortest)
	require.NoError(t, err)
	var moves []engine.Square
	g := game{Game: tables.Game{Moves: played.Moves, Random: 1}, at: played.Final()}
	for _, one := range g.winnerSamples() {
		moves = append(moves, one.Move)
	}
	assert.Equal(t, "e3g5e7c5", engine.Transcript(moves))
}

// Moves are drawn with the probabilities of the softmax.
func TestSoftmaxMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	values := make([]float32, 64)
	values[5], values[9], values[20] = 1.0986, 0, 50 // 3 to 1; the last is illegal
	fives := 0
	for range 4000 {
		move := softmaxMove(rng, values, 1<<5|1<<9)
		require.Contains(t, []engine.Square{5, 9}, move)
		if move == 5 {
			fives++
		}
	}
	assert.InDelta(t, 3000, fives, 150)
}

func TestGenerateStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := generator{seed: 1, round: 1, plies: [2]int{6, 6}, workers: 2, teacher: contestant(t, "table")}
	_, err := s.generate(ctx, 1000, ignore)
	assert.ErrorIs(t, err, context.Canceled)
}
