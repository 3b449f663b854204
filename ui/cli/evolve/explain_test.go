package evolve

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/ui/cli"

	"evothello/players/analysis"
)

func TestExplainShowsTheReferenceCounts(t *testing.T) {
	// The 400 positions are the evaluators' test data. The tests of the scorers check their values. This test
	// checks the command's input and output.
	data, err := os.ReadFile("../../../evaluators/testdata/scorers.jsonl")
	require.NoError(t, err)
	var input strings.Builder
	var wanted []map[string]any
	for line := range strings.Lines(string(data)) {
		var r map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		wanted = append(wanted, r)
		fmt.Fprintf(&input, "%s %s\n", r["board"], r["side"])
	}
	out, errs, code := evolveIn(t, input.String(), "explain", "reversi-blank", "--json")
	require.Equal(t, cli.Done, code, errs)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, len(wanted))
	for i, line := range lines {
		var got analysis.Explanation
		require.NoError(t, json.Unmarshal([]byte(line), &got))
		want := func(name string) int { return int(wanted[i][name].(float64)) }
		require.Equal(t, want("blank_fast_tpweb"), got.Score)
		require.Equal(t, want("possibility"), 5*got.Features["possibility.w"])
		require.Equal(t, want("edge"), 100*got.Features["edge.w"])
		require.Equal(t, want("blank_w3"), got.Features["blank.w3"])
		require.Equal(t, want("number"), got.Features["number.w"])
		require.Equal(t, want("corner"), 100*got.Features["corner.w"])
		require.Equal(t, want("edgecorner"), got.Features["edgecorner.w1"]+8*got.Features["edgecorner.w2"])
		require.Equal(t, got.Score, weighed(got.Features, got.Weights))
	}
	assert.Contains(t, mustEvolve(t, "explain", "reversi-blank", "f5d6c3"), "blank.w1")
	board := engine.Start().Squares()
	assert.Contains(t, mustEvolve(t, "explain", "table", board, "X"), "score")
}

func TestExplainPrintsFeatureTimesWeight(t *testing.T) {
	assert.Equal(t, `---------------------------OX------XXX-------------------------- O, phase 1

    a b c d e f g h
  1 - - - - - - - -
  2 - - - - - - - -
  3 - - - - - - - -
  4 - - - O X - - -
  5 - - - X X X - -
  6 - - - - - - - -
  7 - - - - - - - -
  8 - - - - - - - -

black − white       count ×   weight =   points
table.b1               +2         -1         -2
table.b2               +1         -1         -1
score                                        -3

The moves of O, best first:

1. f6
black − white       count ×   weight =   points
possibility.w          -1          5         -5
table.b2               +1         -1         -1
score                                        -6

2. f4
black − white       count ×   weight =   points
score                                        +0

3. d6
black − white       count ×   weight =   points
possibility.w          +1          5         +5
score                                        +5
`, mustEvolve(t, "explain", "reversi-alphabeta", "f5", "--moves", "--points"))
	assert.Equal(t, `---------------------------OX------XXX-------------------------- O, phase 1

    a b c d e f g h
  1 - - - - - - - -
  2 - - - - - - - -
  3 - - - - - - - -
  4 - - - O X - - -
  5 - - - X X X - -
  6 - - - - - - - -
  7 - - - - - - - -
  8 - - - - - - - -

black − white       discs =    count ×   weight / 11.4
table.b1            -0.18         +2         -1
table.b2            -0.09         +1         -1
score               -0.26
8 moves ahead       +0.61
`, mustEvolve(t, "explain", "reversi-alphabeta", "f5"))
	assert.NotContains(t, mustEvolve(t, "explain", "reversi-alphabeta", "f5"), "best first")
	over := mustEvolve(t, "explain", "reversi-alphabeta", strings.Repeat("X", 40)+strings.Repeat("-", 24), "O", "--moves")
	assert.Contains(t, over, " O, phase 1, Black has won by 64 discs\n")
	assert.Contains(t, over, "\nO has no move.\n")
}

// Values are in points if points do not predict results.
func TestExplainInPoints(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wrong.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"schema":1,"turns":[60],"phases":[{"possibility.w":0}]}`), 0o666))
	out := mustEvolve(t, "explain", path, "f5d6c3d3")
	assert.Contains(t, out, "=   points\n")
	assert.NotContains(t, out, "discs =")
	assert.NotContains(t, mustEvolve(t, "explain", path, "f5d6c3d3", "--json"), `"discs"`)
	game := mustEvolve(t, "analyze", "f5d6c3d3c4", "--player", path, "--depth", "2")
	assert.Contains(t, game, "estimated, in points\n")
	assert.Contains(t, game, "points lost")
	assert.Contains(t, mustEvolve(t, "analyze", "f5d6c3d3c4", "--player", path, "--depth", "2", "--json"),
		`"all_discs_lost": null`)
	for _, args := range [][]string{{"explain", "strongest", "f5"}, {"analyze", "f5"}} {
		_, errs, code := evolveIn(t, "", append(args, "--points", "--json")...)
		assert.Equal(t, cli.Wrong, code)
		assert.Contains(t, errs, "--json always has points and discs: leave out --points")
	}
}

// Below the score is the value of a search, the same as on the page (TestAnalysisOfAPosition). A position where the
// side to move must pass is explained after the pass, as there.
func TestExplainLooksAhead(t *testing.T) {
	explained := mustEvolve(t, "explain", "evolved", "f5d6c3")
	assert.Contains(t, explained, "score               -7.68\n8 moves ahead       +0.72\n")
	assert.Contains(t, mustEvolve(t, "explain", "evolved:depth=1", "f5d6c3"), "\n1 move ahead ")
	assert.Contains(t, mustEvolve(t, "explain", "evolved", winsAtOnce), "\n8 moves ahead    White wins\n")
	assert.NotContains(t, mustEvolve(t, "explain", "evolved", "f5d6c3", "--points"), "ahead")
	const nearEnd = "XXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX--"
	assert.Contains(t, mustEvolve(t, "explain", "strongest", nearEnd, "O"), "\nsolved ")
	const mustPass = "XO" + "--------------------------------------------------------------"
	passed := mustEvolve(t, "explain", "strongest", mustPass, "O")
	assert.Equal(t, mustEvolve(t, "explain", "strongest", mustPass, "X"), passed)
}

// The champion's table has a line for each group of patterns. Their sum is the value of all patterns.
func TestExplainOfPatternTables(t *testing.T) {
	plain := mustEvolve(t, "explain", "strongest", "f5d6c3d3", "--moves")
	assert.Contains(t, plain, "X, phase 1, tables for 1 to 9 discs\n")
	assert.NotContains(t, plain, "patterns.w")
	late := mustEvolve(t, "explain", "strongest", "f5d6c3d3c4", "--moves")
	assert.Contains(t, late, "O, phase 1, tables for 1 to 9 discs\n")
	assert.Regexp(t, `1\. [a-h][1-8], tables for 10 to 14 discs\n`, late, "moves lead to the next stage")
	var e analysis.Explanation
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "explain", "strongest", "f5d6c3d3", "--json")), &e))
	sum := 0
	for _, group := range []string{"edges", "corners", "rows", "diagonals", "mobility", "layer"} {
		require.NotEmpty(t, e.Tables.Parts[group])
		sum += e.Tables.Group(group)
		if count := e.Tables.Group(group); count != 0 {
			assert.Regexp(t, fmt.Sprintf(`patterns\.%s +[+-]\d+\.\d\d +\%+d `, group, count), plain)
		}
	}
	assert.Equal(t, e.Score, sum)
	assert.Equal(t, e.Features["patterns.w"], sum)
}

// In this position White takes all discs with b4. So b4 is the best move with any weights.
const winsAtOnce = "-O------OX-------X---------------------------------------------- O"

func TestExplainValuesEveryMove(t *testing.T) {
	for position, first := range map[string]string{
		"f5":                                  "f6",
		"f5d6c3d3":                            "",
		"f5d6c3d3c4f4c5":                      "",
		winsAtOnce:                            "b4",
		"XO" + strings.Repeat("-", 62) + " X": "c1",
	} {
		var e analysis.Explanation
		require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "explain", "reversi-alphabeta", position, "--moves",
			"--json")),
			&e))
		p, err := engine.ParsePosition(position)
		require.NoError(t, err)
		require.Len(t, e.Moves, bits.OnesCount64(p.Moves()), position)
		if first != "" {
			assert.Equal(t, first, e.Moves[0].Move, position)
		}
		for i, m := range e.Moves {
			move, err := engine.ParseSquare(m.Move)
			require.NoError(t, err)
			require.NoError(t, engine.CheckLegal(p, move))
			assert.Equal(t, m.Score, weighed(m.Features, e.Weights), "%s, %s", position, m.Move)
			after := p.Play(move)
			assert.Equal(t, after.Over(), m.Result != nil, "%s, %s", position, m.Move)
			if i > 0 && e.Moves[i-1].Result == nil {
				worse, better := m.Score, e.Moves[i-1].Score
				if p.Side == engine.White {
					worse, better = better, worse
				}
				assert.LessOrEqual(t, worse, better, "%s, %s", position, m.Move)
			}
		}
	}
	plain := mustEvolve(t, "explain", "reversi-blank", "f5", "--json")
	assert.Regexp(t, `"score":-\d+,"discs":-\d+\.\d+`, plain)
	assert.NotContains(t, plain, `"moves"`)
	assert.NotContains(t, plain, `"result"`)
	assert.Contains(t, mustEvolve(t, "explain", "table", strings.Repeat("X", 64), "X", "--json", "--moves"),
		`"result":64,"moves":[]`)
}

// weighed returns Σ feature × weight.
func weighed(features, weights map[string]int) (sum int) {
	for name, count := range features {
		sum += count * weights[name]
	}
	return sum
}
