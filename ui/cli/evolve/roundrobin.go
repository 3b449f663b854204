package evolve

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"evothello/fitness"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// roundRobin shows how a tournament goes on: a bar on a terminal, elsewhere a line
// for every pairing that ends, and now and then one for those that take long.
type roundRobin struct {
	w         io.Writer // nil to show nothing
	bar       *progressbar.ProgressBar
	began     time.Time
	shown     time.Time
	pairs     int // of each pairing
	done, all int // pairs
	games     int // of this sitting
	pairings  []fitness.Tally
}

func newRoundRobin(w io.Writer, t *tournament.Tournament, quiet bool) *roundRobin {
	p := &roundRobin{w: w, began: time.Now(), shown: time.Now(), pairs: t.Config.Pairs, pairings: t.Tallies()}
	p.done, p.all = t.Pairs()
	switch {
	case quiet || p.done == p.all:
		p.w = nil
	case cli.IsTerminal(w):
		p.bar = drawBar(w)
	}
	return p
}

func (p *roundRobin) played(pair tournament.Played) {
	p.done++
	p.games += 2
	pairing := &p.pairings[pair.Pairing]
	pairing.Add(pair.Result)
	text := fmt.Sprintf("%s against %s %.0f %%", pair.A, pair.B, 100*pairing.Pairs.Score())
	switch {
	case p.w == nil:
	case p.bar == nil && (pairing.Pairs.Pairs() == p.pairs || time.Since(p.shown) >= betweenLines):
		p.shown = time.Now()
		fmt.Fprintf(p.w, "pair %d of %d  %s  %.0f games/s\n", p.done, p.all, text, p.rate())
	case p.bar != nil && time.Since(p.shown) >= betweenGlances:
		p.shown = time.Now()
		showBar(p.w, p.bar, float64(p.done)/float64(p.all), fmt.Sprintf("pair %d of %d", p.done, p.all), text, fmt.Sprintf("%.0f games/s", p.rate()))
	}
}

func (p *roundRobin) rate() float64 {
	return fitness.GamesPerSecond(p.games, time.Since(p.began).Seconds())
}

func (p *roundRobin) end() {
	if p.bar != nil {
		fmt.Fprint(p.w, "\r\033[K")
	}
}
