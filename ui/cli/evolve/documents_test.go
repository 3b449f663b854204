package evolve

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/internal/documents"
	"evothello/internal/settings"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/players"
)

// formOnly holds documented commands whose numbers are not compared: those that take minutes, with flags that make
// them short, and those with an external program.
var formOnly = map[string][]string{
	"measure cuts strongest -o champion.fit.json":             {"--positions", "20", "--depth", "7"},
	"match strongest gtp:cmd=/usr/games/gtp-rhino --pairs 20": nil,
}

// seconds holds documented commands that take seconds, with flags that make them short. Only with the tag scripts do
// they run as documented, and those with nil at all.
var seconds = map[string][]string{
	"run --seed 1 --generations 60": nil,
	"compare --vary optimizer=ga-library,cmaes --population 32 --depth 1 --games 12000 --seeds 1-3 --match-pairs 50 " +
		"--out runs/compared": {"--games", "1000", "--match-pairs", "10", "--endgame", "2"},
	"tournament random greedy unselfish slowstarter table minmax negamax alphabeta --pairs 50 --out runs/eight": {
		"--pairs", "6"},
	"run --config docs/tutorials/reproduce-a-paper.json --generations 100 --out runs/paper --quiet": {
		"--generations", "3"},
	"league runs/paper": {"--pairs", "10"},
	"analyze --plot game.svg c4c3d3c5f6f5d6e6g6f3b3e3f4c6b4g4g5f7d2h5b6b5e7c1c7d7g8a4g7e2f2e8f8c8d1g3d8h8a3a2a5a6h2b7h7" +
		"h6a8a7h3h4a1h1b1f1c2b2b8g2g1e1": nil,
}

// withSeconds is whether commands that take seconds run as documented.
var withSeconds = false

// TestDocumentedSamples runs each command whose output README.md or docs show, and compares the output. To repair a
// failure, copy the output into the document.
func TestDocumentedSamples(t *testing.T) {
	commands := documentedCommands(t)
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/games") // Debian installs GRhino there
	t.Chdir(userFolder(t))
	for _, c := range commands {
		if c.Sample == "" {
			continue
		}
		t.Run(fmt.Sprintf("%s:%d", filepath.Base(c.File), c.Line), func(t *testing.T) {
			if strings.Contains(strings.Join(c.Args, " "), "gtp-rhino") {
				if _, err := exec.LookPath("gtp-rhino"); err != nil {
					t.Skip("GRhino is not installed: apt-get install grhino")
				}
			}
			more, form := formOnly[strings.Join(c.Args, " ")]
			if few, short := seconds[strings.Join(c.Args, " ")]; short && !withSeconds {
				if more, form = few, true; few == nil {
					return
				}
			}
			out := mustEvolve(t, append(c.Args, more...)...)
			if form {
				assert.True(t, documents.ShowsForm(c.Sample, out), "the document shows\n%s\n\nit prints\n%s", c.Sample, out)
				return
			}
			require.True(t, documents.Shows(c.Sample, out), "the document shows\n%s\n\nit prints\n%s", c.Sample, out)
			assertEachNumberCounts(t, c.Sample, out)
		})
	}
}

// assertEachNumberCounts changes the numbers of a sample one by one. No changed sample may match the output.
func assertEachNumberCounts(t *testing.T, sample, out string) {
	for _, at := range documents.Numbers(sample) {
		digit := '0' + (sample[at]-'0'+1)%10
		assert.False(t, documents.Shows(sample[:at]+string(digit)+sample[at+1:], out), "byte %d may be any digit", at)
	}
}

// TestDocumentedFlags checks that the documents name no command or flag that does not exist.
func TestDocumentedFlags(t *testing.T) {
	for _, c := range documentedCommands(t) {
		assert.NoError(t, c.Parse(Command()))
	}
}

// TestDocumentedPlayers checks that words which stand for a player in documented commands name one.
func TestDocumentedPlayers(t *testing.T) {
	takesPlayers := []string{"match", "tournament", "league", "explain", "importance"}
	word := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	checked := 0
	for _, c := range documentedCommands(t) {
		after := ""
		for i, arg := range c.Args {
			player := i > 0 && slices.Contains(takesPlayers, c.Args[0]) && !strings.HasPrefix(after, "--") ||
				slices.Contains([]string{"--start", "--opponent", "--against", "--player", "--teacher"}, after)
			if after = arg; !player || !word.MatchString(arg) || arg == "games" || strings.Contains(arg, "f5") {
				continue
			}
			checked++
			_, err := players.ParseSpec(arg)
			assert.NoError(t, err, "%s:%d", c.File, c.Line)
		}
	}
	assert.Greater(t, checked, 50)
}

func documentedCommands(t *testing.T) []documents.Command {
	t.Helper()
	commands, err := documents.Read("../../..", "evolve")
	require.NoError(t, err)
	require.NotEmpty(t, commands)
	return commands
}

// userFolder returns a folder with the files that documented commands read.
func userFolder(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "runs"), 0o777))
	for _, name := range []string{"docs", "formats", "search", "runs/reference", "runs/strongest"} {
		require.NoError(t, os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)))
	}
	return dir
}

// A flag's help fits on a line, and the lines of descriptions fit on a terminal.
func TestHelpIsNarrow(t *testing.T) {
	assert.Empty(t, documents.WideHelp(Command()))
}

// settingsByMeaning returns the names of the settings that docs/reference/configuration.md describes, by their meaning.
func settingsByMeaning(t *testing.T) map[string]string {
	t.Helper()
	board, err := engine.ShapeNamed("6x6")
	require.NoError(t, err)
	network, err := qnet.Usual.Config(board, 0)
	require.NoError(t, err)
	pattern, policies := tables.Defaults(0), policy.Defaults(0)
	all := slices.Concat(knownFields(), settings.Fields(&pattern), settings.Fields(&policies), settings.Fields(&network))
	names := map[string]string{}
	for _, field := range all {
		if _, known := names[field.Meaning]; !known && field.Name != "seed" {
			names[field.Meaning] = field.Name
		}
	}
	return names
}

// The command reference holds the commands' help. -update writes it again.
func TestCommandReference(t *testing.T) {
	const file = "../../../docs/reference/evolve.md"
	now := documents.CommandReference(Command(), settingsByMeaning(t))
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(now), 0o666))
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(written), now, "go test ./ui/cli/evolve -run CommandReference -update")
}
