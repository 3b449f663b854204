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
	"evothello/search"
)

// source adapts our random generators to math/rand, which eaopt uses. Each generation derives new generators, so their
// state is not stored.
type source struct{ *randv2.Rand }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   { panic("evolution: a derived generator must not be seeded again") }

// variation is the purpose of the random numbers of selection, crossover and mutation. Every run depends on the word.
const variation = "breed"

// random returns the generator for a purpose, see fitness.Random.
func (c *Config) random(purpose string, which ...int) *rand.Rand {
	return rand.New(source{fitness.Random(c.Seed, purpose, which...)})
}

// A step is the computation of one generation.
type step struct {
	config   *Config
	settings ScheduleEntry // settings of games in this generation
	encoding *genome.Encoding
	arena    fitness.Arena
	previous *State
	members  Population // of this generation
	// playGames plays the games of the members and sorts them best first. It is race, unless generate sets another.
	playGames func(context.Context) error
	row       Row
	nodes     uint64 // positions searched in all games
}

// newStep returns the step for the generation after a state.
func newStep(c *Config, previous *State, arena fitness.Arena) *step {
	generation := previous.Generation + 1
	s := &step{config: c, settings: c.gameSettings(generation), encoding: previous.encoding, arena: arena,
		previous: previous, row: Row{Generation: generation}}
	s.playGames = s.race
	return s
}

// Next plays one generation. It returns the state after it and the outcome, and does not change the previous state. If
// ctx is cancelled, the error is its cause.
func Next(ctx context.Context, c *Config, previous *State, arena fitness.Arena) (_ *State, _ *Outcome, err error) {
	c, previous, err = c.restart(previous)
	if err != nil {
		return nil, nil, err
	}
	s := newStep(c, previous, arena)
	if s.members, err = c.Optimizer.generate(s); err != nil {
		return nil, nil, err
	}
	if err := s.playGames(ctx); err != nil {
		return nil, nil, err
	}
	optimizer, best := c.Optimizer.update(s)
	next := &State{Generation: s.row.Generation, Optimizer: optimizer, Champions: slices.Clone(previous.Champions),
		encoding: previous.encoding}
	candidate := Individual{ID: CandidateID(s.row.Generation), Genome: best}
	if c.hasCandidate(next.Generation) {
		if s.row.Promoted, err = s.passesGate(ctx, &candidate); err != nil {
			return nil, nil, err
		}
	}
	var promoted *Champion
	if s.row.Promoted {
		promoted = c.champion(&s.row, s.encoding, candidate)
		if promoted.Start, err = s.playStart(ctx, promoted); err != nil {
			return nil, nil, err
		}
		if promoted.Reference, err = s.playReference(ctx, promoted); err != nil {
			return nil, nil, err
		}
		next.Champions = append(next.Champions, *promoted)
	}
	s.row.Champion = next.CurrentChampion().Generation
	return next, &Outcome{Row: s.row, Champion: promoted, Nodes: s.nodes}, nil
}

// CandidateID returns the ID of the candidate of a generation.
func CandidateID(generation int) string { return fmt.Sprintf("%d.mean", generation) }

// recipe returns the player of a genome in games of fitness.
func (s *step) recipe(m *Individual) *players.Recipe {
	if m.recipe == nil {
		m.recipe = s.player(m.ID, m.Genome, s.searchTo(s.config.fitnessDepth(s.row.Generation)))
	}
	return m.recipe
}

// searchTo returns the search of fitness and gate in this generation, to a depth.
func (s *step) searchTo(depth int) search.Settings {
	settings := s.config.Search
	settings.Depth, settings.Endgame = depth, s.settings.Endgame
	return settings
}

// player returns the player of a genome. A program that is tuned has a search of its own.
func (s *step) player(id string, g *genome.Genome, settings search.Settings) *players.Recipe {
	if s.config.Tunes() {
		return &players.Recipe{Name: id, Parameters: s.config.Parameters.Values(g)}
	}
	return players.Searching(id, s.encoding.Switch(g), settings)
}

// memberID returns the ID of a genome by the generation of its birth and its number there.
func memberID(generation, number int) string { return fmt.Sprintf("%d.%d", generation, number) }

// child returns a new genome as member number i of the generation.
func (s *step) child(i int, g *genome.Genome) Individual {
	return Individual{ID: memberID(s.row.Generation, i), Genome: g}
}

// panel returns the panel of the generation: the opponents of the configuration, the current champion, random earlier
// champions for half of the rest, and random members of the generation.
func (s *step) panel() (panel []*players.Recipe, err error) {
	if panel, err = s.config.recipes(s.config.Opponents, s.config.fitnessDepth(s.row.Generation),
		s.settings.Endgame); err != nil {
		return nil, err
	}
	if s.config.Panel == 0 {
		return panel, nil
	}
	size := len(panel) + s.config.Panel
	rng := fitness.Random(s.config.Seed, "panel", s.row.Generation)
	addChampion := func(c *Champion) {
		panel = append(panel, s.recipe(&Individual{ID: "champion " + c.ID, Genome: c.genome}))
	}
	archive := slices.Clone(s.previous.Champions)
	if last := len(archive) - 1; last >= 0 {
		addChampion(&archive[last])
		archive = archive[:last]
	}
	rng.Shuffle(len(archive), func(i, j int) { archive[i], archive[j] = archive[j], archive[i] })
	for i := range min(len(archive), (size-len(panel))/2) {
		addChampion(&archive[i])
	}
	for _, i := range rng.Perm(len(s.members))[:min(len(s.members), size-len(panel))] {
		panel = append(panel, s.recipe(&s.members[i]))
	}
	return panel, nil
}

// openings returns n random openings for a use in this generation.
func (s *step) openings(use fitness.Use, n int) ([]fitness.Opening, error) {
	if s.config.fromStart() {
		return slices.Repeat([]fitness.Opening{fitness.OpeningFromPosition(s.config.HomeBoard().Start)}, n), nil
	}
	rng := fitness.Random(s.config.Seed, "openings", int(use), s.row.Generation)
	return fitness.RandomOpenings(rng, s.config.HomeBoard().Start, n, s.config.Plies, use)
}

// playerSeed returns the seed of players with random moves, for a use in this generation.
func (s *step) playerSeed(use fitness.Use) uint64 {
	return fitness.Random(s.config.Seed, "lots", int(use), s.row.Generation).Uint64()
}

func (s *step) count(t *fitness.Tally) {
	s.row.Games += t.Games()
	s.nodes += t.Nodes
}

// describe sets the statistics of the members, which are sorted best first.
func (s *step) describe() {
	r, members := &s.row, s.members
	n := float64(len(members))
	var sum, squares float64
	for _, m := range members {
		score := m.Result.Score()
		sum += score
		squares += float64(score * score)
	}
	mean := sum / n
	r.Best, r.Worst = fixed(members[0].Result.Score()), fixed(members[len(members)-1].Result.Score())
	r.Mean, r.Spread = fixed(mean), fixed(math.Sqrt(max(0, squares/n-float64(mean*mean))))
	genomes := members.genomes()
	r.Diversity = fixed(genome.MeanDistance(genomes))
	_, deviations := genome.Spreads(genomes)
	r.Genes = s.config.geneSpreads(s.encoding.Layout, deviations)
}

// fixed rounds to six decimals, the precision of files.
func fixed(x float64) float64 { return math.Round(x*1e6) / 1e6 }
