package engine

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// perftLeaves are the known leaf counts. A pass is a ply, and a game that ends earlier is one leaf.
var perftLeaves = []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800}

func TestPerft(t *testing.T) {
	deepest := 10
	if testing.Short() {
		deepest = 8
	}
	for depth, leaves := range perftLeaves[:deepest+1] {
		assert.Equal(t, leaves, Perft(StartBoard(), depth), "depth %d", depth)
	}
}

func TestBoardAgreesWithTheArrayTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		for _, p := range randomGame(rng) {
			slow := newTwin(p.Board)
			require.Equal(t, setOf(slow.moves(1)), p.Moves(), "moves of %s", p)
			for s := range Square(64) {
				if p.Empty()&s.Bit() == 0 {
					continue
				}
				turned := slow.flips(1, s)
				require.Equal(t, setOf(turned), Flips(p.Mover, p.Opponent, s), "%s in %s", s, p)
				if len(turned) > 0 {
					require.Equal(t, slow.play(s), newTwin(p.Board.Play(s)), "%s in %s", s, p)
				}
			}
		}
	}
}

// Positions that are unreachable in a game follow the same rules.
func TestFlipsOnArbitraryBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		slow := newTwin(b)
		s := Square(rapid.IntRange(0, 63).Draw(t, "square"))
		if b.Empty()&s.Bit() != 0 {
			assert.Equal(t, setOf(slow.flips(1, s)), Flips(b.Mover, b.Opponent, s))
		}
		assert.Equal(t, setOf(slow.moves(1)), b.Moves())
	})
}

func TestLastFlipsCountsFlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := rapid.Uint64().Draw(t, "own")
		for s := range Square(64) {
			own, opp := own&^s.Bit(), ^own&^s.Bit()
			assert.Equal(t, bits.OnesCount64(Flips(own, opp, s)), LastFlips(own, s), "on %s", s)
		}
	})
}

func TestSymmetriesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		forms := map[Board]bool{}
		for k := range 8 {
			c := b.Symmetry(k)
			forms[c] = true
			assert.Equal(t, bits.OnesCount64(b.Moves()), bits.OnesCount64(c.Moves()))
			assert.Equal(t, symmetric(b.Moves(), k), c.Moves(), "symmetry %d", k)
			assert.Equal(t, b.Canonical(), c.Canonical())
		}
		assert.Contains(t, []int{1, 2, 4, 8}, len(forms))
	})
}

func TestSymmetriesAreEight(t *testing.T) {
	b := Board{Mover: At(1, 0).Bit()}
	seen := map[uint64]bool{}
	for k := range 8 {
		seen[b.Symmetry(k).Mover] = true
	}
	want := map[uint64]bool{}
	for _, s := range []string{"b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"} {
		sq, err := ParseSquare(s)
		require.NoError(t, err)
		want[sq.Bit()] = true
	}
	assert.Equal(t, want, seen)
}

func TestEndOfGame(t *testing.T) {
	for _, c := range []struct {
		name, position  string
		over, pass      bool
		discDiff, final int
		moves           int
	}{
		{name: "start", position: "start", moves: 4},
		{
			name: "a pass is due", pass: true, discDiff: -61, final: -62,
			position: "-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O",
		},
		{
			name: "wiped out, empties count for the winner", over: true, discDiff: 2, final: 64,
			position: "XX-------------------------------------------------------------- X",
		},
		{
			name: "the same, the loser to move", over: true, discDiff: -2, final: -64,
			position: "XX-------------------------------------------------------------- O",
		},
		{
			name: "a board without discs", over: true,
			position: "---------------------------------------------------------------- X",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := ParsePosition(c.position)
			require.NoError(t, err)
			assert.Equal(t, c.over, p.Over())
			assert.Equal(t, c.pass, p.MustPass())
			assert.Equal(t, c.moves, bits.OnesCount64(p.Moves()))
			assert.Equal(t, c.discDiff, p.DiscDiff())
			assert.Equal(t, c.final, p.FinalDiff())
		})
	}
}

func setOf(squares []Square) (set uint64) {
	for _, s := range squares {
		set |= s.Bit()
	}
	return set
}

func anyBoard(t *rapid.T) Board {
	occupied := rapid.Uint64().Draw(t, "occupied") | rapid.Uint64().Draw(t, "more")
	mover := rapid.Uint64().Draw(t, "mover")
	return Board{Mover: occupied & mover, Opponent: occupied &^ mover}
}

func TestChildrenAreThePositionsAfterEachMove(t *testing.T) {
	defer UsePath(PathInUse())
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		moves := b.Moves()
		if moves == 0 {
			return
		}
		for _, path := range Paths() {
			UsePath(path)
			var c Children
			c.Expand(b.Mover, b.Opponent, moves)
			for i, rest := 0, moves; rest != 0; i, rest = i+1, rest&(rest-1) {
				child := b.Play(Square(bits.TrailingZeros64(rest)))
				assert.Equal(t, child, Board{Mover: c.Own[i], Opponent: c.Opp[i]}, path)
				assert.Equal(t, child.Moves(), c.Moves[i], path)
			}
		}
	})
}

func TestMobilitiesAreThoseOfBothSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		own, opp := Mobilities(b.Mover, b.Opponent)
		assert.Equal(t, Mobility(b.Mover, b.Opponent), own)
		assert.Equal(t, Mobility(b.Opponent, b.Mover), opp)
	})
}
