package fitness

import (
	"context"
	"errors"
	"fmt"
	"time"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// A seat is a place at a worker's board: memory to search with, and the player
// who sits there until another recipe is due.
type seat struct {
	searcher *search.Searcher
	bits     uint // the size of its table, as the contestant said
	recipe   *players.Recipe
	player   players.Player
}

// take makes the player of a recipe ready.
func (s *seat) take(ready *PlayerCache, r *players.Recipe) error {
	if s.recipe == r {
		return nil
	}
	c, err := ready.get(r)
	if err != nil {
		return err
	}
	s.leave()
	if s.searcher == nil || s.bits != c.TableBits {
		s.searcher, s.bits = c.NewSearcher(), c.TableBits
	}
	s.recipe, s.player = r, c.New(s.searcher)
	return nil
}

// leave ends what the seat's player holds.
func (s *seat) leave() {
	if s.player != nil {
		players.Close(s.player)
	}
}

// GameLoop plays pairs one after another. It keeps the two players of the last pair ready for the next.
type GameLoop struct {
	a, b  seat
	ready *PlayerCache
}

// NewGameLoop returns a game loop that takes players from a cache.
func NewGameLoop(ready *PlayerCache) *GameLoop { return &GameLoop{ready: ready} }

// Leave releases what the players hold, such as processes.
func (s *GameLoop) Leave() {
	s.a.leave()
	s.b.leave()
}

// Play plays a pair; timed measures the time of moves. If ctx is cancelled it stops soon and returns
// ctx's error.
func (s *GameLoop) Play(ctx context.Context, pair *Pair, timed bool) (result PairResult, err error) {
	if err := errors.Join(s.a.take(s.ready, pair.A), s.b.take(s.ready, pair.B)); err != nil {
		return result, err
	}
	a, b := s.a.player, s.b.player
	for i := range result.Games {
		a.NewGame(mix(pair.Seed, 2*i))
		b.NewGame(mix(pair.Seed, 2*i+1))
		black, white := a, b
		if i == 1 {
			black, white = b, a
		}
		if result.Games[i], err = playGame(ctx, black, white, pair.Opening, timed); err != nil {
			return result, during(err, "%s against %s", pair.A.Name, pair.B.Name)
		}
	}
	return result, ctx.Err() // a cancelled search may have moved too soon
}

// playGame plays one game from an opening to its end, or until a player forfeits.
func playGame(ctx context.Context, black, white players.Player, opening Opening, timed bool) (Record, error) {
	played := &engine.Game{Start: opening.From, Moves: make([]engine.Square, len(opening.Moves), engine.MaxEmptiesAtStart)}
	copy(played.Moves, opening.Moves)
	sides := [2]players.Player{engine.Black: black, engine.White: white}
	start := opening.Start.Settle()
	game, err := PlayOut(ctx, start, start.Size(), timed, func(p engine.Position) (engine.Square, uint64, error) {
		r, err := players.Choose(ctx, sides[p.Side], played, p)
		if err != nil {
			return r.Move, 0, during(err, "%s to move after %s", p.Side, played.Transcript())
		}
		played.Moves = append(played.Moves, r.Move)
		return r.Move, r.Nodes, nil
	})
	game.Moves = played.Moves
	return game, err
}

// A position is what PlayOut needs of positions on boards with squares S.
type position[P, S any] interface {
	ToMove() engine.Side
	Over() bool
	Settle() P
	Play(S) P
	FinalDiff() int
}

// PlayOut plays a game on a board of so many squares to its end, or until a player forfeits. choose asks
// the player to move for a legal move and the number of positions that it searched. The record has no
// moves, and times only if timed.
func PlayOut[P position[P, S], S any](ctx context.Context, p P, squares int, timed bool,
	choose func(P) (S, uint64, error)) (game Record, err error) {
	for ; !p.Over(); p = p.Settle() {
		if err := ctx.Err(); err != nil {
			return game, err
		}
		var began time.Time
		if timed {
			began = time.Now()
		}
		move, nodes, err := choose(p)
		if timed {
			game.Times[p.ToMove()].add(Thinking{Moves: 1, Time: time.Since(began)})
		}
		if forfeit, ok := errors.AsType[*players.Forfeit](err); ok {
			game.Forfeit, game.Discs = forfeit.Reason, blackResult(-squares, p.ToMove())
			return game, nil
		}
		if err != nil {
			return game, err
		}
		game.Nodes += nodes
		p = p.Play(move)
	}
	game.Discs = blackResult(p.FinalDiff(), p.ToMove())
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
