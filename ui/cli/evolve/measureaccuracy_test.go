package evolve

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/ui/cli"
)

func TestAccuracyCommand(t *testing.T) {
	args := []string{"measure", "accuracy", "strongest", "../../../formats/testdata/match.ggf", "--positions", "5",
		"--empties", "8,9",
		"--depths", "1,2"}
	shown := mustEvolve(t, args...)
	assert.Regexp(t, `^strongest: root mean square error of values in discs, \d positions?\n\n`+
		`empty squares +depth 1 +depth 2\n8 +– +–\n9 +\d+\.\d\d +\d+\.\d\d\nall .*\n\n`+
		`mean error +[+-]\d+\.\d\d +[+-]\d+\.\d\d\nwrong side +\d+\.\d % +\d+\.\d %\n\n`+
		`\d close positions? at depth 1\.\n$`, shown)
	assert.Equal(t, shown, mustEvolve(t, append(args, "--concurrency", "1")...))
	assert.Regexp(t, `(?s)"all": \[.*"rms": .*"stages": \[.*"empties": 8`, mustEvolve(t, append(args, "--json")...))
}

func TestAccuracyRefuses(t *testing.T) {
	const games = "../../../formats/testdata/match.ggf"
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"strongest", games, "--empties", "12"}, "--empties: want two numbers from 1 to 26, the smaller"},
		{[]string{"strongest", games, "--empties", "12,27"}, "--empties: want two numbers"},
		{[]string{"strongest", games, "--depths", "4,4"}, "--depths: want two numbers, the smaller first"},
		{[]string{"random", games}, "player random has no weights"},
		{[]string{"strongest", "f5d6c3"}, "no game has a position with 8 to 19 empty squares"},
		{[]string{"strongest", "nofile.ggf"}, `"nofile.ggf" is neither a file nor a game`},
	} {
		out, errs, code := evolveIn(t, "", append([]string{"measure", "accuracy"}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, errs, c.says)
		assert.Empty(t, out)
	}
}
