package roster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/fitness"
	"evothello/players"
)

// A Match is a pair of games per opening, each side Black once, judged by the statistics
// of package fitness. What its games are depends on nothing but the players, the openings
// and the seed.
type Match struct {
	A, B     *Contestant
	Openings []*large.Game
	Seed     uint64
	Test     *fitness.SPRT // stops the match when it is decided; nil to play all pairs
	Workers  int           // pairs at a time; 0 means one per core
}

// sprtEvery is how many pairs are read between two looks at the ratio.
const sprtEvery = 16

// Play plays the match and tallies from A's side. With a test the pairs are read in order,
// and what was played beyond the decision is thrown away, so that the outcome is the same
// for any number of workers. It calls played after each pair, one call at a time, in
// whatever order they end. If ctx is cancelled it stops soon and returns ctx's cause.
func (m *Match) Play(ctx context.Context, played func(fitness.PairResult)) (tally fitness.Tally, err error) {
	batch := len(m.Openings)
	if m.Test != nil {
		batch = sprtEvery * m.slots()
	}
	for from := 0; from < len(m.Openings); from += batch {
		results, err := m.playBatch(ctx, from, min(from+batch, len(m.Openings)), played)
		if err != nil {
			return tally, err
		}
		for _, r := range results {
			tally.Add(r)
			if m.Test == nil || tally.Pairs.Pairs()%sprtEvery != 0 {
				continue
			}
			if decision, _ := m.Test.Judge(tally.Pairs); decision != fitness.Undecided {
				return tally, nil
			}
		}
	}
	return tally, nil
}

func (m *Match) slots() int {
	if m.Workers > 0 {
		return m.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// playBatch plays the pairs from one number to another.
func (m *Match) playBatch(ctx context.Context, from, to int, played func(fitness.PairResult)) ([]fitness.PairResult, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]fitness.PairResult, to-from)
	var next atomic.Int64
	var report sync.Mutex
	var wg sync.WaitGroup
	for range min(m.slots(), len(results)) {
		wg.Go(func() {
			a, b := m.A.New(), m.B.New()
			for i := int(next.Add(1)) - 1; i < len(results) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				var err error
				if results[i], err = m.playPair(ctx, a, b, from+i); err != nil {
					cancel(err)
					return
				}
				report.Lock()
				played(results[i])
				report.Unlock()
			}
		})
	}
	wg.Wait()
	return results, context.Cause(ctx)
}

// playPair plays the pair of an opening: A is Black in the first game.
func (m *Match) playPair(ctx context.Context, a, b Player, i int) (result fitness.PairResult, err error) {
	for game := range result.Games {
		lots := fitness.Random(m.Seed, "large board", i, game)
		a.NewGame(lots.Uint64())
		b.NewGame(lots.Uint64())
		sides := [2]Player{engine.Black: a, engine.White: b}
		if game == 1 {
			sides = [2]Player{engine.Black: b, engine.White: a}
		}
		if result.Games[game], err = playGame(ctx, sides, m.Openings[i]); err != nil {
			return result, err
		}
	}
	return result, ctx.Err() // a cancelled search may have moved too soon
}

// playGame plays one game from an opening to its end, or until a player forfeits. The
// record has no moves, which are those of a smaller board there.
func playGame(ctx context.Context, sides [2]Player, opening *large.Game) (record fitness.Record, err error) {
	p := opening.Final()
	for ; !p.Over(); p = p.Settle() {
		if err := ctx.Err(); err != nil {
			return record, err
		}
		began := time.Now()
		r, err := Choose(ctx, sides[p.Side], p)
		times := &record.Times[p.Side]
		times.Moves++
		times.Time += time.Since(began)
		if forfeit, ok := errors.AsType[*players.Forfeit](err); ok {
			record.Forfeit = forfeit.Reason
			record.Discs = -p.Size * p.Size
			if p.Side == engine.White {
				record.Discs = -record.Discs
			}
			return record, nil
		}
		if err != nil {
			return record, during(err, p)
		}
		record.Nodes += r.Nodes
		p = p.Play(r.Move)
	}
	record.Discs = p.BlackResult()
	return record, nil
}

// during says where an error came up, unless the player cannot be had at all.
func during(err error, p large.Position) error {
	if errors.Is(err, players.ErrAbsent) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s to move with %d discs on the board: %w", p.Side, p.Discs(), err)
}
