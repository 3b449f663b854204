package evolve

import (
	"fmt"
	"io"
	"time"

	"evothello/fitness"
	"evothello/runs/tournament"
)

// roundRobin shows how a tournament goes on: a bar on a terminal, elsewhere a line
// for every pairing that ends, and now and then one for those that take long.
type roundRobin struct {
	*display
	pairs     int // of each pairing
	done, all int // pairs
	games     int // of this process
	pairings  []fitness.Tally
}

func newRoundRobin(w io.Writer, t *tournament.Tournament) *roundRobin {
	p := &roundRobin{display: newDisplay(w), pairs: t.Config.Pairs, pairings: t.Tallies()}
	p.done, p.all = t.Pairs()
	return p
}

func (p *roundRobin) played(pair tournament.Played) {
	p.done++
	p.games += 2
	pairing := &p.pairings[pair.Pairing]
	pairing.Add(pair.Result)
	if p.due() || p.bar == nil && pairing.Pairs.Pairs() == p.pairs {
		p.show(float64(p.done)/float64(p.all), fmt.Sprintf("pair %d of %d", p.done, p.all),
			fmt.Sprintf("%s against %s %.0f %%", pair.A, pair.B, 100*pairing.Pairs.Score()),
			fmt.Sprintf("%.0f games/s", fitness.GamesPerSecond(p.games, time.Since(p.began).Seconds())))
	}
}
