package tables

import (
	"context"
	"iter"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/search"
)

// A lookahead makes samples whose targets are not results of games but values of searches with earlier
// tables. Tables that are fitted to them predict what these find, so their own searches agree from
// depth to depth (Veness, Silver, Uther and Blair, Bootstrapping from game tree search, 2009).
type lookahead struct {
	eval     evaluators.Evaluator
	depth    int
	interval int // one position of a game in so many is a sample
	searcher *search.Searcher
}

func newLookahead(eval evaluators.Evaluator, o *FitOptions) *lookahead {
	interval := sampleInterval
	if o.Layer {
		interval = 1
	}
	return &lookahead{eval, o.Lookahead, interval, search.New(search.NewTable(search.DefaultTableBits))}
}

const (
	// lookaheadGames is the largest number of games of a fit with lookahead, and layerGames that with a hidden
	// layer. Their samples stay in memory, less than 1 KB a game, and 3 KB with a layer.
	lookaheadGames = 500_000
	layerGames     = 200_000
	// lookaheadExact is the number of empty squares from which on targets are exact.
	lookaheadExact = 8
	// One position in sampleInterval is a sample, because the next ones are much like it. A hidden layer has many more
	// weights, so in a fit with one every position is.
	sampleInterval = 3
	// At one of these in asideInterval, samples are also taken aside from the game: after a random move,
	// and after the best reply. Searches see many such positions, games few.
	asideInterval = 2
	// lookaheadRidge divides the ridge: values of searches vary much less than results.
	lookaheadRidge = 10
)

// lookAhead makes the samples of games. Workers is the number of searches in parallel; it changes
// nothing. It calls o.OnPass with the number of games so far.
func lookAhead(
	ctx context.Context, games iter.Seq2[Game, error], o *FitOptions,
) (all *samples, read, held int, err error) {
	eval := alone(o.From)
	idle := make(chan *lookahead, workersOr(o.Workers))
	for range cap(idle) {
		idle <- newLookahead(eval, o)
	}
	add := func(to *samples, g *Game) {
		l := <-idle
		l.addGame(ctx, to, g)
		idle <- l
	}
	all, searched, most := new(samples), 0, lookaheadGames
	if o.Layer {
		most = layerGames
	}
	read, held, err = replay(ctx, first(most, games), o.Workers, add, func(made []samples) {
		for i := range made {
			for discs := range all {
				all[discs] = append(all[discs], made[i][discs]...)
			}
		}
		if searched += len(made) * replayGames; o.OnPass != nil {
			o.OnPass(FitReport{Games: searched})
		}
	})
	return all, read, held, err
}

// first iterates over the first n games.
func first(n int, games iter.Seq2[Game, error]) iter.Seq2[Game, error] {
	return func(visit func(Game, error) bool) {
		left := n
		for g, err := range games {
			if left--; left < 0 || !visit(g, err) {
				return
			}
		}
	}
}

// addGame adds some positions of a game, and some aside from it.
func (l *lookahead) addGame(ctx context.Context, to *samples, g *Game) {
	rng := rand.New(rand.NewPCG(g.hash(), 0))
	held := g.held()
	for i, p := range g.Positions() {
		if i == len(g.Moves) || ctx.Err() != nil {
			return
		}
		if rng.IntN(l.interval) > 0 {
			continue
		}
		l.add(ctx, to, p.Board, held)
		if rng.IntN(asideInterval) > 0 {
			continue
		}
		if p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle(); !p.Over() {
			l.add(ctx, to, p.Board, held)
			p = p.Play(l.search(ctx, p.Board, 1).Move).Settle()
		}
		if !p.Over() {
			l.add(ctx, to, p.Board, held)
		}
	}
}

// add adds a position with its exact value, or with the mean of the values at two depths: odd and even
// depths disagree if the tables are wrong about what having the move is worth. It leaves out positions
// where a search finds that the game is won or lost, because it does not say by how much.
func (l *lookahead) add(ctx context.Context, to *samples, b engine.Board, held bool) {
	r := l.search(ctx, b, l.depth)
	points := patterns.Unit * r.Score
	if !r.Exact {
		deeper := l.search(ctx, b, l.depth+1)
		if evaluators.Outcome(r.Score) != 0 || evaluators.Outcome(deeper.Score) != 0 {
			return
		}
		points = (r.Score + deeper.Score) / 2
	}
	to.put(newSample(b, points, held))
}

func (l *lookahead) search(ctx context.Context, b engine.Board, depth int) search.Result {
	return l.searcher.Search(ctx, b, l.eval, search.Settings{Depth: depth, Endgame: lookaheadExact})
}
