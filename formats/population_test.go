package formats

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const population = `{"generation": 3, "corner": [-126, 196], "c": [123, 15], "a1": [29, -144], "a2": [-143, -83],
 "b1": [103, -109], "b2": [51, -6], "b3": [40, 14], "x": [-107, -189], "o1": [75, 129], "o2": [235, 33],
 "fitness": [10.0, 35.0]}`

func TestReadPopulation(t *testing.T) {
	require.True(t, IsPopulation([]byte(population)))
	p, err := ReadPopulation([]byte(population))
	require.NoError(t, err)
	assert.Equal(t, 3, p.Generation)
	assert.Equal(t, []int{196, 15, -144, -83, -109, -6, 14, -189, 129, 33}, p.Ranked()[0])
	assert.Equal(t, "table:corner=196,c=15,a1=-144,a2=-83,b1=-109,b2=-6,b3=14,x=-189,o1=129,o2=33", p.Best())
	for _, c := range []struct{ from, to, says string }{
		{`"generation": 3`, `"generation": "x"`, `"generation" must be a whole number`},
		{`[123, 15]`, `[123]`, `"c" has 1 weights for 2 players`},
		{`[123, 15]`, `[1.5, 15]`, `"c" must be a list of whole numbers, one for each player`},
		{`"x"`, `"y"`, `"x" must be a list of whole numbers`},
		{`[10.0, 35.0]`, `[10.0]`, `"fitness" must be a list of numbers, one for each player`},
		{`{`, ``, "not a population of the reversi library"},
	} {
		_, err := ReadPopulation([]byte(strings.Replace(population, c.from, c.to, 1)))
		assert.ErrorContains(t, err, c.says)
	}
	assert.False(t, IsPopulation([]byte(`{"schema": 1}`)))
}

func TestReadGASetting(t *testing.T) {
	const setting = `{"max_generations": 200, "population_num": 5, "offspring_num": 2, "mutation_chance": 0.5,
 "mutation_value": 6, "large_mutation": 100, "large_mutation_value": 25, "board_size": 8, "matches": 5, "threshold": 65,
 "random_opening": 8, "processes": 2, "parallel": "game"}`
	require.True(t, IsGASetting([]byte(setting)))
	s, err := ReadGASetting([]byte(setting))
	require.NoError(t, err)
	assert.Equal(t, &GASetting{Generations: 200, Population: 5, Children: 2, Mutation: 0.5, Step: 6, LargeEvery: 100,
		LargeStep: 25, Threshold: 65, Pairs: 5, Plies: 8}, s)
	for _, c := range []struct{ from, to, says string }{
		{`"matches": 5, `, ``, `"matches" is missing`},
		{`"matches": 5`, `"matches": "five"`, `"matches" is "five": must be a number`},
		{`"matches": 5`, `"matches": null`, `"matches" is null: must be a number`},
		{`"matches"`, `"match"`, `unknown key "match"; did you mean matches?`},
		{`"board_size": 8`, `"board_size": 6`, `"board_size" is 6: must be 8`},
		{`{`, ``, "not the settings of a genetic algorithm"},
	} {
		_, err := ReadGASetting([]byte(strings.Replace(setting, c.from, c.to, 1)))
		assert.ErrorContains(t, err, c.says)
	}
	assert.False(t, IsGASetting([]byte(`{"population": 5}`)))
}
