package roster

import (
	"context"
	"fmt"

	"evothello/engine/large"
	"evothello/formats"
	"evothello/players"
	"evothello/weights"
)

// alphaBeta is the kind of players that search to a fixed depth with weights, like their namesakes on 8×8 squares.
// Those choose the same moves with MinMax, NegaMax, NegaScout or AlphaBeta. Books are for 8×8 squares.
type alphaBeta struct {
	depth   int
	endgame int    // number of empty squares from which the search is exact
	set     string // weights by name
	file    string // or a champion's file
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
		{Key: "weights", Set: func(value string) error {
			k.set = players.Canonical(value)
			_, err := weights.Named(k.set)
			return err
		}},
		{Key: "file", Set: players.Path(&k.file, "a file's path")},
	}
}

// WhyUnrepeatable implements players.Kind.
func (*alphaBeta) WhyUnrepeatable() string { return "" }

// Contestant implements players.Kind.
func (k *alphaBeta) Contestant() (*players.Contestant, error) {
	about := fmt.Sprintf("AlphaBeta to depth %d with Table and Possibility", k.depth)
	w, err := weights.Named(k.set)
	if k.file != "" {
		w, err = formats.ReadSwitch(k.file)
	}
	if err == nil {
		err = checkScorers(w)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case k.file != "":
		about = fmt.Sprintf("AlphaBeta to depth %d with the weights of %s", k.depth, k.file)
	case k.set != tableAndPossibility:
		about = fmt.Sprintf("AlphaBeta to depth %d with the weights %s", k.depth, k.set)
	}
	if k.endgame > 0 {
		about += fmt.Sprintf(", last %d exact", k.endgame)
	}
	return &players.Contestant{About: about, Large: func() players.LargePlayer {
		return &alphaBetaPlayer{alphaBeta: *k, weights: w}
	}}, nil
}

// tableAndPossibility are the weights of alphabeta.
const tableAndPossibility = "seed-alphabeta"

// searcher returns an entry of such players.
func searcher(name, about string, k alphaBeta) players.RosterEntry {
	return players.RosterEntry{Name: name, About: about, New: func() players.Kind { fresh := k; return &fresh }}
}

type alphaBetaPlayer struct {
	alphaBeta
	weights *weights.Switch
	size    int           // of the board that phases is for
	phases  []*evaluation // by phase
}

// NewGame implements players.LargePlayer.
func (*alphaBetaPlayer) NewGame(uint64) {}

// Move implements players.LargePlayer.
func (k *alphaBetaPlayer) Move(ctx context.Context, at large.Position) (players.LargeResult, error) {
	if r, solved := solve(ctx, at.Board, k.endgame); solved {
		return r, nil
	}
	if k.size != at.Size {
		k.size, k.phases = at.Size, nil
		for _, w := range k.weights.Phases {
			k.phases = append(k.phases, newEvaluation(at.Size, w))
		}
	}
	phase := k.weights.Turns.Phase(at.Discs()-4, at.Size*at.Size-4)
	s := &search{ctx: ctx, leaf: k.phases[phase].score, end: winLose}
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
