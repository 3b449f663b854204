package players

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/search"
	"evothello/weights"
)

// A champion written as a League file plays like the champion at one ply, in either view. Only
// moves that end the game differ: the champion values them by the result.
func TestLeagueFilesOfChampionsPlayAsTheyDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	for _, scorers := range []string{
		"lines1", "lines2", "lines3 blocks", "lines4", "outer", "lines1 lines2 lines3 lines4 blocks outer",
	} {
		w := evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
			if !strings.Contains(scorers, s.Name) {
				return 0
			}
			return rng.IntN(2*f.Bound+1) - f.Bound
		})
		champion := weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, nil)
		n, err := formats.NTupleOf(champion)
		require.NoError(t, err)
		player := func(r *Recipe) Player {
			c, err := r.Contestant()
			require.NoError(t, err)
			return c.New(search.New(search.NewTable(search.DefaultTableBits)))
		}
		own := player(Searching("strongest", champion, search.Settings{Depth: 1}))
		for _, view := range []View{ViewUnchanged, ViewSwapped} {
			file := player(mustRecipe(t, "ntuple:file="+writeLeague(t, n)+",view="+string(view)))
			asked := 0
			for range 20 {
				for p := engine.Start(); !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
					if endsTheGame(p) {
						continue
					}
					a, err := own.Move(t.Context(), p)
					require.NoError(t, err)
					b, err := file.Move(t.Context(), p)
					require.NoError(t, err)
					require.Equal(t, a.Move, b.Move, "%s, %s", scorers, p)
					asked++
				}
			}
			assert.Greater(t, asked, 1000)
		}
	}
}

// endsTheGame reports whether a move ends the game.
func endsTheGame(p engine.Position) bool {
	for s := range engine.SquaresOf(p.Moves()) {
		if p.Play(s).Over() {
			return true
		}
	}
	return false
}

func mustRecipe(t *testing.T, text string) *Recipe {
	r, err := mustSpec(t, text).Recipe()
	require.NoError(t, err)
	return r
}
