package search

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/evaluators"
)

// All instruction sets compute the same ranks as the plain code.
func TestRanksAreTheSameOnAllPaths(t *testing.T) {
	defer engine.UsePath(engine.PathInUse())
	rapid.Check(t, func(t *rapid.T) {
		l := anyList(t)
		l.rankPlain(engine.Exposed(^l.taken))
		plain := l.rank
		for _, path := range engine.Paths() {
			engine.UsePath(path)
			l.rankForMidgame(-1)
			assert.Equal(t, plain[:l.n], l.rank[:l.n], path)
		}
	})
}

// anyList draws the children of a board with a legal move.
func anyList(t *rapid.T) (l list) {
	p := rapid.Custom(func(t *rapid.T) engine.Position {
		p, err := engine.ParsePosition(rapid.StringMatching("[XO-]{64}").Draw(t, "board") + " X")
		require.NoError(t, err)
		return p
	}).Filter(func(p engine.Position) bool { return p.Moves() != 0 }).Draw(t, "position")
	l.expand(p.Mover, p.Opponent, p.Moves(), wholeBoard)
	return l
}

func TestChildrenKnowTheirMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyList(t)
		var moves []engine.Square
		for i := range l.n {
			moves = append(moves, engine.Square(l.move(i)))
		}
		assert.Equal(t, slices.Collect(engine.SquaresOf(l.moves)), moves)
	})
}

// Corners have the highest rank, the squares next to them the lowest.
func TestSquareRank(t *testing.T) {
	assert.Equal(t, [64]int8{
		18, -8, 4, 2, 2, 4, -8, 18,
		-8, -16, 0, 0, 0, 0, -16, -8,
		4, 0, 2, 1, 1, 2, 0, 4,
		2, 0, 1, 0, 0, 1, 0, 2,
		2, 0, 1, 0, 0, 1, 0, 2,
		4, 0, 2, 1, 1, 2, 0, 4,
		-8, -16, 0, 0, 0, 0, -16, -8,
		18, -8, 4, 2, 2, 4, -8, 18,
	}, squareRank)
}

// In the middle of the game the rank is the square's, minus 6 for every reply and minus 3 for every
// exposed disc of the mover.
func TestRankForMidgame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyList(t)
		for name, rank := range map[string]func(){
			"plain": func() { l.rankPlain(engine.Exposed(^l.taken)) },
			"any":   func() { l.rankForMidgame(-1) },
		} {
			l.rank = [64]int64{}
			rank()
			for i := range l.n {
				ours, theirs := exposure(&l, i)
				assert.Equal(t, int(squareRank[l.move(i)])-6*replies(&l, i)-3*(ours-theirs), rankOf(&l, i), name)
			}
			assertRanksDiffer(t, &l)
		}
	})
}

// Near the end the rank is the square's, minus 9 for each reply, twice for one in a corner, minus 1
// for each exposed disc of the mover, plus 3 for each of the opponent, and plus 5 for a square in a
// quadrant with an odd number of empties.
func TestRankForEndgame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyList(t)
		l.rankForEndgame(-1)
		for i := range l.n {
			ours, theirs := exposure(&l, i)
			want := int(endgameSquareRank[l.move(i)]) - 9*replies(&l, i) - ours + 3*theirs
			for _, corner := range []engine.Square{engine.At(0, 0), engine.At(7, 0), engine.At(0, 7), engine.At(7, 7)} {
				if l.Moves[i]&corner.Bit() != 0 {
					want -= 9
				}
			}
			if emptiesInQuadrant(^l.taken, engine.Square(l.move(i)))%2 == 1 {
				want += 5
			}
			assert.Equal(t, want, rankOf(&l, i))
		}
		assertRanksDiffer(t, &l)
	})
}

// rankOf removes the index of the child from its rank.
func rankOf(l *list, i int) int { return int(l.rank[i] >> 6) }

// assertRanksDiffer checks what next and lookAhead require of ranks.
func assertRanksDiffer(t require.TestingT, l *list) {
	for i := range l.n {
		assert.Equal(t, int64(63-i), l.rank[i]&63, "of equal ranks the first is the highest, and the child can be read")
		assert.Less(t, l.rank[i], int64(firstRank))
		assert.Greater(t, l.rank[i], int64(taken))
	}
}

func replies(l *list, i int) int { return bits.OnesCount64(l.Moves[i]) }

// exposure counts the mover's and the opponent's discs, after the i-th move, on squares next to one
// that was empty before.
func exposure(l *list, i int) (ours, theirs int) {
	for s := range engine.Square(64) {
		switch {
		case !exposedSquare(^l.taken, s):
		case l.Opp[i]&s.Bit() != 0: // the opponent is to move: these are the mover's
			ours++
		case l.Own[i]&s.Bit() != 0:
			theirs++
		}
	}
	return ours, theirs
}

// exposedSquare reports whether a disc on s could be flipped along a line from an empty neighbour:
// there must be a square on the other side as well.
func exposedSquare(empty uint64, s engine.Square) bool {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			next, behind := [2]int{s.Col() + dx, s.Row() + dy}, [2]int{s.Col() - dx, s.Row() - dy}
			if (dx != 0 || dy != 0) && onBoard(next) && onBoard(behind) && empty&engine.At(next[0], next[1]).Bit() != 0 {
				return true
			}
		}
	}
	return false
}

func onBoard(square [2]int) bool {
	return min(square[0], square[1]) >= 0 && max(square[0], square[1]) <= 7
}

func emptiesInQuadrant(empty uint64, s engine.Square) (n int) {
	for e := range engine.SquaresOf(empty) {
		if e.Col()/4 == s.Col()/4 && e.Row()/4 == s.Row()/4 {
			n++
		}
	}
	return n
}

func TestSquaresByTheirSurroundings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		empty := rapid.Uint64().Draw(t, "empty")
		for s := range engine.Square(64) {
			assert.Equal(t, exposedSquare(empty, s), engine.Exposed(empty)&s.Bit() != 0, "%s is exposed", s)
			odd := engine.OddQuadrants(empty)&s.Bit() != 0
			assert.Equal(t, emptiesInQuadrant(empty, s)%2 == 1, odd, "%s is in an odd quadrant", s)
		}
	})
	for s := range engine.Square(64) {
		for e := range engine.Square(64) {
			dx, dy := max(s.Col(), e.Col())-min(s.Col(), e.Col()), max(s.Row(), e.Row())-min(s.Row(), e.Row())
			assert.Equal(t, max(dx, dy) == 1, engine.Neighbours[s]&e.Bit() != 0, "%s beside %s", e, s)
		}
	}
}

// The remembered move comes first in either kind of list. A move that is not legal in the position
// changes nothing.
// Values weigh twice as much as the ranks before, whatever their unit, and among equal values the ranks decide.
func TestAddValues(t *testing.T) {
	for _, c := range []struct {
		name   string
		ranks  []int
		values []int32
		want   []int
	}{
		{"equal values", []int{1, 3, 2}, []int32{7, 7, 7}, []int{1, 2, 0}},
		{"equal ranks", []int{5, 5, 5}, []int32{-9, 4, 0}, []int{1, 2, 0}},
		{"all equal", []int{5, 5, 5}, []int32{0, 0, 0}, []int{0, 1, 2}},
		{"values against ranks", []int{10, 0, 5}, []int32{0, 10, 5}, []int{1, 2, 0}},
		{"a small lead in value", []int{10, 0, 0}, []int32{6, 10, 0}, []int{0, 1, 2}},
		{"another unit", []int{10, 0, 0}, []int32{6000, 10000, 0}, []int{0, 1, 2}},
		{"a small lead in rank", []int{0, 20, 10}, []int32{10, 6, 0}, []int{1, 0, 2}},
		{"high ranks", []int{100, 120, 110}, []int32{10, 6, 0}, []int{1, 0, 2}},
		{"low ranks", []int{-120, -100, -110}, []int32{10, 6, 0}, []int{1, 0, 2}},
		{"finished games", []int{400, -400, 0}, []int32{-evaluators.Win, evaluators.Win + 64, 0}, []int{1, 2, 0}},
	} {
		l := list{n: len(c.ranks)}
		var values [64]int32
		copy(values[:], c.values)
		for i, rank := range c.ranks {
			l.rank[i] = ranked(rank, i)
		}
		l.addValues(&values)
		var got []int
		for range c.ranks {
			got = append(got, l.next())
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

func TestTheRememberedMoveComesFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyList(t)
		move := int8(rapid.IntRange(-1, 63).Draw(t, "move"))
		for _, rank := range []func(int8){l.rankForMidgame, l.rankForEndgame} {
			rank(-1)
			want := order(l)
			if at := slices.Index(want, move); at >= 0 {
				want = slices.Insert(slices.Delete(want, at, at+1), 0, move)
			}
			rank(move)
			assert.Equal(t, want, order(l))
		}
	})
}

// The root begins with the given move, or without one with the move in the table.
func TestTheRootsFirstMove(t *testing.T) {
	p, err := engine.ParsePosition("---------O--------O--------XO------OX------------------------XO- X")
	require.NoError(t, err)
	const a1 = 0
	s := New(NewTable(4))
	visit := func(first int8) (moves []int8) {
		s.root(s.rootMoves(p.Board, first), func(own, opp, _ uint64, _, _ int32) int32 {
			moves = append(moves, int8(bits.TrailingZeros64((own|opp)&p.Empty())))
			return 0
		})
		return moves
	}
	usual := visit(-1)
	best, worst := usual[0], usual[len(usual)-1]
	require.NotContains(t, []int8{best, worst}, int8(a1))
	require.Contains(t, usual, int8(a1))
	assert.EqualValues(t, a1, visit(a1)[0], "given")

	s.table.slot(p.Mover, p.Opponent).store(p.Mover, p.Opponent, s.midgameStamp, 3, 0, 10, 5, worst)
	assert.Equal(t, worst, visit(-1)[0], "remembered")
	assert.EqualValues(t, a1, visit(a1)[0], "given though another is remembered")
	s.NewGame()
	assert.Equal(t, usual, visit(-1), "forgotten")
}

// order returns the moves in the order of next.
func order(l list) (moves []int8) {
	for range l.n {
		moves = append(moves, l.move(l.next()))
	}
	return moves
}

// Children come in the order of ranks, the first among equals first, and each once.
func TestNextIsTheHighest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks := rapid.SliceOfN(rapid.IntRange(-1000, 1000), 1, 33).Draw(t, "ranks")
		l, want := list{n: len(ranks)}, make([]int, len(ranks))
		for i, rank := range ranks {
			l.rank[i], want[i] = ranked(rank, i), i
		}
		slices.SortStableFunc(want, func(i, j int) int { return cmp.Compare(ranks[j], ranks[i]) })
		var got []int
		for range ranks {
			i := l.next()
			assert.Equal(t, int64(taken), l.rank[i])
			got = append(got, i)
		}
		assert.Equal(t, want, got)
	})
}

// lookAhead subtracts from a move's rank a quarter of the opponent's value in a short search. The
// order of the search does not matter.
func TestLookAhead(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	weights := guideWeights()
	s := New(NewTable(1))
	passes, ends := 0, 0
	for range 100 {
		p := randomPosition(rng, 1+rng.IntN(20)).Settle()
		if p.Over() {
			continue
		}
		s.begin(t.Context(), p.Board, compiled(seedBlank), Settings{})
		s.setLimits(0, 0)
		var l list
		l.expand(p.Mover, p.Opponent, p.Moves(), wholeBoard)
		remembered := l.move(rng.IntN(l.n))
		l.rankForEndgame(remembered)
		before := l.rank
		as := lookAheadFrom + rng.IntN(4)
		s.lookAhead(&l, as)
		for i := range l.n {
			child, want := p.Play(engine.Square(l.move(i))), rankOf(&list{rank: before}, i)
			if l.move(i) != remembered && l.n > 1 {
				want -= oracle(child, weights, pliesAhead(as)) / 4
			}
			require.Equal(t, want, rankOf(&l, i), "%s, %s", p, engine.Square(l.move(i)))
			require.Equal(t, before[i]&63, l.rank[i]&63)
			switch {
			case child.Over():
				ends++
			case child.MustPass():
				passes++
			}
		}
	}
	assert.Positive(t, passes)
	assert.Positive(t, ends)
}

// The depth grows with the number of empties, up to a limit.
func TestPliesAhead(t *testing.T) {
	for empties, plies := range map[int]int{lookAheadFrom: 1, 14: 2, 17: 3, 22: 6, 23: 6, 26: 8, 60: mostAhead} {
		assert.Equal(t, plies, pliesAhead(empties), empties)
	}
}
