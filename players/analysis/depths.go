package analysis

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
)

// SamplePositions returns n random positions with a legal move and least to most empty squares. They come
// from different games, are all different, and none is a start position. If the games have too few, it
// returns fewer.
func SamplePositions(games []*engine.Game, n, least, most int, seed uint64) (drawn []engine.Position) {
	rng := rand.New(rand.NewPCG(seed, 0))
	seen := map[engine.Board]bool{}
	for _, i := range rng.Perm(len(games)) {
		if len(drawn) == n {
			break
		}
		var some []engine.Position
		for k, p := range games[i].Positions() {
			if k > 0 && p.Empties() >= least && p.Empties() <= most && p.Moves() != 0 && !seen[p.Board] {
				some = append(some, p)
			}
		}
		if len(some) > 0 {
			p := some[rng.IntN(len(some))]
			seen[p.Board] = true
			drawn = append(drawn, p)
		}
	}
	return drawn
}

// Depths are the values of positions at consecutive depths, in discs for the side to move. They come from
// the search, without a correction for odd and even depths and without exact endgames.
type Depths struct {
	First  int         // depth of the first values
	Values [][]float64 // by position and depth; NaN where the search sees a won or lost game
}

// Depths searches positions to each depth from first to last. workers is the number of searches in parallel, 0
// for one per core; it does not affect values. searched is called after each position with the number of
// positions so far, one call at a time.
func (c *Valuer) Depths(
	ctx context.Context, positions []engine.Position, first, last, workers int, searched func(done int),
) (d Depths, err error) {
	d = Depths{First: first, Values: make([][]float64, len(positions))}
	return d, searchEach(ctx, len(positions), workers, searched, func(s *search.Searcher, i int) {
		for depth := first; depth <= last; depth++ {
			d.Values[i] = append(d.Values[i], c.raw(ctx, s, positions[i], depth))
		}
	})
}

// searchEach calls do for 0 to n-1, some in parallel, each with a searcher that has forgotten earlier
// searches.
func searchEach(
	ctx context.Context, n, workers int, searched func(done int), do func(s *search.Searcher, i int),
) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var all sync.WaitGroup
	var lock sync.Mutex
	done := 0
	for range workers {
		all.Go(func() {
			s := search.New(search.NewTable(depthsTable))
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				s.NewGame()
				do(s, i)
				lock.Lock()
				done++
				searched(done)
				lock.Unlock()
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

// depthsTable is the size of the transposition table: 2²⁰ entries of 24 bytes.
const depthsTable = 20

func (c *Valuer) raw(ctx context.Context, s *search.Searcher, p engine.Position, depth int) float64 {
	r := c.Best(ctx, s, p, search.Settings{Depth: depth})
	if evaluators.Outcome(r.Score) != 0 {
		return math.NaN()
	}
	return c.scale.Discs(p.Board, r.Score)
}

// A DepthChange is the change of values from one depth to the next, in discs.
type DepthChange struct {
	Depth     int     `json:"depth"` // the smaller of the two depths
	Positions int     `json:"positions"`
	Absolute  float64 `json:"absolute"` // mean absolute change
	Signed    float64 `json:"signed"`   // mean change
	Largest   float64 `json:"largest"`  // largest absolute change
}

// Changes returns the changes from each depth to the next.
func (d *Depths) Changes() (all []DepthChange) {
	for k := range len(d.Values[0]) - 1 {
		change := DepthChange{Depth: d.First + k}
		for _, v := range d.Values {
			if more := v[k+1] - v[k]; !math.IsNaN(more) {
				change.Positions++
				change.Absolute += math.Abs(more)
				change.Signed += more
				change.Largest = max(change.Largest, math.Abs(more))
			}
		}
		if n := float64(change.Positions); n > 0 {
			change.Absolute, change.Signed = change.Absolute/n, change.Signed/n
		}
		all = append(all, change)
	}
	return all
}

// Mean returns the mean absolute change, and the alternation between odd and even depths. The alternation is
// half of the difference between the mean change to odd depths and the mean change to even ones.
func Mean(changes []DepthChange) (absolute, alternation float64) {
	n := 0
	for _, c := range changes {
		n += c.Positions
		absolute += c.Absolute * float64(c.Positions)
		if c.Depth%2 == 0 {
			alternation += c.Signed * float64(c.Positions)
		} else {
			alternation -= c.Signed * float64(c.Positions)
		}
	}
	if n == 0 {
		return 0, 0
	}
	return absolute / float64(n), alternation / float64(n)
}

// Flips counts the clear positions: those whose value at the last depth is at least discs, for either side.
// flipped has the indices into Values of the clear positions whose value favours the other side at an earlier
// depth.
func (d *Depths) Flips(discs float64) (clear int, flipped []int) {
	for i, v := range d.Values {
		last := v[len(v)-1]
		if !(math.Abs(last) >= discs) {
			continue
		}
		clear++
		for _, earlier := range v {
			if earlier*last < 0 {
				flipped = append(flipped, i)
				break
			}
		}
	}
	return clear, flipped
}
