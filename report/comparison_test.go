package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/learn/comparison"
)

func TestCompared(t *testing.T) {
	results := func(seeds int, probabilities ...float64) *comparison.Results {
		r := &comparison.Results{Seeds: make([]uint64, seeds), Settings: []comparison.Outcome{{Name: "A"}}}
		for i, p := range probabilities {
			name := string(rune('B' + i))
			r.Settings = append(r.Settings, comparison.Outcome{Name: name})
			d := comparison.Difference{A: "A", B: name, Elo: comparison.Measure{Mean: 10, Error: 20}}
			if seeds >= comparison.LeastSeeds {
				d.Probability = &p
			}
			r.Compared = append(r.Compared, d)
		}
		return r
	}
	const holds = " This holds for runs of this length and matches on these terms; other lengths may have another order."
	for _, c := range []struct {
		of   *comparison.Results
		want string
	}{
		{results(1, 0), "A has the strongest champions here, 10 Elo above B. 1 seed does not tell how much of that is " +
			"luck: give 3 or more, better 8."},
		{results(2, 0, 0), "A has the strongest champions here, 10 Elo above B, 10 Elo above C. 2 seeds do not tell how " +
			"much of that is luck: give 3 or more, better 8."},
		{results(5, 0.99), "A is better than B (by +10 ± 20 Elo, 99.0 % sure)." + holds},
		{results(5, 0.99999), "A is better than B (by +10 ± 20 Elo, over 99.9 % sure)." + holds},
		{results(5, 0.95), "A is probably better than B (by +10 ± 20 Elo, 95.0 % sure)." + holds},
		{results(3, 0.6), "3 seeds do not show that A is better than B (by +10 ± 20 Elo, 60.0 % sure)." + holds},
		{results(5, 0.6, 0.93, 0.98), "A is better than D (by +10 ± 20 Elo, 98.0 % sure), and is probably better than C " +
			"(by +10 ± 20 Elo, 93.0 % sure). 5 seeds do not show that it is better than B (by +10 ± 20 Elo, 60.0 % sure). It " +
			"leads because it did best of 4 here, so expect less of it in new runs." + holds},
	} {
		assert.Equal(t, c.want, Compared(c.of))
	}
}

func TestUnequalGames(t *testing.T) {
	r := &comparison.Results{Settings: []comparison.Outcome{
		{Curve: []comparison.Point{{Games: 1}, {Games: 1000}}}, {Curve: []comparison.Point{{Games: 9}, {Games: 1051}}}}}
	assert.Contains(t, Unequal(r, 1000), "settings had from 1000 to 1051")
	assert.Empty(t, Unequal(r, 0), "CPU time is equal, not games")
	r.Settings[1].Curve[1].Games = 1050
	assert.Empty(t, Unequal(r, 1000))
	r.Budgets = []float64{10, 30}
	r.Settings[0].Curve[0].CPU, r.Settings[1].Curve[0].CPU = 9, 16
	assert.Contains(t, Unequal(r, 0), "settings took 9.0 to 16.0 s instead of 10, because they end with whole")
}

func TestNothingEvolved(t *testing.T) {
	run := func(generation, champion int) comparison.RunResult {
		return comparison.RunResult{Stages: []comparison.StageResult{{Generation: 1, Champion: 1},
			{Generation: generation, Champion: champion}}}
	}
	for _, c := range []struct {
		runs []comparison.RunResult
		says string
	}{
		{[]comparison.RunResult{run(35, 27), run(10, 8)}, ""},
		{[]comparison.RunResult{run(35, 1), run(35, 27)}, "Nothing has evolved in 1 of 2 runs: the champion at the end"},
		{[]comparison.RunResult{run(3, 3), run(9, 8), run(10, 2)}, "2 of 3 runs had fewer than 10 generations, so this"},
	} {
		if c.says == "" {
			assert.Empty(t, NothingEvolved(&comparison.Results{Runs: c.runs}))
			continue
		}
		assert.Contains(t, NothingEvolved(&comparison.Results{Runs: c.runs}), c.says)
	}
}
