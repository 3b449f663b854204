package players

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"evothello/engine"
	"evothello/search"
)

// monteCarlo is the kind of players that value moves by random games. A number of games replaces the clock, and a
// clock replaces the number, unless both are given. Beside our own keys it has the arguments of the reversi library's
// player.
type monteCarlo struct {
	Games   int           `key:"games" range:"1 to 1000000"`
	Time    time.Duration `key:"time" want:"a time per move such as 0.5s or 200ms"`
	Endgame int           `key:"endgame" range:"0 to 60"` // solves from this many empties
	Seeded
	Count  int     `key:"count" range:"1 to 1000000"` // another name of Games, from the reversi library
	Remain int     `key:"remain" range:"1 to 60"`     // plays random games from this many empties on; 0 for always
	Shared sharing `key:"by-move"`
}

// sharing is whether the moves share the number of games. Otherwise each move has that many.
type sharing bool

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *sharing) UnmarshalText(text []byte) error {
	if *s = string(text) == "no"; !bool(*s) && string(text) != "yes" {
		return errors.New("must be yes (each move has the number of games) or no (all moves share the games)")
	}
	return nil
}

// playouts returns a Monte Carlo player with its name in the reversi library's console game.
func playouts(name string, games, endgame int) RosterEntry {
	k := &monteCarlo{Games: games, Endgame: endgame}
	return RosterEntry{Name: name, About: k.about(), Default: k}.onLarge("")
}

// WhyUnrepeatable implements Kind.
func (k *monteCarlo) WhyUnrepeatable() string {
	if k.Time > 0 || k.games() == 0 {
		return "games with a time limit cannot be repeated; give games"
	}
	return ""
}

func (k *monteCarlo) games() int { return cmp.Or(k.Count, k.Games) }

// limits returns the limits before a move, one of several. The default is that of the reversi library's player.
func (k *monteCarlo) limits(moves int) search.MonteCarlo {
	limits := search.MonteCarlo{Games: k.games(), Time: k.Time}
	if limits == (search.MonteCarlo{}) {
		limits = search.MonteCarlo{Games: 1000, Time: libraryTime}
	}
	if k.Shared && limits.Games > 0 {
		limits.Games = max(1, limits.Games/moves)
	}
	return limits
}

// about describes how the player plays.
func (k *monteCarlo) about() string {
	about := (&monteCarlo{Games: k.Games, Count: k.Count, Time: k.Time}).limits(1).String()
	if k.Endgame > 0 {
		about += fmt.Sprintf(", solved from %d empties", k.Endgame)
	}
	if k.Remain > 0 {
		about += fmt.Sprintf(", any move before the last %d", k.Remain)
	}
	if k.Shared {
		about += ", shared among the moves"
	}
	return about
}

// Contestant implements Kind.
func (k *monteCarlo) Contestant() (*Contestant, error) {
	return &Contestant{
		About: k.about(), PlaysLarge: true,
		PlaysOn: func(board engine.Shape) error {
			if board.IsLarge() {
				return search.Settings{Endgame: k.Endgame}.CheckLarge()
			}
			return nil
		},
		New: func(s *search.Searcher) Player {
			return &solvingPlayer{randomPlayer: &randomPlayer{seed: k.Seed, choose: k.choose}, searcher: s, endgame: k.Endgame}
		},
	}, nil
}

func (k *monteCarlo) choose(ctx context.Context, rng *rand.Rand, at engine.Position) search.Result {
	if k.Remain > 0 && at.Empties() > k.Remain {
		return search.Result{Move: at.RandomMove(rng)}
	}
	return k.limits(len(at.Legal())).Search(ctx, at, rng)
}

// A solvingPlayer solves the last moves and moves at random before.
type solvingPlayer struct {
	*randomPlayer
	searcher *search.Searcher
	endgame  int // empties
}

// NewGame implements Player.
func (p *solvingPlayer) NewGame(seed uint64) {
	p.randomPlayer.NewGame(seed)
	p.searcher.NewGame()
}

// Move implements Player.
func (p *solvingPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	if at.Empties() > p.endgame {
		return p.randomPlayer.Move(ctx, at)
	}
	if r, solved := solve(ctx, p.searcher, at, p.endgame); solved || !at.IsLarge() {
		return r, nil
	}
	return p.randomPlayer.Move(ctx, at) // there was no time to solve it
}

// solve finds the best move by an exact search of a position with at most endgame empties. Unless there is time for it,
// solved is false, and the move is any, if the board is not larger than 8×8.
func solve(ctx context.Context, s *search.Searcher, at engine.Position, endgame int) (r search.Result, solved bool) {
	if at.IsLarge() {
		return search.SolveLarge(ctx, at.Large(), endgame)
	}
	r = s.Search(ctx, at.Board, noEvaluation, search.Settings{Depth: 1, Endgame: endgame})
	return r, ctx.Err() == nil
}

// noEvaluation is the evaluation of searches that always reach the end of the game.
var noEvaluation = search.Evaluation(func(engine.Board) int { return 0 })
