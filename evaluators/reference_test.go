package evaluators

import (
	"bufio"
	"encoding/json"
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
	one := func(name string, weight int) (w Weights) {
		w[index(name)] = weight
		return w
	}
	defaults := func(scorer string) (w Weights) {
		for i, f := range Features {
			if len(f.Name) > len(scorer) && f.Name[:len(scorer)+1] == scorer+"." {
				w[i] = f.Default
			}
		}
		return w
	}
	primes := Weights{101, -17, 13, -11, 7, -5, 3, -29, -19, -23}
	seedBlank := defaults("table")
	for name, weight := range map[string]int{
		"possibility.w": 5, "edge.w": 100, "blank.w1": -5, "blank.w2": -20, "blank.w3": -10,
	} {
		seedBlank[index(name)] = weight
	}

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
			{"all of seed-blank", seedBlank, r.BlankFastTPWEB},
		} {
			p := r.positionForTest
			require.Equal(t, c.want, c.weights.Score(Count(p)), "%s of %s", c.name, p)
			compiled := int(score(Compile(&c.weights, 0), p.Board))
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

// index returns the index of a feature that exists.
func index(name string) int {
	i, ok := Index(name)
	if !ok {
		panic("no feature " + name)
	}
	return i
}
