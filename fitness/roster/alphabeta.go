package roster

import (
	"context"
	"fmt"

	"evothello/engine/large"
	"evothello/evaluators"
	"evothello/players"
)

// alphaBeta is the kind of players that search to a fixed depth with the scorers Table, Possibility and
// WinLose, like the player alphabeta on 8×8 squares.
type alphaBeta struct {
	depth   int
	endgame int // number of empty squares from which the search is exact
}

// The maximum values of depth and endgame. Larger ones would take hours per move.
const (
	maxDepth   = 8
	maxEndgame = 18
)

// Options implements players.Kind.
func (k *alphaBeta) Options() []players.Option {
	return []players.Option{
		{Key: "depth", Set: players.Count(&k.depth, 1, maxDepth)},
		{Key: "endgame", Set: players.Count(&k.endgame, 0, maxEndgame)},
	}
}

// WhyUnrepeatable implements players.Kind.
func (*alphaBeta) WhyUnrepeatable() string { return "" }

// Contestant implements players.Kind.
func (k *alphaBeta) Contestant() (*players.Contestant, error) {
	about := fmt.Sprintf("AlphaBeta to depth %d with Table and Possibility", k.depth)
	if k.endgame > 0 {
		about += fmt.Sprintf(", last %d exact", k.endgame)
	}
	player := *k
	return &players.Contestant{About: about, Large: func() players.LargePlayer { return &player }}, nil
}

// NewGame implements players.LargePlayer.
func (*alphaBeta) NewGame(uint64) {}

// Move implements players.LargePlayer.
func (k *alphaBeta) Move(ctx context.Context, at large.Position) (players.LargeResult, error) {
	if r, solved := solve(ctx, at.Board, k.endgame); solved {
		return r, nil
	}
	s := &search{ctx: ctx, leaf: heuristic(at.Size), end: winLose}
	move, _ := s.best(at.Board, k.depth)
	return players.LargeResult{Move: move, Depth: k.depth, Nodes: s.nodes}, nil
}

// won is larger than every heuristic value, even the table's points for all squares of the largest board.
const won = 1 << 24

// winLose is the value of a finished game: that of a win or a loss, and the disc difference. Empty squares
// do not count.
func winLose(b *large.Board) int {
	switch diff := b.DiscDiff(); {
	case diff > 0:
		return won + diff
	case diff < 0:
		return diff - won
	}
	return 0
}

// heuristic returns the sum of the scorers Table and Possibility, as a leaf function of a search.
func heuristic(size int) func(b *large.Board, moves, replies *large.Set) int {
	t, possibility := tableOf(size), evaluators.Defaults().Get("possibility.w")
	return func(b *large.Board, moves, replies *large.Set) int {
		return t.score(b) + possibility*(moves.Count()-replies.Count())
	}
}

// solve finds the move with the best final disc difference; empty squares count for the winner. It
// returns solved = false if more than empties squares are empty, or if ctx is cancelled first. The
// position must have a move.
func solve(ctx context.Context, b large.Board, empties int) (r players.LargeResult, solved bool) {
	if b.Empties() > empties {
		return r, false
	}
	s := &search{ctx: ctx, end: func(b *large.Board) int { return b.FinalDiff() }}
	move, done := s.best(b, b.Empties()+1) // deeper than the end of the game
	return players.LargeResult{Move: move, Depth: b.Empties(), Nodes: s.nodes}, done
}
