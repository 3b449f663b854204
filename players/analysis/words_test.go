package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// Every kind of reason has a sentence in both languages, with one, several and no squares.
func TestSentences(t *testing.T) {
	squares := func(text string) (all []engine.Square) {
		for ; text != ""; text = text[2:] {
			s, err := engine.ParseSquare(text[:2])
			require.NoError(t, err)
			all = append(all, s)
		}
		return all
	}
	of := func(kind Kind, side engine.Side, line LineName, ply int, here, other string) Reason {
		moves := squares("b2a5")
		if line == InBest {
			moves = squares("a5b2")
		}
		return Reason{Kind: kind, Side: side, Line: line, Ply: ply, Move: moves[0], Instead: moves[1],
			Squares: squares(here), Other: squares(other)}
	}
	for _, c := range []struct {
		reason Reason
		says   Sentences
	}{
		{of(Corners, engine.White, InPlayed, 2, "a1", ""), Sentences{
			"b2 lets White take a1 (move 2).", "b2だと白がa1を取ります(2手目)。",
		}},
		{of(Corners, engine.Black, InBest, 3, "h1a8h8", ""), Sentences{
			"a5 lets Black take h1, a8 and h8 (from move 3).", "a5なら黒がh1・a8・h8を取ります(3手目から)。",
		}},
		{of(Corners, engine.Black, InBest, 1, "a5", ""), Sentences{"a5 takes a corner.", "a5で隅を取れます。"}},
		{of(Passes, engine.White, InBest, 1, "", ""), Sentences{
			"a5 leaves White no move.", "a5なら白の打てる場所がなくなります。",
		}},
		{of(Wedge, engine.White, InPlayed, 4, "d1", ""), Sentences{
			"b2 lets White wedge in at d1 (move 4).", "b2だと白がd1に割り込みます(4手目)。",
		}},
		{of(Wedge, engine.Black, InBest, 1, "a5", ""), Sentences{"a5 is a wedge on the edge.", "a5で辺に割り込めます。"}},
		{of(LastMove, engine.White, InPlayed, 4, "g7h7", ""), Sentences{
			"b2 lets White play last in g7 and h7 (move 4).", "b2だとg7・h7の最後の手は白です(4手目)。",
		}},
		{of(LastMove, engine.White, InPlayed, 6, "g6g7h7g8h8", ""), Sentences{
			"b2 lets White play last in the region of 5 empty squares with g6 (move 6).",
			"b2だとg6を含む空き5マスの最後の手は白です(6手目)。",
		}},
		{of(Moves, engine.White, InPlayed, 1, "g6g7h7", "g6"), Sentences{
			"b2 leaves White 3 moves, a5 leaves 1.", "b2だと白の打てる場所は3、a5なら1です。",
		}},
		{of(Safe, engine.Black, InPlayed, 2, "", "c1d1"), Sentences{
			"b2 leaves Black no safe moves, a5 leaves 2 (after move 2).", "b2だと黒の隅を渡さない手は0、a5なら2です(2手目の後)。",
		}},
		{of(Stable, engine.White, InPlayed, 8, "a1", ""), Sentences{
			"b2 leaves White 1 stable disc, a5 leaves 0 (after move 8).", "b2だと白の確定石は1、a5なら0です(8手目の後)。",
		}},
		{of(Frontier, engine.Black, InPlayed, 2, "c3d3", ""), Sentences{
			"b2 leaves Black 2 frontier discs, a5 leaves 0 (after move 2).", "b2だと空きマスに接する黒石は2、a5なら0です(2手目の後)。",
		}},
		{of(Edge, engine.White, InPlayed, 9, "a8b8", ""), Sentences{
			"b2 leaves White 2 discs on row 8, a5 leaves 0 (at the end).", "b2だと8段目の白石は2個、a5なら0個です(終局時)。",
		}},
		{of(Edge, engine.White, InPlayed, 9, "a7a8", "a1"), Sentences{
			"b2 leaves White 2 discs on column a, a5 leaves 1 (at the end).", "b2だとa列の白石は2個、a5なら1個です(終局時)。",
		}},
	} {
		assert.Equal(t, c.says, c.reason.Sentences())
	}
}
