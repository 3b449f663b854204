package qnet

import (
	"context"
	"math"
	"sync"

	"evothello/engine"
	"evothello/learn/environment"
)

// A slot plays games, one after the other.
type slot struct {
	*environment.Environment
	busy  bool
	fresh bool        // the game has yet to begin
	side  engine.Side // the network's
	seed  uint64      // of the opponent's random moves
	move  int         // an action
	err   error
}

// slots makes a slot for each game played at a time.
func (c *Config) slots() ([]*slot, error) {
	opponent, err := c.opponent()
	if err != nil {
		return nil, err
	}
	all := make([]*slot, min(c.Games, c.Round))
	for i := range all {
		e, err := environment.New(c.Board, opponent, c.environment())
		if err != nil {
			return nil, err
		}
		all[i] = &slot{Environment: e}
	}
	return all, nil
}

// games plays the games of a round, many at a time, with training steps between the moves.
func (s *session) games(ctx context.Context, slots []*slot) error {
	for _, b := range slots {
		b.busy = false // it may be busy after an interrupted round
	}
	for begun := 0; ; {
		var busy []*slot
		for _, b := range slots {
			if !b.busy && begun < s.config.Round {
				s.start(b, s.counts.Episodes+begun)
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
		if err := s.trainDue(ctx); err != nil {
			return err
		}
	}
}

// start starts an episode in a slot. The network is Black in every other episode.
func (s *session) start(b *slot, episode int) {
	b.busy, b.fresh = true, true
	b.side, b.seed = engine.Side(episode&1), s.random(forOpponent, episode).Uint64()
}

// advance chooses the network's moves in all games and plays each game to the network's next move.
func (s *session) advance(ctx context.Context, busy []*slot) error {
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

// choose chooses a move in each game that has begun: with probability ε a random one, and otherwise
// the best one.
func (s *session) choose(busy []*slot) error {
	var begun []*slot
	var observations []environment.Observation
	for _, b := range busy {
		if !b.fresh {
			begun, observations = append(begun, b), append(observations, b.Observation())
		}
	}
	values, err := s.evaluator.values(observations)
	if err != nil {
		return err
	}
	for i, b := range begun {
		legal := b.Legal()
		move, value := best(values[i], legal)
		if math.IsNaN(float64(value)) || math.IsInf(float64(value), 0) {
			return s.fault("the value of a move is not finite")
		}
		if b.move = move; len(legal) > 0 {
			s.value, s.valued = s.value+float64(value), s.valued+1
			if s.exploring.Float64() < s.config.Epsilon.at(s.counts.Steps) {
				b.move = legal[s.exploring.IntN(len(legal))]
			}
		}
		s.counts.Steps++
	}
	return nil
}

// finish counts the finished games and adds them to the replay memory.
func (s *session) finish(busy []*slot) error {
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
		if err := s.memory.add(Game{b.side, b.Transcript()}); err != nil {
			return err
		}
		if s.finished != nil {
			s.finished(r.Episodes)
		}
	}
	return nil
}
