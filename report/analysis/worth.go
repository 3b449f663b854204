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

// A Worth is what a disc is worth on each square to the weights of one phase, in their
// points: half of what the score changes by when the disc there changes colour and all
// others stay as they are. It is the mean over the positions of the phase, in a sample
// from SampleGames games, in which the square is taken.
//
// Nothing is left out: the square table, the runs and shapes that the disc is part of,
// what it makes of its edge, the moves that it gives and takes. Only so can squares be
// compared, for one scorer's weights may make up for another's: a corner at −700 in the
// table is no loss where the edges add 2,000. The table's share is just its weights.
type Worth struct {
	Squares [64]int `json:"squares"` // a1 b1 … h8; the same on squares that mirror each other
	// that the sample had there, mirror images included; 0 = nothing is known, as of holes
	Discs  [64]int `json:"discs"`
	Shares []Share `json:"shares"` // of Squares, but for rounding
}

// A Share is what one scorer adds to the worth of discs.
type Share struct {
	Scorer  string  `json:"scorer"`
	Squares [64]int `json:"squares"`
}

// SampleGames is how many games give the positions that discs are judged in.
const SampleGames = 600

// Worths says what discs are worth in each phase of a valid Switch. It is exact: the
// sample is always the same, and there is no arithmetic but of whole numbers.
func Worths(s *weights.Switch) []Worth { return WorthsOver(s, SampleGames) }

// WorthsOver is Worths over the first so many of the sample's games: quicker, and less exact.
func WorthsOver(s *weights.Switch, games int) []Worth {
	return worths(s, sample(s.HomeBoard().Start, games))
}

// sample are positions of so many games, every third of each: neighbours differ little.
// The games open with eight random moves and go on with those that look best to the
// weights of the reversi library, one move ahead: moderate play, in which corners count.
func sample(start engine.Position, games int) iter.Seq[engine.Position] {
	return func(yield func(engine.Position) bool) {
		rng, w := rand.New(rand.NewPCG(1, 0)), evaluators.Defaults()
		judge := evaluators.Compile(&w, start.Holes())
		for game := range games {
			ply := 0
			for p := start; !p.Over(); p = p.Settle() {
				if (game+ply)%3 == 0 && !yield(p) {
					return
				}
				move := engine.RandomSquare(rng, p.Moves())
				if ply++; ply > 8 {
					move = greediest(judge, p)
				}
				p = p.Play(move)
			}
		}
	}
}

// greediest is the first of the moves after which the score is best.
func greediest(judge evaluators.Evaluator, p engine.Position) (best engine.Square) {
	most := math.MinInt
	for move := range engine.SquaresOf(p.Moves()) {
		after := p.Play(move)
		own, opp := after.Sets()
		next := newSides(own, opp, ^p.Holes())
		if score := -next.score(judge); score > most {
			best, most = move, score
		}
	}
	return best
}

// sides are both sides' discs and moves, as an evaluator wants them.
type sides struct{ own, opp, ownMoves, oppMoves uint64 }

func newSides(own, opp, playable uint64) sides {
	return sides{own, opp, engine.Mobility(own, opp) & playable, engine.Mobility(opp, own) & playable}
}

func (s *sides) score(e evaluators.Evaluator) int {
	return int(e.Score(s.own, s.opp, s.ownMoves, s.oppMoves))
}

// twins are for each square the first of those that the board's symmetries take it to, for
// holes NoSquare.
func twins(board engine.Shape) (first [64]engine.Square) {
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

// A tally adds up what turning discs over changed in one phase, by the twins of their
// squares.
type tally struct {
	twin    [64]engine.Square
	discs   [64]int  // that were turned
	scorers []scorer // those that count
}

// A scorer is one of those, and what its share of the score changed by.
type scorer struct {
	name   string
	alone  evaluators.Evaluator // has no weights but the scorer's
	score  int                  // of the position as it is
	change [64]int64
}

func worths(s *weights.Switch, positions iter.Seq[engine.Position]) []Worth {
	tallies := make([]tally, len(s.Phases))
	board := s.HomeBoard()
	for phase, w := range evaluators.UnpackPhases(s.Phases) {
		tallies[phase] = tally{twin: twins(board), scorers: scorersOf(&w, board.Start.Holes(), s.Learnt())}
	}
	for p := range positions {
		tallies[s.Phase(p.Board)].add(p)
	}
	all := make([]Worth, len(tallies))
	for phase := range all {
		all[phase] = tallies[phase].worth()
	}
	return all
}

// scorersOf are the scorers that weights use, one of them perhaps learnt tables.
func scorersOf(w *evaluators.Weights, holes uint64, learnt *patterns.Tables) (used []scorer) {
	for _, s := range evaluators.Scorers {
		if !w.Uses(s) {
			continue
		}
		var alone evaluators.Weights
		for _, f := range s.Features {
			i, _ := evaluators.Index(f.Name)
			alone[i] = w[i]
		}
		used = append(used, scorer{name: s.Name, alone: evaluators.CompilePhases([]evaluators.Weights{alone}, holes,
			learnt)[0]})
	}
	return used
}

// add turns over each disc of a position.
func (t *tally) add(p engine.Position) {
	playable := ^p.Holes()
	before := newSides(p.Black(), p.White(), playable)
	for i := range t.scorers {
		t.scorers[i].score = before.score(t.scorers[i].alone)
	}
	for square := range engine.SquaresOf(p.Black() | p.White()) {
		disc, place := square.Bit(), t.twin[square]
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

func (t *tally) worth() Worth {
	w := Worth{Shares: []Share{}}
	var all [64]int64
	for i := range t.scorers {
		s := &t.scorers[i]
		for square, change := range s.change {
			all[square] += change
		}
		w.Shares = append(w.Shares, Share{s.name, t.halves(&s.change)})
	}
	w.Squares = t.halves(&all)
	for square, twin := range t.twin {
		if twin != engine.NoSquare {
			w.Discs[square] = t.discs[twin]
		}
	}
	return w
}

// halves is half the mean change on each square, to the nearest point.
func (t *tally) halves(change *[64]int64) (squares [64]int) {
	for square, twin := range t.twin {
		if twin == engine.NoSquare {
			continue
		}
		sum, n := change[twin], int64(max(t.discs[twin], 1))
		if sum < 0 {
			squares[square] = -int((n - sum) / (2 * n))
		} else {
			squares[square] = int((n + sum) / (2 * n))
		}
	}
	return squares
}
