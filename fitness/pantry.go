package fitness

import (
	"sync"

	"evothello/players"
)

// A Pantry holds the recipes that were made ready last: those that meet many others
// stay, and a generation of thousands does not fill the memory. It may be used
// concurrently.
type Pantry struct {
	mu    sync.Mutex
	size  int
	ready map[*players.Recipe]*shelf
	clock int
}

type shelf struct {
	contestant *players.Contestant
	used       int // by the clock
}

// NewPantry has room for the panel of a generation and both players of so many pairs that
// are played at the same time.
func NewPantry(slots int) *Pantry {
	return &Pantry{size: 32 + 2*slots, ready: map[*players.Recipe]*shelf{}}
}

// contestant makes a recipe ready, unless it is.
func (p *Pantry) contestant(r *players.Recipe) (*players.Contestant, error) {
	if c := p.look(r); c != nil {
		return c, nil
	}
	c, err := r.Contestant() // while others go on; two may do it at the same time
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.ready) >= p.size {
		p.dropOldest()
	}
	p.ready[r] = &shelf{c, p.clock}
	return c, nil
}

// look returns what is ready, nil if it is not.
func (p *Pantry) look(r *players.Recipe) *players.Contestant {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clock++
	s, there := p.ready[r]
	if !there {
		return nil
	}
	s.used = p.clock
	return s.contestant
}

func (p *Pantry) dropOldest() {
	var oldest *players.Recipe
	for r, s := range p.ready {
		if oldest == nil || s.used < p.ready[oldest].used {
			oldest = r
		}
	}
	delete(p.ready, oldest)
}
