package solver_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/formats"
	"evothello/search"
	"evothello/search/solver"
)

// BenchmarkFFO solves the first nineteen positions of the FFO test with this solver on one thread and with
// the endgame search of players, which counts empties for the winner.
func BenchmarkFFO(b *testing.B) {
	text, err := os.ReadFile("../testdata/ffo-01-19.obf")
	require.NoError(b, err)
	problems, err := formats.ParseOBF(string(text))
	require.NoError(b, err)
	b.Run("solver", func(b *testing.B) {
		for b.Loop() {
			for _, p := range problems {
				s := solver.New(engine.Standard(), 4<<20, 1)
				s.Solve(b.Context(), p.Position.Board, solver.Bracket{AtLeast: -64, AtMost: 64}, nil)
			}
		}
	})
	b.Run("search", func(b *testing.B) {
		s := search.New(search.NewTable(17))
		for b.Loop() {
			for _, p := range problems {
				s.NewGame()
				s.Search(b.Context(), p.Position.Board, nil, search.Settings{Depth: 1, Endgame: 60})
			}
		}
	})
}
