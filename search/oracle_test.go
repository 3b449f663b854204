package search

import (
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators"
)

// compiled returns the evaluator of weights.
func compiled(w evaluators.Weights) evaluators.Evaluator { return evaluators.Compile(w, 0) }

// oracle is the plainest search: it follows every line to the end of its depth and counts each
// feature separately. It returns the value for the mover of p.
func oracle(p engine.Position, w evaluators.Weights, depth int) int {
	if p.Over() {
		return int(evaluators.Finished(p.Board))
	}
	if depth == 0 {
		score := w.Score(p, nil)
		if p.Side == engine.White {
			return -score
		}
		return score
	}
	if p.MustPass() {
		return -oracle(p.Pass(), w, depth)
	}
	best := -infinity
	for _, move := range legal(p) {
		best = max(best, -oracle(p.Play(move), w, depth-1))
	}
	return best
}

// oracleMove returns the best move, the first in the order of squares among equals, and its value.
func oracleMove(p engine.Position, w evaluators.Weights, depth int) (move engine.Square, value int) {
	value = -infinity
	for _, m := range legal(p) {
		if v := -oracle(p.Play(m), w, depth-1); v > value {
			move, value = m, v
		}
	}
	return move, value
}

// perfect is the result in discs with perfect play; empty squares count for the winner.
func perfect(p engine.Position) int {
	if p.Over() {
		return p.FinalDiff()
	}
	if p.MustPass() {
		return -perfect(p.Pass())
	}
	best := -64
	for _, move := range legal(p) {
		best = max(best, -perfect(p.Play(move)))
	}
	return best
}

func legal(p engine.Position) (moves []engine.Square) {
	for set := p.Moves(); set != 0; set &= set - 1 {
		moves = append(moves, engine.Square(bits.TrailingZeros64(set)))
	}
	return moves
}

// randomPosition plays random moves until a number of empties is left. It starts again if the game
// ends before.
func randomPosition(rng *rand.Rand, empties int) engine.Position {
	p := engine.Start()
	for p.Empties() > empties {
		p = p.Settle()
		moves := legal(p)
		if len(moves) == 0 {
			p = engine.Start()
			continue
		}
		p = p.Play(moves[rng.IntN(len(moves))])
	}
	return p
}

// randomWeights returns weights of all scorers, or every other time of those that evolve by
// default, for which there is vector code.
func randomWeights(rng *rand.Rand) evaluators.Weights {
	all := rng.IntN(2) == 0
	return evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
		if all || s.Evolves {
			return rng.IntN(2*f.Bound+1) - f.Bound
		}
		return 0
	})
}
