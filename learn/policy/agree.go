package policy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"

	"evothello/engine"
	"evothello/fitness"
	"evothello/learn/tables"
	"evothello/players"
)

// A Report says how often a player makes the moves of experts' games.
type Report struct {
	Player string `json:"player"`
	Agreement
	Share float64 `json:"share"` // 0…1
	Error float64 `json:"error"` // half the 95 % interval
	// Choice is the same where there are two legal moves or more.
	Choice Agreement `json:"choice"`
	// Thirds are the same for the first twenty moves of games, the next twenty, and the rest.
	Thirds [3]Agreement `json:"thirds"`
}

// A question is a position of a game, after so many of its moves.
type question struct {
	game *tables.Game
	at   engine.Position
	made int
}

// Agree asks a player in so many positions of games, drawn by lot from a seed, or in all if there
// are no more (0 means all). Its answers in one position do not depend on those in another.
func Agree(ctx context.Context, player *players.Contestant, games []tables.Game, positions int, seed uint64, workers int) (Report, error) {
	questions := questionsOf(games)
	if len(questions) == 0 {
		return Report{}, errors.New("there is no position to ask about in these games")
	}
	rng := fitness.Random(seed, "agree")
	rng.Shuffle(len(questions), func(i, j int) { questions[i], questions[j] = questions[j], questions[i] })
	if positions > 0 && positions < len(questions) {
		questions = questions[:positions]
	}
	lots := make([]uint64, len(questions))
	for i := range lots {
		lots[i] = rng.Uint64()
	}
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	same, errs := make([]bool, len(questions)), make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			p := player.New(player.NewSearcher())
			defer players.Close(p)
			for i := w; i < len(questions) && ctx.Err() == nil && errs[w] == nil; i += workers {
				p.NewGame(lots[i])
				same[i], errs[w] = questions[i].ask(ctx, p)
			}
		})
	}
	all.Wait()
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return Report{}, err
	}
	r := Report{Player: player.Name}
	for i, q := range questions {
		r.count(same[i])
		if moves := q.at.Moves(); moves&(moves-1) != 0 {
			r.Choice.count(same[i])
		}
		r.Thirds[min(q.made/20, 2)].count(same[i])
	}
	r.Share = r.Agreement.Share()
	r.Error = 1.96 * math.Sqrt(r.Share*(1-r.Share)/float64(r.Positions))
	return r, nil
}

func (a *Agreement) count(same bool) {
	a.Positions++
	if same {
		a.Same++
	}
}

// questionsOf are the positions of games.
func questionsOf(games []tables.Game) (all []question) {
	for i := range games {
		g := &games[i]
		for made, p := range g.Positions() {
			if made >= g.Random && made < len(g.Moves) {
				all = append(all, question{g, p, made})
			}
		}
	}
	return all
}

// ask reports whether a player makes the move of the game.
func (q *question) ask(ctx context.Context, p players.Player) (bool, error) {
	r, err := players.Choose(ctx, p, &engine.Game{Start: engine.Start(), Moves: q.game.Moves[:q.made]}, q.at)
	if err != nil {
		return false, fmt.Errorf("after %s: %w", engine.Transcript(q.game.Moves[:q.made]), err)
	}
	return r.Move == q.game.Moves[q.made], nil
}
