package play

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/called"
	"evothello/players"
	"evothello/ui/cli"
)

// If the environment has this variable, the test binary is the play command itself. So it can be an external program.
const asCommand = "PLAY_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(cli.Run(Command(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// ourselves returns the command line that runs the play command as an external program.
func ourselves(t *testing.T, args string) string {
	self, err := os.Executable()
	require.NoError(t, err)
	return fmt.Sprintf("env GORACE=atexit_sleep_ms=0 %s=1 '%s' %s", asCommand, self, args)
}

func matchOf(t *testing.T, a, b string, openings int) []fitness.PairResult {
	recipes := [2]*players.Recipe{}
	for i, text := range []string{a, b} {
		spec, err := players.ParseSpec(text)
		require.NoError(t, err)
		recipes[i], err = spec.Recipe()
		require.NoError(t, err)
	}
	from, err := fitness.RandomOpenings(fitness.Random(1, "test"), engine.Start(), openings, 8, fitness.ForAnything)
	require.NoError(t, err)
	_, pairs, err := fitness.Match(t.Context(), fitness.Local{Workers: 2}, recipes[0], recipes[1], from, 1, nil, nil)
	require.NoError(t, err)
	for p := range pairs {
		for g := range pairs[p].Games {
			pairs[p].Games[g].Nodes = 0 // external programs do not report them
		}
	}
	return pairs
}

// Players that are served by a protocol play the same games as in this process.
func TestGamesOverProtocols(t *testing.T) {
	const a, b = "reversi-blank:depth=3,endgame=6", "alphabeta:depth=2"
	want := matchOf(t, a, b, 2)
	for name, serving := range map[string]func(spec string) string{
		"gtp": func(spec string) string { return "gtp:cmd=" + ourselves(t, "gtp --player "+spec) },
		"nboard": func(spec string) string {
			depth := strings.Split(strings.Split(spec, "depth=")[1], ",")[0] // NBoard sets the depth
			return "nboard:depth=" + depth + ",cmd=" +
				ourselves(t, "nboard --player "+strings.Replace(spec, "depth="+depth, "depth=9", 1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, want, matchOf(t, serving(a), serving(b), 2))
		})
	}
	t.Run("external", func(t *testing.T) {
		registration, err := json.Marshal(map[string]any{"name": "ours", "cmd": ourselves(t, "external --player "+b),
			"timeouttime": 60})
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), "ours.json")
		require.NoError(t, os.WriteFile(path, registration, 0o644))
		// It starts anew for each move.
		assert.Equal(t, matchOf(t, a, b, 1), matchOf(t, a, "external:file="+path, 1))
	})
}

// A player that is served by NBoard may itself be an external program under GTP.
func TestAProgramBehindAServer(t *testing.T) {
	const a, b = "table", "alphabeta:depth=1"
	inner := ourselves(t, "gtp --player "+b)
	outer := ourselves(t, "nboard --player \"gtp:cmd="+inner+"\"")
	assert.Equal(t, matchOf(t, a, b, 2), matchOf(t, a, "nboard:cmd="+outer, 2))
}

func TestServing(t *testing.T) {
	code, stdout, stderr := run(t, "name\ngenmove b\nquit\n", "gtp", "--player", "table")
	assert.Equal(t, cli.Done, code)
	assert.Equal(t, "= evothello table\n\n= d3\n\n=\n\n", stdout)
	assert.Empty(t, stderr)

	code, stdout, _ = run(t, "nboard 2\nset depth 2\nping 1\n", "nboard")
	assert.Equal(t, cli.Done, code)
	assert.Equal(t, "set myname strongest2\npong 1\n", stdout)

	row := "0 0 0 0 0 0 0 0\n"
	board := strings.Repeat(row, 3) + "0 0 0 -1 1 0 0 0\n0 0 0 1 -1 0 0 0\n" + strings.Repeat(row, 3)
	code, stdout, _ = run(t, "1\n8\n"+board, "external", "--player", "table")
	assert.Equal(t, cli.Done, code)
	assert.Equal(t, "3 2\n", stdout)
}

func TestWhatCannotBeServed(t *testing.T) {
	empty := strings.Repeat("0 0 0 0 0 0 0 0\n", 8)
	for _, c := range []struct {
		input string
		args  []string
		says  string
	}{
		{"", []string{"gtp", "--player", "xyz"}, `--player: unknown player "xyz"`},
		{"", []string{"gtp", "strongest"}, "usage: " + called.Play() + " gtp"},
		{"", []string{"nboard", "--player", "switch:file=nowhere.json"}, "nowhere.json"},
		{"", []string{"nboard", "--player", "gtp:cmd=nosuchprogram"}, `no program "nosuchprogram"`},
		{"1\n28\n", []string{"external"}, "standard input: line 2: board size 28"},
		{"1\n8\n" + empty, []string{"external"}, "standard input: Black has no legal move in this position"},
	} {
		code, stdout, stderr := run(t, c.input, c.args...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, c.says)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
}
