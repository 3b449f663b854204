package formats

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// cornersAndEnds has two tuples: the corners one by one, and the two squares at either end of the first row.
var cornersAndEnds = &NTuple{Tuples: []Tuple{
	{Places: [][]engine.Square{{0}, {7}, {56}, {63}}, Weights: []float64{-1, 0, 1}},
	{Places: [][]engine.Square{{0, 1}, {7, 6}}, Weights: []float64{0.5, 2, -3.2798206e-3, 6.6e-4, 0, 0, 1e7, 0, -1}},
}}

// Files have different layouts.
func TestParseNTuple(t *testing.T) {
	for name, text := range map[string]string{
		"in braces": `{ 2
  { 1 4
    { 0 } { 7 } { 56 } { 63 }

    { -1 0 1 }
  }
  { 2 2
    { 0 1 }
    { 7 6 }
    { 0.5 2 -3.2798206e-003 6.6E-4 0 0 1e7 0 -1 }
  }
}
`,
		"bare": " 2\r\n\r\n 1\r\n 4\r\n  0\r\n  7\r\n  56\r\n  63\r\n  -1.0 0.0 1.0\r\n\r\n 2 2\r\n 0 1\r\n 7 6\r\n " +
			"0.5 2 -0.0032798206\r\n 6.6e-4 0 0 10000000 0 -1\r\n\r\n",
		"braces that hold": "{2{1 4{0}{7}{56}{63}{-1 0 1}}{2 2{0 1}{7 6}{.5 2 -3.2798206e-3 6.6e-4 0 0 1e7 0 -1}}}",
		"as it is written": cornersAndEnds.League(),
	} {
		n, err := ParseNTuple(text)
		require.NoError(t, err, name)
		assert.Equal(t, cornersAndEnds, n, name)
		assert.NoError(t, n.Validate())
	}
}

func TestParseNTupleRefuses(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"", "line 1: the text ends where the number of tuples should be; a player of the Othello League begins with "},
		{"{}\n", "line 2: the text ends where the number of tuples should be"},
		{`{"schema":1}`, `line 1: "\"schema\":1" is not the number of tuples: want a whole number from 1 to 1000`},
		{"1001", `line 1: "1001" is not the number of tuples`},
		{"2\n1 1 0 0 0 0\n0", `line 3: "0" is not a number of squares: want a whole number from 1 to 10, in tuple 2 of 2`},
		{"1 11", `line 1: "11" is not a number of squares`},
		{"1 2 9", `line 1: "9" is not a number of places: want a whole number from 1 to 8, in tuple 1 of 1`},
		{"1 2\n2\n0 64", `line 3: "64" is not a square: want a whole number from 0 to 63`},
		{"1 2 2 0 1.5", `line 1: "1.5" is not a square`},
		{"1 2 2 0 1 9 9", "line 1: square 9 (b2) is listed twice, in tuple 1 of 1"},
		{"1 2 1 0", "line 1: the text ends where a square should be"},
		{"1 1 1 0\n{ 1 2", "line 2: the text ends after 2 of 3 weights"},
		{"1 1 1 0 1 NaN 3", `line 1: "NaN" is not a weight: want a number from -1e+30 to 1e+30`},
		{"1 1 1 0 1 1e999 3", `line 1: "1e999" is not a weight`},
		{"1 1 1 0 1 x 3", `line 1: "x" is not a weight`},
		{"1 1 1 0 1 2 3\n\n4", `line 3: "4" follows the last of 1 tuples`},
	} {
		_, err := ParseNTuple(c.text)
		assert.ErrorContains(t, err, c.says, "%q", c.text)
		assert.NotContains(t, err.Error(), "\n")
	}
}

func TestReadNTupleNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "X.player")
	require.NoError(t, os.WriteFile(path, []byte(cornersAndEnds.League()), 0o600))
	n, err := ReadNTuple(path)
	require.NoError(t, err)
	assert.Equal(t, cornersAndEnds, n)
	require.NoError(t, os.WriteFile(path, []byte("many"), 0o600))
	_, err = ReadNTuple(path)
	assert.ErrorContains(t, err, path+`: line 1: "many"`)
	_, err = ReadNTuple(path + "x")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// Validate checks networks that do not come from a file as strictly.
func TestNTupleValidate(t *testing.T) {
	a1 := [][]engine.Square{{0}}
	weights := []float64{1, 2, 3}
	for says, tuple := range map[string]Tuple{
		"0 places: must be 1 to 8":   {Weights: weights},
		"9 places: must be 1 to 8":   {slices.Repeat(a1, 9), weights},
		"0 squares: must be 1 to 10": {[][]engine.Square{{}}, []float64{1}},
		"11 squares: must be " +
			"1 to 10": {[][]engine.Square{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}, nil},
		"a place has 2 squares: must be 1, as in the first place": {[][]engine.Square{{0}, {1, 2}}, weights},
		"square -1: must be 0 (a1) to 63 (h8)":                    {[][]engine.Square{{-1}}, weights},
		"square 64: must be 0 (a1) to 63 (h8)":                    {[][]engine.Square{{64}}, weights},
		"square 5 (f1) is listed twice":                           {[][]engine.Square{{5, 5}}, make([]float64, 9)},
		"2 weights: must be 3 for 1 squares":                      {a1, weights[:2]},
		"weight NaN: must be -1e+30 to 1e+30":                     {a1, []float64{0, math.NaN(), 0}},
		"weight -1.0000001e+30: must be -1e+30 to 1e+":            {a1, []float64{-1.0000001e30, 0, 0}},
	} {
		n := NTuple{Tuples: []Tuple{{a1, weights}, tuple}}
		assert.ErrorContains(t, n.Validate(), "tuple 2: "+says)
	}
	assert.EqualError(t, new(NTuple).Validate(), "0 tuples: must be 1 to 1000")
}

// A network that was written is read again without loss, to the last bit.
func TestNTupleReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := anyNTuple(t)
		again, err := ParseNTuple(n.League())
		require.NoError(t, err)
		require.Equal(t, n, again)
		require.NoError(t, again.Validate())
	})
}

// anyNTuple draws a network of up to three tuples of up to four squares.
func anyNTuple(t *rapid.T) *NTuple {
	square := rapid.Custom(func(t *rapid.T) engine.Square {
		return engine.Square(rapid.IntRange(0, 63).Draw(t, "square"))
	})
	tuple := rapid.Custom(func(t *rapid.T) (tuple Tuple) {
		length := rapid.IntRange(1, 4).Draw(t, "length")
		place := rapid.SliceOfNDistinct(square, length, length, rapid.ID[engine.Square])
		tuple.Places = rapid.SliceOfN(place, 1, maxPlaces).Draw(t, "places")
		n := configurations(length)
		tuple.Weights = rapid.SliceOfN(rapid.Float64Range(-maxWeight, maxWeight), n, n).Draw(t, "weights")
		return tuple
	})
	return &NTuple{Tuples: rapid.SliceOfN(tuple, 1, 3).Draw(t, "tuples")}
}

func FuzzParseNTuple(f *testing.F) {
	f.Add(cornersAndEnds.League())
	f.Add(strings.NewReplacer("{", "", "}", "").Replace(cornersAndEnds.League()))
	f.Add("1 10 8 0 1 2 3 4 5 6 7 8 9")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseNTuple(text)
		if err != nil {
			require.Nil(t, n)
			return
		}
		require.NoError(t, n.Validate())
		again, err := ParseNTuple(n.League())
		require.NoError(t, err)
		require.Equal(t, n, again)
	})
}
