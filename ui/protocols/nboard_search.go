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
)

// think runs a long command until it is done, a ping stops it, or its result is no longer
// needed.
func (n *NBoard) think(ctx context.Context, what, argument string) {
	if n.lost != nil {
		n.status("the position is not known: " + n.lost.Error())
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
	if cause := context.Cause(ctx); errors.Is(cause, errHungUp) {
		n.status(what + ": " + cause.Error())
	}
}

// goAhead says which move the player would make, a pass if it has none. It does
// not make it.
func (n *NBoard) goAhead(ctx context.Context) {
	if n.game.Position().Moves() == 0 {
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
		n.say("=== %s/%.2f/%.2f", capital(r.Move), discs(r), seconds)
	}
}

// hint says what the best moves are worth, deeper and deeper. Where a pass is due
// that is the move, worth what follows; after the end of a game there is none.
func (n *NBoard) hint(ctx context.Context, count int) {
	if n.game.Over() {
		return
	}
	at := n.game.Position()
	passed := at.MustPass()
	if passed {
		at, count = at.Pass(), 1
	}
	analyst, ok := n.player.(players.Ranker)
	if !ok {
		n.hintBlindly(ctx)
		return
	}
	began, nodes := n.Now(), uint64(0)
	analyst.Rank(ctx, at, count, func(results []search.Result) {
		for _, r := range results {
			line, value := capitals(analyst.Line(at, r)), discs(r)
			if passed {
				line, value = "PA"+line, 0-value // not -value: a draw is 0, not -0
			}
			n.say("search %s %.2f 0 %s", line, value, depthOf(r))
		}
		nodes = results[0].Nodes
		_ = n.out.Flush() // the writer keeps its error for the next flush
	})
	if ctx.Err() == nil {
		n.say("nodestats %d %.2f", nodes, n.Now().Sub(began).Seconds())
	}
}

// hintBlindly names the move of a player that does not say what moves are worth.
func (n *NBoard) hintBlindly(ctx context.Context) {
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
	n.say("search %s 0.00 0 0 %s does not say what moves are worth", move, n.Spec.Name)
}

// analyze says what every position of the game is worth to the side to move, the
// last one first.
func (n *NBoard) analyze(ctx context.Context) {
	analyst, ok := n.player.(players.Ranker)
	if !ok {
		n.status(n.Spec.Name + " does not say what positions are worth")
		return
	}
	positions := []engine.Position{n.game.Start()}
	for _, ply := range n.game.Plies() {
		positions = append(positions, ply.After)
	}
	for made := len(positions) - 1; made >= 0; made-- {
		value := worth(ctx, analyst, positions[made])
		if ctx.Err() != nil {
			return
		}
		n.say("analysis %d %.2f", made, value)
		_ = n.out.Flush() // the writer keeps its error for the next flush
	}
}

// worth is what a position is worth to its mover, in discs; it means nothing if ctx
// was cancelled.
func worth(ctx context.Context, analyst players.Ranker, at engine.Position) (value float64) {
	switch {
	case at.Over():
		return float64(at.FinalDiff())
	case at.MustPass():
		return 0 - worth(ctx, analyst, at.Pass())
	}
	analyst.Rank(ctx, at, 1, func(results []search.Result) { value = discs(results[0]) })
	return value
}

// pointsPerDisc turns the evaluator's points, which have no unit of their own,
// into something like discs: boards show scores as such.
const pointsPerDisc = 100

// discs is what a result is worth in discs: exactly if it was solved, all of them if
// the search sees who wins, but not by how much, else at a guess that never is as
// much as a game can be won by.
func discs(r search.Result) float64 {
	switch {
	case r.Exact:
		return float64(r.Score)
	case r.Score >= evaluators.Win:
		return 64
	case r.Score <= -evaluators.Win:
		return -64
	}
	return min(max(float64(r.Score)/pointsPerDisc, -63.99), 63.99)
}

// depthOf says how deep a result looked; boards want a number first.
func depthOf(r search.Result) string {
	switch {
	case r.Exact:
		return "100%"
	case r.Score >= evaluators.Win || r.Score <= -evaluators.Win:
		return "100%W" // who wins is certain, by how much is not
	}
	return fmt.Sprint(r.Depth)
}

// capital writes a move as the protocol does.
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
