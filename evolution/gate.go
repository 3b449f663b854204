package evolution

import (
	"context"

	"evothello/fitness"
	"evothello/players"
)

// fromStart reports whether all games begin at the start position. Random moves alone make them different, in matches
// too.
func (c *Config) fromStart() bool { return c.Plies == 0 }

// GateCompares reports whether the gate compares the scores of candidate and champion against the opponents. It does so
// in runs without a panel whose games begin at the start position. In all other runs candidate and champion play each
// other.
func (c *Config) GateCompares() bool { return c.fromStart() && c.Panel == 0 }

// gateGames returns the number of games of a gate in which the candidate plays the given number of pairs.
func (c *Config) gateGames(pairs int) int {
	if c.GateCompares() {
		return 4 * pairs // the champion plays the same ones
	}
	return 2 * pairs
}

// match plays a against b over n openings for a use, until test is decided unless it is nil.
func (s *step) match(ctx context.Context, a, b *players.Recipe, use fitness.Use, n int,
	test *fitness.SPRT) (fitness.Tally, error) {
	openings, err := s.openings(use, n)
	if err != nil {
		return fitness.Tally{}, err
	}
	pairs := fitness.MatchPairs(a, b, openings, s.playerSeed(use))
	if s.config.fromStart() {
		for i := range pairs {
			pairs[i].RandomEvery = s.config.RandomEvery
		}
	}
	tally, _, err := fitness.PlayUntilDecided(len(pairs), s.arena.Slots(), test,
		func(from, to int) ([]fitness.PairResult, error) { return s.arena.Play(ctx, pairs[from:to], nil) })
	s.count(&tally)
	return tally, err
}

// passesGate plays the candidate against the current champion and reports whether the candidate is promoted. The first
// candidate is promoted without games.
func (s *step) passesGate(ctx context.Context, candidate *Individual) (bool, error) {
	champion := s.previous.CurrentChampion()
	if champion == nil {
		return true, nil
	}
	if candidate.Genome.Equal(champion.genome) {
		return false, nil
	}
	gate, settings := s.config.Gate, s.searchTo(s.settings.Depth)
	a, b := s.player(candidate.ID, candidate.Genome, settings), s.player("champion", champion.genome, settings)
	if s.config.GateCompares() {
		return s.beatsOpponentsMore(ctx, a, b)
	}
	tally, err := s.match(ctx, a, b, fitness.ForGate, gate.Pairs, &gate.SPRT)
	if err != nil {
		return false, err
	}
	s.row.Gate = tally.Pairs
	decision, _ := gate.Decide(tally.Pairs)
	return decision == fitness.Accepted, nil
}

// beatsOpponentsMore reports whether a candidate scores more than the champion in the same games against all opponents.
func (s *step) beatsOpponentsMore(ctx context.Context, candidate, champion *players.Recipe) (bool, error) {
	opponents, err := s.config.recipes(s.config.Opponents, s.settings.Depth, s.settings.Endgame)
	if err != nil {
		return false, err
	}
	var of [2]fitness.Pentanomial
	for i, player := range []*players.Recipe{candidate, champion} {
		for _, opponent := range opponents {
			tally, err := s.match(ctx, player, opponent, fitness.ForGate, s.config.Gate.Pairs, nil)
			if err != nil {
				return false, err
			}
			of[i] = of[i].Plus(tally.Pairs)
		}
	}
	s.row.Gate = of[0]
	return of[0].Score() > of[1].Score(), nil
}

// playStart plays a new champion against the start of the run, if there is one.
func (s *step) playStart(ctx context.Context, champion *Champion) (result fitness.Pentanomial, err error) {
	if !s.config.HasStart() {
		return result, nil
	}
	start := &s.previous.Champions[0]
	a, b := s.player(champion.ID, champion.genome, s.config.Search), s.player(start.ID, start.genome, s.config.Search)
	tally, err := s.match(ctx, a, b, fitness.ForReference, s.config.startPairs(), nil)
	return tally.Pairs, err
}

// playReference plays a new champion against all reference opponents.
func (s *step) playReference(ctx context.Context, champion *Champion) ([]ReferenceScore, error) {
	opponents, err := s.config.referenceOpponents()
	if err != nil {
		return nil, err
	}
	candidate := s.player(champion.ID, champion.genome, s.config.Search)
	reference := make([]ReferenceScore, len(opponents))
	for i, opponent := range opponents {
		tally, err := s.match(ctx, candidate, opponent, fitness.ForReference, s.config.Reference.Pairs, nil)
		if err != nil {
			return nil, err
		}
		reference[i] = ReferenceScore{Opponent: opponent.Name, Result: tally.Pairs}
	}
	return reference, nil
}
