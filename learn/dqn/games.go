package dqn

import (
	"context"
	"math"
	"sync"

	"evothello/engine"
	"evothello/learn/environment"
)

// A seat is where games are played, one after the other.
type seat struct {
	*environment.Environment
	busy  bool
	fresh bool // the game has yet to begin
	side  engine.Side
	seed  uint64 // of the opponent's lots
	move  engine.Square
	err   error
}

// table makes the seats of the games that are played at a time.
func (c *Config) table() ([]*seat, error) {
	opponent, err := c.opponent()
	if err != nil {
		return nil, err
	}
	all := make([]*seat, min(c.Games, c.Round))
	for i := range all {
		e, err := environment.New(c.Board, opponent.New(opponent.NewSearcher()), c.environment())
		if err != nil {
			return nil, err
		}
		all[i] = &seat{Environment: e}
	}
	return all, nil
}

// games plays the games of a round, many at a time, and learns between their moves.
func (s *session) games(ctx context.Context, table []*seat) error {
	for _, b := range table {
		b.busy = false // a round may have been left
	}
	for begun := 0; ; {
		var busy []*seat
		for _, b := range table {
			if !b.busy && begun < s.config.Round {
				s.seat(b, s.counts.Episodes+begun)
				begun++
			}
			if b.busy {
				busy = append(busy, b)
			}
		}
		if len(busy) == 0 {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.advance(ctx, busy); err != nil {
			return err
		}
		if err := s.finish(busy); err != nil {
			return err
		}
		if err := s.learn(ctx); err != nil {
			return err
		}
	}
}

// seat has an episode played at a seat. The agent is Black in every other one.
func (s *session) seat(b *seat, episode int) {
	b.busy, b.fresh = true, true
	b.side, b.seed = engine.Side(episode&1), s.lots(lotsOpponent, episode).Uint64()
}

// advance chooses the agent's moves in all games, and plays on to where it is asked again.
func (s *session) advance(ctx context.Context, busy []*seat) error {
	if err := s.choose(busy); err != nil {
		return err
	}
	var all sync.WaitGroup
	for _, b := range busy {
		all.Go(func() {
			if b.fresh {
				b.fresh = false
				_, b.err = b.Reset(ctx, b.side, b.seed)
				return
			}
			_, _, _, b.err = b.Step(ctx, b.move)
		})
	}
	all.Wait()
	for _, b := range busy {
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

// choose chooses a move in each game that has begun: with probability ε by lot, and otherwise
// the best one.
func (s *session) choose(busy []*seat) error {
	var asked []*seat
	var seen []environment.Observation
	for _, b := range busy {
		if !b.fresh {
			asked, seen = append(asked, b), append(seen, b.Observation())
		}
	}
	values, err := s.judge.values(seen)
	if err != nil {
		return err
	}
	for i, b := range asked {
		legal := b.Legal()
		best, value := s.judge.best(values[i], legal)
		if math.IsNaN(float64(value)) || math.IsInf(float64(value), 0) {
			return s.fault("a move is worth no number")
		}
		if b.move = best; legal != 0 {
			s.value, s.valued = s.value+float64(value), s.valued+1
			if s.exploring.Float64() < s.config.Epsilon.at(s.counts.Steps) {
				b.move = engine.Pick(s.exploring, legal)
			}
		}
		s.counts.Steps++
	}
	return nil
}

// finish counts and remembers the games that are over.
func (s *session) finish(busy []*seat) error {
	for _, b := range busy {
		if b.busy = !b.Done(); b.busy {
			continue
		}
		r := &s.round
		r.Episodes++
		s.counts.Unbeaten++
		switch b.Episode().Reward {
		case environment.Win:
			r.Wins++
		case environment.Draw:
			r.Draws++
		default:
			r.Losses++
			s.counts.Unbeaten = 0
		}
		if err := s.memory.add(Game{b.side, b.Game().Transcript()}); err != nil {
			return err
		}
		if s.tell != nil {
			s.tell(r.Episodes)
		}
	}
	return nil
}
