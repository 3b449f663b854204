// Package fitness says what players are worth: it draws openings, plays pairs of
// games on all cores and judges the results.
//
// A pair is one opening played twice with colours swapped. It is the unit of work
// and of statistics. What a pair's games are depends on nothing but the pair, so
// results are the same for any number of workers.
package fitness

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"evothello/engine"
	"evothello/players"
	"evothello/programs"
	"evothello/search"
)

// A Pair is two games of A against B from one opening; A is Black in the first.
// Players that draw lots draw them from Seed.
type Pair struct {
	A, B    *players.Contestant
	Opening Opening
	Seed    uint64
}

// A Game is the record of a finished game.
type Game struct {
	Moves []engine.Square // those of the opening included
	Discs int             // Black's result, −64…64, empties to the winner
	Nodes uint64          // positions both players searched
	Times [2]Thinking     // Black's and White's, if the arena is Timed
	// Forfeit says why the game ended before its end; "" if it was played out. The
	// side that forfeits loses all 64 discs, so that nobody can do better by giving
	// up a game than by losing it.
	Forfeit string
}

// Thinking is the time that a side took for its moves.
type Thinking struct {
	Moves int
	Time  time.Duration
}

// PerMove is the mean time of a move in seconds, 0 if there was none.
func (t Thinking) PerMove() float64 { return t.Time.Seconds() / float64(max(t.Moves, 1)) }

func (t *Thinking) add(other Thinking) {
	t.Moves += other.Moves
	t.Time += other.Time
}

// A PairResult is the outcome of a pair: first the game in which A was Black.
type PairResult struct {
	Games [2]Game
}

// Discs is A's disc difference summed over both games.
func (r *PairResult) Discs() int { return r.Games[0].Discs - r.Games[1].Discs }

// HalfPoints is A's score: 2 for each game won, 1 for each drawn, 0…4 in all.
func (r *PairResult) HalfPoints() int {
	return halfPoints(r.Games[0].Discs) + halfPoints(-r.Games[1].Discs)
}

func halfPoints(discs int) int {
	switch {
	case discs > 0:
		return 2
	case discs == 0:
		return 1
	}
	return 0
}

// An Arena plays pairs.
type Arena struct {
	Workers int  // how many at a time; 0 means one per core
	Timed   bool // take the time of moves; shallow searches are a few per cent slower then
	// Played is called after each pair with its index, in no particular order, one
	// call at a time.
	Played func(i int, r PairResult)
}

// Play plays all pairs and returns their results in the same order. If ctx is
// cancelled it stops soon and returns ctx's error.
func (a *Arena) Play(ctx context.Context, pairs []Pair) ([]PairResult, error) {
	workers := a.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]PairResult, len(pairs))
	var next atomic.Int64
	var report sync.Mutex
	var wg sync.WaitGroup
	for range min(workers, len(pairs)) {
		wg.Go(func() {
			seats := [2]seat{newSeat(), newSeat()}
			defer seats[0].leave()
			defer seats[1].leave()
			for i := next.Add(1) - 1; i < int64(len(pairs)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				var err error
				if results[i], err = playPair(ctx, &seats, &pairs[i], a.Timed); err == nil {
					err = ctx.Err() // a cancelled search may have moved too soon
				}
				if err != nil {
					cancel(err)
					return
				}
				if a.Played != nil {
					report.Lock()
					a.Played(int(i), results[i])
					report.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return results, context.Cause(ctx)
}

// A seat is a place at a worker's board: memory to search with, and the player
// who sits there until another contestant is due.
type seat struct {
	searcher   *search.Searcher
	contestant *players.Contestant
	player     players.Player
}

func newSeat() seat { return seat{searcher: players.NewSearcher()} }

// take seats a contestant for a new game.
func (s *seat) take(c *players.Contestant, seed uint64) players.Player {
	if s.contestant != c {
		s.leave()
		s.contestant, s.player = c, c.New(s.searcher)
	}
	s.player.NewGame(seed)
	return s.player
}

// leave ends what the seat's player holds.
func (s *seat) leave() {
	if s.player != nil {
		players.Close(s.player)
	}
}

func playPair(ctx context.Context, seats *[2]seat, pair *Pair, timed bool) (result PairResult, err error) {
	for i := range result.Games {
		a := seats[0].take(pair.A, mix(pair.Seed, 2*i))
		b := seats[1].take(pair.B, mix(pair.Seed, 2*i+1))
		black, white := a, b
		if i == 1 {
			black, white = b, a
		}
		if result.Games[i], err = playGame(ctx, black, white, pair.Opening, timed); err != nil {
			return result, during(err, "%s against %s", pair.A.Name, pair.B.Name)
		}
	}
	return result, nil
}

// playGame plays one game from an opening to its end, or until a player forfeits.
func playGame(ctx context.Context, black, white players.Player, opening Opening, timed bool) (Game, error) {
	record := &engine.Game{Start: engine.Start(), Moves: make([]engine.Square, len(opening.Moves), 60)}
	copy(record.Moves, opening.Moves)
	var game Game
	p := opening.Start.Settle()
	for ; !p.Over(); p = p.Settle() {
		if err := ctx.Err(); err != nil {
			return game, err
		}
		player, times := black, &game.Times[0]
		if p.Side == engine.White {
			player, times = white, &game.Times[1]
		}
		var began time.Time
		if timed {
			began = time.Now()
		}
		r, err := players.Choose(ctx, player, record, p)
		if timed {
			times.add(Thinking{Moves: 1, Time: time.Since(began)})
		}
		if forfeit, ok := errors.AsType[*players.Forfeit](err); ok {
			game.Moves, game.Forfeit = record.Moves, forfeit.Reason
			game.Discs = blackResult(-64, p.Side)
			return game, nil
		}
		if err != nil {
			return game, during(err, "%s to move after %s", p.Side, record.Transcript())
		}
		record.Moves = append(record.Moves, r.Move)
		game.Nodes += r.Nodes
		p = p.Play(r.Move)
	}
	game.Moves, game.Discs = record.Moves, blackResult(p.FinalDiff(), p.Side)
	return game, nil
}

// during says when an error came up, unless that does not matter: a program that cannot
// be started cannot be in any game.
func during(err error, format string, args ...any) error {
	if _, cannotStart := errors.AsType[*programs.StartError](err); cannotStart {
		return err
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// blackResult turns one side's result into Black's.
func blackResult(discs int, side engine.Side) int {
	if side == engine.White {
		return -discs
	}
	return discs
}

// mix derives a seed for the i-th seat of a pair (the finaliser of SplitMix64).
func mix(seed uint64, i int) uint64 {
	x := seed + uint64(i+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
