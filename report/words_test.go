package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/runs"
)

func TestStrength(t *testing.T) {
	var (
		ahead  = fitness.Pentanomial{0, 10, 20, 40, 30}
		barely = fitness.Pentanomial{12, 20, 60, 40, 20}
		level  = fitness.Pentanomial{20, 10, 40, 10, 20}
		behind = fitness.Pentanomial{30, 40, 20, 10, 0}
	)
	const measured = " It played 256 pairs of games with each (negascout to depth 3, solved from 8 empties), " +
		"on openings that took no part in fitness."
	for _, c := range []struct {
		results []fitness.Pentanomial
		want    string
	}{
		{[]fitness.Pentanomial{ahead}, "is stronger than a (over 99.9 % sure)." + measured},
		{[]fitness.Pentanomial{ahead, ahead, ahead}, "is stronger than a, b and c (each over 99.9 % sure)." + measured},
		{[]fitness.Pentanomial{ahead, barely}, "is stronger than a (over 99.9 % sure) and b (99.6 % sure)." + measured},
		{[]fitness.Pentanomial{behind, level, ahead},
			"is stronger than c (over 99.9 % sure); weaker than a (over 99.9 % sure); " +
				"neither clearly stronger nor weaker than b (-46 to +46 Elo)." + measured},
		{nil, "has no results against other players: its run has no reference opponents."},
		{[]fitness.Pentanomial{{0, 0, 0, 0, 1}},
			"played only 1 pair of games with each opponent, too few to say how strong it is."},
	} {
		champion := evolution.Champion{Generation: 7}
		for i, result := range c.results {
			champion.Reference = append(champion.Reference, evolution.ReferenceScore{Opponent: string(rune('a' + i)),
				Result: result})
		}
		state := &evolution.State{Generation: 9, Champions: []evolution.Champion{{}, champion}}
		run := &runs.Run{Directory: runs.Directory{Dir: files.At("run")}, Config: evolution.Defaults(1), State: state}
		assert.Equal(t, "The champion of generation 7, the run's 2nd, "+c.want, Strength(run))
	}
	first := evolution.Champion{Generation: 1, Reference: []evolution.ReferenceScore{{Opponent: "a", Result: behind}}}
	champion := evolution.Champion{Generation: 7, Reference: []evolution.ReferenceScore{{Opponent: "a", Result: ahead}}}
	better := &runs.Run{Directory: runs.Directory{Dir: files.At("run")}, Config: evolution.Defaults(1),
		State: &evolution.State{Generation: 9, Champions: []evolution.Champion{first, champion}}}
	assert.Equal(t, "The champion of generation 7, the run's 2nd, is stronger than a (over 99.9 % sure)."+measured+
		" The run's first champion scored 28 % against a.", Strength(better))
	begun := &runs.Run{Directory: runs.Directory{Dir: files.At("run")}, Config: evolution.Defaults(1),
		State: &evolution.State{}}
	assert.Empty(t, Strength(begun), "generation 0")
}

func TestCost(t *testing.T) {
	run := &runs.Run{
		Directory: runs.Directory{Dir: files.At("run")},
		Config:    evolution.Defaults(1), State: &evolution.State{Generation: 1},
		History: []evolution.Row{{Generation: 1, Games: 12345}},
	}
	assert.Equal(t, "The run cost 1 generation and 12,345 games.", Cost(run), "the times are lost")
	for nodes, want := range map[uint64]string{
		9_876:               "9,876",
		12_340_000:          "12.3 million",
		1_234_560_000_000:   "1,234.6 billion",
		999_000_000_000_000: "999,000.0 billion",
	} {
		run.Timings = []runs.Timing{{Round: 1, Seconds: 3723, Games: 12345, Nodes: nodes}}
		assert.Equal(t, "The run cost 1 generation, 12,345 games and "+want+" positions in 1h 2m.", Cost(run))
	}
}

func TestTime(t *testing.T) {
	known, unknown := runs.Timing{Seconds: 60, CPU: 120}, runs.Timing{Seconds: 60}
	for want, timings := range map[string][]runs.Timing{
		"0.0s":                          nil,
		"1m 0s":                         {unknown},
		"2m 0s, with 4m 0s of CPU time": {known, known},
		"2m 0s, with 2m 0s of CPU time in the last 1m 0s": {unknown, known},
	} {
		assert.Equal(t, want, Time(&runs.Directory{Timings: timings}))
	}
}

func TestDuration(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0.0s", 9.44: "9.4s", 59.4: "59s", 59.6: "1m 0s", 200: "3m 20s", 7500: "2h 5m",
	} {
		assert.Equal(t, want, Duration(seconds))
	}
}

func TestOrdinal(t *testing.T) {
	for n, want := range map[int]string{
		1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 21: "21st", 111: "111th", 122: "122nd",
	} {
		assert.Equal(t, want, ordinal(n))
	}
}

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		json string
		want []Setting
	}{
		{`{"b":1,"a":{"deep":{"er":true}},"list":[1,2.50,"x"],"none":[],"null":null}`,
			[]Setting{
				{Name: "b", Value: "1"}, {Name: "a.deep.er", Value: "true"}, {Name: "list", Value: "1, 2.50, x"},
				{Name: "none", Value: ""}, {Name: "null", Value: "null"},
			}},
		{`{"rounds":[{"pairs":8}]}`, []Setting{{Name: "rounds.1.pairs", Value: "8"}}},
		{`{"rounds":[{"pairs":8,"keep":0.5},{"pairs":16,"keep":1}]}`,
			[]Setting{
				{Name: "rounds.1.pairs", Value: "8"}, {Name: "rounds.1.keep", Value: "0.5"},
				{Name: "rounds.2.pairs", Value: "16"}, {Name: "rounds.2.keep", Value: "1"},
			}},
		{`{"start":{"name":"x","phases":[` + strings.TrimSuffix(strings.Repeat(`{"a":1,"b":2},`, 13), ",") + `]},"pairs":4}`,
			[]Setting{
				{Name: "start.name", Value: "x"}, {Name: "start.phases", Value: "26 values, in run.json", Values: 26},
				{Name: "pairs", Value: "4"},
			}},
	} {
		got, err := settings([]byte(c.json))
		assert.NoError(t, err)
		assert.Equal(t, c.want, got)
	}
	_, err := settings([]byte(`{"half":`))
	assert.ErrorContains(t, err, "settings: ")
}

// A candidate that wins all games needs 35 pairs to pass the default gate.
func TestGateTooShort(t *testing.T) {
	c := evolution.Defaults(1)
	assert.Empty(t, GateTooShort(&c))
	c.Gate.Pairs = 35
	assert.Empty(t, GateTooShort(&c))
	c.SetSize(8, 16)
	assert.Contains(t, GateTooShort(&c), "The gate has 32 pairs, and a candidate needs at least 35 to pass: give more ")
}

func TestCourse(t *testing.T) {
	assert.Equal(t, "The next generation comes from the genomes that win most. "+
		"In every generation a candidate plays the champion for its place. "+
		"How strong a champion is shows in what it scores against reversi-blank, reversi-switch and alphabeta, "+
		"which never change.", RunDescription(played(t, 0, asIs)))
	assert.Equal(t, "The next generation comes from the genomes that win most. "+
		"At first often, later every 3 generations, a candidate plays the champion for its place.",
		RunDescription(played(t, 0, func(c *evolution.Config) { c.Gate.Every, c.Reference.Opponents = 3, nil })))
	league := played(t, 0, asIs)
	league.Config.Plies, league.Config.Panel, league.Config.Opponents = 0, 0, []string{"wpc", "greedy"}
	assert.Contains(t, RunDescription(league),
		"a candidate takes the champion's place if it scores more against wpc and greedy.")
	league.Config.Gate.Pairs = 1
	assert.Empty(t, GateTooShort(&league.Config), "there is no test")
}
