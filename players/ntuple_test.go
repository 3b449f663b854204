package players

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/search"
)

// leaguePlayer returns a network of random straight tuples. Its weights are integers, so nothing
// is rounded.
func leaguePlayer(rng *rand.Rand, tuples int) *formats.NTuple {
	n := new(formats.NTuple)
	for range tuples {
		length := 1 + rng.IntN(4)
		var tuple formats.Tuple
		for range 1 + rng.IntN(8) {
			place := make([]engine.Square, length)
			x, y := rng.IntN(8), rng.IntN(9-length)
			for i := range place {
				place[i] = engine.At(x, y+i)
			}
			tuple.Places = append(tuple.Places, place)
		}
		n.Tuples = append(n.Tuples, tuple)
		tuple.Weights = make([]float64, []int{1, 3, 9, 27, 81}[length])
		for i := range tuple.Weights {
			tuple.Weights[i] = float64(rng.IntN(2001) - 1000)
		}
		n.Tuples[len(n.Tuples)-1] = tuple
	}
	return n
}

// boardValue is a slow reference: a network's value of 64 characters, with X for Black.
func boardValue(n *formats.NTuple, squares string) (sum float64) {
	for _, tuple := range n.Tuples {
		for _, place := range tuple.Places {
			configuration := 0
			for _, s := range place {
				configuration = 3*configuration + strings.IndexByte("O-X", squares[s])
			}
			sum += tuple.Weights[configuration]
		}
	}
	return sum
}

func writeLeague(t *testing.T, n *formats.NTuple) string {
	path := filepath.Join(t.TempDir(), "X.player")
	require.NoError(t, os.WriteFile(path, []byte(n.League()), 0o600))
	return path
}

// In either view the player makes the move of the highest value for itself, the first among
// equal ones, and ranks the others by value.
func TestLeaguePlayersChooseByTheBoardAfterTheMove(t *testing.T) {
	swap := strings.NewReplacer("X", "O", "O", "X")
	views := map[View]func(n *formats.NTuple, squares string, side engine.Side) float64{
		ViewUnchanged: func(n *formats.NTuple, squares string, side engine.Side) float64 {
			if side == engine.White {
				return -boardValue(n, squares)
			}
			return boardValue(n, squares)
		},
		ViewSwapped: func(n *formats.NTuple, squares string, side engine.Side) float64 {
			if side == engine.White {
				squares = swap.Replace(squares)
			}
			return boardValue(n, squares)
		},
	}
	rng := rand.New(rand.NewPCG(3, 1))
	for view, value := range views {
		for range 20 {
			n := leaguePlayer(rng, 3)
			c, err := mustSpec(t, "ntuple:file="+writeLeague(t, n)+",view="+string(view)).Contestant()
			require.NoError(t, err)
			player := c.New(nil).(Ranker)
			for g := engine.NewGame(); ; {
				p := g.Final()
				if p.Over() {
					break
				}
				best, most := engine.NoSquare, 0.0
				for s := range engine.SquaresOf(p.Moves()) {
					if v := value(n, p.Play(s).Squares(), p.Side); best == engine.NoSquare || v > most {
						best, most = s, v
					}
				}
				r, err := player.Move(t.Context(), p)
				require.NoError(t, err)
				require.Equal(t, best, r.Move, "%s", p)
				player.Rank(t.Context(), p, 64, func(moves []search.Result) {
					require.Equal(t, r, moves[0])
					for i, m := range moves[1:] {
						before := value(n, p.Play(moves[i].Move).Squares(), p.Side)
						require.LessOrEqual(t, value(n, p.Play(m.Move).Squares(), p.Side), before)
					}
				})
				g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
			}
		}
	}
}

// With weights of any size an estimate stays below the value of a finished game and uses most of
// the range below it.
func TestLeagueValuesFillTheScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, scale := range []float64{1e-300, 1e-9, 1, 12345.678, 1e27} {
		for _, tuples := range []int{1, 40, 1000} {
			n := leaguePlayer(rng, tuples)
			for i := range n.Tuples {
				for j := range n.Tuples[i].Weights {
					n.Tuples[i].Weights[j] = scale * 1000 // the same for every configuration
				}
			}
			require.NoError(t, n.Validate())
			value := compileTuples(n).of(engine.Start().Black(), engine.Start().White())
			assert.LessOrEqual(t, value, evaluators.MaxScore)
			assert.Greater(t, value, evaluators.MaxScore/5)
		}
	}
	none := leaguePlayer(rng, 2)
	for i := range none.Tuples {
		clear(none.Tuples[i].Weights)
	}
	assert.Zero(t, compileTuples(none).of(1, 2))
}

// A recipe holds the weights. It stays the same player without its file, and is another player
// after the file has changed.
func TestLeagueRecipesHoldTheWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	one, other := leaguePlayer(rng, 4), leaguePlayer(rng, 4)
	spec := func(n *formats.NTuple, keys string) *Recipe {
		path := writeLeague(t, n)
		r, err := mustSpec(t, "ntuple:file="+path+keys).Recipe()
		require.NoError(t, err)
		require.NoError(t, os.Remove(path))
		return r
	}
	recipe := spec(one, "")
	data, err := json.Marshal(recipe)
	require.NoError(t, err)
	var again Recipe
	require.NoError(t, json.Unmarshal(data, &again))
	assert.Equal(t, recipe.Hash(), again.Hash())
	assert.Equal(t, playRecipe(t, recipe), playRecipe(t, &again))

	assert.Equal(t, recipe.Hash(), spec(one, ",view=black").Hash(), "the default")
	assert.NotEqual(t, recipe.Hash(), spec(one, ",view=self").Hash())
	assert.NotEqual(t, recipe.Hash(), spec(other, "").Hash())
}

func TestLeaguePlayersRefuse(t *testing.T) {
	file := writeLeague(t, leaguePlayer(rand.New(rand.NewPCG(1, 1)), 2))
	for text, says := range map[string]string{
		"ntuple:file=" + file + ",depth=2":   `unknown key "depth"; known: file, view`,
		"ntuple:file=" + file + ",view=blue": "view=blue: must be black (the default: the unchanged board, ",
		"ntuple:file=":                       "file=: want a file's path",
	} {
		_, err := ParseSpec(text)
		assert.ErrorContains(t, err, says)
	}
	_, err := mustSpec(t, "ntuple").Recipe()
	assert.EqualError(t, err, "player ntuple: name its file, as in ntuple:file=X.player")
	require.NoError(t, os.WriteFile(file, []byte("2 1 1 0 0 0 0"), 0o600))
	_, err = mustSpec(t, "ntuple:file="+file).Recipe()
	assert.ErrorContains(t, err, file+": line 1: the text ends where a number of squares should be, in tuple 2 of 2")
	assert.ErrorContains(t, mustSpec(t, "ntuple:file="+file).CheckRepeatable(), "a file may change")
}

func TestLeaguePlayersKnowBoardsWithoutHoles(t *testing.T) {
	c, err := mustSpec(t, "ntuple:file="+writeLeague(t, leaguePlayer(rand.New(rand.NewPCG(1, 1)), 2))).Contestant()
	require.NoError(t, err)
	for _, board := range engine.Shapes {
		err := c.CheckBoard(board)
		if board.Holes() == 0 {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, "its tuples are for boards without holes, but board "+board.Name+" has holes")
		}
	}
}
