package fitness

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestOpeningsAreDistinctUpToSymmetryAndPlayable(t *testing.T) {
	for _, plies := range []int{0, 1, 2, 6, 8, 20} {
		n := map[int]int{0: 1, 1: 1, 2: 3}[plies]
		if n == 0 {
			n = 200
		}
		openings, err := RandomOpenings(Random(7, "test", plies), engine.Start(), n, plies, ForAnything)
		require.NoError(t, err)
		seen := map[engine.Position]bool{}
		for _, o := range openings {
			game, err := engine.ParseTranscript(engine.Transcript(o.Moves))
			require.NoError(t, err)
			require.Len(t, game.Moves, plies)
			require.Equal(t, game.Final(), o.Start)
			require.False(t, o.Start.Over())
			require.False(t, seen[o.Start.Canonical()])
			seen[o.Start.Canonical()] = true
		}
	}
}

func TestRandomOpeningsDependOnlyOnTheGenerator(t *testing.T) {
	a, _ := RandomOpenings(Random(1, "x", 2), engine.Start(), 20, 8, ForFitness)
	b, _ := RandomOpenings(Random(1, "x", 2), engine.Start(), 20, 8, ForFitness)
	c, _ := RandomOpenings(Random(1, "x", 3), engine.Start(), 20, 8, ForFitness)
	d, _ := RandomOpenings(Random(1, "y", 2), engine.Start(), 20, 8, ForFitness)
	assert.Equal(t, a, b)
	assert.NotEqual(t, a, c)
	assert.NotEqual(t, a, d)
}

func TestUsesDivideTheOpenings(t *testing.T) {
	all := distinctOpenings(engine.StartBoard(), 6, ForAnything)
	sum := 0
	for _, use := range []Use{ForReference, ForGate, ForFitness} {
		sum += distinctOpenings(engine.StartBoard(), 6, use)
	}
	assert.Equal(t, all, sum)
	for use, classes := range map[Use][]uint64{ForReference: {0}, ForGate: {1}, ForFitness: {2, 3}} {
		openings, err := RandomOpenings(Random(1, "use"), engine.Start(), 50, 8, use)
		require.NoError(t, err)
		for _, o := range openings {
			assert.Contains(t, classes, o.Start.Canonical().Hash()%4)
		}
	}
}

func TestDistinctOpeningsCountedByHand(t *testing.T) {
	// The first move is unique up to symmetry; the second is one of three
	// (parallel, diagonal, perpendicular), the third gives 14 positions.
	for plies, n := range []int{1, 1, 3, 14} {
		assert.Equal(t, n, distinctOpenings(engine.StartBoard(), plies, ForAnything), "%d plies", plies)
	}
}

// Matches use openings that fitness and gate do not use, if there are enough of them.
func TestMatchOpeningsDifferFromFitnessOpenings(t *testing.T) {
	openings, err := OpeningsForMatch(Random(1, "x"), engine.Start(), 1000, 8)
	require.NoError(t, err)
	for _, o := range openings {
		assert.True(t, ForReference.includes(o.Start.Canonical().Hash()))
		assert.False(t, ForFitness.includes(o.Start.Canonical().Hash()) || ForGate.includes(o.Start.Canonical().Hash()))
	}
	openings, err = OpeningsForMatch(Random(1, "x"), engine.Start(), 14, 3)
	require.NoError(t, err)
	assert.Len(t, openings, 14, "all openings of that length")
	_, err = OpeningsForMatch(Random(1, "x"), engine.Start(), 15, 3)
	assert.ErrorIs(t, err, ErrTooFewOpenings)
}

func TestRandomOpeningsErrors(t *testing.T) {
	_, err := RandomOpenings(Random(1, "x"), engine.Start(), 15, 3, ForAnything)
	assert.ErrorIs(t, err, ErrTooFewOpenings)
	assert.ErrorContains(t, err, "only 14 with 3 plies for 15 pairs; ask for at most 14 pairs, or for more plies")
	all, err := RandomOpenings(Random(1, "x"), engine.Start(), 14, 3, ForAnything)
	assert.NoError(t, err)
	assert.Len(t, all, 14)
	small, err := engine.ShapeNamed("Square-4")
	require.NoError(t, err)
	_, err = RandomOpenings(Random(1, "x"), small.Start, 100000, 9, ForReference)
	assert.ErrorIs(t, err, ErrTooFewOpenings)
	assert.ErrorContains(t, err, "with 9 plies for 100000 pairs; ask for fewer pairs or more plies")
	_, err = RandomOpenings(Random(1, "x"), engine.Start(), 1, 41, ForAnything)
	assert.ErrorContains(t, err, "must be 0 to 40")
}

func TestOpeningsFromGames(t *testing.T) {
	games := func(transcripts ...string) (all []engine.Game) {
		for _, text := range transcripts {
			game, err := engine.ParseTranscript(text)
			require.NoError(t, err)
			all = append(all, *game)
		}
		return all
	}
	openings, err := OpeningsFromGames(engine.Start(), games("f5d6", "F5 f6"))
	require.NoError(t, err)
	assert.Equal(t, "f5f6", engine.Transcript(openings[1].Moves))
	_, err = OpeningsFromGames(engine.Start(), games("f5", "d3"))
	assert.ErrorContains(t, err, "opening 2 is the same as opening 1 up to symmetry")
	_, err = OpeningsFromGames(engine.Start(), games("f5d6", "e6f4e3f6g5d6e7f5c5"))
	assert.ErrorContains(t, err, "opening 2: the game is over after its moves; use only its first plies")
	elsewhere := []engine.Game{{Start: engine.Start().Pass()}}
	_, err = OpeningsFromGames(engine.Start(), elsewhere)
	assert.ErrorContains(t, err, "opening 1 does not begin at the start position")

	openings, err = OpeningsFromFirstPlies(engine.Start(),
		games("f5d6c3", "f5f6e6", "f5", "d3c5d6", "e6f4e3f6g5d6e7f5c5"), 2)
	require.NoError(t, err)
	var moves []string
	for _, o := range openings {
		moves = append(moves, engine.Transcript(o.Moves))
	}
	assert.Equal(t, []string{"f5d6", "f5f6"}, moves, "one is too short, two are symmetric to earlier ones")
	openings, err = OpeningsFromFirstPlies(engine.Start(), games("f5d6c3d3c4f4", "f5d6c4d3c3f4"), 5)
	require.NoError(t, err)
	assert.Len(t, openings, 1, "both lead to the same position")
	_, err = OpeningsFromFirstPlies(engine.Start(), games("f5", "e6f4e3f6g5d6e7f5c5"), 9)
	assert.ErrorContains(t, err, "no game is longer than 9 plies: choose fewer plies")
	_, err = OpeningsFromFirstPlies(engine.Start(), elsewhere, 0)
	assert.ErrorContains(t, err, "opening 1 does not begin at the start position")
}

// Openings from positions are in the order of the list, with duplicates.
func TestOpeningsFromPositions(t *testing.T) {
	read := func(texts ...string) (all []engine.Position) {
		for _, text := range texts {
			p, err := engine.ParsePosition(text)
			require.NoError(t, err)
			all = append(all, p)
		}
		return all
	}
	board := engine.Standard()
	positions := read("f5", "d3", "f5d6", "f5f6")
	openings, err := OpeningsFromPositions(board, positions)
	require.NoError(t, err)
	assert.Equal(t, 1, CountRepeats(openings), "f5 and d3 are the same up to symmetry")
	for i, o := range openings {
		assert.Equal(t, Opening{From: positions[i], Start: positions[i]}, o)
		text, err := o.MarshalText()
		require.NoError(t, err)
		var again Opening
		require.NoError(t, again.UnmarshalText(text), "%s", text)
		assert.Equal(t, o.From, again.From)
		assert.Equal(t, o.Start, again.Start)
	}
	openings, err = OpeningsFromPositions(board, read(strings.Repeat("-", 56)+"------OX O"))
	require.NoError(t, err)
	assert.Equal(t, engine.White, openings[0].From.Side)
	assert.Equal(t, engine.Black, openings[0].Start.Side, "White must pass")

	_, err = OpeningsFromPositions(board, append(positions, engine.Shapes[0].Start))
	assert.EqualError(t, err, "opening 5 does not have the squares of board Square-8: choose its board with --board")
	_, err = OpeningsFromPositions(board, read(strings.Repeat("X", 63)+"- O"))
	assert.EqualError(t, err, "opening 1: the game is over in this position")
}

// On every board openings are different positions on its squares, and survive encoding.
func TestOpeningsOnShapes(t *testing.T) {
	for _, board := range engine.Shapes {
		openings, err := RandomOpenings(Random(1, "shapes"), board.Start, 8, DefaultPlies(board), ForAnything)
		require.NoError(t, err, board.Name)
		seen := map[engine.Position]bool{}
		for _, o := range openings {
			assert.Equal(t, board.Holes(), o.Start.Holes())
			assert.False(t, seen[o.Start.Canonical()], "%s: no two are the same up to symmetry", board.Name)
			seen[o.Start.Canonical()] = true
			text, err := o.MarshalText()
			require.NoError(t, err)
			var again Opening
			require.NoError(t, again.UnmarshalText(text), "%s", text)
			assert.Equal(t, o, again)
		}
	}
	var o Opening
	assert.ErrorContains(t, o.UnmarshalText([]byte(engine.Shapes[0].Start.Squares()+" Z d3")), "side to move")
	assert.ErrorContains(t, o.UnmarshalText([]byte(engine.Shapes[0].Start.String()+" c1")),
		"c1 is not a square of this board")
}
