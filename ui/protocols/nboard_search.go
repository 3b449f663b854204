package protocols

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/players"
	"evothello/search"
	"evothello/weights/scale"
)

// think runs a long command until it is done, a ping stops it, or the input has ended for some time.
func (n *NBoard) think(ctx context.Context, what, argument string) {
	if n.lost != nil {
		n.status("the position is unknown: " + n.lost.Error())
		return
	}
	ctx, done := n.input.search(ctx)
	defer done()
	switch what {
	case "hint":
		count, err := strconv.Atoi(argument)
		if err != nil {
			count = 1
		}
		n.hint(ctx, min(max(count, 1), 64))
	case "go":
		n.goAhead(ctx)
	case "analyze":
		n.analyze(ctx)
	}
	if cause := context.Cause(ctx); errors.Is(cause, errInputEnded) {
		n.status(what + ": " + cause.Error())
	}
}

// goAhead writes the player's move, or a pass if it has none. It does not play the move, because the board does.
func (n *NBoard) goAhead(ctx context.Context) {
	if len(n.game.Position().Legal()) == 0 {
		n.say("=== PA")
		return
	}
	began := n.Now()
	r, err := players.Choose(ctx, n.player, n.game.Game(), n.game.Position())
	switch {
	case ctx.Err() != nil:
	case err != nil:
		n.status(err.Error())
	default:
		seconds := n.Now().Sub(began).Seconds()
		n.say("nodestats %d %.2f", r.Nodes, seconds)
		n.say("=== %s/%.2f/%.2f", capital(r.Move), n.discs(n.game.Position(), r), seconds)
	}
}

// hint writes the values of the best moves, for each search depth. If the mover must pass, the pass has the value of
// the position after it. After the end of the game there is no hint.
func (n *NBoard) hint(ctx context.Context, count int) {
	if n.game.Over() {
		return
	}
	at := n.game.Position()
	passed := at.MustPass()
	if passed {
		at, count = at.Pass(), 1
	}
	ranker, ok := n.player.(players.Ranker)
	if !ok {
		n.hintMove(ctx)
		return
	}
	began, nodes := n.Now(), uint64(0)
	ranker.Rank(ctx, at, count, func(results []search.Result) {
		for _, r := range results {
			line, value := capitals(ranker.Line(at, r)), n.discs(at, r)
			if passed {
				line, value = "PA"+line, 0-value // -value would print -0 for a draw
			}
			n.say("search %s %.2f 0 %s", line, value, depthOf(r))
		}
		nodes = results[0].Nodes
		_ = n.out.Flush() // the next flush returns the error again
	})
	if ctx.Err() == nil {
		n.say("nodestats %d %.2f", nodes, n.Now().Sub(began).Seconds())
	}
}

// hintMove writes the move of a player that does not rate moves.
func (n *NBoard) hintMove(ctx context.Context) {
	move := "PA"
	if !n.game.Position().MustPass() {
		r, err := players.Choose(ctx, n.player, n.game.Game(), n.game.Position())
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			n.status(err.Error())
			return
		}
		move = capital(r.Move)
	}
	n.say("search %s 0.00 0 0 %s gives no values of moves", move, n.Spec.Name)
}

// analyze writes the value of each position of the game for the side to move, from the last position to the first.
func (n *NBoard) analyze(ctx context.Context) {
	ranker, ok := n.player.(players.Ranker)
	if !ok {
		n.status(n.Spec.Name + " gives no values of positions")
		return
	}
	positions := []engine.Position{n.game.Start()}
	for _, ply := range n.game.Plies() {
		positions = append(positions, ply.After)
	}
	for made := len(positions) - 1; made >= 0; made-- {
		value := n.value(ctx, ranker, positions[made])
		if ctx.Err() != nil {
			return
		}
		n.say("analysis %d %.2f", made, value)
		_ = n.out.Flush() // the next flush returns the error again
	}
}

// value returns the value of a position for the side to move, in discs. It is meaningless if ctx was cancelled.
func (n *NBoard) value(ctx context.Context, ranker players.Ranker, at engine.Position) (value float64) {
	switch {
	case at.Over():
		return float64(at.FinalDiff())
	case at.MustPass():
		return 0 - n.value(ctx, ranker, at.Pass())
	}
	ranker.Rank(ctx, at, 1, func(results []search.Result) { value = n.discs(at, results[0]) })
	return value
}

// scaleOf returns the scale that converts the points of a player's weights to discs, nil if it has no weights.
func scaleOf(spec players.Spec) *scale.Scale {
	w, err := spec.Switch()
	if err != nil {
		return nil
	}
	return scale.Of(w)
}

// pointsPerDisc is a rough scale of the points of players without weights.
const pointsPerDisc = 100

// discs returns the value of a result in discs. A solved result is exact. It is all squares, 64 on 8×8, if the search
// sees who wins but not by how much. Otherwise it is an estimate below that.
func (n *NBoard) discs(at engine.Position, r search.Result) float64 {
	squares := float64(at.Size())
	switch {
	case r.Exact:
		return float64(r.Score)
	case r.Score >= evaluators.Win:
		return squares
	case r.Score <= -evaluators.Win:
		return -squares
	}
	estimate := float64(r.Score) / pointsPerDisc
	if measured := n.scale(); measured != nil && r.Depth > 0 && !at.IsLarge() { // a move of a book has no value
		estimate = measured.Result(at.Board, r.Score, r.Depth)
	}
	return min(max(estimate, 0.01-squares), squares-0.01)
}

// depthOf returns the search depth of a result in the protocol's form, which starts with a number.
func depthOf(r search.Result) string {
	switch {
	case r.Exact:
		return "100%"
	case r.Score >= evaluators.Win || r.Score <= -evaluators.Win:
		return "100%W" // the winner is certain, the score is not
	}
	return fmt.Sprint(r.Depth)
}

// capital returns a move in the protocol's form.
func capital(move engine.Square) string {
	if move == engine.Pass {
		return "PA"
	}
	return strings.ToUpper(move.String())
}

func capitals(line []engine.Square) string {
	var text strings.Builder
	for _, move := range line {
		text.WriteString(capital(move))
	}
	return text.String()
}
