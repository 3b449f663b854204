package evaluators_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
)

// weightsOf returns weights by name.
func weightsOf(named map[string]int) (w evaluators.Weights) {
	for name, weight := range named {
		w.Set(name, weight)
	}
	return w
}

// Networks that are the same in all of several phases are written once.
func TestPhasesInJSON(t *testing.T) {
	one := weightsOf(map[string]int{"lines1.a1=x": 7, "lines2.a1b1=xx": 4, "number.w": 2})
	otherNumber := weightsOf(map[string]int{"lines1.a1=x": 7, "lines2.a1b1=xx": 4, "number.w": 3})
	otherPair := weightsOf(map[string]int{"lines1.a1=x": 7, "lines2.a1b1=xx": 5, "number.w": 2})
	number := weightsOf(map[string]int{"number.w": 2})
	for _, test := range []struct {
		phases           evaluators.Phases
		whole, eachFirst []string // weights in shared and in the first phase, without those of 0
	}{
		{evaluators.Phases{one}, nil, []string{"lines1.a1=x", "lines2.a1b1=xx", "number.w"}},
		{evaluators.Phases{one, otherNumber}, []string{"lines1.a1=x", "lines2.a1b1=xx"}, []string{"number.w"}},
		{evaluators.Phases{one, otherPair, one}, []string{"lines1.a1=x"}, []string{"lines2.a1b1=xx", "number.w"}},
		{evaluators.Phases{number, number}, nil, []string{"number.w"}},
	} {
		text, err := json.Marshal(test.phases)
		require.NoError(t, err)
		var read evaluators.Phases
		require.NoError(t, json.Unmarshal(text, &read))
		assert.Equal(t, test.phases, read)

		var file struct {
			Shared map[string]int   `json:"shared"`
			Each   []map[string]int `json:"each"`
		}
		if test.whole == nil {
			require.NoError(t, json.Unmarshal(text, &file.Each))
		} else {
			require.NoError(t, json.Unmarshal(text, &file))
		}
		assert.Len(t, file.Shared, len(test.whole), "no other weights of 0")
		assert.Equal(t, test.whole, namesOf(file.Shared))
		assert.Equal(t, test.eachFirst, namesOf(file.Each[0]))
		assert.Subset(t, evaluators.WeightNames(text), append(test.whole, test.eachFirst...))
	}
}

// namesOf returns the sorted names of the weights that are not 0.
func namesOf(weights map[string]int) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		if weights[name] != 0 {
			names = append(names, name)
		}
	}
	return names
}

func TestPhasesRefuse(t *testing.T) {
	many := "[" + strings.Repeat("{},", 61) + "{}]"
	for text, says := range map[string]string{
		many: "62 phases: must be at most 61",
		`{"shared": {"lines1.a1=x": 1}, "each": ` + many + `}`:                          "62 phases: must be at most 61",
		`{"shared": {"lines1.a1=x": 1}, "each": [{"number.w": 1}, {"lines1.a1=x": 2}]}`: `phase 2: the weights of lines1 are also in "shared"`,
		`{"shared": {"lines1.a1=x": 1}, "Each": [{}]}`:                                  `unknown field "Each"`,
		`{"shared": {"lines1.a1=x": 1}, "phases": [{}]}`:                                `unknown field "phases"`,
		`{"shared": {"lines1.a0=x": 1}, "each": [{}]}`:                                  "lines1.a0=x",
		`{"shared": [], "each": [{}]}`:                                                  "want an object",
		`[{}, {"number.w": 0.5}]`:                                                       "phase 2: weight number.w is 0.5",
		`3`:                                                                             "cannot unmarshal number",
	} {
		var p evaluators.Phases
		assert.ErrorContains(t, json.Unmarshal([]byte(text), &p), says, text)
	}
}

func TestWeightNames(t *testing.T) {
	for text, names := range map[string][]string{
		`[{"b": 1, "a": 2}, {"c": 3}]`:                 {"a", "b"},
		`{"shared": {"a": 1}, "each": [{"b": 1}, {}]}`: {"a", "b"},
		`[]`:           nil,
		`{"other": 1}`: nil,
		``:             nil,
		`"text"`:       nil,
		`{"shared": {"a": 1}, "each": [null, {"c": 1}]}`: {"a"},
	} {
		assert.Equal(t, names, evaluators.WeightNames([]byte(text)), text)
	}
}
