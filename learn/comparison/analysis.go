package comparison

import (
	"math"

	"evothello/fitness"
	"evothello/runs/tournament"
)

// mostGroups is into how many groups the openings are divided to learn how much the results depend on them.
const mostGroups = 20

// A sample is what the games from some of the openings say.
type sample struct {
	elo    []float64   // by entrant; 0 is the mean of the champions at the end of their runs
	scores [][]float64 // by entrant and opponent: the entrant's, 0 to 1
}

// An analysis is what all games say, and what they say without each group of openings.
type analysis struct {
	whole   sample
	without []sample
	seeds   int
	pairs   int // of games with each opponent in all runs of a setting
}

// analyse computes an analysis of all games.
func (c *Comparison) analyse(f *Field) *analysis {
	a := &analysis{whole: c.sample(f, nil), seeds: len(c.Config.Seeds), pairs: len(c.Config.Seeds) * c.Config.Pairs}
	groups := min(mostGroups, c.Config.Pairs)
	for g := range groups {
		a.without = append(a.without, c.sample(f, func(opening int) bool { return opening%groups != g }))
	}
	return a
}

// sample rates the opponents and the last champions by the games from the openings that count.
func (c *Comparison) sample(f *Field, counts func(opening int) bool) sample {
	rated := map[int]int{} // places among the rated entrants
	for i := range c.Config.Opponents {
		rated[i] = i
	}
	for _, stages := range f.stages {
		rated[stages[len(stages)-1].entrant] = len(rated)
	}
	s := sample{elo: make([]float64, len(f.entrants)), scores: make([][]float64, len(f.entrants))}
	for i := range s.scores {
		s.scores[i] = make([]float64, len(c.Config.Opponents))
	}
	var matches []tournament.MatchResult
	for i := range f.meetings {
		match := f.meetings[i].Result(counts)
		if match.B < len(c.Config.Opponents) {
			s.scores[match.A][match.B] = match.Pairs.Score()
		}
		a, ratedA := rated[match.A]
		b, ratedB := rated[match.B]
		if ratedA && ratedB {
			matches = append(matches, tournament.MatchResult{A: a, B: b, Pairs: match.Pairs})
		}
	}
	ratings := tournament.Rate(len(rated), matches)
	mean := 0.0
	for _, stages := range f.stages {
		mean += ratings[rated[stages[len(stages)-1].entrant]].Elo / float64(len(f.stages))
	}
	for entrant, place := range rated {
		s.elo[entrant] = ratings[place].Elo - mean
	}
	return s
}

// measure is the mean over seeds of a value that a sample has for a seed, and its standard error. Two things make it
// uncertain: other seeds give other champions, and other openings other games. The first is the standard error of the
// mean over seeds, the second that of the jackknife over groups of openings. The sum counts the noise of single games
// twice, so it is a little too large rather than too small.
func (a *analysis) measure(value func(s *sample, seed int) float64) (mean, stdErr float64) {
	values := func(s *sample) []float64 {
		all := make([]float64, a.seeds)
		for seed := range all {
			all[seed] = value(s, seed)
		}
		return all
	}
	mean, bySeeds := fitness.Mean(values(&a.whole))
	means := make([]float64, len(a.without))
	for g := range a.without {
		means[g], _ = fitness.Mean(values(&a.without[g]))
	}
	_, ofMeans := fitness.Mean(means)
	byOpenings := ofMeans * float64(len(means)-1) // the jackknife's
	return mean, math.Hypot(bySeeds, byOpenings)
}

// interval returns half the width of the 95 % interval of a standard error. With one seed it is that of the games
// alone.
func (a *analysis) interval(stdErr float64) float64 { return fitness.T95(a.seeds) * stdErr }

// over is a measure of a value with its interval.
func (a *analysis) over(value func(s *sample, seed int) float64) Measure {
	mean, stdErr := a.measure(value)
	return Measure{mean, a.interval(stdErr)}
}

// score is the measure of a score, 0 to 1. If all games end alike it includes an imaginary pair, as
// fitness.Pentanomial.Interval does, because other games would not all end so.
func (a *analysis) score(value func(s *sample, seed int) float64) Score {
	mean, stdErr := a.measure(value)
	if stdErr == 0 {
		stdErr = 0.5 / float64(a.pairs+1)
	}
	margin := a.interval(stdErr)
	return Score{mean, math.Max(0, mean-margin), math.Min(1, mean+margin)}
}

// between is the measure of a difference, and the probability that it is above 0 as far as one knew nothing before: nil
// with fewer than LeastSeeds seeds.
func (a *analysis) between(difference func(s *sample, seed int) float64) (m Measure, probability *float64) {
	mean, stdErr := a.measure(difference)
	m = Measure{mean, a.interval(stdErr)}
	if a.seeds < LeastSeeds {
		return m, nil
	}
	p := 0.5
	if stdErr > 0 {
		p = fitness.Student(a.seeds).CDF(mean / stdErr)
	}
	return m, &p
}
