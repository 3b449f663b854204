package weights

import (
	"fmt"
	"slices"

	"evothello/engine"
)

// Turns are the last moves of a game's phases. A search is in the first phase i for which Turns[i] is at least the
// number of moves made before its root. Turns rise strictly and end at 60, the number of moves on the standard board.
// On other boards they are sixtieths of a game's moves.
type Turns []int

// DefaultTurns divides the 60 moves of a game into five phases of twelve.
var DefaultTurns = Turns{12, 24, 36, 48, 60}

// Validate returns an error unless the turns rise strictly to 60.
func (t Turns) Validate() error {
	for i, turn := range t {
		if turn < 0 || i > 0 && turn <= t[i-1] {
			return fmt.Errorf("turns %v must rise strictly", []int(t))
		}
	}
	if len(t) == 0 || t[len(t)-1] != 60 {
		return fmt.Errorf("turns %v must end at 60", []int(t))
	}
	return nil
}

// Phase returns the index of the phase after a number of made moves, in a game with a total number of moves.
func (t Turns) Phase(made, moves int) int {
	return max(0, slices.IndexFunc(t, func(turn int) bool { return 60*made <= turn*moves }))
}

// On converts the turns to moves of a game on the given board.
func (t Turns) On(board engine.Shape) Turns {
	moves := make(Turns, len(t))
	for i, turn := range t {
		moves[i] = turn * board.EmptiesAtStart() / 60
	}
	return moves
}

// Moves returns the range of moves that phase i covers, such as "1–12".
func (t Turns) Moves(i int) string {
	from := 1
	if i > 0 {
		from = t[i-1] + 1
	}
	return fmt.Sprintf("%d–%d", max(from, 1), t[i])
}

// Name returns the displayed name of phase i, such as "phase 1: moves 1–12".
func (t Turns) Name(i int) string { return fmt.Sprintf("phase %d: moves %s", i+1, t.Moves(i)) }
