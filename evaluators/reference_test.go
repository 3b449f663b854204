package evaluators

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// reference is a line of testdata/scorers.jsonl: values that the reversi library computed, black
// minus white, including weights.
type reference struct {
	Board           string
	Side            string
	Table           int
	TablePrimes     int `json:"table_primes"`
	Possibility     int
	Edge            int
	Blank           int
	W1              int `json:"blank_w1"`
	W2              int `json:"blank_w2"`
	W3              int `json:"blank_w3"`
	Number          int
	Corner          int
	EdgeCorner      int
	BlankFastTPWEB  int `json:"blank_fast_tpweb"`
	positionForTest engine.Position
}

func references(t testing.TB) (all []reference) {
	file, err := os.Open("testdata/scorers.jsonl")
	require.NoError(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r reference
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r))
		r.positionForTest, err = engine.ParsePosition(r.Board + " " + r.Side)
		require.NoError(t, err)
		all = append(all, r)
	}
	require.Len(t, all, 400)
	return all
}

func TestScorersMatchTheReferenceValues(t *testing.T) {
	one := func(name string, weight int) Weights { return named(map[string]int{name: weight}) }
	defaults := func(scorer string) Weights {
		return Weigh(func(s *Scorer, f *Feature) int {
			if s.Name == scorer {
				return f.Default
			}
			return 0
		})
	}
	primes := NewWeights([]*Scorer{table}, []int32{101, -17, 13, -11, 7, -5, 3, -29, -19, -23})

	for _, r := range references(t) {
		for _, c := range []struct {
			name    string
			weights Weights
			want    int
		}{
			{"table", defaults("table"), r.Table},
			{"table of primes", primes, r.TablePrimes},
			{"possibility", defaults("possibility"), r.Possibility},
			{"edge", defaults("edge"), r.Edge},
			{"blank", defaults("blank"), r.Blank},
			{"blank w1", one("blank.w1", 1), r.W1},
			{"blank w2", one("blank.w2", 1), r.W2},
			{"blank w3", one("blank.w3", 1), r.W3},
			{"number", defaults("number"), r.Number},
			{"corner", defaults("corner"), r.Corner},
			{"edgecorner", defaults("edgecorner"), r.EdgeCorner},
			{"all of reversi-blank", seedBlank(), r.BlankFastTPWEB},
		} {
			p := r.positionForTest
			require.Equal(t, c.want, c.weights.Score(p, nil), "%s of %s", c.name, p)
			compiled := int(score(Compile(c.weights, 0), p.Board))
			if p.Side == engine.White {
				compiled = -compiled
			}
			require.Equal(t, c.want, compiled, "compiled %s of %s", c.name, p)
		}
	}
}

func TestFinishedGames(t *testing.T) {
	for _, c := range []struct {
		name  string
		board engine.Board
		want  int32
	}{
		{"won by 64", engine.Board{Mover: ^uint64(0)}, Win + 64},
		{"won by 2, discs as they lie", engine.Board{Mover: 3}, Win + 2},
		{"lost by 2", engine.Board{Opponent: 3}, -Win - 2},
		{"drawn", engine.Board{Mover: 1, Opponent: 1 << 63}, 0},
	} {
		assert.Equal(t, c.want, Finished(c.board), c.name)
	}
}

// score evaluates a board for the mover.
func score(e Evaluator, b engine.Board) int32 {
	own, opp := b.Sets()
	return e.Score(own, opp, b.Moves(), b.Swap().Moves())
}

// named returns the weights with these names.
func named(weights map[string]int) (w Weights) {
	for name, weight := range weights {
		w.Set(name, weight)
	}
	return w
}

// seedBlank returns the weights of the reversi library's player.
func seedBlank() Weights {
	w := Defaults()
	for name, weight := range map[string]int{"blank.w1": -5, "blank.w2": -20, "blank.w3": -10} {
		w.Set(name, weight)
	}
	return w
}

// randomWeights returns weights of all scorers within the bounds of evolution.
func randomWeights(rng *rand.Rand) Weights {
	return Weigh(func(_ *Scorer, f *Feature) int { return rng.IntN(2*f.Bound+1) - f.Bound })
}

// countingUp returns weights of all scorers: 1, 2, 3, …
func countingUp() Weights {
	i := 0
	return Weigh(func(*Scorer, *Feature) int { i++; return i })
}
