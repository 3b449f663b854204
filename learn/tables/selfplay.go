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

// A contest is whose games are learnt from, and on what terms they play. A game is a pure
// function of these and its number.
type contest struct {
	seed    uint64
	round   int
	plies   [2]int                // least and most random moves that open a game
	lots    int                   // one in so many moves of the first half of a game is drawn by lot, 0 for none
	players []*players.Contestant // two of them play each game; one alone plays against itself
}

// halfway is how many moves the first half of a game has.
const halfway = maxMoves / 2

// A table is where one game at a time is played.
type table [2]*search.Searcher

func newTable() (t table) {
	for side := range t {
		t[side] = search.New(search.NewTable(search.DefaultTableBits))
	}
	return t
}

// play plays the game of a number. If ctx is cancelled it stops soon, and its error is
// ctx's.
func (c *contest) play(ctx context.Context, t *table, number int) (g Game, nodes uint64, err error) {
	rng := fitness.Random(c.seed, "game", c.round, number)
	opening, err := c.opening(rng)
	if err != nil {
		return g, 0, err
	}
	sides := c.sides(t, rng)
	record := &engine.Game{Start: engine.Start(), Moves: make([]engine.Square, len(opening.Moves), maxMoves)}
	copy(record.Moves, opening.Moves)
	for p := opening.Start; p.Moves() != 0; p = p.Settle() {
		var move engine.Square
		if c.lots > 0 && len(record.Moves) < halfway && rng.IntN(c.lots) == 0 {
			move = engine.Pick(rng, p.Moves())
		} else {
			chosen, err := players.Choose(ctx, sides[p.Side], record, p)
			if err == nil {
				err = ctx.Err() // a cancelled search may have moved too soon
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

// opening draws how a game opens: by positions that no champion is measured from.
func (c *contest) opening(rng *rand.Rand) (fitness.Opening, error) {
	plies := c.plies[0] + rng.IntN(c.plies[1]-c.plies[0]+1)
	drawn, err := fitness.RandomOpenings(rng, engine.Start(), 1, plies, fitness.ForFitness)
	if err != nil {
		return fitness.Opening{}, err
	}
	return drawn[0], nil
}

// sides seats two players, by side.
func (c *contest) sides(t *table, rng *rand.Rand) (sides [2]players.Player) {
	first := rng.IntN(len(c.players))
	second := first
	if others := len(c.players) - 1; others > 0 {
		second = (first + 1 + rng.IntN(others)) % len(c.players)
	}
	for side, i := range [2]int{first, second} {
		if side == 1 && i == first {
			sides[1] = sides[0] // with one memory: that changes no move, and saves some search
			break
		}
		sides[side] = c.players[i].New(t[side])
		sides[side].NewGame(rng.Uint64())
	}
	return sides
}

// A batch is a chunk's games as the file has them.
type batch struct {
	games, moves int
	chunk        []byte
	nodes        uint64
	err          error
}

// playAll plays the games from a number on, by as many workers, and hands them over chunk by
// chunk in the order of their numbers.
func (c *contest) playAll(ctx context.Context, workers, from, to int, add func(batch) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type task struct {
		from, to int
		done     chan batch
	}
	tasks := make(chan task)
	inOrder := make(chan chan batch, 2*workers) // so far may the fastest be ahead
	for range workers {
		go func() {
			t := newTable()
			for one := range tasks {
				one.done <- c.playSome(ctx, &t, one.from, one.to)
			}
		}()
	}
	go func() {
		defer close(inOrder)
		defer close(tasks)
		for ; from < to && ctx.Err() == nil; from += packSize {
			one := task{from, min(from+packSize, to), make(chan batch, 1)}
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

// playSome plays the games of one chunk.
func (c *contest) playSome(ctx context.Context, t *table, from, to int) (b batch) {
	games := make([]Game, 0, to-from)
	for number := from; number < to; number++ {
		g, nodes, err := c.play(ctx, t, number)
		if err != nil {
			b.err = err
			return b
		}
		b.nodes += nodes
		b.moves += len(g.Moves)
		games = append(games, g)
	}
	b.games, b.chunk = len(games), pack(games)
	return b
}

// workersOr is a number of workers, one a core if that is 0.
func workersOr(workers int) int {
	if workers > 0 {
		return workers
	}
	return runtime.GOMAXPROCS(0)
}
