package dqn

import (
	"context"
	"math"
	"sync"

	"evothello/engine"
	"evothello/rivals/environment"
)

// A seat is a place where games are played, one after the other.
type seat struct {
	*environment.Environment
	side  engine.Side
	seed  uint64 // of the opponent's lots
	fresh bool   // the game has yet to begin
	move  engine.Square
	err   error
}

// games plays the games of a round, many at a time, and learns between their moves. Nothing
// depends on which of them is asked first.
func (s *sitting) games(ctx context.Context, table []*environment.Environment) error {
	var busy []*seat
	for begun := 0; ; {
		for len(busy) < len(table) && begun < s.config.Round {
			busy = append(busy, s.begin(table, busy, begun))
			begun++
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
		var err error
		if busy, err = s.finish(busy); err != nil {
			return err
		}
		if err := s.learn(ctx); err != nil {
			return err
		}
	}
}

// begin seats a game at an environment that is free. The agent is Black in every other one.
func (s *sitting) begin(table []*environment.Environment, busy []*seat, number int) *seat {
	taken := map[*environment.Environment]bool{}
	for _, b := range busy {
		taken[b.Environment] = true
	}
	episode := s.counts.Episodes + number
	for _, e := range table {
		if !taken[e] {
			return &seat{Environment: e, side: engine.Side(episode & 1), seed: s.lots(lotsOpponent, episode).Uint64(), fresh: true}
		}
	}
	panic("dqn: more games than environments")
}

// advance chooses the agent's moves in all games, and plays on to where it is asked again.
func (s *sitting) advance(ctx context.Context, busy []*seat) error {
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
func (s *sitting) choose(busy []*seat) error {
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

// finish counts and remembers the games that are over, and returns the others.
func (s *sitting) finish(busy []*seat) (others []*seat, err error) {
	for _, b := range busy {
		if !b.Done() {
			others = append(others, b)
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
			return nil, err
		}
		if s.tell != nil {
			s.tell(r.Episodes)
		}
	}
	return others, nil
}
