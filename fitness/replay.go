package fitness

import (
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
)

// Replay plays the moves of a pair's result. It returns an error unless both games are complete, begin with the pair's
// opening and follow the rules. Discs and forfeits must agree with the moves, and, if timed is true, so must the
// numbers of timed moves. It does not check whether the players would choose these moves.
func (p *Pair) Replay(r *PairResult, timed bool) error {
	o := &p.Opening
	for i := range r.Games {
		if err := r.Games[i].replay(timed, o.Start.Settle(), o.Moves); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return nil
}

// replay replays a game. p is the position after the opening.
func (r *Record) replay(timed bool, p engine.Position, opening []engine.Square) error {
	if len(r.Moves) < len(opening) || !slices.Equal(r.Moves[:len(opening)], opening) {
		return errors.New("it does not begin with the opening")
	}
	squares, played := p.Size(), [2]int{}
	for _, move := range r.Moves[len(opening):] {
		if err := engine.CheckLegal(p, move); err != nil {
			return err
		}
		played[p.Side]++
		p = p.Play(move).Settle()
	}
	discs := p.FinalDiff()
	if r.ForfeitReason != "" {
		played[p.Side]++ // the move that was none
		discs = -squares
	}
	switch discs = blackResult(discs, p.Side); {
	case p.Over() == (r.ForfeitReason != ""):
		return errors.New("it must be either played to the end or forfeited")
	case r.Discs != discs:
		return fmt.Errorf("it has the result %+d, but its moves lead to %+d", r.Discs, discs)
	case timed && [2]int{r.Times[0].Moves, r.Times[1].Moves} != played:
		return fmt.Errorf("it has times of %d moves of Black and %d of White: must be %d and %d",
			r.Times[engine.Black].Moves, r.Times[engine.White].Moves, played[engine.Black], played[engine.White])
	}
	return nil
}
