package runs

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"

	"evothello/fitness"
	"evothello/genome"
	"evothello/players"
	"evothello/search"
)

// source lets eaopt draw from our generators, whose state need not be stored:
// each generation derives its own.
type source struct{ *randv2.Rand }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   { panic("runs: a derived generator is never seeded again") }

func (c *Config) random(purpose string, generation int) *rand.Rand {
	return rand.New(source{fitness.Random(c.Seed, purpose, generation)})
}

// genesis is the checkpoint of generation 0: genomes drawn, nothing played.
func genesis(c *Config) (*Checkpoint, error) {
	layout, err := c.layout()
	if err != nil {
		return nil, err
	}
	first := &Checkpoint{Schema: Schema, Run: c.Hash()}
	genomes, err := c.model().begin(c, layout, first)
	if err != nil {
		return nil, err
	}
	for i, g := range genomes {
		first.Population = append(first.Population, Individual{ID: fmt.Sprintf("0.%d", i), Phases: g.Phases()})
	}
	return first, nil
}

// A member is an individual with its genome.
type member struct {
	id         string
	genome     *genome.Genome
	contestant *players.Contestant
	result     fitness.Pentanomial
}

// A step is a generation in the making.
type step struct {
	config  *Config
	stage   Stage // what holds in this generation
	layout  *genome.Layout
	arena   *fitness.Arena
	was     *Checkpoint
	members []member
	row     Row
	nodes   uint64 // searched in all its games
}

// next plays one generation and returns the state after it and the positions that
// were searched. It changes nothing.
func next(ctx context.Context, c *Config, was *Checkpoint, arena *fitness.Arena) (*Checkpoint, uint64, error) {
	layout, err := c.layout()
	if err != nil {
		return nil, 0, err
	}
	s := &step{config: c, stage: c.stage(was.Generation + 1), layout: layout, arena: arena, was: was, row: Row{Generation: was.Generation + 1}}
	if err := s.breed(); err != nil {
		return nil, 0, err
	}
	if err := s.playRound(ctx); err != nil {
		return nil, 0, err
	}
	now := &Checkpoint{Schema: Schema, Run: was.Run, Generation: s.row.Generation, Champions: slices.Clone(was.Champions)}
	for _, m := range s.members {
		now.Population = append(now.Population, Individual{ID: m.id, Phases: m.genome.Phases(), Result: m.result})
	}
	candidate := s.member(fmt.Sprintf("%d.mean", s.row.Generation), c.model().learn(s, now))
	if (now.Generation-1)%c.Gate.Every == 0 {
		if s.row.Promoted, err = s.passesGate(ctx, candidate); err != nil {
			return nil, 0, err
		}
	}
	if s.row.Promoted {
		champion := Champion{Generation: now.Generation, ID: candidate.id, Phases: candidate.genome.Phases(), Gate: s.row.Gate}
		if champion.Ladder, err = s.climb(ctx, candidate); err != nil {
			return nil, 0, err
		}
		now.Champions = append(now.Champions, champion)
	}
	s.row.Champion = now.Reigning().Generation
	now.History = append(slices.Clone(was.History), s.row)
	return now, s.nodes, nil
}

// member makes a member of a genome.
func (s *step) member(id string, g *genome.Genome) member {
	return member{id: id, genome: g, contestant: contestant(id, g, s.settings())}
}

// settings are those of the generation's games.
func (s *step) settings() search.Settings {
	settings := s.config.Search.Settings()
	settings.Depth, settings.Endgame = s.stage.Depth, s.stage.Endgame
	return settings
}

// breed makes the members that play the generation: in generation 1 what
// generation 0 drew, later what the run's model makes of their elders.
func (s *step) breed() error {
	elders := make([]member, len(s.was.Population))
	for i, individual := range s.was.Population {
		elder, err := s.layout.New(individual.Phases)
		if err != nil {
			return err
		}
		elders[i] = s.member(individual.ID, elder)
	}
	if s.row.Generation == 1 {
		s.members = elders
		return nil
	}
	var err error
	s.members, err = s.config.model().breed(s, elders)
	return err
}

// born makes the i-th member of the generation, a genome that has not played yet.
func (s *step) born(i int, g *genome.Genome) member {
	return s.member(fmt.Sprintf("%d.%d", s.row.Generation, i), g)
}

// panel draws the opponents of the generation: those that the run names, the
// reigning champion, earlier champions for half of the rest, and genomes of the
// generation itself.
func (s *step) panel() (panel []*players.Contestant, err error) {
	if panel, err = contestants(s.config.Opponents, s.stage.Depth, s.stage.Endgame); err != nil {
		return nil, err
	}
	size := len(panel) + s.config.Panel
	rng := fitness.Random(s.config.Seed, "panel", s.row.Generation)
	seat := func(champion Champion) error {
		g, err := s.layout.New(champion.Phases)
		if err == nil {
			panel = append(panel, s.member("champion "+champion.ID, g).contestant)
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
		panel = append(panel, s.members[i].contestant)
	}
	return panel, nil
}

// openings draws the generation's openings for one use.
func (s *step) openings(use fitness.Use, n int) ([]fitness.Opening, error) {
	return fitness.Draw(fitness.Random(s.config.Seed, "openings", int(use), s.row.Generation), n, s.config.Plies, use)
}

// playRound plays all members against the panel on new openings and sorts them,
// best first.
func (s *step) playRound(ctx context.Context) error {
	panel, err := s.panel()
	if err != nil {
		return err
	}
	openings, err := s.openings(fitness.ForFitness, s.stage.Pairs)
	if err != nil {
		return err
	}
	contestants := make([]*players.Contestant, len(s.members))
	for i, m := range s.members {
		contestants[i] = m.contestant
	}
	tallies, err := fitness.Round(ctx, s.arena, contestants, panel, openings)
	if err != nil {
		return err
	}
	for i := range s.members {
		s.members[i].result = tallies[i].Pairs
		s.count(&tallies[i])
	}
	slices.SortStableFunc(s.members, func(a, b member) int {
		return cmp.Compare(b.result.Score(), a.result.Score())
	})
	s.row.describe(s.members)
	return nil
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
	tally, _, err := fitness.Match(ctx, s.arena, candidate.contestant, s.member("champion", champion).contestant, openings, 0, &gate.SPRT)
	if err != nil {
		return false, err
	}
	s.row.Gate = tally.Pairs
	s.count(&tally)
	verdict, _ := gate.Judge(tally.Pairs)
	return verdict == fitness.Accepted, nil
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
	ladder := make([]Rung, len(opponents))
	for i, opponent := range opponents {
		tally, _, err := fitness.Match(ctx, s.arena, contestant(champion.id, champion.genome, s.config.Search.Settings()), opponent, openings, s.config.Seed, nil)
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
	var sum, squares, distances float64
	for i, m := range members {
		score := m.result.Score()
		sum += score
		squares += score * score
		for _, other := range members[:i] {
			distances += m.genome.Distance(other.genome)
		}
	}
	mean := sum / n
	r.Best, r.Worst = fixed(members[0].result.Score()), fixed(members[len(members)-1].result.Score())
	r.Mean, r.Spread = fixed(mean), fixed(math.Sqrt(max(0, squares/n-mean*mean)))
	r.Diversity = fixed(distances / (n * (n - 1) / 2))
}

// fixed rounds to the six decimals that files keep.
func fixed(x float64) float64 { return math.Round(x*1e6) / 1e6 }
