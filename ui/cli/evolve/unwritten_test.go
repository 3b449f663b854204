package evolve

import (
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/shell"

	"evothello/ui/cli"
	"evothello/ui/cli/play"
)

// A full is a writer on a full disk. It counts what it was asked to write.
type full struct{ writes int }

func (f *full) Write([]byte) (int, error) {
	f.writes++
	return 0, syscall.ENOSPC
}

// If standard output cannot be written, every command and its help end with exit code 1, and say so in one line.
func TestOutputThatCannotBeWrittenIsAnError(t *testing.T) {
	openings, games := boardsOf(t, "f5d6c3d3c4f4", "c4e3"), file(t, "../../../formats/testdata/match.ggf")
	qnet, tables := smallQNet(t), strings.Join(smallTables(t)[2:], " ")
	parameters, engine := parametersFile(t), program(t, "", "{parameters}")
	t.Chdir(t.TempDir())
	runIn(t, "run")
	mustEvolve(t, "tournament", "random", "greedy", "--pairs", "1", "--out", "tournament", "--quiet")
	tried := map[string]bool{}
	for line := range strings.Lines(`
		evolve
		evolve run --seed 7 --population 6 --generations 1 --depth 1 --pairs 4 --out again
		evolve config
		evolve scorers
		evolve fit ` + games + ` --scorers number --turns 60 -o fitted.json
		evolve train tables ` + tables + ` --rounds 1 --out tables
		evolve train qnet --config ` + qnet + ` --episodes 20 --out qnet
		evolve train policy --rounds 1 --out policy ` + strings.Join(smallPolicy, " ") + `
		evolve resume run
		evolve status run
		evolve status tournament
		evolve status again --json
		evolve check run
		evolve repair run
		evolve freeze run -o champion.json
		evolve match random greedy --pairs 1
		evolve match random greedy --pairs 1 --json
		evolve league random greedy --openings ` + openings + `
		evolve tournament random greedy --pairs 1
		evolve tune --program "` + engine + `" --parameters ` + parameters + ` --population 4 --pairs 1 --generations 1 --out tuned
		evolve compare ` + strings.Join(smallComparison[1:], " ") + ` --out compared
		evolve plot run
		evolve report run
		evolve explain table f5d6c3
		evolve importance reversi-blank --pairs 16 --depth 1 --parts scorers
		evolve analyze f5d6c3 --depth 1
		evolve board Square-4
		evolve perft 3
		evolve solve ` + games + ` --empties 3
		evolve measure cuts reversi-blank --positions 20 --depth 3
		evolve measure depths table ` + games + ` --positions 5 --depths 1,2
		evolve measure accuracy table ` + games + ` --positions 2 --empties 3,4 --depths 1,2
		evolve version
		play --plain
		play list
		play list --json
		play web --addr 127.0.0.1:0
		play gtp
		play nboard
		play external --player random
		play version`) {
		if words, err := shell.Fields(line, nil); assert.NoError(t, err) && len(words) > 0 {
			tried[cannotWrite(t, words...)] = true
		}
	}
	var untried []string
	for commands := []*cobra.Command{Command(), play.Command()}; len(commands) > 0; commands = commands[1:] {
		path := nameOf(commands[0])
		cannotWrite(t, append(strings.Fields(path), "--help")...)
		if commands = append(commands, commands[0].Commands()...); !tried[path] && !commands[0].HasSubCommands() &&
			commands[0].Runnable() {
			untried = append(untried, path)
		}
	}
	assert.ElementsMatch(t, []string{"evolve bench", "evolve publish", "evolve worker"}, untried,
		"they take longer than a test may, and a worker prints no results")
}

// cannotWrite runs a command that cannot write its output, and returns the command's name.
func cannotWrite(t *testing.T, words ...string) string {
	t.Helper()
	root, input := Command(), ""
	switch words[0] {
	case "play":
		root = play.Command()
		input = map[string]string{"gtp": "name\n", "nboard": "ping 1\n", "external": "1\n4\n0 0 0 0\n0 -1 1 0\n0 1 -1 0\n" +
			"0 0 0 0\n"}[append(words, "")[1]]
	}
	root.SetIn(strings.NewReader(input))
	var out full
	var errs bytes.Buffer
	code := cli.Run(root, words[1:], &out, &errs)
	assert.Equal(t, cli.Failed, code, "%q: %s", words, &errs)
	assert.Equal(t, 1, out.writes, "%q: nothing is written after an error", words)
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	assert.Equal(t, words[0]+": cannot write to standard output: no space left on device; free space on its disk, or "+
		"write the output elsewhere", lines[len(lines)-1], words)
	assert.NotContains(t, strings.Join(lines[:len(lines)-1], "\n"), words[0]+": ", words)
	cmd, _, err := root.Find(words[1:])
	require.NoError(t, err)
	return nameOf(cmd)
}

// nameOf returns a command's name with those of its parents.
func nameOf(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return cmd.Name()
	}
	return nameOf(cmd.Parent()) + " " + cmd.Name()
}

// file returns the absolute path of a file.
func file(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	return path
}
