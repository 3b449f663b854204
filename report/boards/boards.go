// Package boards analyses a board: the results of random players, the result of best play, and the largest
// and the shortest win of each side.
//
// Discs are counted on the board at the end of the game: empty squares count for neither side.
package boards

import "evothello/engine"

// A BoardAnalysis is the analysis of a board, which evolve board --json prints.
type BoardAnalysis struct {
	Name       string   `json:"name"`
	Board      string   `json:"board"`
	Squares    int      `json:"squares"`
	Blanks     int      `json:"blanks"`
	FirstMoves []string `json:"first_moves"`

	Random           *RandomGames `json:"random,omitempty"`
	BestGame         *BestGame    `json:"best_game,omitempty"`
	LargestWinBlack  *Largest     `json:"largest_win_black,omitempty"`
	LargestWinWhite  *Largest     `json:"largest_win_white,omitempty"`
	ShortestWinBlack *Shortest    `json:"shortest_win_black,omitempty"`
	ShortestWinWhite *Shortest    `json:"shortest_win_white,omitempty"`

	Seconds float64 `json:"seconds"`
}

// An End is a finished game and the discs of both sides at its end.
type End struct {
	Black  int    `json:"black"`
	White  int    `json:"white"`
	Record string `json:"record"`
}

// lead returns the disc difference for a side.
func (e End) lead(side engine.Side) int {
	if side == engine.Black {
		return e.Black - e.White
	}
	return e.White - e.Black
}

// A BestGame is a game of best play: both sides maximize the disc difference. If Exact is false it is a game
// of shallow searches, with bounds for the result of best play.
type BestGame struct {
	End
	AtLeast *int    `json:"at_least,omitempty"` // lower bound of Black's discs minus White's with best play
	AtMost  *int    `json:"at_most,omitempty"`  // upper bound of the same difference
	Exact   bool    `json:"exact,omitempty"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// A Largest is the end of a game with the largest win of a side, among all possible games. If Exact is false
// it is the largest win found so far.
type Largest struct {
	End
	AtMost   *int    `json:"at_most,omitempty"` // upper bound of the disc difference
	Exact    bool    `json:"exact,omitempty"`
	Attempts int     `json:"attempts"`
	Seconds  float64 `json:"seconds"`
}

// A Shortest is the game with the fewest moves that ends with one side ahead. If Exact is false it is the
// shortest game found so far. 0 moves mean that no such game was found, or with Exact that none exists.
// Passes do not count.
type Shortest struct {
	Moves   int     `json:"moves"`
	Record  string  `json:"record"`
	AtLeast *int    `json:"at_least,omitempty"` // lower bound of the number of moves
	Exact   bool    `json:"exact,omitempty"`
	Seconds float64 `json:"seconds"`
}

// New returns an empty analysis of a board.
func New(shape engine.Shape) *BoardAnalysis {
	s := &BoardAnalysis{
		Name: shape.Name, Board: shape.Start.Squares(), Squares: shape.Start.Size(), Blanks: shape.EmptiesAtStart(),
		FirstMoves: []string{},
	}
	for move := range engine.SquaresOf(shape.Start.Moves()) {
		s.FirstMoves = append(s.FirstMoves, move.String())
	}
	return s
}
