package runs

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"

	"evothello/fitness"
	"evothello/genome"
	"evothello/players"
)

// source lets eaopt draw from our generators, whose state need not be stored:
// each generation derives its own.
type source struct{ *randv2.Rand }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   { panic("runs: a derived generator is never seeded again") }

func (c *Config) random(purpose string, generation int) *rand.Rand {
	return rand.New(source{fitness.Random(c.Seed, purpose, generation)})
}

// genesis is the checkpoint of generation 0: random genomes, nothing played.
func genesis(c *Config) (*Checkpoint, error) {
	layout, err := c.layout()
	if err != nil {
		return nil, err
	}
	rng := c.random("genesis", 0)
	first := &Checkpoint{Schema: Schema, Run: c.Hash(), Population: make([]Individual, c.Population)}
	for i := range first.Population {
		first.Population[i] = Individual{ID: fmt.Sprintf("0.%d", i), Phases: layout.Random(rng).Phases()}
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

// next plays one generation and returns the state after it. It changes nothing.
func next(ctx context.Context, c *Config, was *Checkpoint, arena *fitness.Arena) (*Checkpoint, error) {
	g := was.Generation + 1
	members, err := breed(c, was)
	if err != nil {
		return nil, err
	}
	row := Row{Generation: g}
	now := &Checkpoint{Schema: Schema, Run: was.Run, Generation: g, Champions: slices.Clone(was.Champions)}

	panel, err := drawPanel(c, was, members)
	if err != nil {
		return nil, err
	}
	if err := playRound(ctx, c, g, arena, members, panel, &row); err != nil {
		return nil, err
	}
	slices.SortStableFunc(members, func(a, b member) int {
		switch x, y := a.result.Score(), b.result.Score(); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	row.describe(members)

	candidate := betterHalf(c, g, members)
	if row.Promoted, err = passGate(ctx, c, g, arena, candidate, was.Reigning(), &row); err != nil {
		return nil, err
	}
	if row.Promoted {
		champion := Champion{Generation: g, ID: candidate.id, Phases: candidate.genome.Phases(), Gate: row.Gate}
		if champion.Ladder, err = climb(ctx, c, g, arena, candidate.contestant, &row); err != nil {
			return nil, err
		}
		now.Champions = append(now.Champions, champion)
	}
	row.Champion = now.Reigning().Generation
	for _, m := range members {
		now.Population = append(now.Population, Individual{ID: m.id, Phases: m.genome.Phases(), Result: m.result})
	}
	now.History = append(slices.Clone(was.History), row)
	return now, nil
}

// breed makes the genomes of the next generation. Generation 1 plays what
// generation 0 drew; later ones are the elites, their elders' children by eaopt's
// generational model, and newcomers.
func breed(c *Config, was *Checkpoint) ([]member, error) {
	g := was.Generation + 1
	layout, err := c.layout()
	if err != nil {
		return nil, err
	}
	elders := make([]member, len(was.Population))
	for i, individual := range was.Population {
		elder, err := layout.New(individual.Phases)
		if err != nil {
			return nil, err
		}
		elders[i] = member{id: individual.ID, genome: elder}
	}
	members := elders
	if g > 1 {
		rng := c.random("breed", g)
		pop := eaopt.Population{RNG: rng}
		for i, elder := range elders {
			pop.Individuals = append(pop.Individuals, eaopt.Individual{
				Genome: elder.genome, Fitness: -was.Population[i].Result.Score(), Evaluated: true,
			})
		}
		model := eaopt.ModGenerational{
			Selector:  eaopt.SelTournament{NContestants: c.Breeding.Contest},
			MutRate:   1, // of children; Breeding.Share is the rate of genes
			CrossRate: c.Breeding.Crossover,
		}
		if err := model.Apply(&pop); err != nil {
			return nil, err
		}
		members = slices.Clone(elders[:c.Breeding.Elites])
		for i := len(members); i < c.Population; i++ {
			child := pop.Individuals[i].Genome.(*genome.Genome)
			if i >= c.Population-c.Breeding.Fresh {
				child = layout.Random(rng)
			}
			members = append(members, member{id: fmt.Sprintf("%d.%d", g, i), genome: child})
		}
	}
	for i := range members {
		members[i].contestant = c.contestant(members[i].id, members[i].genome)
	}
	return members, nil
}

// drawPanel draws the opponents of a generation: the reigning champion, earlier
// champions for half of the rest, and genomes of the generation itself.
func drawPanel(c *Config, was *Checkpoint, members []member) (panel []*players.Contestant, err error) {
	layout, err := c.layout()
	if err != nil {
		return nil, err
	}
	rng := fitness.Random(c.Seed, "panel", was.Generation+1)
	archive := slices.Clone(was.Champions)
	seat := func(champion Champion) error {
		g, err := layout.New(champion.Phases)
		if err == nil {
			panel = append(panel, c.contestant("champion "+champion.ID, g))
		}
		return err
	}
	if last := len(archive) - 1; last >= 0 {
		if err := seat(archive[last]); err != nil {
			return nil, err
		}
		archive = archive[:last]
	}
	rng.Shuffle(len(archive), func(i, j int) { archive[i], archive[j] = archive[j], archive[i] })
	for _, champion := range archive[:min(len(archive), (c.Panel-len(panel))/2)] {
		if err := seat(champion); err != nil {
			return nil, err
		}
	}
	for _, i := range rng.Perm(len(members))[:min(len(members), c.Panel-len(panel))] {
		panel = append(panel, members[i].contestant)
	}
	return panel, nil
}

// betterHalf is the candidate for the gate: the mean of the better half of a
// generation. One generation's win rates are mostly noise; the mean of many good
// genomes has less of it than any one of them.
func betterHalf(c *Config, g int, members []member) member {
	half := make([]*genome.Genome, (len(members)+1)/2)
	for i := range half {
		half[i] = members[i].genome
	}
	mean := member{id: fmt.Sprintf("%d.mean", g), genome: genome.Mean(half)}
	mean.contestant = c.contestant(mean.id, mean.genome)
	return mean
}

// playRound plays all members against the panel on new openings.
func playRound(ctx context.Context, c *Config, g int, arena *fitness.Arena, members []member, panel []*players.Contestant, row *Row) error {
	openings, err := fitness.Draw(fitness.Random(c.Seed, "fitness", g), c.Pairs, c.Plies, fitness.ForFitness)
	if err != nil {
		return err
	}
	contestants := make([]*players.Contestant, len(members))
	for i, m := range members {
		contestants[i] = m.contestant
	}
	tallies, err := fitness.Round(ctx, arena, contestants, panel, openings)
	if err != nil {
		return err
	}
	for i := range members {
		members[i].result = tallies[i].Pairs
		row.count(&tallies[i])
	}
	return nil
}

// passGate lets the candidate play the champion and reports whether it takes its
// place. The first candidate need not play.
func passGate(ctx context.Context, c *Config, g int, arena *fitness.Arena, candidate member, reigning *Champion, row *Row) (bool, error) {
	if reigning == nil {
		return true, nil
	}
	if slices.Equal(candidate.genome.Phases(), reigning.Phases) {
		return false, nil
	}
	layout, err := c.layout()
	if err != nil {
		return false, err
	}
	champion, err := layout.New(reigning.Phases)
	if err != nil {
		return false, err
	}
	openings, err := fitness.Draw(fitness.Random(c.Seed, "gate", g), c.Gate.Pairs, c.Plies, fitness.ForGate)
	if err != nil {
		return false, err
	}
	tally, _, err := fitness.Match(ctx, arena, candidate.contestant, c.contestant("champion", champion), openings, 0, &c.Gate.SPRT)
	if err != nil {
		return false, err
	}
	row.Gate = tally.Pairs
	row.count(&tally)
	verdict, _ := c.Gate.Judge(tally.Pairs)
	return verdict == fitness.Accepted, nil
}

// climb measures a new champion against the ladder.
func climb(ctx context.Context, c *Config, g int, arena *fitness.Arena, champion *players.Contestant, row *Row) ([]Rung, error) {
	opponents, err := c.opponents()
	if err != nil {
		return nil, err
	}
	openings, err := fitness.Draw(fitness.Random(c.Seed, "ladder", g), c.Ladder.Pairs, c.Plies, fitness.ForLadder)
	if err != nil {
		return nil, err
	}
	ladder := make([]Rung, len(opponents))
	for i, opponent := range opponents {
		tally, _, err := fitness.Match(ctx, arena, champion, opponent, openings, uint64(g), nil)
		if err != nil {
			return nil, err
		}
		ladder[i] = Rung{Opponent: opponent.Name, Result: tally.Pairs}
		row.count(&tally)
	}
	return ladder, nil
}

func (r *Row) count(t *fitness.Tally) {
	r.Games += t.Games()
	r.Nodes += t.Nodes
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
