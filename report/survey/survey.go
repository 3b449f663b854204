// Package survey finds out what can be known of a board: how random players fare on it,
// how it ends with best play, the largest win of each side, and the shortest.
//
// Discs are counted as they lie at the end of the game, when neither side can move:
// empty squares count for neither side.
package survey

import "evothello/engine"

// A Survey is what is known of a board. Its JSON is that of evolve board --json.
type Survey struct {
	Name       string   `json:"name"`
	Board      string   `json:"board"`
	Squares    int      `json:"squares"`
	Blanks     int      `json:"blanks"`
	FirstMoves []string `json:"first_moves"`

	Random           *Random   `json:"random,omitempty"`
	BestGame         *BestGame `json:"best_game,omitempty"`
	LargestWinBlack  *Largest  `json:"largest_win_black,omitempty"`
	LargestWinWhite  *Largest  `json:"largest_win_white,omitempty"`
	ShortestWinBlack *Shortest `json:"shortest_win_black,omitempty"`
	ShortestWinWhite *Shortest `json:"shortest_win_white,omitempty"`

	Seconds float64 `json:"seconds"`
}

// End is a game to its end, with the discs of both sides there.
type End struct {
	Black  int    `json:"black"`
	White  int    `json:"white"`
	Record string `json:"record"`
}

// lead is how many discs more a side has.
func (e End) lead(side engine.Side) int {
	if side == engine.Black {
		return e.Black - e.White
	}
	return e.White - e.Black
}

// BestGame is a game in which both sides play for the difference in discs. If it is not
// exact it is the game of players who look a few moves ahead, and what best play leads to
// is known to lie between two differences.
type BestGame struct {
	End
	AtLeast *int    `json:"at_least,omitempty"` // Black's discs minus White's with best play
	AtMost  *int    `json:"at_most,omitempty"`
	Exact   bool    `json:"exact,omitempty"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// Largest is the end that is best for a side of those that legal moves of both together can
// reach; if it is not exact, the best that was found.
type Largest struct {
	End
	AtMost   *int    `json:"at_most,omitempty"` // no larger difference is possible
	Exact    bool    `json:"exact,omitempty"`
	Attempts int     `json:"attempts"`
	Seconds  float64 `json:"seconds"`
}

// Shortest is the game of fewest moves that ends with a side ahead; if it is not exact, the
// shortest that was found. 0 moves are none: no game at random or at all ends so. Passes are
// no moves.
type Shortest struct {
	Moves   int     `json:"moves"`
	Record  string  `json:"record"`
	AtLeast *int    `json:"at_least,omitempty"` // none is shorter
	Exact   bool    `json:"exact,omitempty"`
	Seconds float64 `json:"seconds"`
}

// New returns an empty survey of a board.
func New(shape engine.Shape) *Survey {
	s := &Survey{
		Name: shape.Name, Board: shape.Start.Squares(), Squares: shape.Start.Size(), Blanks: shape.EmptiesAtStart(),
		FirstMoves: []string{},
	}
	for move := range engine.SquaresOf(shape.Start.Moves()) {
		s.FirstMoves = append(s.FirstMoves, move.String())
	}
	return s
}
