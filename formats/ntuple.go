package formats

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/internal/files"
)

// An NTuple is a network of n-tuples, the form in which players of the Othello League are published. The value of a
// board is the sum of the weights at all places of all tuples. Source: S. M. Lucas, "Learning to Play Othello with
// N-Tuple Systems" (2008).
//
// A file has the number of tuples, then for each tuple its number of squares, its number of places, the squares of each
// place (0 is a1, row by row), and its weights. Blanks, line ends and braces are separators. A file does not contain
// the view from which the player looks at the board.
type NTuple struct {
	Tuples []Tuple `json:"tuples"`
}

// A Tuple is a table of weights that is looked up at several places of the board, usually symmetric ones.
type Tuple struct {
	// Places are the squares of the tuple at each place. All have the same length.
	Places [][]engine.Square `json:"places"`
	// Weights are the values of the 3ⁿ configurations of n squares. A configuration is a number to
	// the base 3 with the first square as its most significant digit: 0 is a white disc, 1 an empty
	// square and 2 a black disc.
	Weights []float64 `json:"weights"`
}

// Limits of files.
const (
	maxTuples = 1000
	maxLength = 10 // squares: 59,049 weights
	maxPlaces = 8  // the number of the board's symmetries
	maxWeight = 1e30
)

// ReadNTuple reads a player of the Othello League. Errors name the file and the line.
func ReadNTuple(path string) (*NTuple, error) {
	data, err := files.Read(path, files.MaxSettings)
	if err != nil {
		return nil, err
	}
	n, err := ParseNTuple(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// ParseNTuple parses the content of a file of the Othello League. Errors name the line.
func ParseNTuple(text string) (*NTuple, error) {
	r := tupleReader{rest: text, line: 1}
	tuples, err := r.number("the number of tuples", 1, maxTuples)
	if err != nil {
		return nil, fmt.Errorf("%w; a player of the Othello League begins with the number of tuples", err)
	}
	n := new(NTuple)
	for range tuples {
		tuple, err := r.tuple()
		if err != nil {
			return nil, fmt.Errorf("%w, in tuple %d of %d", err, len(n.Tuples)+1, tuples)
		}
		n.Tuples = append(n.Tuples, tuple)
	}
	if word := r.word(); word != "" {
		return nil, r.errorf("%.40q follows the last of %d tuples", word, tuples)
	}
	return n, nil
}

// League writes the network in the form that ParseNTuple reads.
func (n *NTuple) League() string {
	var out strings.Builder
	fmt.Fprintf(&out, "{ %d\n", len(n.Tuples))
	for _, t := range n.Tuples {
		fmt.Fprintf(&out, "  { %d %d\n", len(t.Places[0]), len(t.Places))
		for _, place := range t.Places {
			out.WriteString("    {")
			for _, s := range place {
				fmt.Fprintf(&out, " %d", int(s))
			}
			out.WriteString(" }\n")
		}
		out.WriteString("\n    {")
		for _, w := range t.Weights {
			out.WriteString(" " + strconv.FormatFloat(w, 'g', -1, 64))
		}
		out.WriteString(" }\n  }\n")
	}
	out.WriteString("}\n")
	return out.String()
}

// Validate returns an error that names the invalid part of the network.
func (n *NTuple) Validate() error {
	if len(n.Tuples) < 1 || len(n.Tuples) > maxTuples {
		return fmt.Errorf("%d tuples: must be 1 to %d", len(n.Tuples), maxTuples)
	}
	for i := range n.Tuples {
		if err := n.Tuples[i].validate(); err != nil {
			return fmt.Errorf("tuple %d: %w", i+1, err)
		}
	}
	return nil
}

func (t *Tuple) validate() error {
	if len(t.Places) < 1 || len(t.Places) > maxPlaces {
		return fmt.Errorf("%d places: must be 1 to %d", len(t.Places), maxPlaces)
	}
	length := len(t.Places[0])
	if length < 1 || length > maxLength {
		return fmt.Errorf("%d squares: must be 1 to %d", length, maxLength)
	}
	for _, place := range t.Places {
		if len(place) != length {
			return fmt.Errorf("a place has %d squares: must be %d, as in the first place", len(place), length)
		}
		if err := checkPlace(place); err != nil {
			return err
		}
	}
	if len(t.Weights) != configurations(length) {
		return fmt.Errorf("%d weights: must be %d for %d squares", len(t.Weights), configurations(length), length)
	}
	if i := slices.IndexFunc(t.Weights, func(w float64) bool { return !isWeight(w) }); i >= 0 {
		return fmt.Errorf("weight %g: must be -%g to %g", t.Weights[i], maxWeight, maxWeight)
	}
	return nil
}

func checkPlace(place []engine.Square) error {
	for i, s := range place {
		switch {
		case s < 0 || s > 63:
			return fmt.Errorf("square %d: must be 0 (a1) to 63 (h8)", int(s))
		case slices.Contains(place[:i], s):
			return fmt.Errorf("square %d (%s) is listed twice", int(s), s)
		}
	}
	return nil
}

// isWeight reports whether a number is a valid weight: neither too large, infinite nor NaN.
func isWeight(w float64) bool { return math.Abs(w) <= maxWeight }

// configurations returns the number of configurations of a number of squares.
func configurations(length int) int {
	n := 1
	for range length {
		n *= 3
	}
	return n
}

// A tupleReader splits a text into words.
type tupleReader struct {
	rest string
	line int // of the last word
}

// word returns the next word, "" at the end.
func (r *tupleReader) word() string {
	const decoration = " \t\r\n{}"
	word := strings.TrimLeft(r.rest, decoration)
	r.line += strings.Count(r.rest[:len(r.rest)-len(word)], "\n")
	r.rest = ""
	if end := strings.IndexAny(word, decoration); end >= 0 {
		word, r.rest = word[:end], word[end:]
	}
	return word
}

func (r *tupleReader) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", r.line, fmt.Sprintf(format, args...))
}

// number parses an integer; what describes it in errors.
func (r *tupleReader) number(what string, low, high int) (int, error) {
	word := r.word()
	n, err := strconv.Atoi(word)
	switch {
	case word == "":
		return 0, r.errorf("the text ends where %s should be", what)
	case err != nil || n < low || n > high:
		return 0, r.errorf("%.40q is not %s: want a whole number from %d to %d", word, what, low, high)
	}
	return n, nil
}

func (r *tupleReader) tuple() (t Tuple, err error) {
	length, err := r.number("a number of squares", 1, maxLength)
	if err != nil {
		return t, err
	}
	places, err := r.number("a number of places", 1, maxPlaces)
	if err != nil {
		return t, err
	}
	for range places {
		place := make([]engine.Square, length)
		for i := range place {
			s, err := r.number("a square", 0, 63)
			if err != nil {
				return t, err
			}
			place[i] = engine.Square(s)
		}
		if err := checkPlace(place); err != nil {
			return t, r.errorf("%v", err)
		}
		t.Places = append(t.Places, place)
	}
	t.Weights, err = r.weights(configurations(length))
	return t, err
}

func (r *tupleReader) weights(n int) (weights []float64, err error) {
	for range n {
		word := r.word()
		w, err := strconv.ParseFloat(word, 64)
		switch {
		case word == "":
			return nil, r.errorf("the text ends after %d of %d weights", len(weights), n)
		case err != nil || !isWeight(w):
			return nil, r.errorf("%.40q is not a weight: want a number from -%g to %g", word, maxWeight, maxWeight)
		}
		weights = append(weights, w)
	}
	return weights, nil
}
