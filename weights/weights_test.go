package weights

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/runs/ladder"
)

// onAnyBoard names the champions that ship and play on any board.
var onAnyBoard = []string{StrongestName, EvolvedName, ClassicName, CMAESName, NetworksName, RobustName, DeepName}

func TestPhaseOfTheNumberOfDiscs(t *testing.T) {
	for _, c := range []struct{ discs, phase int }{
		{4, 0}, {16, 0}, {17, 1}, {28, 1}, {29, 2}, {40, 2}, {41, 3}, {52, 3}, {53, 4}, {64, 4}, {0, 0},
	} {
		assert.Equal(t, c.phase, DefaultTurns.Phase(c.discs-4, 60), "%d discs", c.discs)
	}
}

// On other boards a phase has the same share of the moves, counted from the start of the
// board that the weights were evolved on.
func TestPhasesOnShapes(t *testing.T) {
	s := &Switch{Turns: DefaultTurns, Phases: make([]evaluators.Weights, 5)}
	for _, board := range engine.Shapes {
		home := *s
		home.Board = &board
		rng := rand.New(rand.NewPCG(5, 1))
		made := 0
		for p := board.Start.Settle(); !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
			assert.Equal(t, max(0, 5*made-1)/board.EmptiesAtStart(), home.Phase(p.Board), "%s after %d moves", board.Name, made)
			made++
		}
		assert.NoError(t, s.PlaysOn(board), "weights of the standard board play anywhere")
		assert.NoError(t, home.PlaysOn(board))
	}
	diamond, err := engine.ShapeNamed("Diamond")
	require.NoError(t, err)
	s.Board = &diamond
	champion, err := Strongest()
	require.NoError(t, err)
	assert.NoError(t, champion.PlaysOn(engine.Standard()))
	assert.EqualError(t, champion.PlaysOn(diamond),
		"its pattern tables are for the standard board only: on board Diamond use player evolved-diamond")
	elsewhere, err := engine.ShapeNamed("Square-4")
	require.NoError(t, err)
	assert.ErrorContains(t, champion.PlaysOn(elsewhere), "on board Square-4 use player evolved-cmaes")
	assert.EqualError(t, s.PlaysOn(engine.Standard()), "its weights are for the board Diamond, not for Square-8")
}

// A Switch is compiled again for each board that it plays on.
func TestCompiledForEveryBoard(t *testing.T) {
	for _, name := range onAnyBoard {
		s, err := Named(name)
		require.NoError(t, err)
		compiled := s.Compile()
		rng := rand.New(rand.NewPCG(4, 1))
		for range 200 {
			board := engine.Shapes[rng.IntN(len(engine.Shapes))]
			p := board.Start.Play(engine.RandomSquare(rng, board.Start.Moves()))
			own, opp := p.Sets()
			score := compiled.At(p.Board).Score(own, opp, p.Moves(), p.Swap().Moves())
			assert.EqualValues(t, -s.At(p.Board).Score(p, s.PatternTables()), score, "%s: %s", name, p)
		}
	}
}

func TestPhasesHaveNames(t *testing.T) {
	assert.Equal(t, "phase 1: moves 1–12", DefaultTurns.Name(0))
	assert.Equal(t, "phase 5: moves 49–60", DefaultTurns.Name(4))
	assert.Equal(t, "1–0", Turns{0, 60}.Moves(0), "before the first move")
	assert.Equal(t, "1–60", Turns{60}.Moves(0))
}

func TestTurnsRefuse(t *testing.T) {
	for says, turns := range map[string]Turns{
		"turns [] must end at 60":             {},
		"turns [12 24] must end at 60":        {12, 24},
		"turns [12 12 60] must rise strictly": {12, 12, 60},
		"turns [-1 60] must rise strictly":    {-1, 60},
		"turns [60 12] must rise strictly":    {60, 12},
	} {
		assert.EqualError(t, turns.Validate(), says)
	}
	assert.NoError(t, Turns{0, 60}.Validate())
}

// A compiled evaluator scores like the weights of its phase.
func TestCompiledScoresLikeWeights(t *testing.T) {
	for _, name := range onAnyBoard {
		s, err := Named(name)
		require.NoError(t, err)
		compiled := s.Compile()
		rng := rand.New(rand.NewPCG(3, 1))
		for p := engine.Start(); !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
			w := s.At(p.Board)
			assert.Equal(t, s.Phases[s.Turns.Phase(p.Discs()-4, 60)], w)
			own, opp := p.Sets()
			score := compiled.At(p.Board).Score(own, opp, p.Moves(), p.Swap().Moves())
			want := w.Score(p, s.PatternTables())
			if p.Side == engine.White {
				want = -want
			}
			assert.EqualValues(t, want, score, "%s: %s", name, p)
		}
	}
}

func TestSameWeightsWithOtherPhases(t *testing.T) {
	var one, other evaluators.Weights
	one.Set("table.corner", 1)
	other.Set("table.corner", 2)
	a := New(Turns{60}, nil, []evaluators.Weights{one}, nil)
	b := New(Turns{20, 60}, nil, []evaluators.Weights{one, one}, nil)
	c := New(Turns{59, 60}, nil, []evaluators.Weights{one, other}, nil)
	assert.True(t, a.SameWeights(b))
	assert.False(t, a.SameWeights(c), "the last move has weights of its own")
	assert.False(t, c.SameWeights(b))
}

func TestNamedWeights(t *testing.T) {
	for _, name := range slices.Concat(onAnyBoard, ReversiNames) {
		s, err := Named(name)
		require.NoError(t, err, name)
		assert.NoError(t, s.Validate(), name)
	}
	_, err := Named("mine")
	assert.EqualError(t, err, `unknown weights "mine"; known: strongest, evolved, evolved-classic, evolved-cmaes, `+
		"evolved-networks, evolved-robust, evolved-deep, reversi-alphabeta, reversi-edge, reversi-blank, "+
		"reversi-switch, reversi-switch-blank, "+
		"reversi-switch-1279, reversi-table-8x8, evolved-diamond, evolved-heart, evolved-square-6, evolved-x")
}

// The champions of the ladder have names, and are of one run, in which each came after the one before.
func TestRungs(t *testing.T) {
	assert.IsIncreasing(t, ladder.Generations)
	last, err := Read(ladder.Champion)
	require.NoError(t, err)
	for _, n := range ladder.Generations {
		s, err := Named(RungName(n))
		require.NoError(t, err)
		assert.Equal(t, &Origin{last.Origin.Seed, last.Origin.Run, n}, s.Origin)
		assert.Equal(t, last.Settings(), s.Settings())
	}
	for _, name := range []string{"ladder-", "ladder-0", "ladder-00001", "ladder-y", RungName(1 << 30)} {
		_, err := Named(name)
		assert.ErrorContains(t, err, "unknown weights", name)
	}
}

func TestSwitchFilesRefuse(t *testing.T) {
	for _, c := range []struct{ name, old, new, says string }{
		{"not JSON", "{", "", "not a champion file"},
		{"cut short", `"note":"by hand"}`, "", "unexpected end"},
		{"trailing text", `"note":"by hand"}`, `"note":"by hand"} x`, "after top-level value"},
		{"newer schema", `"schema":1`, `"schema":2`, "schema 2 is newer"},
		{"no schema", `"schema":1,`, ``, `"schema" is missing, want "schema": 1`},
		{"unknown key", `"note"`, `"nite"`, `unknown field "nite"`},
		{"turns that are none", "[30,60]", `"30"`, `"turns" is a text, want a list in brackets`},
		{"a registration", switchJSON, `{"name":"TopLeft","cmd":"./topleft","timeouttime":60}`,
			"the registration of a program, which plays as external:file="},
		{"turns fall", "[30,60]", "[60,30]", "must rise strictly"},
		{"turns end early", "[30,60]", "[30,59]", "must end at 60"},
		{"a phase too many", "[30,60]", "[60]", "2 phases for 1 turns"},
		{"unknown weight", "possibility.w", "possibility.v", `unknown weight "possibility.v"`},
		{"senseless search", `"depth":2`, `"depth":99`, "depth 99"},
		{"a clock", `"depth":2`, `"depth":2,"time_ns":5`, "must have a depth"},
		{"no depth", `"depth":2`, `"depth":0`, "depth is 0: must be 1 to 60"},
	} {
		_, err := Read([]byte(strings.Replace(switchJSON, c.old, c.new, 1)))
		assert.ErrorContains(t, err, c.says, c.name)
	}
}

func TestSwitchRoundTrips(t *testing.T) {
	s, err := Read([]byte(switchJSON))
	require.NoError(t, err)
	data, err := json.Marshal(s)
	require.NoError(t, err)
	again, err := Read(data)
	require.NoError(t, err)
	assert.Equal(t, s, again)
}

func FuzzRead(f *testing.F) {
	f.Add(switchJSON)
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := Read([]byte(text)); err == nil && s.Validate() != nil {
			t.Fatalf("%s was read but is not valid", text)
		}
	})
}

const switchJSON = `{"schema":1,"turns":[30,60],"phases":[{"possibility.w":3},{"possibility.w":1}],` +
	`"search":{"search":"alphabeta","depth":2,"endgame":3},"note":"by hand"}`

// The champion of a board plays on that board only.
func TestBoardChampions(t *testing.T) {
	for _, board := range BoardsWithChampions() {
		name := BoardChampion(board)
		s, err := Named(name)
		require.NoError(t, err)
		require.NoError(t, s.Validate())
		known, err := engine.ShapeNamed(board)
		require.NoError(t, err)
		assert.Equal(t, known, *s.Board, name)
		assert.Equal(t, name, ChampionOf(known))
		assert.Error(t, s.PlaysOn(engine.Standard()))
	}
	assert.Equal(t, StrongestName, ChampionOf(engine.Standard()))
	small, err := engine.ShapeNamed("Square-4")
	require.NoError(t, err)
	assert.Equal(t, CMAESName, ChampionOf(small), "patterns of lines are not those of other boards")
}
