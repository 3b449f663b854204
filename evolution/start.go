package evolution

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/genome"
	"evothello/internal/english"
	"evothello/search"
	"evothello/weights"
)

// A Start is the weights at the start of a run. run.json contains all these weights, so that it alone defines the run.
type Start struct {
	Name   string            `json:"name"`
	Turns  weights.Turns     `json:"turns"`
	Tables string            `json:"tables,omitempty"` // SHA-256 of the pattern tables of the weights, if any
	Phases evaluators.Phases `json:"phases"`

	patternTables *patterns.Tables // nil if there are none
}

// NewStart returns a start with the weights of a player.
func NewStart(name string, sw *weights.Switch) *Start {
	return &Start{Name: name, Turns: sw.Turns, Phases: sw.Phases, Tables: sw.Tables, patternTables: sw.PatternTables()}
}

// StartFrom sets the start to the weights of a player, and uses their scorers and phases. It resets the optimizer to
// its defaults for runs with a start.
func (c *Config) StartFrom(name string, sw *weights.Switch) {
	c.setStart(NewStart(name, sw))
	_ = c.SetOptimizer(c.Optimizer.Name())
}

// setStart sets the start, with the scorers that its weights use and its phases. Weights that are all 0 use none, and a
// weight of tables alone leaves nothing to evolve: then the scorers of the configuration evolve, too.
func (c *Config) setStart(s *Start) {
	c.Start = s
	var used []string
	for _, scorer := range evaluators.Scorers {
		if slices.ContainsFunc(s.Phases, func(w evaluators.Weights) bool { return w.Uses(scorer) }) {
			used = append(used, scorer.Name)
		}
	}
	switch {
	case len(used) == 1 && used[0] == evaluators.PatternsScorer:
		if !slices.Contains(c.Scorers, used[0]) {
			c.Scorers = append(slices.Clone(c.Scorers), used[0])
		}
	case used != nil:
		c.Scorers = used
	}
	if s.Turns.Validate() == nil {
		c.Turns = slices.Clone(s.Turns)
	}
}

// startPairs returns the number of pairs that a new champion plays against the start, 0 without one. It is four times
// the pairs against each reference opponent, because it matters most whether a champion beats the start. A tuned
// program may be slow, so there it is twice the pairs.
func (c *Config) startPairs() int {
	switch {
	case !c.HasStart():
		return 0
	case c.Board != nil: // which may have few openings
		return c.Reference.Pairs
	case c.Tunes():
		return 2 * c.Reference.Pairs
	}
	return 4 * c.Reference.Pairs
}

// PatternTables returns the pattern tables of the start, nil if it has none.
func (c *Config) PatternTables() *patterns.Tables {
	if c.Start == nil {
		return nil
	}
	return c.Start.patternTables
}

// tables returns the pattern tables of the run's players, nil if their weight does not evolve.
func (c *Config) tables() *patterns.Tables {
	if slices.Contains(c.Scorers, evaluators.PatternsScorer) {
		return c.PatternTables()
	}
	return nil
}

// genome converts the start to a genome of the run, nil without a start. Only the ratios of a phase's weights matter,
// so small weights are multiplied by a whole number to use the range of the genes. The factor is the same for all
// phases if some genes apply to the whole game. Weights of scorers that do not evolve are an error.
func (s *Start) genome(e *genome.Encoding) (*genome.Genome, error) {
	if s == nil {
		return nil, nil
	}
	if err := s.Turns.Validate(); err != nil {
		return nil, err
	}
	if len(s.Phases) != len(s.Turns) {
		return nil, fmt.Errorf("%d phases for %d turns: give one phase for each turn", len(s.Phases), len(s.Turns))
	}
	least := math.MaxInt
	for _, w := range s.Phases {
		least = min(least, scaleFactor(w))
	}
	phases, scaled := make(evaluators.Phases, len(e.Turns)), false
	for p, turn := range e.Turns {
		w := s.Phases[s.Turns.Phase(turn, 60)]
		factor := scaleFactor(w)
		if len(e.Shared) > 0 {
			factor = least
		}
		phases[p] = evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int { return w.Get(f.Name) * factor })
		scaled = scaled || factor > 1
	}
	g, err := e.Genome(phases)
	if err != nil && scaled {
		return nil, fmt.Errorf("%w (the start's weights were first multiplied by a whole number, because only their "+
			"ratios matter)", err)
	}
	return g, err
}

// scaleFactor returns the largest whole factor with which all weights are within a third of their bounds, at least 1.
func scaleFactor(w evaluators.Weights) int {
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

// A ScheduleEntry changes the games of fitness and gate from a generation on. Settings that are 0 do not change. The
// matches against reference opponents never change.
type ScheduleEntry struct {
	From    int `json:"from"` // first generation
	Depth   int `json:"depth,omitempty"`
	Endgame int `json:"endgame,omitempty"`
	Pairs   int `json:"pairs,omitempty"`
}

// gameSettings returns the settings of the games of fitness and gate in a generation.
func (c *Config) gameSettings(generation int) (settings ScheduleEntry) {
	settings = ScheduleEntry{Depth: c.Search.Depth, Endgame: c.Search.Endgame, Pairs: c.Pairs}
	for _, s := range c.Schedule {
		if s.From > generation {
			break
		}
		settings.From = s.From
		for _, v := range []struct {
			into *int
			from int
		}{{&settings.Depth, s.Depth}, {&settings.Endgame, s.Endgame}, {&settings.Pairs, s.Pairs}} {
			if v.from != 0 {
				*v.into = v.from
			}
		}
	}
	return settings
}

// fitnessDepth returns the search depth of the fitness games in a generation.
func (c *Config) fitnessDepth(generation int) int {
	if len(c.Depths) > 0 {
		return c.Depths[generation%len(c.Depths)]
	}
	return c.gameSettings(generation).Depth
}

// EstimateGames returns the maximum number of games in the generation that follows a history. These are the games of
// fitness and, if the generation has a candidate, of a full gate and of the reference. similar is the last generation
// with the same search depth, so the time per game is about the same; it is 0 if there is none.
func (c *Config) EstimateGames(history []Row) (similar, games int) {
	reference := 2*c.Reference.Pairs*len(c.Reference.Opponents) + 2*c.startPairs()
	next, gate := len(history)+1, c.gateGames(c.Gate.Pairs)
	if c.GateCompares() {
		gate *= len(c.Opponents)
	}
	if len(history) == 0 {
		pairs := c.Population * c.gameSettings(next).Pairs
		games = 2 * pairs
		switch {
		case c.PlayMirrorImages() && len(c.Opponents) == 0:
			games = pairs
		case c.PlayMirrorImages():
			games = 3 * pairs
		}
		if !c.HasStart() {
			gate = 0
		}
	} else {
		row := history[max(0, len(history)-max(1, len(c.Depths)))]
		similar, games = row.Generation, row.Games-c.gateGames(row.Gate.Pairs())
		if row.Promoted {
			games -= reference
		}
		games = games * c.gameSettings(next).Pairs / c.gameSettings(similar).Pairs
		games = games * c.populationOf(history, next) / c.populationOf(history, similar)
	}
	if c.hasCandidate(next) {
		games += gate + reference
	}
	return similar, games
}

// hasCandidate reports whether a generation proposes a candidate for the gate. The next one follows after a third of
// the generations so far, and after Gate.Every at most: 1, 2, 3, 4, 6, 8, 11, 15, 19 … So a run that stops after any
// number of generations from 2 on has tried a candidate in its last quarter, or in its last Gate.Every generations.
func (c *Config) hasCandidate(generation int) bool {
	next := 1
	for next < generation && (next+2)/3 < c.Gate.Every {
		next += (next + 2) / 3
	}
	return next == generation || next < generation && (generation-next)%c.Gate.Every == 0
}

func (c *Config) validateSchedule() error {
	for _, depth := range c.Depths {
		if depth < 1 || depth > search.MaxDepth {
			return fmt.Errorf("depths: depth %d: must be 1 to %d", depth, search.MaxDepth)
		}
	}
	for i, s := range c.Schedule {
		if s.Depth != 0 && len(c.Depths) > 0 {
			return errors.New("schedule: depth cannot be used together with depths")
		}
		if s.From < 2 || i > 0 && s.From <= c.Schedule[i-1].From {
			return fmt.Errorf("schedule: entry %d begins in generation %d: entries must begin in generation 2 or later, in "+
				"rising order", i+1, s.From)
		}
		if s == (ScheduleEntry{From: s.From}) {
			return fmt.Errorf("schedule: the entry from generation %d changes nothing: give depth, endgame or pairs", s.From)
		}
		games := c.gameSettings(s.From)
		settings := c.Search
		settings.Depth, settings.Endgame = games.Depth, games.Endgame
		if err := settings.Validate(); err != nil {
			return fmt.Errorf("schedule: from generation %d: %w", s.From, err)
		}
		if games.Pairs < 1 || games.Pairs > 100000 {
			return fmt.Errorf("schedule: from generation %d: pairs is %d: must be 1 to 100000", s.From, games.Pairs)
		}
		if err := c.validateRounds(games.Pairs); err != nil {
			return fmt.Errorf("schedule: from generation %d: %w", s.From, err)
		}
	}
	return nil
}

// validateStart checks the start and the opponents.
func (c *Config) validateStart(e *genome.Encoding) error {
	if _, err := c.Start.genome(e); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if _, err := c.recipes(c.Opponents, c.Search.Depth, c.Search.Endgame); err != nil {
		return fmt.Errorf("opponents: %w", err)
	}
	for _, text := range c.Opponents {
		for _, against := range c.Reference.Opponents {
			if c.sameEvaluator(text, against) {
				return fmt.Errorf("opponent %s has the same evaluation as the reference opponent %s: reference opponents "+
					"must not take part in fitness", text, against)
			}
		}
	}
	needed, all := len(c.Opponents), english.Count(len(c.Opponents), "opponent")
	if c.Panel > 0 {
		needed, all = needed+1, all+" and the champion"
	}
	for _, pairs := range append([]int{c.Pairs}, c.scheduledPairs()...) {
		switch first := c.pairsPerRound(pairs)[0]; {
		case len(c.Opponents) == 0 || first >= needed:
		case pairs < needed:
			return fmt.Errorf("pairs is %d: must be %d or more, one for each of %s", pairs, needed, all)
		default:
			return fmt.Errorf("rounds is %d: the first round has %d of %d pairs, but needs %d, one for each of %s: "+
				"reduce rounds, or increase pairs", c.Rounds, first, pairs, needed, all)
		}
	}
	return nil
}

// scheduledPairs returns the numbers of pairs in the schedule.
func (c *Config) scheduledPairs() (pairs []int) {
	for _, s := range c.Schedule {
		if s.Pairs != 0 {
			pairs = append(pairs, s.Pairs)
		}
	}
	return pairs
}
