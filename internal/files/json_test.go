package files

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
