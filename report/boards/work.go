package boards

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"evothello/engine"
	"evothello/search/solver"
)

// Settings limit the work on an analysis.
type Settings struct {
	Games   int           // number of random games
	Seed    uint64        // random seed of these games
	Budget  time.Duration // maximum time in this process
	Workers int           // threads of the search for best play
	Memory  int           // maximum size of the transposition table for best play, in bytes
}

// The shares of the budget. Shortest wins take a quarter at most, largest wins a quarter of the rest, and
// best play the remaining time. If it ends early, the searches for wins continue.
const (
	shortestShare = 4
	largestShare  = 4
)

// An Analysis is an unfinished analysis of a board. Results and Doing may be called at any time, also during
// Run.
type Analysis struct {
	shape    engine.Shape
	settings Settings
	solver   *solver.Solver

	mu    sync.Mutex
	found BoardAnalysis // its Seconds are from before the current Run
	began time.Time     // start of the current Run, else zero
	doing string
}

// Begin returns a new analysis of a board, without results.
func Begin(shape engine.Shape, settings Settings) *Analysis {
	return &Analysis{
		shape: shape, settings: settings, found: *New(shape),
		solver: solver.New(shape, tableSize(shape, settings.Memory), settings.Workers),
	}
}

// tableSize returns the size of the transposition table in bytes: it doubles with each blank square, up to
// most.
func tableSize(shape engine.Shape, most int) int {
	if power := shape.EmptiesAtStart() + 6; power < 30 {
		return min(most, 1<<power)
	}
	return most
}

// Results returns the results so far.
func (w *Analysis) Results() BoardAnalysis {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.found
	if !w.began.IsZero() {
		now.Seconds += time.Since(w.began).Seconds()
	}
	return now
}

// Doing returns a description of the current search, and the number of nodes of the search for best play.
func (w *Analysis) Doing() (text string, nodes uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.doing, w.solver.Nodes()
}

func (w *Analysis) say(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.doing = fmt.Sprintf(format, args...)
}

// set changes the analysis.
func (w *Analysis) set(change func(s *BoardAnalysis)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.found)
}

// Run searches for missing results until the budget is spent or ctx is cancelled.
func (w *Analysis) Run(ctx context.Context) {
	deadline := time.Now().Add(w.settings.Budget)
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	w.set(func(*BoardAnalysis) { w.began = time.Now() })
	w.playRandom()
	w.within(ctx, time.Until(deadline)/shortestShare, w.findShortest)
	w.within(ctx, time.Until(deadline)/largestShare, w.findLargest)
	w.findBest(ctx)
	w.findShortest(ctx)
	w.findLargest(ctx)
	w.set(func(s *BoardAnalysis) {
		s.Seconds += time.Since(w.began).Seconds()
		w.began = time.Time{}
	})
}

func (w *Analysis) within(ctx context.Context, budget time.Duration, find func(context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	find(ctx)
}

func (w *Analysis) playRandom() {
	if w.found.Random != nil {
		return
	}
	w.say("games at random")
	random := PlayRandom(w.shape, w.settings.Games, w.settings.Seed)
	w.set(func(s *BoardAnalysis) { s.Random = random })
}

func (w *Analysis) findShortest(ctx context.Context) {
	before := [2]*Shortest{w.found.ShortestWinBlack, w.found.ShortestWinWhite}
	for side, line := range w.found.Random.shortest {
		if before[side] == nil {
			one := 1
			before[side] = &Shortest{Moves: len(line), Record: engine.Transcript(line), AtLeast: &one}
		}
	}
	if before[0].Exact && before[1].Exact {
		return
	}
	began := time.Now()
	found := findShortest(ctx, w.shape, before, func(moves int) { w.say("shortest wins: games of %d moves", moves) })
	for side, b := range before {
		if !b.Exact {
			found[side].Seconds = b.Seconds + time.Since(began).Seconds()
		}
	}
	w.set(func(s *BoardAnalysis) {
		s.ShortestWinBlack, s.ShortestWinWhite = found[0], found[1]
	})
}

// findLargest searches for the largest wins of both sides concurrently.
func (w *Analysis) findLargest(ctx context.Context) {
	var both sync.WaitGroup
	w.say("largest wins")
	for side, before := range [2]*Largest{w.found.LargestWinBlack, w.found.LargestWinWhite} {
		if before != nil && before.Exact {
			continue
		}
		both.Go(func() {
			began := time.Now()
			found := findLargest(ctx, w.shape, engine.Side(side), before)
			if found.Seconds = time.Since(began).Seconds(); before != nil {
				found.Seconds += before.Seconds
			}
			w.set(func(s *BoardAnalysis) {
				if side == int(engine.Black) {
					s.LargestWinBlack = found
				} else {
					s.LargestWinWhite = found
				}
			})
		})
	}
	both.Wait()
}

// findBest solves the board.
func (w *Analysis) findBest(ctx context.Context) {
	best := BestGame{}
	known := solver.Bracket{AtLeast: -w.found.Squares, AtMost: w.found.Squares}
	if before := w.found.BestGame; before != nil {
		if before.Exact {
			return
		}
		best = *before
		known.AtLeast, known.AtMost = *before.AtLeast, *before.AtMost
	} else {
		best.End = endOf(w.shape, w.solver.QuickGame(context.WithoutCancel(ctx), w.shape.Start.Board))
	}
	began := time.Now()
	known = w.solver.Solve(ctx, w.shape.Start.Board, known, func(now solver.Bracket) {
		w.say("best play: Black gets %+d to %+d; at least %+d?", now.AtLeast, now.AtMost, now.Asked)
		w.noteBest(began, best, now)
	})
	if known.Solved() {
		w.say("best play: Black gets %+d; a line of it", known.AtLeast)
		line := w.solver.Line(ctx, w.shape.Start.Board, known.AtLeast)
		if best.Exact = ctx.Err() == nil; best.Exact {
			best.End = endOf(w.shape, line)
		}
	}
	w.noteBest(began, best, known)
}

// noteBest records the progress of the search for best play. best is the result of earlier processes, and
// began is the start of this search.
func (w *Analysis) noteBest(began time.Time, best BestGame, known solver.Bracket) {
	w.mu.Lock()
	defer w.mu.Unlock()
	best.Nodes += w.solver.Nodes()
	best.Seconds += time.Since(began).Seconds()
	if !best.Exact {
		best.AtLeast, best.AtMost = &known.AtLeast, &known.AtMost
	} else {
		best.AtLeast, best.AtMost = nil, nil
	}
	w.found.BestGame = &best
}

// endOf returns the end of a game from a board's start.
func endOf(shape engine.Shape, moves []engine.Square) End {
	p := shape.Start.Settle()
	for _, move := range moves {
		p = p.Play(move).Settle()
	}
	return End{
		Black: bits.OnesCount64(p.Black()), White: bits.OnesCount64(p.White()),
		Record: engine.Transcript(moves),
	}
}
