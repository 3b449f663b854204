package evolve

import (
	"fmt"
	"io"
	"time"

	"evothello/fitness"
	"evothello/runs/tournament"
)

// tournamentProgress shows the progress of a tournament: a bar on a terminal, elsewhere a line for each finished
// pairing, and a line every lineInterval.
type tournamentProgress struct {
	*display
	of        *tournament.Tournament
	pairs     int // pairs of games of each pairing
	done, all int // pairs of games of all pairings
	games     int // games of this process
	pairings  []fitness.Tally
}

func newTournamentProgress(w io.Writer, t *tournament.Tournament) *tournamentProgress {
	p := &tournamentProgress{display: newDisplay(w), of: t, pairs: t.Config.Pairs}
	p.count()
	return p
}

// count counts the results so far.
func (p *tournamentProgress) count() {
	p.pairings = p.of.Tallies()
	p.done, p.all = p.of.Pairs()
}

// again tells that pairs will be played again.
func (p *tournamentProgress) again(pairs int, _ string) {
	p.count()
	p.line(playedAgain(pairs))
}

func (p *tournamentProgress) played(pair tournament.Played) {
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
