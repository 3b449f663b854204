package tables

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/runs"
)

// playMatches plays the matches of the candidate and ends the round.
func (s *session) playMatches(ctx context.Context) error {
	r, err := s.evaluateCandidate(ctx)
	if err != nil {
		return err
	}
	state := State{Rounds: append(slices.Clip(s.State.Rounds), r)}
	if err := s.commit(&state); err != nil {
		return err
	}
	s.Say(r.texts()...)
	return nil
}

// texts says what came of a round.
func (r *Round) texts() (texts []string) {
	switch {
	case r.Promoted:
		texts = append(texts, fmt.Sprintf("new champion: %.0f %% vs the player before it", 100*r.Gate.Score()))
	case r.Gate.Pairs() == 0:
		texts = append(texts, "the candidate equals the player")
	default:
		texts = append(texts, fmt.Sprintf("no new champion: the candidate has %.0f %%", 100*r.Gate.Score()))
	}
	for _, against := range r.Reference {
		texts = append(texts, fmt.Sprintf("%.0f %% vs %s", 100*against.Result.Score(), against.Opponent))
	}
	return texts
}

// evaluateCandidate plays the gate match against the current player, and the reference opponents. It caches played
// pairs on disk until the round is finished.
func (s *session) evaluateCandidate(ctx context.Context) (r Round, err error) {
	candidate, err := s.recipe(s.current(), s.Config.Search)
	if err != nil {
		return r, err
	}
	player, err := s.currentPlayer()
	if err != nil {
		return r, err
	}
	arena, err := fitness.OpenResultCache(fitness.Local{Workers: s.workers}, s.Sub(matchesDir))
	if err != nil {
		return r, err
	}
	defer func() { err = cmp.Or(err, arena.Close()) }()
	clock := runs.StartClock()
	m := &matches{session: s, arena: arena, round: s.current()}
	r = Round{Round: m.round, Player: s.State.Player(), Fitted: *s.State.Fitted}
	if candidate.Hash() != player.Hash() {
		gate, test := &s.Config.Gate, s.Config.promotionTest(m.round)
		if r.Gate, err = m.play(ctx, candidate, player, fitness.ForGate, gate.Pairs, gate.Plies, &test); err != nil {
			return r, err
		}
		decision, _ := test.Decide(r.Gate)
		r.Promoted = decision == fitness.Accepted
	}
	for _, opponent := range s.Config.Reference.Opponents {
		reference := &s.Config.Reference
		result, err := m.play(ctx, candidate, opponent, fitness.ForReference, reference.Pairs, reference.Plies, nil)
		if err != nil {
			return r, err
		}
		r.Reference = append(r.Reference, ReferenceScore{opponent.Name, result})
	}
	return r, s.recordTiming(clock, r.Round, MatchStage, 2*arena.Played(), m.nodes)
}

// matches plays the matches of a round's candidate.
type matches struct {
	*session
	arena fitness.Arena
	round int
	games int
	nodes uint64
}

// play plays a match on openings that are reserved for its use.
func (m *matches) play(
	ctx context.Context, a, b *players.Recipe, use fitness.Use, pairs, plies int, test *fitness.SPRT,
) (fitness.Pentanomial, error) {
	which := m.round
	if use == fitness.ForReference { // the same in all rounds, so that scores of rounds can be compared
		which = 0
	}
	rng := fitness.Random(m.Config.Seed, "openings", int(use), which)
	openings, err := fitness.RandomOpenings(rng, engine.Start(), pairs, plies, use)
	if err != nil {
		return fitness.Pentanomial{}, err
	}
	seed := fitness.Random(m.Config.Seed, "random_every", int(use), which).Uint64()
	tally, _, err := fitness.Match(ctx, m.arena, a, b, openings, seed, test, func(fitness.PairResult) {
		m.games += 2
		m.tell(m.round, MatchStage, m.games, 0, "")
	})
	m.nodes += tally.Nodes
	return tally.Pairs, err
}

// validateOpenings draws openings to check that there are enough for training, gate and reference.
func (c *Config) validateOpenings() error {
	for plies := c.Plies[0]; plies <= c.Plies[1]; plies++ {
		if fitness.MaxPairs(engine.Standard(), plies, fitness.ForFitness) == 0 {
			return fmt.Errorf("opening_plies %d: training games have no openings of so few plies; give larger numbers", plies)
		}
	}
	for _, n := range []struct {
		name         string
		pairs, plies int
		use          fitness.Use
	}{
		{"gate", c.Gate.Pairs, c.Gate.Plies, fitness.ForGate},
		{"reference opponents", c.Reference.Pairs, c.Reference.Plies, fitness.ForReference},
	} {
		rng := fitness.Random(c.Seed, "check")
		if _, err := fitness.RandomOpenings(rng, engine.Start(), n.pairs, n.plies, n.use); err != nil {
			return fmt.Errorf("openings of the %s: %w", n.name, err)
		}
	}
	return nil
}
