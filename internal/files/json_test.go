package files

import (
	"encoding/json"
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
	type document struct {
		Seconds float64 `json:"seconds"`
	}
	for text, says := range map[string]string{
		`{"seconds": "1"}`: `"seconds" must not be of type string`,
		`[]`:               "the document must not be of type array",
		`{"seconds": 1`:    "unexpected end of JSON input",
	} {
		assert.EqualError(t, JSONInWords(json.Unmarshal([]byte(text), &document{})), says, text)
	}
}
