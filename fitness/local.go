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
	"evothello/search"
)

// Local is the arena of this process.
type Local struct {
	Workers int  // pairs at a time; 0 means one per core
	Timed   bool // take the time of moves; shallow searches are a few per cent slower then
}

var _ Arena = Local{}

// Slots implements Arena.
func (l Local) Slots() int {
	if l.Workers > 0 {
		return l.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Play implements Arena. Its memory is bounded by the cores at work, however many
// recipes there are.
func (l Local) Play(ctx context.Context, pairs []Pair, played func(i int, r PairResult)) ([]PairResult, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]PairResult, len(pairs))
	ready := newPantry(l.Slots())
	var next atomic.Int64
	var report sync.Mutex
	var wg sync.WaitGroup
	for range min(l.Slots(), len(pairs)) {
		wg.Go(func() {
			seats := [2]seat{newSeat(), newSeat()}
			defer seats[0].leave()
			defer seats[1].leave()
			for i := next.Add(1) - 1; i < int64(len(pairs)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				err := playPair(ctx, ready, &seats, &pairs[i], l.Timed, &results[i])
				if err == nil {
					err = ctx.Err() // a cancelled search may have moved too soon
				}
				if err != nil {
					cancel(err)
					return
				}
				if played != nil {
					report.Lock()
					played(int(i), results[i])
					report.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return results, context.Cause(ctx)
}

// A pantry holds the recipes that were made ready last: those that meet many others
// stay, and a generation of thousands does not fill the memory.
type pantry struct {
	mu    sync.Mutex
	size  int
	ready map[*players.Recipe]*shelf
	clock int
}

type shelf struct {
	contestant *players.Contestant
	used       int // by the clock
}

// newPantry has room for the panel of a generation and both players of every worker.
func newPantry(workers int) *pantry {
	return &pantry{size: 32 + 2*workers, ready: map[*players.Recipe]*shelf{}}
}

// contestant makes a recipe ready, unless it is.
func (p *pantry) contestant(r *players.Recipe) (*players.Contestant, error) {
	if c := p.look(r); c != nil {
		return c, nil
	}
	c, err := r.Contestant() // while others go on; two may do it at the same time
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.ready) >= p.size {
		p.dropOldest()
	}
	p.ready[r] = &shelf{c, p.clock}
	return c, nil
}

// look returns what is ready, nil if it is not.
func (p *pantry) look(r *players.Recipe) *players.Contestant {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clock++
	s, there := p.ready[r]
	if !there {
		return nil
	}
	s.used = p.clock
	return s.contestant
}

func (p *pantry) dropOldest() {
	var oldest *players.Recipe
	for r, s := range p.ready {
		if oldest == nil || s.used < p.ready[oldest].used {
			oldest = r
		}
	}
	delete(p.ready, oldest)
}

// A seat is a place at a worker's board: memory to search with, and the player
// who sits there until another recipe is due.
type seat struct {
	searcher *search.Searcher
	recipe   *players.Recipe
	player   players.Player
}

func newSeat() seat { return seat{searcher: players.NewSearcher()} }

// take seats a recipe's player.
func (s *seat) take(ready *pantry, r *players.Recipe) error {
	if s.recipe == r {
		return nil
	}
	c, err := ready.contestant(r)
	if err != nil {
		return err
	}
	s.leave()
	s.recipe, s.player = r, c.New(s.searcher)
	return nil
}

// leave ends what the seat's player holds.
func (s *seat) leave() {
	if s.player != nil {
		players.Close(s.player)
	}
}

func playPair(ctx context.Context, ready *pantry, seats *[2]seat, pair *Pair, timed bool, result *PairResult) error {
	if err := errors.Join(seats[0].take(ready, pair.A), seats[1].take(ready, pair.B)); err != nil {
		return err
	}
	a, b := seats[0].player, seats[1].player
	for i := range result.Games {
		a.NewGame(mix(pair.Seed, 2*i))
		b.NewGame(mix(pair.Seed, 2*i+1))
		black, white := a, b
		if i == 1 {
			black, white = b, a
		}
		var err error
		if result.Games[i], err = playGame(ctx, black, white, pair.Opening, timed); err != nil {
			return during(err, "%s against %s", pair.A.Name, pair.B.Name)
		}
	}
	return nil
}

// playGame plays one game from an opening to its end, or until a player forfeits.
func playGame(ctx context.Context, black, white players.Player, opening Opening, timed bool) (Record, error) {
	record := &engine.Game{Start: engine.Start(), Moves: make([]engine.Square, len(opening.Moves), 60)}
	copy(record.Moves, opening.Moves)
	var game Record
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

// during says when an error came up, unless that does not matter: a player who cannot be
// had cannot be had in any game.
func during(err error, format string, args ...any) error {
	if errors.Is(err, players.ErrAbsent) {
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
