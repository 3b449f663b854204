package comparison

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
)

// numbers is an analysis of one number for each seed and opening: the value of a sample is their mean.
func numbers(table [][]float64) (*analysis, func(s *sample, seed int) float64) {
	openings := len(table[0])
	groups := min(mostGroups, openings)
	meanOf := func(counts func(int) bool) (s sample) {
		for _, row := range table {
			sum, n := 0.0, 0.0
			for o, v := range row {
				if counts(o) {
					sum, n = sum+v, n+1
				}
			}
			s.elo = append(s.elo, sum/n)
		}
		return s
	}
	a := &analysis{seeds: len(table), whole: meanOf(func(int) bool { return true })}
	for g := range groups {
		a.without = append(a.without, meanOf(func(o int) bool { return o%groups != g }))
	}
	return a, func(s *sample, seed int) float64 { return s.elo[seed] }
}

// Of a mean, the jackknife over openings is the standard error of the mean over openings.
func TestStandardErrors(t *testing.T) {
	a, value := numbers([][]float64{{1, 2, 3, 6}, {2, 3, 4, 7}, {3, 4, 5, 8}}) // openings are 2, 3, 4, 7
	mean, stdErr := a.measure(value)
	assert.InDelta(t, 4, mean, 1e-12)
	bySeeds := math.Sqrt(1. / 3)
	byOpenings := math.Sqrt((4. + 1 + 0 + 9) / 3 / 4)
	assert.InDelta(t, math.Hypot(bySeeds, byOpenings), stdErr, 1e-12)
	assert.InDelta(t, 4.30265*stdErr, a.over(value).Error, 1e-3*stdErr, "Student's t of three seeds")

	_, p := a.between(value)
	at := mean / stdErr
	assert.InDelta(t, 0.5+at/2/math.Sqrt(2+at*at), *p, 1e-12, "the distribution of Student's t of three seeds")

	two, value := numbers([][]float64{{1, 2, 3, 6}, {2, 3, 4, 7}})
	_, none := two.between(value)
	assert.Nil(t, none, "two seeds are too few")
	one, value := numbers([][]float64{{1, 2, 3, 6}})
	m, none := one.between(value)
	assert.Nil(t, none)
	assert.InDelta(t, fitness.Z95*math.Sqrt((4.+1+0+9)/3/4), m.Error, 1e-9)
}

// The interval of a score stays within 0 to 1, and is never a point.
func TestIntervalOfAScore(t *testing.T) {
	a, value := numbers([][]float64{{0, 0.3}, {0.1, 0.1}, {0, 0}})
	score := a.score(value)
	assert.InDelta(t, 0.5/6, score.Mean, 1e-12)
	assert.Zero(t, score.Low)
	assert.Less(t, score.High, 1.)

	a, value = numbers([][]float64{{0, 0}, {0, 0}, {0, 0}})
	a.pairs = 60
	assert.Equal(t, 0., a.score(value).Low)
	assert.InDelta(t, 4.30265*0.5/61, a.score(value).High, 1e-3)
}

// The intervals hold the true value 95 times in a hundred or more, if there are seeds and openings that differ, and
// the probability is not more sure than it may be.
func TestIntervalsCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, noise := range []struct{ seeds, openings, games float64 }{{1, 0, 1}, {0.2, 2, 1}, {1, 3, 3}, {0, 0, 1}} {
		const times = 1000
		covered, sure := 0, 0
		for range times {
			table := make([][]float64, 4)
			byOpening := make([]float64, 40)
			for o := range byOpening {
				byOpening[o] = noise.openings * rng.NormFloat64()
			}
			for seed := range table {
				own := noise.seeds * rng.NormFloat64()
				for o := range byOpening {
					table[seed] = append(table[seed], own+byOpening[o]+noise.games*rng.NormFloat64())
				}
			}
			a, value := numbers(table)
			m, p := a.between(value)
			if math.Abs(m.Mean) <= m.Error {
				covered++
			}
			if *p > 0.975 || *p < 0.025 {
				sure++
			}
		}
		assert.GreaterOrEqual(t, covered, 935, "%+v", noise)
		assert.Equal(t, times-covered, sure, "%+v: both say the same", noise)
	}
}

func TestStages(t *testing.T) {
	run := &runs.Run{State: &evolution.State{Generation: 8,
		Champions: []evolution.Champion{{Generation: 1}, {Generation: 5}}}}
	for g := 1; g <= 8; g++ {
		run.History = append(run.History, evolution.Row{Generation: g, Games: 100})
		run.Timings = append(run.Timings, runs.Timing{Round: g, CPU: float64(g)})
	}
	generations := func(c Config) (all []int) {
		comparison := Comparison{Config: c}
		for _, s := range comparison.stages(planned{}, run) {
			all = append(all, s.round)
			assert.Equal(t, 100*s.round, s.games)
			assert.InDelta(t, float64(s.round*(s.round+1))/2, s.cpu, 1e-9)
			assert.Equal(t, map[bool]int{true: 1, false: 5}[s.round < 5], s.champion)
		}
		return all
	}
	assert.Equal(t, []int{1, 1, 2, 4, 8}, generations(Config{Generations: 8}))
	assert.Equal(t, []int{1, 1, 2, 4, 8}, generations(Config{Games: 800}))
	assert.Equal(t, []int{1, 2, 3, 5, 8}, generations(Config{CPU: 36})) // 1, 3, 6, 10, 15, 21, 28 and 36 seconds
	budgets := []time.Duration{time.Second, 14 * time.Second, 36 * time.Second}
	assert.Equal(t, []int{1, 5, 8}, generations(Config{CPU: 36 * time.Second, Budgets: budgets}), "the nearest ones")
}
