package tables

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
)

// A generator plays the training games of a round. A game is a pure function of the generator and the
// game's number.
type generator struct {
	seed    uint64
	round   int
	plies   [2]int                // least and most random moves at the start of a game
	lots    int                   // one move in lots of a game's first half is random, 0 for none
	players []*players.Contestant // two of them play each game; a single player plays itself
}

// halfway is the number of moves in the first half of a game.
const halfway = maxMoves / 2

// searchers holds one searcher for each side. It serves one game at a time.
type searchers [2]*search.Searcher

func newSearchers() (s searchers) {
	for side := range s {
		s[side] = search.New(search.NewTable(search.DefaultTableBits))
	}
	return s
}

// play plays the game with a number. If ctx is cancelled it stops soon and returns the error of ctx.
func (c *generator) play(ctx context.Context, s *searchers, number int) (g Game, nodes uint64, err error) {
	rng := fitness.Random(c.seed, "game", c.round, number)
	opening, err := c.opening(rng)
	if err != nil {
		return g, 0, err
	}
	sides := c.sides(s, rng)
	record := &engine.Game{Start: engine.Start(), Moves: make([]engine.Square, len(opening.Moves), maxMoves)}
	copy(record.Moves, opening.Moves)
	for p := opening.Start; p.Moves() != 0; p = p.Settle() {
		var move engine.Square
		if c.lots > 0 && len(record.Moves) < halfway && rng.IntN(c.lots) == 0 {
			move = engine.RandomSquare(rng, p.Moves())
		} else {
			chosen, err := players.Choose(ctx, sides[p.Side], record, p)
			if err == nil {
				err = ctx.Err() // a cancelled search may have returned an early move
			}
			if err != nil {
				return g, nodes, fmt.Errorf("%s to move after %s: %w", p.Side, record.Transcript(), err)
			}
			move = chosen.Move
			nodes += chosen.Nodes
		}
		record.Moves = append(record.Moves, move)
		p = p.Play(move)
	}
	return Game{Moves: record.Moves, Random: len(opening.Moves)}, nodes, ctx.Err()
}

// opening draws a random opening that is not reserved for measuring champions.
func (c *generator) opening(rng *rand.Rand) (fitness.Opening, error) {
	plies := c.plies[0] + rng.IntN(c.plies[1]-c.plies[0]+1)
	drawn, err := fitness.RandomOpenings(rng, engine.Start(), 1, plies, fitness.ForFitness)
	if err != nil {
		return fitness.Opening{}, err
	}
	return drawn[0], nil
}

// sides draws the two players of a game, by side.
func (c *generator) sides(s *searchers, rng *rand.Rand) (sides [2]players.Player) {
	first := rng.IntN(len(c.players))
	second := first
	if others := len(c.players) - 1; others > 0 {
		second = (first + 1 + rng.IntN(others)) % len(c.players)
	}
	for side, i := range [2]int{first, second} {
		if side == 1 && i == first {
			sides[1] = sides[0] // a shared transposition table changes no move and saves nodes
			break
		}
		sides[side] = c.players[i].New(s[side])
		sides[side].NewGame(rng.Uint64())
	}
	return sides
}

// A batch is a chunk of games, encoded for the file.
type batch struct {
	games, moves int
	chunk        []byte
	nodes        uint64
	err          error
}

// playAll plays the games numbered from to to-1 with that many workers. It calls add with chunk after
// chunk in the order of the numbers, from one goroutine.
func (c *generator) playAll(ctx context.Context, workers, from, to int, add func(batch) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type task struct {
		from, to int
		done     chan batch
	}
	tasks := make(chan task)
	inOrder := make(chan chan batch, 2*workers) // the limit of chunks ahead of the slowest worker
	for range workers {
		go func() {
			s := newSearchers()
			for one := range tasks {
				one.done <- c.playChunk(ctx, &s, one.from, one.to)
			}
		}()
	}
	go func() {
		defer close(inOrder)
		defer close(tasks)
		for ; from < to && ctx.Err() == nil; from += chunkGames {
			one := task{from, min(from+chunkGames, to), make(chan batch, 1)}
			inOrder <- one.done
			tasks <- one
		}
	}()
	var first error
	for done := range inOrder {
		b := <-done
		if first == nil {
			first = b.err
		}
		if first == nil {
			first = add(b)
		}
		if first != nil {
			cancel(first)
		}
	}
	if first == nil {
		first = ctx.Err()
	}
	return first
}

// playChunk plays the games of one chunk.
func (c *generator) playChunk(ctx context.Context, s *searchers, from, to int) (b batch) {
	games := make([]Game, 0, to-from)
	for number := from; number < to; number++ {
		g, nodes, err := c.play(ctx, s, number)
		if err != nil {
			b.err = err
			return b
		}
		b.nodes += nodes
		b.moves += len(g.Moves)
		games = append(games, g)
	}
	b.games, b.chunk = len(games), encodeGames(games)
	return b
}

// workersOr returns the number of workers, one a core if it is 0.
func workersOr(workers int) int {
	if workers > 0 {
		return workers
	}
	return runtime.GOMAXPROCS(0)
}
