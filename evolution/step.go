package evolution

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"

	"evothello/fitness"
	"evothello/genome"
	"evothello/players"
)

// source lets eaopt draw from our generators, whose state need not be stored:
// each generation derives its own.
type source struct{ *randv2.Rand }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   { panic("evolution: a derived generator is never seeded again") }

func (c *Config) random(purpose string, which ...int) *rand.Rand {
	return rand.New(source{fitness.Random(c.Seed, purpose, which...)})
}

// A member is an individual with its genome.
type member struct {
	id      string
	genome  *genome.Genome
	recipe  *players.Recipe
	result  fitness.Pentanomial
	group   int       // family or island, of models that have such
	parents []float64 // standings of its two parents, nil without
}

// A step is a generation in the making.
type step struct {
	config  *Config
	stage   Stage // what holds in this generation
	layout  *genome.Layout
	arena   fitness.Arena
	was     *State
	members []member
	// plays the members' games and sorts them, best first; the race unless breed sets another
	games func(context.Context) error
	row   Row
	nodes uint64 // searched in all its games
}

// newStep begins the generation after a state.
func newStep(c *Config, was *State, arena fitness.Arena) *step {
	generation := was.Generation + 1
	s := &step{config: c, stage: c.stage(generation), layout: was.layout, arena: arena, was: was,
		row: Row{Generation: generation}}
	s.games = s.race
	return s
}

// Next plays one generation and returns the state after it and what it adds to the
// run's history. It changes nothing. If ctx is cancelled the error is its cause.
func Next(ctx context.Context, c *Config, was *State, arena fitness.Arena) (_ *State, _ *Outcome, err error) {
	s := newStep(c, was, arena)
	if s.members, err = c.Model.breed(s); err != nil {
		return nil, nil, err
	}
	if err := s.games(ctx); err != nil {
		return nil, nil, err
	}
	model, best := c.Model.learn(s)
	now := &State{Generation: s.row.Generation, Model: model, Champions: slices.Clone(was.Champions), layout: was.layout}
	candidate := s.member(CandidateID(s.row.Generation), best)
	if c.hasCandidate(now.Generation) {
		if s.row.Promoted, err = s.passesGate(ctx, candidate); err != nil {
			return nil, nil, err
		}
	}
	var promoted *Champion
	if s.row.Promoted {
		promoted = &Champion{Generation: now.Generation, ID: candidate.id, Phases: candidate.genome.Phases(),
			Gate: s.row.Gate}
		if promoted.Ladder, err = s.climb(ctx, candidate); err != nil {
			return nil, nil, err
		}
		now.Champions = append(now.Champions, *promoted)
	}
	s.row.Champion = now.Reigning().Generation
	return now, &Outcome{Row: s.row, Champion: promoted, Nodes: s.nodes}, nil
}

// CandidateID names the candidate of a generation.
func CandidateID(generation int) string { return fmt.Sprintf("%d.mean", generation) }

// member makes a member of a genome.
func (s *step) member(id string, g *genome.Genome) member {
	return member{id: id, genome: g, recipe: s.recipe(id, g, s.config.roundDepth(s.row.Generation))}
}

// recipe makes a genome play to the given depth.
func (s *step) recipe(id string, g *genome.Genome, depth int) *players.Recipe {
	settings := s.config.Search
	settings.Depth, settings.Endgame = depth, s.stage.Endgame
	return players.Searching(id, g.Freeze(), settings)
}

// child makes the i-th member of the generation, a genome that has not played yet.
func (s *step) child(i int, g *genome.Genome) member {
	return s.member(fmt.Sprintf("%d.%d", s.row.Generation, i), g)
}

// panel draws the opponents of the generation: those that the run names, the
// reigning champion, earlier champions for half of the rest, and genomes of the
// generation itself.
func (s *step) panel() (panel []*players.Recipe, err error) {
	if panel, err = s.config.recipes(s.config.Opponents, s.config.roundDepth(s.row.Generation),
		s.stage.Endgame); err != nil {
		return nil, err
	}
	size := len(panel) + s.config.Panel
	rng := fitness.Random(s.config.Seed, "panel", s.row.Generation)
	seat := func(champion Champion) error {
		g, err := s.layout.New(champion.Phases)
		if err == nil {
			panel = append(panel, s.member("champion "+champion.ID, g).recipe)
		}
		return err
	}
	archive := slices.Clone(s.was.Champions)
	if last := len(archive) - 1; last >= 0 {
		if err := seat(archive[last]); err != nil {
			return nil, err
		}
		archive = archive[:last]
	}
	rng.Shuffle(len(archive), func(i, j int) { archive[i], archive[j] = archive[j], archive[i] })
	for _, champion := range archive[:min(len(archive), (size-len(panel))/2)] {
		if err := seat(champion); err != nil {
			return nil, err
		}
	}
	for _, i := range rng.Perm(len(s.members))[:min(len(s.members), size-len(panel))] {
		panel = append(panel, s.members[i].recipe)
	}
	return panel, nil
}

// openings draws the generation's openings for one use.
func (s *step) openings(use fitness.Use, n int) ([]fitness.Opening, error) {
	return fitness.RandomOpenings(fitness.Random(s.config.Seed, "openings", int(use), s.row.Generation),
		s.config.HomeBoard().Start, n, s.config.Plies, use)
}

// lots is the seed of players that draw lots, for one use in the generation.
func (s *step) lots(use fitness.Use) uint64 {
	return fitness.Random(s.config.Seed, "lots", int(use), s.row.Generation).Uint64()
}

// passesGate lets the candidate play the champion and reports whether it takes
// its place. The first candidate need not play.
func (s *step) passesGate(ctx context.Context, candidate member) (bool, error) {
	reigning := s.was.Reigning()
	if reigning == nil {
		return true, nil
	}
	champion, err := s.layout.New(reigning.Phases)
	if err != nil || candidate.genome.Equal(champion) {
		return false, err
	}
	openings, err := s.openings(fitness.ForGate, s.config.Gate.Pairs)
	if err != nil {
		return false, err
	}
	gate := s.config.Gate
	a, b := s.recipe(candidate.id, candidate.genome, s.stage.Depth), s.recipe("champion", champion, s.stage.Depth)
	tally, _, err := fitness.Match(ctx, s.arena, a, b, openings, s.lots(fitness.ForGate), &gate.SPRT, nil)
	if err != nil {
		return false, err
	}
	s.row.Gate = tally.Pairs
	s.count(&tally)
	decision, _ := gate.Judge(tally.Pairs)
	return decision == fitness.Accepted, nil
}

// climb measures a new champion against the ladder.
func (s *step) climb(ctx context.Context, champion member) ([]Rung, error) {
	opponents, err := s.config.opponents()
	if err != nil {
		return nil, err
	}
	openings, err := s.openings(fitness.ForLadder, s.config.Ladder.Pairs)
	if err != nil {
		return nil, err
	}
	climber := players.Searching(champion.id, champion.genome.Freeze(), s.config.Search)
	ladder := make([]Rung, len(opponents))
	for i, opponent := range opponents {
		tally, _, err := fitness.Match(ctx, s.arena, climber, opponent, openings, s.lots(fitness.ForLadder), nil, nil)
		if err != nil {
			return nil, err
		}
		ladder[i] = Rung{Opponent: opponent.Name, Result: tally.Pairs}
		s.count(&tally)
	}
	return ladder, nil
}

func (s *step) count(t *fitness.Tally) {
	s.row.Games += t.Games()
	s.nodes += t.Nodes
}

// describe fills in the statistics of a generation, sorted best first.
func (r *Row) describe(members []member) {
	n := float64(len(members))
	var sum, squares float64
	genomes := make([]*genome.Genome, len(members))
	for i, m := range members {
		score := m.result.Score()
		sum += score
		squares += float64(score * score)
		genomes[i] = m.genome
	}
	mean := sum / n
	r.Best, r.Worst = fixed(members[0].result.Score()), fixed(members[len(members)-1].result.Score())
	r.Mean, r.Spread = fixed(mean), fixed(math.Sqrt(max(0, squares/n-float64(mean*mean))))
	r.Diversity = fixed(genome.MeanDistance(genomes))
}

// fixed rounds to the six decimals that files keep.
func fixed(x float64) float64 { return math.Round(x*1e6) / 1e6 }
