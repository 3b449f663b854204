package engine

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// anyPosition draws a position with at most a number of empties, on any board that ships with the
// program, perhaps with additional holes.
func anyPosition(t *rapid.T, empties int) Position {
	p := rapid.SampledFrom(Shapes).Draw(t, "shape").Start
	holes := rapid.Uint64().Draw(t, "holes") & rapid.Uint64().Draw(t, "fewer") & p.Empty()
	p.Mover |= holes
	p.Opponent |= holes
	for p = p.Settle(); p.Empties() > empties && !p.Over(); p = p.Settle() {
		moves := p.Moves()
		for range rapid.IntRange(0, bits.OnesCount64(moves)-1).Draw(t, "move") {
			moves &= moves - 1
		}
		p = p.Play(Square(bits.TrailingZeros64(moves)))
	}
	return p
}

// Stable discs stay and dead squares stay empty in every continuation.
func TestStableAndDead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t, rapid.IntRange(0, 20).Draw(t, "empties"))
		lines := NewLines(^p.Holes())
		black, white := lines.Stable(p.Black(), p.Empty()), lines.Stable(p.White(), p.Empty())
		dead := lines.Dead(p.Empty(), black|white)
		for moves := p.Settle().Moves(); moves != 0; moves = p.Moves() {
			move := rapid.SampledFrom(slices.Collect(SquaresOf(moves))).Draw(t, "move")
			p = p.Settle().Play(move).Settle()
			require.Zero(t, black&^p.Black())
			require.Zero(t, white&^p.White())
			require.Zero(t, dead&^p.Empty())
		}
	})
}

// These stable discs and dead squares were found by eye.
func TestStableAndDeadByEye(t *testing.T) {
	for _, c := range []struct {
		name, squares string
		stable, dead  []string // Black's discs; squares
	}{
		{"row", "XXXO-###" + strings.Repeat("#", 56), []string{"a1", "b1", "c1"}, nil},
		{"row with a gap", "-XXOX###" + strings.Repeat("#", 56), []string{"e1"}, nil},
		{"behind a stable disc", "XXX-####" + strings.Repeat("#", 56), []string{"a1", "b1", "c1"}, []string{"d1"}},
		{"too short", "X-######" + "########" + "-XO-####" + strings.Repeat("#", 40), []string{"a1"}, []string{"b1"}},
	} {
		p, err := ParsePosition(c.squares + " X")
		require.NoError(t, err)
		lines, names := NewLines(^p.Holes()), func(set uint64) (names []string) {
			for s := range SquaresOf(set) {
				names = append(names, s.String())
			}
			return names
		}
		stable := lines.Stable(p.Black(), p.Empty())
		assert.Equal(t, c.stable, names(stable), c.name)
		assert.Equal(t, c.dead, names(lines.Dead(p.Empty(), stable)), c.name)
	}
}

func TestEdges(t *testing.T) {
	for name, want := range map[string]string{
		"Square-8":  "a1-h1 a8-h8 a1-a8 h1-h8",
		"Square-4":  "c3-f3 c6-f6 c3-c6 f3-f6",
		"Octagon":   "c1-f1 c8-f8 a3-a6 h3-h6 f1-h3 a6-c8 c1-a3 h6-f8",
		"Diamond":   "e1-h4 a5-d8 d1-a4 h5-e8",
		"Rectangle": "a3-h3 a6-h6 a3-a6 h3-h6",
		"Plus":      "",
	} {
		board, err := ShapeNamed(name)
		require.NoError(t, err)
		var edges []string
		for _, edge := range NewLines(^board.Holes()).Edges() {
			edges = append(edges, edge[0].String()+"-"+edge[len(edge)-1].String())
		}
		assert.Equal(t, want, strings.Join(edges, " "), name)
	}
}

// Discs on an edge are flipped by moves on that edge only, and its ends are never flipped.
func TestEdgesAreFlippedAlongThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t, rapid.IntRange(0, 40).Draw(t, "empties"))
		lines := NewLines(^p.Holes())
		for _, edge := range lines.Edges() {
			var squares uint64
			for _, s := range edge {
				squares |= s.Bit()
			}
			require.Equal(t, edge[0].Bit()|edge[len(edge)-1].Bit(), squares&lines.Safe())
			for move := range SquaresOf(p.Moves()) {
				if flipped := p.Flips(move) & squares; flipped != 0 {
					require.NotZero(t, move.Bit()&squares, "%s flips on %v of %s", move, edge, p)
				}
			}
		}
	})
}
