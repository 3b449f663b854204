package files

import (
	"encoding/json"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNamesOfFieldsAreExact(t *testing.T) {
	type part struct {
		Depth int `json:"depth"`
	}
	type document struct {
		Schema int             `json:"schema"`
		Parts  []*part         `json:"parts"`
		Named  map[string]part `json:"named"`
		Square [2][2]int       `json:"square"`
		Chosen any             `json:"chosen"`
	}
	for text, says := range map[string]string{
		`{"schema": 1, "parts": [{"depth": 3}, null], "named": {"A": {"depth": 1}, "a": {}}, "square": [[1, 2], [3, 4]]}`: "",
		`{"chosen": {"depth": 3}}`:          "",
		`{"chosen": {"dePth": 3}}`:          `unknown field "dePth"`,
		`{"sChema": 1}`:                     `unknown field "sChema"`,
		`{"parts": [{}, {"Depth": 3}]}`:     `unknown field "Depth"`,
		`{"named": {"A": {"depTh": 3}}}`:    `unknown field "depTh"`,
		`{"parts": null, "sq": [[1], [2]]}`: `unknown field "sq"`,
	} {
		err := DecodeJSON([]byte(text), 1, &document{Chosen: new(part)})
		if says == "" {
			assert.NoError(t, err, text)
		} else {
			assert.EqualError(t, err, says, text)
		}
	}
}

func TestJSONInWords(t *testing.T) {
	type Part struct {
		Depth uint `json:"depth"`
	}
	type document struct {
		Part
		Schema  int            `json:"schema"`
		Seconds float64        `json:"seconds"`
		Games   int            `json:"games"`
		Name    string         `json:"name"`
		Quick   bool           `json:"quick"`
		Turns   []int          `json:"turns"`
		Named   map[string]int `json:"named"`
		Address net.IP         `json:"address"`
		Inner   Part           `json:"inner"`
	}
	for text, says := range map[string]string{
		`{"seconds": "1"}`:                `"seconds" is a text, want a number`,
		`{"seconds": 1e999}`:              `"seconds" is 1e999, want a smaller number`,
		`{"schema": "1"}`:                 `"schema" is a text, want a whole number in digits`,
		`{"games": 1e9}`:                  `"games" is 1e9, want a whole number in digits`,
		`{"games": 1.5}`:                  `"games" is 1.5, want a whole number in digits`,
		`{"games": true}`:                 `"games" is true or false, want a whole number in digits`,
		`{"games": 99999999999999999999}`: `"games" is 99999999999999999999, want a smaller number`,
		`{"inner": {"depth": -1}}`:        `"inner.depth" is -1, want a whole number in digits, 0 or more`,
		`{"depth": []}`:                   `"depth" is a list, want a whole number in digits, 0 or more`,
		`{"name": 5}`:                     `"name" is a number, want a text in quotes`,
		`{"address": 5}`:                  `"address" is a number, want a text in quotes`,
		`{"quick": "yes"}`:                `"quick" is a text, want true or false`,
		`{"turns": 5}`:                    `"turns" is a number, want a list in brackets`,
		`{"named": []}`:                   `"named" is a list, want an object in braces`,
		`{"inner": "x"}`:                  `"inner" is a text, want an object in braces`,
		`[]`:                              "the document is a list, want an object in braces",
		`{"seconds": 1`:                   "not readable as JSON: unexpected end of JSON input",
	} {
		assert.EqualError(t, DecodeJSON([]byte(text), 1, &document{}), says, text)
	}
}

func TestKeysAreGivenOnce(t *testing.T) {
	for text, says := range map[string]string{
		`{"a": 1, "b": {"a": [{"a": "a"}, {"a": ","}], "c": "a"}, "c": ["b", "b"], "d": "\\"}`: "",
		`"a"`:                                "",
		`[]`:                                 "",
		`{"a": 1, "a": 1}`:                   `"a" is given twice: leave one out`,
		`{"a": {"b": {}, "b": 2}}`:           `"b" is given twice: leave one out`,
		`[1, {"a": [], "c": "\"}", "a": 2}]`: `"a" is given twice: leave one out`,
		`{"a": 1, "\u0061": 2}`:              `"a" is given twice: leave one out`,
	} {
		var any any
		err := UnmarshalJSON([]byte(text), &any)
		if says == "" {
			assert.NoError(t, err, text)
		} else {
			assert.EqualError(t, err, says, text)
		}
	}
	var run struct {
		Schema     int
		Population int `json:"population"`
	}
	assert.EqualError(t, DecodeJSON([]byte(`{"population": 64, "population": 32}`), 3, &run),
		`"population" is given twice: leave one out`)
}

// Any text may be checked, also one that is not valid JSON. The decoder of encoding/json finds the same keys twice.
func FuzzCheckKeys(f *testing.F) {
	for _, text := range []string{`{"a": 1, "a": 1}`, `{"a": [{"b": "\""}]}`, `{} ]`, `{},`, `"a`, `]`, `{"a": 1} "b`, ``} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		err := CheckKeys([]byte(text))
		assert.Equal(t, json.Valid([]byte(text)) && hasKeyTwice(json.NewDecoder(strings.NewReader(text))), err != nil)
	})
}

// hasKeyTwice reports whether an object in the next value has a key twice.
func hasKeyTwice(d *json.Decoder) (twice bool) {
	token, err := d.Token()
	if bracket, opens := token.(json.Delim); err != nil || !opens || bracket == ']' || bracket == '}' {
		return false
	}
	keys := map[string]bool{}
	for d.More() {
		if token == json.Delim('{') {
			key, _ := d.Token()
			twice = twice || keys[key.(string)]
			keys[key.(string)] = true
		}
		twice = hasKeyTwice(d) || twice
	}
	_, _ = d.Token() // the closing bracket
	return twice
}

func TestCheckSchema(t *testing.T) {
	assert.NoError(t, CheckSchema(3, 3))
	assert.EqualError(t, CheckSchema(0, 3), `"schema" is missing, want "schema": 3`)
	assert.EqualError(t, CheckSchema(2, 3), `"schema" is 2, want 3`)
}
