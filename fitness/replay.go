package fitness

import (
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/engine/large"
)

// Replay plays the moves of a pair's result. It returns an error unless both games are whole games from the pair's
// opening by the rules, and discs, forfeits and, if timed is true, the numbers of timed moves follow from the moves.
// It does not check whether the players choose these moves.
func (p *Pair) Replay(r *PairResult, timed bool) error {
	for i := range r.Games {
		game := &r.Games[i]
		var err error
		if o := p.Opening.Large; o != nil {
			size := o.Start.Size
			err = replay(game, timed, o.Final(), o.Moves, game.LargeMoves, size*size, large.CheckLegal)
		} else {
			start := p.Opening.Start.Settle()
			err = replay(game, timed, start, p.Opening.Moves, game.Moves, start.Size(), engine.CheckLegal)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return nil
}

// replay replays a game. start is the position after the opening.
func replay[P position[P, S], S comparable](game *Record, timed bool, start P, opening, moves []S, squares int,
	checkLegal func(P, S) error) error {
	if len(moves) < len(opening) || !slices.Equal(moves[:len(opening)], opening) {
		return errors.New("it does not begin with the opening")
	}
	p, played := start.Settle(), [2]int{}
	for _, move := range moves[len(opening):] {
		if err := checkLegal(p, move); err != nil {
			return err
		}
		played[p.ToMove()]++
		p = p.Play(move).Settle()
	}
	discs := p.FinalDiff()
	if game.ForfeitReason != "" {
		played[p.ToMove()]++ // the move that was none
		discs = -squares
	}
	switch discs = blackResult(discs, p.ToMove()); {
	case p.Over() == (game.ForfeitReason != ""):
		return errors.New("it ends too early or too late")
	case game.Discs != discs:
		return fmt.Errorf("its result is %d discs, not %d", discs, game.Discs)
	case timed && [2]int{game.Times[0].Moves, game.Times[1].Moves} != played:
		return errors.New("it has times of other moves")
	}
	return nil
}
