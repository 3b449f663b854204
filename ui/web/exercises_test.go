package web

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The exercises of a practice game are those of its moves, in a game of the user's as well.
func TestExercisesOfGames(t *testing.T) {
	s := open(t, Options{})
	found := 0
	for number := 1; number <= 10; number++ {
		var practice, sent exercisesAnswer
		s.ask("/api/exercises", fmt.Sprintf(`{"number": %d}`, number), &practice)
		s.ask("/api/exercises", fmt.Sprintf(`{"game": {"moves": %q}}`, practice.Moves), &sent)
		assert.Equal(t, practice, sent)
		for _, one := range practice.Exercises {
			require.Positive(t, one.Moves[0].Value.Discs)
			for _, other := range one.Moves[1:] {
				require.LessOrEqual(t, other.Value.Discs, 0.0)
			}
			found++
		}
	}
	assert.Positive(t, found)

	var none exercisesAnswer
	s.ask("/api/exercises", `{"game": {"moves": "f5"}}`, &none)
	assert.Equal(t, exercisesAnswer{Moves: "f5", Exercises: []exerciseView{}}, none)
}

func TestExercisesRefused(t *testing.T) {
	s := open(t, Options{})
	for body, says := range map[string]string{
		`{}`:                                     "either a game or a number from 1",
		`{"number": 1, "game": {}}`:              "either a game or a number from 1",
		`{"number": -1}`:                         "number",
		`{"game": {"moves": "f5f5"}}`:            "f5 is taken",
		`{"game": {"board": "10x10"}}`:           "board",
		`{"game": {"board": "10", "moves": ""}}`: "larger than 8×8",
	} {
		response, text := s.send("/api/exercises", body)
		assert.Contains(t, []int{400, 422}, response.StatusCode, body)
		assert.Contains(t, text, says, body)
	}
}
