package evolve

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players/analysis"
	"evothello/ui/cli"
)

func TestDepthsCommand(t *testing.T) {
	args := []string{"measure", "depths", "strongest", "../../../formats/testdata/match.ggf", "--positions", "5",
		"--depths", "2,4"}
	shown := mustEvolve(t, args...)
	assert.Regexp(t, `^strongest: \d positions with 24 empty squares or more, values in discs\n\n`+
		`depths +mean \|change\|  mean change  largest  positions\n`+
		` 2 to 3 +\d+\.\d\d +[+-]\d+\.\d\d +\d+\.\d\d +\d\n`+
		` 3 to 4 .*\nall +\d+\.\d\d  alternation [+-]\d+\.\d\d\n\nWorth 3 discs or more at depth 4: \d`, shown)
	assert.Equal(t, shown, mustEvolve(t, append(args, "--concurrency", "1")...))
	assert.Contains(t, mustEvolve(t, append(args, "--json")...), `"alternation"`)
}

// Positions whose sign flips are listed with their values.
func TestDepthsListsFlips(t *testing.T) {
	var out strings.Builder
	f := depthsFlags{sampleFlags{depths: []int{6, 8}}, 24}
	d := analysis.Depths{First: 6, Values: [][]float64{{4, 4, 4}, {-0.5, math.NaN(), 3.25}}}
	require.NoError(t, f.print(&out, "me", []engine.Position{{}, engine.Start()}, d))
	assert.Regexp(t, `in 1\.\n\n-{27}OX.* X\n -0\.50 decided \+3\.25\n$`, out.String())
	out.Reset()
	f.output.json = true
	require.NoError(t, f.print(&out, "me", []engine.Position{{}, engine.Start()}, d))
	assert.Regexp(t, `(?s)"position": ?"-{27}OX.*-0\.5,\s*null,\s*3\.25`, out.String())
}

func TestDepthsRefuses(t *testing.T) {
	const games = "../../../formats/testdata/match.ggf"
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"random", games}, "player random has no weights"},
		{[]string{"strongest", games, "--depths", "6"}, "--depths: want two numbers, the smaller first, such as 6,14"},
		{[]string{"strongest", games, "--depths", "6,61"}, "--depths 61: must be 2 to 60"},
		{[]string{"strongest", games, "--empties", "60"}, "no game has a position with 60 or more empty squares"},
		{[]string{"strongest", games, "--positions", "0"}, "--positions 0: must be 1 to 100000"},
		{[]string{"strongest", "nofile.ggf"}, `"nofile.ggf" is neither a file nor a game`},
	} {
		out, errs, code := evolveIn(t, "", append([]string{"measure", "depths"}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, errs, c.says)
		assert.Empty(t, out)
	}
}
