package fitness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// A loadedPlayer is the player of the last recipe with its search memory. Both are reused while the
// recipe stays the same.
type loadedPlayer struct {
	searcher  *search.Searcher
	tableBits uint // size of the searcher's transposition table, as in Contestant.TableBits
	recipe    *players.Recipe
	player    players.Player
	size      int // the columns of the last board, which the player can play on if that is not 8
}

// load makes p the player of a recipe, for a board with this number of columns.
func (p *loadedPlayer) load(cache *PlayerCache, r *players.Recipe, size int) error {
	if p.recipe == r && p.size == size {
		return nil
	}
	c, err := cache.get(r)
	if err == nil && size != 8 {
		err = c.CheckBoard(engine.Large(size))
	}
	if err != nil {
		return err
	}
	p.close()
	if p.searcher == nil || p.tableBits != c.TableBits {
		p.searcher, p.tableBits = c.NewSearcher(), c.TableBits
	}
	p.recipe, p.player, p.size = r, c.New(p.searcher), size
	return nil
}

// close releases the resources of the player.
func (p *loadedPlayer) close() {
	if p.player != nil {
		players.Close(p.player)
	}
}

// A GameLoop plays pairs one after another. It keeps the two players of the last pair, in case the next pair has them
// too.
type GameLoop struct {
	a, b  loadedPlayer
	cache *PlayerCache
}

// NewGameLoop returns a game loop that gets its players from a cache.
func NewGameLoop(cache *PlayerCache) *GameLoop { return &GameLoop{cache: cache} }

// Close releases the resources of the players, such as processes.
func (l *GameLoop) Close() {
	l.a.close()
	l.b.close()
}

// Play plays a pair. If timed is true, it measures the time of moves. If ctx is cancelled, it stops
// soon and returns ctx's error.
func (l *GameLoop) Play(ctx context.Context, pair *Pair, timed bool) (result PairResult, err error) {
	size := pair.Opening.From.Columns()
	if err := errors.Join(l.a.load(l.cache, pair.A, size), l.b.load(l.cache, pair.B, size)); err != nil {
		return result, err
	}
	black, white := l.a.player, l.b.player
	for i := range result.Games {
		l.a.player.NewGame(mixSeed(pair.Seed, 2*i))
		l.b.player.NewGame(mixSeed(pair.Seed, 2*i+1))
		if result.Games[i], err = playGame(ctx, black, white, pair.Opening, pair.chance(i), timed); err != nil {
			return result, annotate(err, "%s against %s", pair.A.Name, pair.B.Name)
		}
		black, white = white, black
	}
	return result, ctx.Err() // a cancelled search may have returned a worse move
}

// chance decides which moves of a game are random: one in every, none if every is 0.
type chance struct {
	every int
	rng   *rand.Rand
}

// chance returns the chance of game i of the pair.
func (p *Pair) chance(i int) chance {
	if p.RandomEvery <= 0 {
		return chance{}
	}
	return chance{p.RandomEvery, Random(p.Seed, "random moves", i)}
}

// hits reports whether the next move is random.
func (c chance) hits() bool { return c.every > 0 && c.rng.IntN(c.every) == 0 }

// playGame plays one game from an opening until the game is over or a player forfeits.
func playGame(ctx context.Context, black, white players.Player, opening Opening, random chance,
	timed bool) (Record, error) {
	start := opening.Start.Settle()
	played := &engine.Game{Start: opening.From, Moves: make([]engine.Square, len(opening.Moves), start.Size())}
	copy(played.Moves, opening.Moves)
	sides := [2]players.Player{engine.Black: black, engine.White: white}
	game, err := PlayOut(ctx, start, timed, func(p engine.Position) (engine.Square, uint64, error) {
		if random.hits() {
			move := p.RandomMove(random.rng)
			played.Moves = append(played.Moves, move)
			return move, 0, nil
		}
		r, err := players.Choose(ctx, sides[p.Side], played, p)
		if err != nil {
			return r.Move, 0, annotate(err, "%s to move after %s", p.Side, played.Transcript())
		}
		played.Moves = append(played.Moves, r.Move)
		return r.Move, r.Nodes, nil
	})
	game.Moves = played.Moves
	if err == nil {
		players.Tell(black, played, engine.Black, game.Discs)
		players.Tell(white, played, engine.White, -game.Discs)
	}
	return game, err
}

// PlayOut plays a game from position p until it is over or a player forfeits. A player that forfeits loses all squares.
// choose returns a legal move for the side to move, and the number of positions that it searched. The record has no
// moves. It has times only if timed is true.
func PlayOut(ctx context.Context, p engine.Position, timed bool,
	choose func(engine.Position) (engine.Square, uint64, error)) (game Record, err error) {
	for squares := p.Size(); !p.Over(); p = p.Settle() {
		if err := ctx.Err(); err != nil {
			return game, err
		}
		var began time.Time
		if timed {
			began = time.Now()
		}
		move, nodes, err := choose(p)
		if timed {
			game.Times[p.Side].add(Thinking{Moves: 1, Time: time.Since(began)})
		}
		if forfeit, ok := errors.AsType[*players.Forfeit](err); ok {
			game.ForfeitReason, game.Discs = forfeit.Reason, blackResult(-squares, p.Side)
			return game, nil
		}
		if err != nil {
			return game, err
		}
		game.Nodes += nodes
		p = p.Play(move)
	}
	game.Discs = blackResult(p.FinalDiff(), p.Side)
	return game, nil
}

// annotate adds to an error where in the game it occurred. It leaves out the place if the player is
// absent, since an absent player fails in every game.
func annotate(err error, format string, args ...any) error {
	if errors.Is(err, players.ErrAbsent) {
		return err
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// blackResult converts a result of one side to the result of Black.
func blackResult(discs int, side engine.Side) int {
	if side == engine.White {
		return -discs
	}
	return discs
}

// mixSeed derives the i-th seed from a seed, with the finaliser of SplitMix64.
func mixSeed(seed uint64, i int) uint64 {
	x := seed + uint64(i+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
