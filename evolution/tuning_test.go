package evolution

import (
	"flag"
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/english"
	"evothello/players"
	"evothello/search"
)

var tuneSeeds = flag.Int("tuneseeds", 0, "log what each optimizer tunes with this many seeds")

// A tuningProblem is a player with parameters: it looks one ply ahead.
type tuningProblem struct {
	name, opponent string
	parameters     string
}

var tuningProblems = []tuningProblem{
	{"bad start", "random", `{"name": "corner", "least": -100, "greatest": 100, "start": -50},
		{"name": "x", "least": -100, "greatest": 100, "start": 40}, {"name": "c", "least": -50, "greatest": 50, "start": 20},
		{"name": "edge", "least": -50, "greatest": 50, "start": -10},
		{"name": "mobility", "least": -30, "greatest": 30, "start": -10}`},
	{"zeros", "table", `{"name": "corner", "least": -100, "greatest": 100}, {"name": "x", "least": -100, "greatest": 100},
		{"name": "c", "least": -50, "greatest": 50}, {"name": "edge", "least": -50, "greatest": 50},
		{"name": "inner", "least": -20, "greatest": 20}, {"name": "center", "least": -20, "greatest": 20},
		{"name": "mobility", "least": -30, "greatest": 30}, {"name": "discs", "least": -20, "greatest": 20}`},
	{"good start", "table", `{"name": "corner", "least": -100, "greatest": 100, "start": 60},
		{"name": "x", "least": -100, "greatest": 100, "start": -20}, {"name": "c", "least": -50, "greatest": 50, "start": -5},
		{"name": "edge", "least": -50, "greatest": 50, "start": 5},
		{"name": "mobility", "least": -30, "greatest": 30, "start": 4}`},
}

// tuningAreas are the squares that a parameter counts.
var tuningAreas = map[string]uint64{"corner": 0x8100000000000081, "x": 0x0042000000004200, "c": 0x4281000000008142,
	"edge": 0x3C0081818181003C, "inner": 0x003C7E66667E3C00, "center": 0x0000001818000000, "discs": math.MaxUint64}

// compileTuned compiles players of parameters, and other recipes as always.
func compileTuned(r *players.Recipe) (*players.Contestant, error) {
	if r.Parameters == nil {
		return r.Contestant()
	}
	value := func(b engine.Board) int {
		replies := engine.Board{Mover: b.Opponent, Opponent: b.Mover}
		sum := r.Parameters["mobility"] * float64(bits.OnesCount64(b.Moves())-bits.OnesCount64(replies.Moves()))
		for name, squares := range tuningAreas {
			sum += r.Parameters[name] * float64(bits.OnesCount64(b.Mover&squares)-bits.OnesCount64(b.Opponent&squares))
		}
		return int(math.Round(sum))
	}
	c := players.Evaluating("tuned", value, search.Settings{Depth: 1})
	c.Name = r.Name
	return c, nil
}

// tune returns the scores of the champions after these numbers of games.
func (p *tuningProblem) tune(t *testing.T, optimizer string, seed uint64, games ...int) (scores []float64) {
	arena := fitness.Local{Compile: compileTuned}
	c, err := ParseConfig(fmt.Appendf(nil, `{"seed": %d, "parameters": [%s], "optimizer": {"name": %q}}`, seed, p.parameters,
		optimizer), nil)
	require.NoError(t, err)
	state, err := InitialState(&c)
	require.NoError(t, err)
	spec, err := players.ParseSpec(p.opponent)
	require.NoError(t, err)
	opponent, err := spec.Recipe()
	require.NoError(t, err)
	for played := 0; len(scores) < len(games); {
		next, outcome, err := Next(t.Context(), &c, state, arena)
		require.NoError(t, err)
		for played += outcome.Row.Games; len(scores) < len(games) && played > games[len(scores)]; {
			champion := &players.Recipe{Name: "champion", Parameters: c.Parameters.Starts()}
			if current := state.CurrentChampion(); current != nil {
				champion.Parameters = current.Parameters
			}
			openings, err := fitness.RandomOpenings(fitness.Random(seed, "score"), c.HomeBoard().Start, 300, 8,
				fitness.ForReference)
			require.NoError(t, err)
			tally, _, err := fitness.Match(t.Context(), arena, champion, opponent, openings, 1, nil, nil)
			require.NoError(t, err)
			scores = append(scores, tally.Pairs.Score())
		}
		state = next
	}
	return scores
}

// A player that was started with bad values, and scored a third against random moves, is a good one after 4,000 games.
func TestTuningFromABadStart(t *testing.T) {
	bad, sum := &tuningProblems[0], 0.0
	const seeds = 3
	for seed := range uint64(seeds) {
		sum += bad.tune(t, TunedOptimizer, seed+1, 4000)[0]
	}
	assert.Greater(t, sum/seeds, 0.8)
}

// With -tuneseeds it logs the table of docs/how-to/tune-a-program.md.
func TestTuningTable(t *testing.T) {
	if *tuneSeeds == 0 {
		return
	}
	games := []int{1000, 2000, 4000}
	for p := range tuningProblems {
		for _, optimizer := range []string{"spsa", "cmaes", "ga"} {
			sums := make([]float64, len(games))
			for seed := range *tuneSeeds {
				for i, score := range tuningProblems[p].tune(t, optimizer, uint64(seed+1), games...) {
					sums[i] += 100 * score / float64(*tuneSeeds)
				}
			}
			t.Logf("%-10s %-5s %.1f after %s games", tuningProblems[p].name, optimizer, sums, english.Numbers(games))
		}
	}
}
