package large

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/engine/session"
)

// On 8×8 squares a session equals that of package session after any actions.
func TestSessionsAgreeWithTheEnginesSessions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := anyPosition(t, 8)
		ours, theirs := NewSession(start), session.New(start.Eight())
		side := rapid.SampledFrom([]engine.Side{engine.Black, engine.White})
		play := func(t *rapid.T, s Square) {
			require.Equal(t, theirs.Play(engine.At(s.Col(), s.Row())), ours.Play(s))
		}
		t.Repeat(map[string]func(*rapid.T){
			"play": func(t *rapid.T) {
				rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
				for range rapid.IntRange(1, 20).Draw(t, "moves") {
					if moves := ours.Position().Settle().Moves(); !moves.IsEmpty() {
						play(t, moves.Pick(rng))
					}
				}
			},
			"play anything": func(t *rapid.T) {
				play(t, At(rapid.IntRange(0, 7).Draw(t, "x"), rapid.IntRange(0, 7).Draw(t, "y")))
			},
			"forfeit": func(t *rapid.T) {
				loser := side.Draw(t, "side")
				ours.Forfeit(loser, "no answer")
				theirs.Forfeit(loser, "no answer")
			},
			"pass": func(t *rapid.T) { require.Equal(t, theirs.Play(engine.Pass), ours.Play(Pass)) },
			"undo": func(t *rapid.T) { require.Equal(t, theirs.Undo(), ours.Undo()) },
			"redo": func(t *rapid.T) { require.Equal(t, theirs.Redo(), ours.Redo()) },
			"undo to": func(t *rapid.T) {
				whose := side.Draw(t, "side")
				require.Equal(t, eights(ours.UndoTo(whose)), theirs.UndoTo(whose))
			},
			"": func(t *rapid.T) {
				want, got := theirs.Snapshot(), ours.Snapshot()
				require.Equal(t, theirs.Position(), ours.Position().Eight())
				require.Equal(t, want.Squares, got.Squares)
				require.Equal(t, want.Side, got.Side)
				require.Equal(t, want.Legal, append([]engine.Square{}, eights(got.Legal)...))
				require.Equal(t, want.Flipped, eights(got.Flipped))
				require.Equal(t, want.Passed, got.Passed)
				require.Equal(t, want.Over, got.Over)
				require.Equal(t, want.Discs, got.Discs)
				require.Equal(t, want.CanUndo, got.CanUndo)
				require.Equal(t, want.CanRedo, got.CanRedo)
				require.Equal(t, want.Forfeit, got.Forfeit)
				require.Equal(t, theirs.Game().Moves, eights(ours.Game().Moves))
				require.Equal(t, want.Last == engine.NoSquare, got.Last == NoSquare)
				require.Equal(t, start, ours.Start())
			},
		})
	})
}

func eights(squares []Square) (all []engine.Square) {
	for _, s := range squares {
		all = append(all, engine.At(s.Col(), s.Row()))
	}
	return all
}

func TestResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game := anyGame(t, anySize(t))
		s, err := Resume(game)
		require.NoError(t, err)
		require.Equal(t, game, s.Game())
		require.Equal(t, game.Final(), s.Position().Settle())
		if n := len(game.Moves); n > 0 {
			require.Equal(t, game.Moves[n-1], s.Snapshot().Last)
		}
	})
	start := Start(10)
	_, err := Resume(&Game{Start: start, Moves: []Square{slices.Collect(start.Moves().Squares())[0], At(0, 0)}})
	assert.EqualError(t, err, "move 2: a1 is no legal move for White")
}
