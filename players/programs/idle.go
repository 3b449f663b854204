package programs

import (
	"os"
	"slices"
	"sync"
)

// A tunedPlayer is a program with values of its parameters. Close leaves it running for the next game with the same
// values.
type tunedPlayer struct {
	player
	key  string // the recipe's hash
	file string // with its parameters, while the program runs
	idle *idlePlayers
}

// Close implements io.Closer.
func (p *tunedPlayer) Close() error {
	p.idle.put(p)
	return nil
}

// end ends the program.
func (p *tunedPlayer) end() {
	_ = p.program.Close()
	_ = os.Remove(p.file) // the program may never have started
}

// idlePlayers are players whose programs wait for games, the longest waiting first. It is safe for concurrent use.
type idlePlayers struct {
	mu     sync.Mutex
	most   int
	all    []*tunedPlayer
	closed bool
}

// newIdlePlayers returns a list with room for the programs of a panel for each slot.
func newIdlePlayers(slots int) *idlePlayers {
	const panel = 12
	return &idlePlayers{most: panel * max(slots, 1)}
}

// take returns a player that waits, nil if there is none.
func (l *idlePlayers) take(key string) *tunedPlayer {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.all, func(p *tunedPlayer) bool { return p.key == key })
	if i < 0 {
		return nil
	}
	p := l.all[i]
	l.all = slices.Delete(l.all, i, i+1)
	return p
}

// put adds a player. If there are too many, it ends the one that has waited longest.
func (l *idlePlayers) put(p *tunedPlayer) {
	l.mu.Lock()
	l.all = append(l.all, p)
	var ended []*tunedPlayer
	for len(l.all) > l.most || l.closed && len(l.all) > 0 {
		ended = append(ended, l.all[0])
		l.all = slices.Delete(l.all, 0, 1)
	}
	l.mu.Unlock()
	for _, p := range ended {
		p.end()
	}
}

// close ends all players, those that are put later as well.
func (l *idlePlayers) close() {
	l.mu.Lock()
	all := l.all
	l.all, l.closed = nil, true
	l.mu.Unlock()
	for _, p := range all {
		p.end()
	}
}
