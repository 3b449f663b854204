package tables

import (
	"context"
	"errors"
	"slices"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/runs"
)

// match lets the candidate play its matches, which ends the round.
func (s *session) match(ctx context.Context) error {
	r, err := s.judge(ctx)
	if err != nil {
		return err
	}
	state := State{Rounds: append(slices.Clip(s.State.Rounds), r)}
	if err := s.commit(&state); err != nil {
		return err
	}
	if s.observer.Round != nil {
		s.observer.Round(&r)
	}
	return nil
}

// judge lets the candidate play the player before it, and the ladder. Pairs that were played
// are kept until the round is finished.
func (s *session) judge(ctx context.Context) (r Round, err error) {
	candidate, err := s.recipe(s.now(), s.Config.Search)
	if err != nil {
		return r, err
	}
	player, err := s.player()
	if err != nil {
		return r, err
	}
	arena, err := fitness.CacheResults(fitness.Local{Workers: s.workers}, s.Path(matchesDir))
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, arena.Close()) }()
	clock := runs.StartClock()
	m := &matches{session: s, arena: arena, round: s.now()}
	r = Round{Round: m.round, Player: s.State.Player(), Fitted: *s.State.Fitted}
	if candidate.Hash() != player.Hash() {
		gate := &s.Config.Gate
		if r.Gate, err = m.play(ctx, candidate, player, fitness.ForGate, gate.Pairs, gate.Plies, &gate.SPRT); err != nil {
			return r, err
		}
		decision, _ := gate.Judge(r.Gate)
		r.Promoted = decision == fitness.Accepted
	}
	for _, opponent := range s.Config.Ladder.Opponents {
		ladder := &s.Config.Ladder
		result, err := m.play(ctx, candidate, opponent, fitness.ForLadder, ladder.Pairs, ladder.Plies, nil)
		if err != nil {
			return r, err
		}
		r.Ladder = append(r.Ladder, Rung{opponent.Name, result})
	}
	return r, s.took(clock, r.Round, Matches, m.games-2*arena.Recalled(), m.nodes)
}

// matches are those of a round's candidate.
type matches struct {
	*session
	arena fitness.Arena
	round int
	games int
	nodes uint64
}

// play plays a match on openings for its own use.
func (m *matches) play(ctx context.Context, a, b *players.Recipe, use fitness.Use, pairs, plies int,
	test *fitness.SPRT) (fitness.Pentanomial, error) {
	which := m.round
	if use == fitness.ForLadder { // the same in all rounds, so that their scores compare
		which = 0
	}
	openings, err := fitness.RandomOpenings(fitness.Random(m.Config.Seed, "openings", int(use), which), engine.Start(),
		pairs, plies, use)
	if err != nil {
		return fitness.Pentanomial{}, err
	}
	lots := fitness.Random(m.Config.Seed, "lots", int(use), which).Uint64()
	tally, _, err := fitness.Match(ctx, m.arena, a, b, openings, lots, test, func(fitness.PairResult) {
		m.games += 2
		m.tell(Progress{Stage: Matches, Done: m.games})
	})
	m.nodes += tally.Nodes
	return tally.Pairs, err
}
