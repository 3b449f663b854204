package evaluators

import (
	"encoding/csv"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

var update = flag.Bool("update", false, "write testdata/classes.txt anew")

// classNames has the names of the classes in a picture of a board. @ is a corner.
const classNames = " @ C a A b B 3 X o O"

// The classes of all boards' squares are those of testdata/classes.txt.
func TestClassesOfSquares(t *testing.T) {
	var pictures strings.Builder
	pictures.WriteString("@ corner, C c, X x, A a2, 3 b3, a a1, B b2, b b1, o o1, O o2\n")
	for _, board := range engine.Shapes {
		l := layoutOf(^board.Holes())
		pictures.WriteString("\n" + board.Name + "\n")
		for row := range 8 {
			line := ""
			for col := range 8 {
				if s := engine.At(col, row); l.playable&s.Bit() != 0 {
					line += classNames[2*l.class[s] : 2*l.class[s]+2]
				} else {
					line += "  "
				}
			}
			pictures.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	const file = "testdata/classes.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(pictures.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), pictures.String())
}

// On 4×4 and 6×6 squares the scorers count what the reversi library counts on boards of those sizes.
// testdata/sizes.py wrote the values, and says which two mistakes of the library it corrects.
func TestScorersMatchTheLibraryOnSmallerBoards(t *testing.T) {
	file, err := os.Open("testdata/sizes.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+200+2000)

	primes := NewWeights([]*Scorer{table}, []int32{101, -17, 13, -11, 7, -5, 3, -29, -19, -23})
	weights := map[string]Weights{
		"table":        Defaults().only(func(s *Scorer, _ []int32) bool { return s == table }),
		"table_primes": primes,
		"possibility":  named(map[string]int{"possibility.w": 1}),
		"edge":         named(map[string]int{"edge.w": 1}),
		"number":       named(map[string]int{"number.w": 1}),
		"corner":       named(map[string]int{"corner.w": 1}),
		"blank_w1":     named(map[string]int{"blank.w1": 1}),
		"blank_w2":     named(map[string]int{"blank.w2": 1}),
		"blank_w3":     named(map[string]int{"blank.w3": 1}),
		"edgecorner":   named(map[string]int{"edgecorner.w1": 1, "edgecorner.w2": 8}),
	}
	compiled, compared := map[string]Evaluator{}, 0
	for _, row := range rows[1:] {
		p := onSmallerBoard(t, row[0])
		for name, w := range weights {
			want, err := strconv.Atoi(row[slices.Index(rows[0], name)])
			require.NoError(t, err)
			require.Equal(t, want, w.Score(p, nil), "%s of %s", name, p)
			key := name + strconv.Itoa(len(row[0]))
			if compiled[key] == nil {
				compiled[key] = Compile(w, p.Holes())
			}
			require.EqualValues(t, want, score(compiled[key], p.Board), "compiled %s of %s", name, p)
			compared++
		}
	}
	assert.Equal(t, 2200*len(weights), compared)
}

// onSmallerBoard returns a position of 4×4 or 6×6 squares, Black to move, in the middle of 8×8.
func onSmallerBoard(t *testing.T, squares string) engine.Position {
	size := map[int]int{16: 4, 36: 6}[len(squares)]
	board := strings.Repeat("#", 64)
	for row := range size {
		at := 8*(row+4-size/2) + 4 - size/2
		board = board[:at] + squares[row*size:(row+1)*size] + board[at+size:]
	}
	p, err := engine.ParsePosition(board + " X")
	require.NoError(t, err)
	return p
}
