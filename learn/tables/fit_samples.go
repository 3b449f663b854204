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
	"evothello/evaluators/patterns"
)

// A sample is a position, seen from the side to move, and the value that the tables are to predict: the
// result of its game, or what a search finds.
type sample struct {
	own, opp uint64
	target   int16 // points for own
	mobility int8  // own's legal moves minus opp's
	held     bool  // of a held-out game
}

// newSample returns a sample for the side to move. Targets are limited to the largest result.
func newSample(b engine.Board, points int, held bool) sample {
	const most = 64 * patterns.Unit
	own, opp := b.Sets()
	ownMoves, oppMoves := engine.Mobilities(own, opp)
	return sample{own: own, opp: opp, held: held, target: int16(max(-most, min(points, most))),
		mobility: int8(bits.OnesCount64(ownMoves) - bits.OnesCount64(oppMoves))}
}

// discs returns the target in discs.
func (s *sample) discs() float64 { return float64(float64(s.target) / patterns.Unit) }

// put adds a sample.
func (all *samples) put(s sample) {
	discs := bits.OnesCount64(s.own | s.opp)
	all[discs] = append(all[discs], s)
}

// samples holds the samples of some games by disc count.
type samples [64][]sample

// The sizes of work. They decide the order of samples and so the last bits of the tables.
const (
	replayGames = 128 // games that one worker replays at a time
	replays     = 64  // such groups of games in memory
)

// held reports whether the game is held out.
func (g *Game) held() bool { return g.hash()%heldOut == 0 }

// addResults adds the positions of a game after its random opening, with the game's result.
func (all *samples) addResults(g *Game) {
	last := engine.Start()
	for _, p := range g.Positions() {
		last = p
	}
	if !last.Over() {
		return
	}
	result, held := patterns.Unit*last.FinalDiff(), g.held()
	for i, p := range g.Positions() {
		if i < g.Random || i == len(g.Moves) {
			continue
		}
		if p.Side == last.Side {
			all.put(newSample(p.Board, result, held))
		} else {
			all.put(newSample(p.Board, -result, held))
		}
	}
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

// replay iterates over all games once, makes samples of each with add, and visits them in the same
// order for any number of workers. It counts all games and the held-out ones.
func replay(
	ctx context.Context, games iter.Seq2[Game, error], workers int, add func(*samples, *Game), visit func([]samples),
) (read, held int, err error) {
	var batch []Game
	replayed := make([]samples, replays)
	flush := func() {
		n := (len(batch) + replayGames - 1) / replayGames
		inParallel(n, workers, func(i int) {
			for discs := range replayed[i] {
				replayed[i][discs] = replayed[i][discs][:0]
			}
			for k := i * replayGames; k < min(len(batch), (i+1)*replayGames); k++ {
				add(&replayed[i], &batch[k])
			}
		})
		visit(replayed[:n])
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
		if game.held() {
			held++
		}
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
