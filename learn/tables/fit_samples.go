package tables

import (
	"context"
	"hash/fnv"
	"iter"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"evothello/engine"
)

// A sample is a position of a game, seen from the side to move, and the result of the game.
type sample struct {
	own, opp uint64
	mobility int8 // own's legal moves minus opp's
	result   int8 // own's final discs minus opp's
	held     bool // of a held-out game
}

// samples holds the samples of some games by disc count.
type samples [64][]sample

// The sizes of work. They decide the order of samples and so the last bits of the tables.
const (
	replayGames = 128 // games that one worker replays at a time
	replays     = 64  // such groups of games in memory
)

// add adds the samples of a game. It reports whether the game is held out.
func (all *samples) add(g *Game) (held bool) {
	held = g.hash()%heldOut == 0
	last := engine.Start()
	for _, p := range g.Positions() {
		last = p
	}
	if !last.Over() {
		return held
	}
	result := last.FinalDiff()
	for i, p := range g.Positions() {
		if i < g.Random || i == len(g.Moves) {
			continue
		}
		ownMoves, oppMoves := engine.Mobilities(p.Mover, p.Opponent)
		s := sample{own: p.Mover, opp: p.Opponent, held: held, result: int8(result),
			mobility: int8(bits.OnesCount64(ownMoves) - bits.OnesCount64(oppMoves))}
		if p.Side != last.Side {
			s.result = -s.result
		}
		all[p.Discs()] = append(all[p.Discs()], s)
	}
	return held
}

// hash returns a hash of the game's moves. It drops the low bits: the lowest bit of FNV is the parity
// of the sum of the squares, which is the same for all games that fill the board.
func (g *Game) hash() uint64 {
	sum := fnv.New64a()
	for _, move := range g.Moves {
		sum.Write([]byte{byte(move)})
	}
	return sum.Sum64() >> 40
}

// pass iterates over all games once and gives their samples to the stages. Each stage gets them in
// the same order for any number of workers. It counts all games and the held-out ones.
func pass(
	ctx context.Context, games iter.Seq2[Game, error], workers int, stages []*fitting,
) (read, held int, err error) {
	var batch []Game
	replayed := make([]samples, replays)
	flush := func() {
		var out atomic.Int64
		n := (len(batch) + replayGames - 1) / replayGames
		inParallel(n, workers, func(i int) {
			for discs := range replayed[i] {
				replayed[i][discs] = replayed[i][discs][:0]
			}
			for k := i * replayGames; k < min(len(batch), (i+1)*replayGames); k++ {
				if replayed[i].add(&batch[k]) {
					out.Add(1)
				}
			}
		})
		inParallel(len(stages), workers, func(i int) {
			for c := range replayed[:n] {
				stages[i].addSamples(&replayed[c])
			}
		})
		held += int(out.Load())
		batch = batch[:0]
	}
	for game, err := range games {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return 0, 0, err
		}
		read++
		if batch = append(batch, game); len(batch) == replays*replayGames {
			flush()
		}
	}
	flush()
	return read, held, nil
}

// inParallel calls do for 0 to n-1 in that many goroutines, one a core if workers is 0.
func inParallel(n, workers int, do func(i int)) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, workers) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				do(int(i))
			}
		})
	}
	wg.Wait()
}
