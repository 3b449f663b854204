package runs

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/evolution"
	"evothello/fitness"
)

// A run is flat if its champion's mean score against the reference opponents is not above that of the champion so many
// generations ago by more than the margin of the difference: half a 95 % interval.
func TestFlat(t *testing.T) {
	reference := func(results ...fitness.Pentanomial) (all []evolution.ReferenceScore) {
		for _, r := range results {
			all = append(all, evolution.ReferenceScore{Opponent: "reversi-blank", Result: r})
		}
		return all
	}
	half := fitness.Pentanomial{25, 0, 50, 0, 25}  // 50 % ± 6.9
	above := fitness.Pentanomial{20, 0, 50, 0, 30} // 55 % ± 6.9: within the margin of 9.7 points
	strong := fitness.Pentanomial{5, 0, 50, 0, 45} // 70 % ± 5.7: beyond that of 9.0 points
	for name, c := range map[string]struct {
		generation int
		champions  []evolution.Champion
		flat       bool
	}{
		"before the first generation": {0, nil, false},
		"too young":                   {9, []evolution.Champion{{Generation: 1, Reference: reference(half)}}, false},
		"the same champion":           {11, []evolution.Champion{{Generation: 1, Reference: reference(half)}}, true},
		"no measurable gain": {20, []evolution.Champion{
			{Generation: 1, Reference: reference(half)}, {Generation: 15, Reference: reference(above)}}, true},
		"a gain": {20, []evolution.Champion{
			{Generation: 1, Reference: reference(half)}, {Generation: 15, Reference: reference(strong)}}, false},
		"a gain long ago": {25, []evolution.Champion{
			{Generation: 1, Reference: reference(half)}, {Generation: 15, Reference: reference(strong)}}, true},
		"a gain just not long ago": {24, []evolution.Champion{
			{Generation: 1, Reference: reference(half)}, {Generation: 15, Reference: reference(strong)}}, false},
		"weaker than before": {20, []evolution.Champion{
			{Generation: 1, Reference: reference(strong)}, {Generation: 15, Reference: reference(half)}}, true},
		"more opponents, a smaller margin": {20, []evolution.Champion{
			{Generation: 1, Reference: reference(half, half, half, half)},
			{Generation: 15, Reference: reference(above, above, above, above)}}, false},
		"without a reference": {20, []evolution.Champion{{Generation: 1}}, false},
	} {
		run := Run{State: &evolution.State{Generation: c.generation, Champions: c.champions}}
		assert.Equal(t, c.flat, run.flat(10), name)
	}
}
