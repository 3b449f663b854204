package fitness

import (
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
)

// Replay plays the moves of a pair's result. It returns an error unless both games are whole games from the pair's
// opening by the rules, and discs, forfeits and, if timed is true, the numbers of timed moves follow from the moves.
// It does not check whether the players choose these moves.
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
func (game *Record) replay(timed bool, p engine.Position, opening []engine.Square) error {
	if len(game.Moves) < len(opening) || !slices.Equal(game.Moves[:len(opening)], opening) {
		return errors.New("it does not begin with the opening")
	}
	squares, played := p.Size(), [2]int{}
	for _, move := range game.Moves[len(opening):] {
		if err := engine.CheckLegal(p, move); err != nil {
			return err
		}
		played[p.Side]++
		p = p.Play(move).Settle()
	}
	discs := p.FinalDiff()
	if game.ForfeitReason != "" {
		played[p.Side]++ // the move that was none
		discs = -squares
	}
	switch discs = blackResult(discs, p.Side); {
	case p.Over() == (game.ForfeitReason != ""):
		return errors.New("it ends too early or too late")
	case game.Discs != discs:
		return fmt.Errorf("its result is %d discs, not %d", discs, game.Discs)
	case timed && [2]int{game.Times[0].Moves, game.Times[1].Moves} != played:
		return errors.New("it has times of other moves")
	}
	return nil
}
