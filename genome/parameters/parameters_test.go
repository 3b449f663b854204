package parameters

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/genome"
)

func parsed(t *testing.T, text string) List {
	all, err := Parse([]byte(text))
	require.NoError(t, err)
	return all
}

func layoutOf(t *testing.T, l List) *genome.Layout {
	e, err := genome.NewEncoding(genome.Encoding{Parameters: l.Bounds()}, genome.Variation{})
	require.NoError(t, err)
	return e.Layout
}

func TestParametersAndTheirDefaults(t *testing.T) {
	assert.Equal(t, List{
		{genome.Parameter{Name: "corner", Group: "parameters", Least: -100, Greatest: 100, Scale: 100}, 0},
		{genome.Parameter{Name: "a.b-c_2", Group: "the end", Least: 10, Greatest: 40, Start: 10, Scale: 15}, 0},
		{genome.Parameter{Name: "share", Group: "parameters", Least: 0, Greatest: 150, Start: 25, Scale: 30}, 2},
		{genome.Parameter{Name: "down", Group: "parameters", Least: -9, Greatest: -3, Start: -3, Scale: 2.5}, 0},
		{genome.Parameter{Name: "wide", Group: "parameters", Least: -maxUnits, Greatest: maxUnits, Scale: maxUnits}, 0},
	}, parsed(t, `{"schema": 1, "parameters": [
		{"name": "corner", "least": -100, "greatest": 100},
		{"name": "a.b-c_2", "group": "the end", "least": 10, "greatest": 40},
		{"name": "share", "least": 0, "greatest": 1.5, "start": 0.25, "scale": 0.3, "decimals": 2},
		{"name": "down", "least": -9, "greatest": -3, "scale": 2.5},
		{"name": "wide", "least": -1e9, "greatest": 1e9, "scale": 1e9}]}`))
}

// Errors name the parameter, the field and what would be right.
func TestWrongParameters(t *testing.T) {
	for _, c := range [][2]string{
		{`[]`, "the document is a list, want an object in braces"},
		{`{}`, `0 parameters: must be 1 to 1000, under "parameters", such as {"parameters": [{"name": "corner", `},
		{`{"parameters": []}`, "0 parameters: must be 1 to 1000"},
		{`{"parameter": []}`, `unknown field "parameter"`},
		{`{"schema": 2}`, "schema 2 is newer than this program"},
		{`{"parameters": {"corner": 5}}`, `"parameters" holds values: must be a list that describes each`},
		{`{"parameters": [5]}`,
			`parameter "": the document is a number, want an object in braces; its fields are name, group, least,`},
		{`a`, `parameter "a": "least" is missing: give its least value, such as -100`},
		{`a|"least": 1`, `parameter "a": "greatest" is missing: give its greatest value, such as 100`},
		{`a|"leAst": 1`, `parameter "a": unknown field "leAst"`},
		{`a|"leest": 1`, `parameter "a": unknown field "leest"; its fields are name, group, least, greatest`},
		{`a|"least": "1"`, `parameter "a": "least" is a text, want a number; its fields are`},
		{`a b|"least": 1`, `parameter "a b": "name" must be up to 64 letters`},
		{`|"least": 1`, `parameter "": "name" must be up to 64 letters`},
		{`value|"least": 1`,
			`parameter "value": "name" must not be "value", which means something else in a command`},
		{`a|"least": 5, "greatest": 5`, `parameter "a": "least" is 5 and "greatest" is 5: the smaller must come first`},
		{`a|"least": 0.5, "greatest": 5`, `parameter "a": "least" is 0.5: must be a whole number; for values such as 0.25 give "decimals": 2`},
		{`a|"least": 0.125, "greatest": 5, "decimals": 2`,
			`parameter "a": "least" is 0.125: must have at most 2 decimals`},
		{`a|"least": 0, "greatest": 1e10`, `parameter "a": "greatest" is 1e+10: must be within ±1e+09`},
		{`a|"least": 0, "greatest": 2000, "decimals": 6`, `parameter "a": "greatest" is 2000: must be within ±1000`},
		{`a|"least": 0, "greatest": 9, "decimals": 7`, `parameter "a": "decimals" is 7: must be 0 to 6`},
		{`a|"least": 0, "greatest": 9, "start": 10`, `parameter "a": "start" is 10: must be 0 to 9`},
		{`a|"least": 0, "greatest": 9, "scale": 0`,
			`parameter "a": "scale" is 0: must be above 0, such as 4.5, half of`},
		{`a|"least": 0, "greatest": 9, "scale": -2`, `parameter "a": "scale" is -2: must be above 0`},
		{`a|"least": 0, "greatest": 9, "group": "a,b"`, `parameter "a": "group" is "a,b": must be up to 64 letters`},
		{`a|"least": 0, "greatest": 9}, {"name": "a", "least": 0, "greatest": 9`, `parameter "a" is listed twice`},
	} {
		text, says := c[0], c[1]
		if !strings.HasPrefix(text, "{") && text != "[]" {
			name, fields, more := strings.Cut(text, "|")
			if text = fmt.Sprintf(`{"parameters": [{"name": %q`, name); more {
				text += ", " + fields
			}
			text += "}]}"
		}
		_, err := Parse([]byte(text))
		assert.ErrorContains(t, err, says, text)
	}
	assert.ErrorContains(t, List{}.Check(), "0 parameters: must be 1 to 1000")
}

// Values in files have the decimals of their parameters.
func TestValuesOfAGenome(t *testing.T) {
	l := parsed(t, `{"parameters": [{"name": "a", "least": -5, "greatest": 5},
		{"name": "b", "least": -1, "greatest": 1, "decimals": 2}]}`)
	layout := layoutOf(t, l)
	g, err := layout.FromGenes([]int32{-3, 7})
	require.NoError(t, err)
	data, err := json.Marshal(l.Values(g))
	require.NoError(t, err)
	assert.JSONEq(t, `{"a": -3, "b": 0.07}`, string(data))
	again, err := l.Genome(layout, l.Values(g))
	require.NoError(t, err)
	assert.True(t, again.Equal(g))
	for text, says := range map[string]string{
		`{"a": 1}`:                  `parameter "b" has no value`,
		`{"a": 1.5, "b": 0}`:        `parameter "a" is 1.5: must be a whole number`,
		`{"a": 1, "b": 0.001}`:      `parameter "b" is 0.001: must have at most 2 decimals`,
		`{"a": 1, "b": 0, "bb": 0}`: `unknown parameter "bb"`,
		`{"a": 6, "b": 0}`:          `parameters: a is 6, outside -5 to 5`,
		`{"a": 1e300, "b": 0}`:      `parameter "a" is 1e+300: must be within`,
	} {
		var values map[string]float64
		require.NoError(t, json.Unmarshal([]byte(text), &values))
		_, err := l.Genome(layout, values)
		assert.ErrorContains(t, err, says, text)
	}
}

// Parameters that can be read are read as the same again after they were written, and their start has values.
func FuzzParameters(f *testing.F) {
	f.Add([]byte(`{"parameters": [{"name": "corner", "least": -100, "greatest": 100}]}`))
	f.Add([]byte(`{"parameters": [{"name": "a", "group": "b", "least": 0.1, "greatest": 0.7, "start": 0.3,` +
		`"scale": 0.123456789, "decimals": 1}]}`))
	f.Add([]byte(`{"parameters": {"corner": 1}}`))
	f.Add([]byte(`{"parameters": [{"name": "a", "least": 1e308, "greatest": -1e308, "scale": 1e-300}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := Parse(data)
		if err != nil {
			return
		}
		written, err := json.Marshal(map[string]any{"parameters": all})
		require.NoError(t, err)
		again, err := Parse(written)
		require.NoError(t, err, string(written))
		require.Equal(t, all, again)
		layout := layoutOf(t, all)
		require.Equal(t, all.Starts(), all.Values(layout.Start()))
		start, err := all.Genome(layout, all.Starts())
		require.NoError(t, err)
		require.True(t, start.Equal(layout.Start()))
	})
}

// A value may be as large as parameters may be, and no larger.
func TestLargestValue(t *testing.T) {
	l := List{{genome.Parameter{Name: "a", Least: -maxUnits, Greatest: maxUnits, Scale: maxUnits}, 0}}
	layout := layoutOf(t, l)
	_, err := l.Genome(layout, map[string]float64{"a": maxUnits})
	assert.NoError(t, err)
	_, err = l.Genome(layout, map[string]float64{"a": maxUnits + 1})
	assert.ErrorContains(t, err, "must be within")
}
