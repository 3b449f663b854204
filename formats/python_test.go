package formats

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

func TestPythonGolden(t *testing.T) {
	seed, err := weights.Named("reversi-switch-blank")
	require.NoError(t, err)
	s := *seed
	s.Search = &search.Settings{Algorithm: search.NegaScout, Depth: 3, Endgame: 8}
	got, err := WritePython(&s)
	require.NoError(t, err)
	golden := filepath.Join("testdata", "python", "evolved.py")
	if *update {
		require.NoError(t, os.WriteFile(golden, got, 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

// The golden file runs as Python. Classes with the library's parameters replace the library: they check
// their arguments and print them.
func TestPythonRuns(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	cmd := exec.Command(python, "-B", "-c", "import evolved, json; print(json.dumps(evolved.player.given))")
	cmd.Dir = filepath.Join("testdata", "python")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))

	var player struct {
		Remain int
		Base   struct {
			Turns      []int
			Strategies []struct {
				Depth     int
				Evaluator map[string]int
			}
		}
	}
	require.NoError(t, json.Unmarshal(out, &player))
	want, err := weights.Named("reversi-switch-blank")
	require.NoError(t, err)
	assert.Equal(t, 8, player.Remain)
	assert.Equal(t, []int(want.Turns), player.Base.Turns)
	require.Len(t, player.Base.Strategies, 5)
	for i, strategy := range player.Base.Strategies {
		assert.Equal(t, 3, strategy.Depth)
		for _, p := range pythonParameters {
			if p.keyword != wonGame {
				assert.Equal(t, want.Phases[i].Get(p.weight), strategy.Evaluator[p.keyword], p.keyword)
			}
		}
	}
}

// The Python evaluator for the library counts as Go's does.
func TestPythonEvaluatesAlike(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	random := rand.New(rand.NewPCG(35, 6))
	w := evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
		switch {
		case s.Shapes != nil:
			return random.IntN(13) - 6
		case !slices.Contains(pythonScorers, s.Name) || s.Name == "possibility":
			return 0
		}
		return random.IntN(61) - 30
	})
	without := w
	w.Set("possibility.w", 9)
	s := weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, nil)
	s.Search = &search.Settings{Depth: 1}
	source, err := WritePython(s)
	require.NoError(t, err)
	again, err := ReadPython(source)
	require.NoError(t, err)
	require.True(t, s.SameWeights(again), "it reads its own files")

	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "python"))))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "frozen.py"), source, 0o666))
	var positions, want strings.Builder
	for range 100 {
		black := random.Uint64()
		p := engine.Position{Board: engine.Board{Mover: black, Opponent: random.Uint64() &^ black}}
		text, _, _ := strings.Cut(p.String(), " ")
		fmt.Fprintln(&positions, text)
		fmt.Fprintln(&want, without.Score(p, nil)+9*(7-3)) // the library counts 7 moves and 3
		fmt.Fprintln(&want, without.Score(p.Pass(), nil)+9*(7-3))
	}
	cmd := exec.Command(python, "-B", "values.py")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(positions.String())
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, want.String(), string(out))
}

// anySwitch draws a Switch that Python can express.
func anySwitch(t *rapid.T) *weights.Switch {
	s := &weights.Switch{Schema: weights.Schema, Name: rapid.String().Draw(t, "name")}
	phases := rapid.IntRange(0, 5).Draw(t, "phases")
	s.Turns = append(rapid.Permutation([]int{0, 9, 20, 33, 59}).Draw(t, "turns")[:phases], 60)
	slices.Sort(s.Turns)
	for range s.Turns {
		var w evaluators.Weights
		for _, p := range pythonParameters {
			if p.keyword != wonGame {
				w.Set(p.weight, rapid.IntRange(-5000, 5000).Draw(t, p.keyword))
			}
		}
		s.Phases = append(s.Phases, w)
	}
	algorithms := []search.Algorithm{search.NegaScout, search.AlphaBeta, search.NegaMax, search.MinMax}
	s.Search = &search.Settings{
		Algorithm: rapid.SampledFrom(algorithms).Draw(t, "search"),
		Depth:     rapid.IntRange(1, 60).Draw(t, "depth"),
		Endgame:   rapid.IntRange(0, 60).Draw(t, "endgame"),
	}
	return s
}

func TestPythonReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySwitch(t)
		source, err := WritePython(s)
		require.NoError(t, err)
		again, err := ReadPython(source)
		require.NoError(t, err)
		s.Name = "" // it is a comment in Python
		require.Equal(t, s, again)
	})
}

func TestPythonRefusesWhatTheLibraryCannotExpress(t *testing.T) {
	with := func(feature string, value int) *weights.Switch {
		phases := make([]evaluators.Weights, 2)
		phases[1].Set(feature, value)
		return &weights.Switch{Turns: weights.Turns{30, 60}, Phases: phases}
	}
	_, err := WritePython(with("patterns.w", 1))
	assert.EqualError(t, err, "phase 2: scorer patterns has no Python code, only table, possibility, edge, blank, "+
		"number, corner, edgecorner, stable, frontier, edgestability, squares, lines1, lines2, lines3, lines4, blocks, "+
		"outer, sides2 have: freeze the player as JSON")
	heart, err := weights.Named("evolved-heart")
	require.NoError(t, err)
	_, err = WritePython(heart)
	assert.EqualError(t, err, "weights of the board Heart: Python code is for the standard board; freeze them as JSON")
	_, err = WritePython(with("edge.w", 200_000))
	assert.EqualError(t, err, "phase 2: the weights can add up to 10400000, "+
		"more than the 9000000 of a won game in y-tetsu/reversi: divide them all by 2")
	_, err = WritePython(with("edge.w", 173_076))
	assert.NoError(t, err)
}

// asInTheLibrary is written like the library's own strategies.
const asInTheLibrary = `
from reversi.strategies import IterativeDeepning, NegaScout, Switch  # noqa: E501

class Evolved(Switch):
    """turns=[1], in a string, is no Switch"""
    def __init__(
            self,
            turns=[
                30,
                60
            ],
            # generation 843
            strategies=[
                IterativeDeepning(depth=2, selector=Selector(), orderer=Orderer_B(), search=NegaScout(evaluator=Evaluator_TPWE_Fast(corner=50, c=-20, a1=-10, a2=0,  b1=-4, b2=-2, b3=-2, x=-25, o1=-13, o2=-5, wp=4, ww=9999, we=91))),  # noqa: E501
                strategies.IterativeDeepning(2, Selector(), Orderer_B(), NegaScout(evaluator=coord.Evaluator_TPW(size=8, corner=1_000, c=+2, a1=3, a2=4, b1=5, b2=6, b3=7, x=8, o1=9, o2=10, wp=11)))
            ]):
        super().__init__(turns, strategies)
`

func TestReadPythonReadsTheLibrarysOwnNotation(t *testing.T) {
	s, err := ReadPython([]byte(asInTheLibrary))
	require.NoError(t, err)
	assert.Equal(t, weights.Turns{30, 60}, s.Turns)
	assert.Nil(t, s.Search, "deepening against a clock is no fixed search")
	first, second := s.Phases[0], s.Phases[1]
	assert.Equal(t, []int32{50, -20, -10, 0, -4, -2, -2, -25, -13, -5}, first.Of(evaluators.Scorers[0]))
	assert.Equal(t, []int{4, 91, 0}, []int{first.Get("possibility.w"), first.Get("edge.w"), first.Get("blank.w1")})
	assert.Equal(t, []int32{1000, 2, 3, 4, 5, 6, 7, 8, 9, 10}, second.Of(evaluators.Scorers[0]))
	assert.Equal(t, []int{11, 0}, []int{second.Get("possibility.w"), second.Get("edge.w")})

	path := filepath.Join(t.TempDir(), "evolved.py")
	require.NoError(t, os.WriteFile(path, []byte(asInTheLibrary), 0o666))
	loaded, err := ReadSwitch(path)
	require.NoError(t, err)
	assert.Equal(t, s, loaded)
}

func TestReadPythonRefuses(t *testing.T) {
	const tp = "corner=1, c=1, a1=1, a2=1, b1=1, b2=1, b3=1, x=1, o1=1, o2=1, wp=1"
	of := func(strategy string) string { return "player = Switch(turns=[60],\n strategies=[" + strategy + "])" }
	for _, c := range []struct{ source, says string }{
		{"", "no Switch found"},
		{"turns=[60]", `line 1: want strategies=[…] after turns=[…], found ""`},
		{"# fine so far\nturns = [60] + [61]", `line 2: want strategies=[…] after turns=[…], found "+"`},
		{"turns=[60", `want a comma or "]", found ""`},
		{"turns=[12, 60], strategies=[NegaScout(depth=2, evaluator=Evaluator_TP(" + tp + "))]",
			"line 1: 1 phases for 2 turns"},
		{"turns=[12.5], strategies=[]", `want a whole number, found "12.5"`},
		{"turns=[12], strategies=[]", "turns [12] must end at 60"},
		{"'''\n\n", "line 1: a string without an end"},
		{"'\n'", "line 1: a string without an end"},
		{of("Random()"), "line 2: 0 evaluators in Random"},
		{of("NegaScout(evaluator=Evaluator_TPO(" + tp + ", wo=-0.75))"),
			"line 2: Evaluator_TPO has unknown scorers"},
		{of("NegaScout(evaluator=Evaluator_TPE(" + tp + "))"), "line 2: Evaluator_TPE lacks we: give all of its weights"},
		{of("NegaScout(evaluator=Evaluator_TPWEB(" + tp + ", we=1, wb2=1))"),
			"Evaluator_TPWEB lacks wb1, wb3: give all of its weights"},
		{of("NegaScout(evaluator=Evaluator_TP(" + tp + ", we=1))"),
			`Evaluator_TP has no weight "we"; known: corner, c, a1, `},
		{of("NegaScout(evaluator=Evaluator_TP(" + tp + ", wp=2))"), "line 2: wp is given twice"},
		{of("NegaScout(evaluator=Evaluator_P(wp=0.5))"), `line 2: want a whole number, found "0.5" for wp`},
		{of("NegaScout(evaluator=Evaluator_P(wp=five))"), `line 2: want a whole number, found "five" for wp`},
		{of("NegaScout(evaluator=Evaluator_P(wp=2 * 5))"), `line 2: want a comma or ")", found "*"`},
		{of("NegaScout(evaluator=Evaluator_P(5))"), "line 2: Evaluator_P takes its weights as NAME=NUMBER"},
		{of("NegaScout(evaluator=Evaluator_TP(size=10, " + tp + "))"), "line 2: size=10: must be 8"},
		{of("NegaScout(evaluator=Evaluator_P(wp=123456789))"), "phase 1: weight possibility.w is 123456789"},
		{of("NegaScout(depth=99, evaluator=Evaluator_P(wp=1))"), "depth 99: must be 1 to 60"},
		{of("NegaScout(evaluator=Evaluator_P(**weights))"), `line 2: want a value, found "*"`},
		{strings.Repeat("turns=[60], strategies=[N(evaluator=Evaluator_P(wp=1))]\n", 2), "line 2: a second turns=[…]"},
		{"turns=" + strings.Repeat("[", 100), "line 1: values are nested more than 20 deep"},
		{of("N(evaluator=Evaluator_Weights())"), "line 2: want one dictionary of weights in Evaluator_Weights"},
		{of("N(evaluator=Evaluator_Weights({'edge.w': 1.5}))"), `line 2: want a whole number, found "1.5" for edge.w`},
		{of("N(evaluator=Evaluator_Weights({'edge.v': 1}))"), `line 2: unknown weight "edge.v"`},
	} {
		_, err := ReadPython([]byte(c.source))
		if assert.ErrorContains(t, err, c.says, c.source) {
			assert.NotContains(t, err.Error(), "\n")
		}
	}
	path := filepath.Join(t.TempDir(), "none.py")
	require.NoError(t, os.WriteFile(path, []byte("print('hello')\n"), 0o666))
	_, err := ReadSwitch(path)
	assert.ErrorContains(t, err, path+": no Switch found")
}

func FuzzReadPython(f *testing.F) {
	f.Add("p = FullReading(remain=8, base=Switch(turns=[9, 60], strategies=[N(depth=3, evaluator=Evaluator_P(wp=5)), " +
		"N(depth=3, evaluator=Evaluator_PWE(wp=1, we=-1)),]))")
	f.Add("class A(Switch):\n \"\"\"turns\"\"\"\n def __init__(self, turns=[\n60], # last\n " +
		"strategies=[I(x, search=a.N(evaluator=Evaluator_P_Fast(wp=+1)))]):")
	f.Add(`turns=[60], strategies=[N(depth=1, evaluator=Evaluator_P(wp=--1, ww='\'x'))]`)
	f.Fuzz(func(t *testing.T, source string) {
		s, err := ReadPython([]byte(source))
		if err != nil {
			require.Nil(t, s)
			return
		}
		require.NoError(t, s.Validate())
		written, err := WritePython(s)
		if err != nil { // valid weights may be too large for the library
			return
		}
		again, err := ReadPython(written)
		require.NoError(t, err)
		require.Equal(t, s.Turns, again.Turns)
		require.Equal(t, s.Phases, again.Phases)
	})
}
