// Package solver computes the value of positions with best play of both sides, on boards of any shape. A
// value is the mover's discs minus its opponent's at the end of the game; squares that stay empty count for
// neither.
//
// Players solve their endgames with package search instead. Its values count empty squares for the winner,
// and recorded games depend on which of several best moves it finds first. This solver also has what the
// analysis of a board needs: several threads, a common entry for symmetric positions, and proofs that can be
// stored. BenchmarkFFO compares the two on one thread.
package solver

import (
	"context"
	"sync"
	"sync/atomic"

	"evothello/engine"
)

// A Solver computes the values of positions of one board with best play, one position at a time.
type Solver struct {
	*Geometry
	table   *table
	busy    busy
	facts   *facts
	threads []*thread
}

// nearSize is the size of a thread's own table, in bytes.
const nearSize = 512 << 10

// New returns a solver with a number of threads. They share a table of at most size bytes.
func New(shape engine.Shape, size, threads int) *Solver {
	s := &Solver{Geometry: NewGeometry(shape), table: newTable(size), facts: newFacts(shape.Start.Size())}
	for range threads {
		s.threads = append(s.threads, &thread{
			Geometry: s.Geometry, near: newTable(nearSize), far: s.table, busy: &s.busy, facts: s.facts,
		})
	}
	return s
}

// Nodes returns the number of positions searched so far. The latest positions may be missing. It may be called at any
// time.
func (s *Solver) Nodes() (n uint64) {
	for _, t := range s.threads {
		n += t.told.Load()
	}
	return n
}

// Facts returns at most 20,000 of the facts that the search proved, those that took the most nodes, in descending
// order of nodes.
func (s *Solver) Facts() []Fact { return s.facts.all() }

// AddFacts stores facts about positions of this board.
func (s *Solver) AddFacts(all []Fact) {
	for _, f := range all {
		own, opp := f.Board.Sets()
		own, opp, _ = s.canonical(own, opp)
		k := known{lower: int8(f.AtLeast), upper: int8(f.AtMost), move: -1, cost: logarithm(f.Nodes)}
		s.table.bucket(hash(own, opp)).keep(own, opp, k)
		s.facts.add(own, opp, k, f.Nodes)
	}
}

// A Bracket is the range within which a position's value is proved to lie.
type Bracket struct {
	AtLeast, AtMost int
	Asked           int // the bound under test: does the mover get at least Asked?
}

// Solved reports whether the value is known.
func (b Bracket) Solved() bool { return b.AtLeast == b.AtMost }

// Solve computes the value of a position, starting from a known range. It tests repeatedly whether the mover
// gets at least Asked. It calls tell before each test; tell may be nil. When ctx is cancelled, Solve returns
// the range proved so far.
func (s *Solver) Solve(ctx context.Context, b engine.Board, known Bracket, tell func(Bracket)) Bracket {
	known.AtLeast, known.AtMost = max(known.AtLeast, -s.size), min(known.AtMost, s.size)
	known.Asked = min(max(0, known.AtLeast+1), known.AtMost)
	step, up, down := firstStep, false, false
	for !known.Solved() {
		if tell != nil {
			tell(known)
		}
		v := s.ask(ctx, b, known.Asked-1)
		if ctx.Err() != nil {
			break
		}
		if v >= known.Asked {
			known.AtLeast, up = v, true
		} else {
			known.AtMost, down = v, true
		}
		switch between := (known.AtLeast + known.AtMost + 1) >> 1; {
		case up && down:
			known.Asked = between
		case up:
			known.Asked, step = min(known.AtLeast+step, known.AtMost), 2*step
		default:
			known.Asked, step = max(known.AtMost-step, known.AtLeast+1), 2*step
		}
	}
	return known
}

// firstStep is the distance between the first two questions.
const firstStep = 2

// ask answers whether the mover gets more than alpha, like search. All threads search, and the
// first one that finishes stops the others.
func (s *Solver) ask(ctx context.Context, b engine.Board, alpha int) (answer int) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	own, opp := b.Sets()
	var threads sync.WaitGroup
	var first sync.Once
	for _, t := range s.threads {
		t.stop = &stop
		threads.Go(func() {
			if v := t.search(own, opp, b.Moves(), alpha); !stop.Load() {
				first.Do(func() { answer = v })
				stop.Store(true)
			}
		})
	}
	threads.Wait()
	for _, t := range s.threads {
		t.told.Store(t.nodes)
	}
	return answer
}

// Line returns the moves of best play from a position with a known value, without passes. It is shorter than the game
// if ctx is cancelled.
func (s *Solver) Line(ctx context.Context, b engine.Board, value int) (moves []engine.Square) {
	for !b.Over() {
		if b.Moves() == 0 {
			b, value = b.Swap(), -value
			continue
		}
		move := s.best(ctx, b, value)
		if move == engine.NoSquare {
			break
		}
		moves = append(moves, move)
		b, value = b.Play(move), -value
	}
	return moves
}

// QuickGame returns the moves of a game, without passes. Both players search a few plies, and solve the game from 12
// empty squares on.
func (s *Solver) QuickGame(ctx context.Context, b engine.Board) (moves []engine.Square) {
	const perfect = 12 // empties
	for !b.Over() {
		if b.Moves() == 0 {
			b = b.Swap()
			continue
		}
		if b.Empties() <= perfect {
			value := s.Solve(ctx, b, Bracket{AtLeast: -s.size, AtMost: s.size}, nil)
			return append(moves, s.Line(ctx, b, value.AtLeast)...)
		}
		l := s.ranked(b)
		move := engine.Square(l.move(l.next()))
		moves = append(moves, move)
		b = b.Play(move)
	}
	return moves
}

// best returns a move that keeps the position's value. It tries moves with table entries first.
func (s *Solver) best(ctx context.Context, b engine.Board, value int) engine.Square {
	l := s.ranked(b)
	if _, move := s.threads[0].lookUp(l, b.Empties(), value-1); move >= 0 {
		return engine.Square(move)
	}
	for range l.n {
		move := engine.Square(l.move(l.next()))
		if v := -s.ask(ctx, b.Play(move), -value); ctx.Err() == nil && v >= value {
			return move
		}
	}
	return engine.NoSquare
}

// ranked lists the moves of a position in the order of a search.
func (s *Solver) ranked(b engine.Board) *list {
	own, opp := b.Sets()
	l := &list{own: own, opp: opp, moves: b.Moves()}
	l.expand(s.squares)
	l.rankMoves(s.Geometry, -1)
	s.threads[0].lookAhead(l, max(b.Empties(), aheadFrom))
	return l
}
