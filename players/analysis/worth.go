package analysis

import (
	"iter"
	"math"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/weights"
)

// A SquareValues holds the value of a disc on each square for the weights of one phase, in points. The value is
// half of the change of the score when the disc changes colour and all others stay. It is the mean over those
// positions of the phase in which the square is taken, in a sample of SampleGames games.
//
// The value includes all features: the square table, the runs and shapes with the disc, its edge, and the moves
// that it gives and takes. Single features cannot be compared, because one scorer's weights may compensate
// another's: a corner at −700 in the table is no loss if the edges add 2,000. The share of the square table
// equals its weights.
type SquareValues struct {
	Squares [64]int `json:"squares"` // a1 b1 … h8; equal on symmetric squares
	Discs   [64]int `json:"discs"`   // sample size, symmetric squares included; 0 means unknown, as for holes
	Shares  []Share `json:"shares"`  // parts of Squares by scorer; they add up to it except for rounding
}

// A Share is the part of SquareValues that comes from one scorer.
type Share struct {
	Scorer  string  `json:"scorer"`
	Squares [64]int `json:"squares"`
}

// SampleGames is the number of games in the sample of positions.
const SampleGames = 600

// SquareValuesByPhase returns the values of discs in each phase of a valid Switch. They are reproducible: the sample is
// always the same, and all arithmetic is on whole numbers.
func SquareValuesByPhase(s *weights.Switch) []SquareValues {
	return SquareValuesByPhaseOver(s, SampleGames)
}

// SquareValuesByPhaseOver is like SquareValuesByPhase with a sample of a given number of games. Fewer games
// are faster and less accurate.
func SquareValuesByPhaseOver(s *weights.Switch, games int) []SquareValues {
	return worths(s, sample(s.HomeBoard().Start, games))
}

// sample iterates over every third position of that many games; neighbours differ little. A game has eight
// random moves and then moves of a search to depth 1 with the weights of the reversi library: moderate
// play, in which corners count.
func sample(start engine.Position, games int) iter.Seq[engine.Position] {
	return func(yield func(engine.Position) bool) {
		rng := rand.New(rand.NewPCG(1, 0))
		eval := evaluators.Compile(evaluators.Defaults(), start.Holes())
		for game := range games {
			ply := 0
			for p := start; !p.Over(); p = p.Settle() {
				if (game+ply)%3 == 0 && !yield(p) {
					return
				}
				move := engine.RandomSquare(rng, p.Moves())
				if ply++; ply > 8 {
					move = greediest(eval, p)
				}
				p = p.Play(move)
			}
		}
	}
}

// greediest returns the move with the best score after it, the first of equal ones.
func greediest(eval evaluators.Evaluator, p engine.Position) (best engine.Square) {
	most := math.MinInt
	for move := range engine.SquaresOf(p.Moves()) {
		after := p.Play(move)
		own, opp := after.Sets()
		next := newSides(own, opp, ^p.Holes())
		if score := -next.score(eval); score > most {
			best, most = move, score
		}
	}
	return best
}

// sides holds both sides' discs and moves, the arguments of an evaluator.
type sides struct{ own, opp, ownMoves, oppMoves uint64 }

func newSides(own, opp, playable uint64) sides {
	return sides{own, opp, engine.Mobility(own, opp) & playable, engine.Mobility(opp, own) & playable}
}

func (s *sides) score(e evaluators.Evaluator) int {
	return int(e.Score(s.own, s.opp, s.ownMoves, s.oppMoves))
}

// representatives returns for each square the first of its symmetric squares, and NoSquare for holes.
func representatives(board engine.Shape) (first [64]engine.Square) {
	for s := range first {
		first[s] = engine.NoSquare
	}
	for _, orbit := range board.Orbits() {
		least := engine.NoSquare
		for s := range engine.SquaresOf(orbit) {
			if least == engine.NoSquare {
				least = s
			}
			first[s] = least
		}
	}
	return first
}

// A tally sums up the changes of the score in one phase, by representative squares.
type tally struct {
	representative [64]engine.Square
	discs          [64]int // number of flipped discs
	scorers        []scorer
}

// A scorer is a scorer that the weights use, with the changes of its part of the score.
type scorer struct {
	name   string
	alone  evaluators.Evaluator // with the scorer's weights only
	score  int                  // of the unchanged position
	change [64]int64            // sum over flipped discs
}

func worths(s *weights.Switch, positions iter.Seq[engine.Position]) []SquareValues {
	tallies := make([]tally, len(s.Phases))
	board := s.HomeBoard()
	for phase, w := range s.Phases {
		scorers := scorersOf(w, board.Holes(), s.PatternTables())
		tallies[phase] = tally{representative: representatives(board), scorers: scorers}
	}
	for p := range positions {
		tallies[s.Phase(p.Board)].add(p)
	}
	all := make([]SquareValues, len(tallies))
	for phase := range all {
		all[phase] = tallies[phase].worth()
	}
	return all
}

// scorersOf returns the scorers that weights use. patternTables may be nil.
func scorersOf(w evaluators.Weights, holes uint64, patternTables *patterns.Tables) (used []scorer) {
	for s, weights := range w.All() {
		alone := evaluators.NewWeights([]*evaluators.Scorer{s}, weights)
		compiled := evaluators.CompilePhases(evaluators.Phases{alone}, holes, patternTables)
		used = append(used, scorer{name: s.Name, alone: compiled[0]})
	}
	return used
}

// add flips each disc of a position in turn and adds the changes of the scores.
func (t *tally) add(p engine.Position) {
	playable := ^p.Holes()
	before := newSides(p.Black(), p.White(), playable)
	for i := range t.scorers {
		t.scorers[i].score = before.score(t.scorers[i].alone)
	}
	for square := range engine.SquaresOf(p.Black() | p.White()) {
		disc, place := square.Bit(), t.representative[square]
		after, sign := newSides(before.own^disc, before.opp^disc, playable), int64(+1)
		if before.opp&disc != 0 {
			sign = -1
		}
		t.discs[place]++
		for i := range t.scorers {
			s := &t.scorers[i]
			s.change[place] += sign * int64(s.score-after.score(s.alone))
		}
	}
}

func (t *tally) worth() SquareValues {
	w := SquareValues{Shares: []Share{}}
	var all [64]int64
	for i := range t.scorers {
		s := &t.scorers[i]
		for square, change := range s.change {
			all[square] += change
		}
		w.Shares = append(w.Shares, Share{s.name, t.halves(&s.change)})
	}
	w.Squares = t.halves(&all)
	for square, first := range t.representative {
		if first != engine.NoSquare {
			w.Discs[square] = t.discs[first]
		}
	}
	return w
}

// halves returns half the mean change on each square, rounded to points.
func (t *tally) halves(change *[64]int64) (squares [64]int) {
	for square, first := range t.representative {
		if first == engine.NoSquare {
			continue
		}
		sum, n := change[first], int64(max(t.discs[first], 1))
		if sum < 0 {
			squares[square] = -int((n - sum) / (2 * n))
		} else {
			squares[square] = int((n + sum) / (2 * n))
		}
	}
	return squares
}
