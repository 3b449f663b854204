package evolution

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/genome"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// A Start holds the weights that a run breeds from, not a reference to them: run.json alone says what a
// run is.
type Start struct {
	Name   string               `json:"name"`
	Turns  weights.Turns        `json:"turns"`
	Tables string               `json:"tables,omitempty"` // the SHA-256 of learnt tables that come with the weights
	Phases []evaluators.Weights `json:"phases"`

	learnt *patterns.Tables // nil if there are none
}

// NewStart makes a player's weights the start of a run.
func NewStart(name string, sw *weights.Switch) *Start {
	return &Start{Name: name, Turns: sw.Turns, Phases: sw.Phases, Tables: sw.Tables, learnt: sw.Learnt()}
}

// StartFrom makes the run begin with a player's weights, evolve all scorers that they use, and its model
// begin near them.
func (c *Config) StartFrom(name string, sw *weights.Switch) {
	c.Start = NewStart(name, sw)
	c.Scorers = c.Start.scorers(c.Scorers)
	_ = c.SetModel(c.Model.Name())
}

// scorers are the given ones and those that the weights use besides.
func (s *Start) scorers(given []string) []string {
	all := slices.Clone(given)
	for _, scorer := range evaluators.Scorers {
		used := func(w evaluators.Weights) bool { return w.Uses(scorer) }
		if !slices.Contains(all, scorer.Name) && slices.ContainsFunc(s.Phases, used) {
			all = append(all, scorer.Name)
		}
	}
	return all
}

// Learnt returns the learnt tables of the weights that the run breeds from, nil if they have none.
func (c *Config) Learnt() *patterns.Tables {
	if c.Start == nil {
		return nil
	}
	return c.Start.learnt
}

// tables returns the learnt tables of the run's players, nil if their weight does not evolve.
func (c *Config) tables() *patterns.Tables {
	if slices.Contains(c.Scorers, evaluators.PatternsScorer) {
		return c.Learnt()
	}
	return nil
}

// genome encodes the start in the run's genes, nil if the run has no start. Only ratios of weights in a
// phase matter, so weights of a smaller scale than the genes' are multiplied, those of all phases alike if
// some have one gene for the whole game. Weights of scorers that do not evolve are an error.
func (s *Start) genome(e *genome.Encoding) (*genome.Genome, error) {
	if s == nil {
		return nil, nil
	}
	if err := s.Turns.Validate(); err != nil {
		return nil, err
	}
	if len(s.Phases) != len(s.Turns) {
		return nil, fmt.Errorf("%d phases of weights for %d turns", len(s.Phases), len(s.Turns))
	}
	least := math.MaxInt
	for _, w := range s.Phases {
		least = min(least, roomFor(w))
	}
	phases, scaled := make([]evaluators.Weights, len(e.Turns)), false
	for p, turn := range e.Turns {
		w := s.Phases[s.Turns.Phase(turn, 60)]
		factor := roomFor(w)
		if len(e.WholeGame) > 0 {
			factor = least
		}
		phases[p] = evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int { return w.Get(f.Name) * factor })
		scaled = scaled || factor > 1
	}
	g, err := e.Genome(phases)
	if err != nil && scaled {
		return nil, fmt.Errorf("%w (a start's weights are multiplied by whole numbers first: only their ratios matter)", err)
	}
	return g, err
}

// roomFor returns the largest whole factor that leaves all weights within a third of their bounds, 1 at
// least.
func roomFor(w evaluators.Weights) int {
	factor := math.MaxInt
	for s, weights := range w.All() {
		for i, weight := range weights {
			if weight != 0 {
				factor = min(factor, s.Features[i].Bound/3/int(max(weight, -weight)))
			}
		}
	}
	if factor == math.MaxInt { // all weights are 0
		return 1
	}
	return max(factor, 1)
}

// A Stage changes the games of fitness and gate from a generation on; what is 0
// stays as it was. The ladder never changes.
type Stage struct {
	From    int `json:"from"` // generation
	Depth   int `json:"depth,omitempty"`
	Endgame int `json:"endgame,omitempty"`
	Pairs   int `json:"pairs,omitempty"`
}

// stage is what holds in a generation.
func (c *Config) stage(generation int) (now Stage) {
	now = Stage{Depth: c.Search.Depth, Endgame: c.Search.Endgame, Pairs: c.Pairs}
	for _, s := range c.Schedule {
		if s.From > generation {
			break
		}
		now.From = s.From
		for _, v := range []struct {
			into *int
			from int
		}{{&now.Depth, s.Depth}, {&now.Endgame, s.Endgame}, {&now.Pairs, s.Pairs}} {
			if v.from != 0 {
				*v.into = v.from
			}
		}
	}
	return now
}

// roundDepth is the depth of a generation's fitness games.
func (c *Config) roundDepth(generation int) int {
	if len(c.Depths) > 0 {
		return c.Depths[generation%len(c.Depths)]
	}
	return c.stage(generation).Depth
}

// NextGames says how many games the generation after a history has at most: those of fitness, and if
// it has a candidate those of a gate that is played to its end and of the ladder. like is the generation,
// 0 if there is none, that tells how long games take: the last that was searched as deep.
func (c *Config) NextGames(history []Row) (like, games int) {
	if len(history) == 0 {
		return 0, 0
	}
	row := history[max(0, len(history)-max(1, len(c.Depths)))]
	ladder := 2 * c.Ladder.Pairs * len(c.Ladder.Opponents)
	games = row.Games - 2*row.Gate.Pairs()
	if row.Promoted {
		games -= ladder
	}
	next := len(history) + 1
	games = games * c.stage(next).Pairs / c.stage(row.Generation).Pairs
	if c.hasCandidate(next) {
		games += 2*c.Gate.Pairs + ladder
	}
	return row.Generation, games
}

// hasCandidate reports whether a generation names a candidate for champion.
func (c *Config) hasCandidate(generation int) bool { return (generation-1)%c.Gate.Every == 0 }

func (c *Config) validateSchedule() error {
	for _, depth := range c.Depths {
		if depth < 1 || depth > search.MaxDepth {
			return fmt.Errorf("depths: %d: must be 1 to %d", depth, search.MaxDepth)
		}
	}
	for i, s := range c.Schedule {
		if s.Depth != 0 && len(c.Depths) > 0 {
			return errors.New("schedule: with several depths it cannot change the depth")
		}
		if s.From < 2 || i > 0 && s.From <= c.Schedule[i-1].From {
			return fmt.Errorf("schedule: stage %d is from generation %d: the first must be from 2 or later, each after the "+
				"one before", i+1, s.From)
		}
		if s == (Stage{From: s.From}) {
			return fmt.Errorf("schedule: from generation %d nothing changes: name depth, endgame or pairs", s.From)
		}
		now := c.stage(s.From)
		settings := c.Search
		settings.Depth, settings.Endgame = now.Depth, now.Endgame
		if err := settings.Validate(); err != nil {
			return fmt.Errorf("schedule: from generation %d: %w", s.From, err)
		}
		if now.Pairs < 1 || now.Pairs > 100000 {
			return fmt.Errorf("schedule: from generation %d: pairs is %d: must be 1 to 100000", s.From, now.Pairs)
		}
		if err := c.validateRounds(now.Pairs); err != nil {
			return fmt.Errorf("schedule: from generation %d: %w", s.From, err)
		}
		if _, err := fitness.RandomOpenings(fitness.Random(c.Seed, "check"), c.HomeBoard().Start, c.openings(now.Pairs),
			c.Plies,
			fitness.ForFitness); err != nil {
			return fmt.Errorf("schedule: from generation %d: %w", s.From, err)
		}
	}
	return nil
}

// validateStart checks the weights to breed from and the opponents.
func (c *Config) validateStart(e *genome.Encoding) error {
	if _, err := c.Start.genome(e); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if _, err := c.recipes(c.Opponents, c.Search.Depth, c.Search.Endgame); err != nil {
		return fmt.Errorf("opponents: %w", err)
	}
	for _, text := range c.Opponents {
		for _, rung := range c.Ladder.Opponents {
			if alike(text, rung) {
				return fmt.Errorf("opponent %s: the ladder measures against %s, which judges positions alike, so it cannot take "+
					"part in fitness", text, rung)
			}
		}
	}
	seats := len(c.Opponents) + 1
	for _, pairs := range append([]int{c.Pairs}, c.scheduledPairs()...) {
		switch first := c.deal(pairs)[0]; {
		case len(c.Opponents) == 0 || first >= seats:
		case pairs < seats:
			return fmt.Errorf("pairs is %d: %d opponents and the champion want one each, %d or more", pairs, len(c.Opponents),
				seats)
		default:
			return fmt.Errorf("rounds is %d: the first has %d of %d pairs, and %d opponents and the champion want one each",
				c.Rounds, first, pairs, len(c.Opponents))
		}
	}
	return nil
}

// alike reports whether two players judge positions alike.
func alike(a, b string) bool {
	one, err := players.ParseSpec(a)
	other, wrong := players.ParseSpec(b)
	return err == nil && wrong == nil && one.SameEvaluator(other)
}

// scheduledPairs lists the numbers of pairs that stages of the schedule bring.
func (c *Config) scheduledPairs() (pairs []int) {
	for _, s := range c.Schedule {
		if s.Pairs != 0 {
			pairs = append(pairs, s.Pairs)
		}
	}
	return pairs
}
