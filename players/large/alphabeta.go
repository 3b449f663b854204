package large

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"evothello/engine/large"
	"evothello/search"
	"evothello/weights"
)

// The greatest depth and endgame on boards larger than 8×8. Larger ones would take hours per move.
const (
	MaxDepth   = 8
	MaxEndgame = 18
)

// CheckSearch returns an error if weights or their search are for boards up to 8×8 only. The algorithm does not
// matter: all choose the same moves.
func CheckSearch(w *weights.Switch, settings search.Settings) error {
	switch {
	case settings.Depth > MaxDepth:
		return fmt.Errorf("depth %d: must be 1 to %d on boards larger than 8×8", settings.Depth, MaxDepth)
	case settings.Nodes > 0:
		return fmt.Errorf("%d nodes a move: on boards larger than 8×8 give depth or time", settings.Nodes)
	}
	return cmp.Or(CheckEndgame(settings.Endgame), checkScorers(w))
}

// CheckEndgame returns an error if too many empty squares are to be solved.
func CheckEndgame(empties int) error {
	if empties > MaxEndgame {
		return fmt.Errorf("endgame %d: must be 0 to %d on boards larger than 8×8", empties, MaxEndgame)
	}
	return nil
}

// Searching returns a player that searches with weights. Both have passed CheckSearch.
func Searching(w *weights.Switch, settings search.Settings) Player {
	return &alphaBetaPlayer{settings: settings, weights: w}
}

type alphaBetaPlayer struct {
	settings search.Settings
	weights  *weights.Switch
	size     int           // of the board that phases is for
	phases   []*evaluation // by phase
}

// NewGame implements Player.
func (*alphaBetaPlayer) NewGame(uint64) {}

// Move implements Player.
func (k *alphaBetaPlayer) Move(ctx context.Context, at large.Position) (Result, error) {
	began := time.Now()
	if r, solved := k.solve(ctx, at.Board); solved {
		return r, nil
	}
	if k.size != at.Size {
		k.size, k.phases = at.Size, nil
		for _, w := range k.weights.Phases {
			k.phases = append(k.phases, newEvaluation(at.Size, w))
		}
	}
	phase := k.weights.Turns.Phase(at.Discs()-4, at.Size*at.Size-4)
	s := &alphaBetaSearch{ctx: ctx, leaf: k.phases[phase].score, end: winLose}
	if k.settings.Time > 0 {
		return k.deepen(ctx, s, at.Board, began), nil
	}
	move, _ := s.best(at.Board, k.settings.Depth)
	return Result{Move: move, Depth: k.settings.Depth, Nodes: s.nodes}, nil
}

// solve solves the position if few squares are empty. With a clock it has half of the time.
func (k *alphaBetaPlayer) solve(ctx context.Context, b large.Board) (r Result, solved bool) {
	if k.settings.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, k.settings.Time/2)
		defer cancel()
		ctx = limited
	}
	return solve(ctx, b, k.settings.Endgame)
}

// deepen searches deeper and deeper until the time since began is over. The result is that of the last finished
// depth; depth 1 is always finished.
func (k *alphaBetaPlayer) deepen(ctx context.Context, s *alphaBetaSearch, b large.Board,
	began time.Time) Result {
	r := Result{Depth: 1}
	r.Move, _ = s.best(b, 1)
	limited, cancel := context.WithDeadline(ctx, began.Add(k.settings.Time))
	defer cancel()
	s.ctx = limited
	for depth := 2; depth <= min(cmp.Or(k.settings.Depth, search.MaxDepth), b.Empties()); depth++ {
		move, done := s.best(b, depth)
		if !done {
			break
		}
		r.Move, r.Depth = move, depth
	}
	r.Nodes = s.nodes
	return r
}

// won is larger than every heuristic value, even the table's points for all squares of the largest board.
const won = 1 << 29

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

// solve finds the move with the best final disc difference; empty squares count for the winner. It
// returns solved = false if more than empties squares are empty, or if ctx is cancelled first. The
// position must have a move.
func solve(ctx context.Context, b large.Board, empties int) (r Result, solved bool) {
	if b.Empties() > empties {
		return r, false
	}
	s := &alphaBetaSearch{ctx: ctx, end: func(b *large.Board) int { return b.FinalDiff() }}
	move, done := s.best(b, b.Empties()+1) // deeper than the end of the game
	return Result{Move: move, Depth: b.Empties(), Nodes: s.nodes}, done
}
