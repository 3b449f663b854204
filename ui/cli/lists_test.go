package cli_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/cli"
	"evothello/ui/cli/evolve"
	"evothello/ui/cli/play"
)

// Players and files may contain commas, so several of them are several flags or arguments. Only lists of plain words
// and numbers are split at commas.
func TestNoFlagSplitsPlayersOrFiles(t *testing.T) {
	plainWords := []string{"SCORERS", "PARTS", "WEIGHTS", "TIMES"}
	lists := 0
	for commands := []*cobra.Command{evolve.Command(), play.Command()}; len(commands) > 0; commands = commands[1:] {
		cmd := commands[0]
		commands = append(commands, cmd.Commands()...)
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			list, is := flag.Value.(pflag.SliceValue)
			placeholder := cli.NounOf(flag)
			if !is || flag.Value.Type() == "intSlice" || slices.Contains(plainWords, placeholder) {
				return
			}
			lists++
			require.NoError(t, flag.Value.Set("reversi-blank:depth=7,endgame=14"))
			assert.Equal(t, []string{"reversi-blank:depth=7,endgame=14"}, list.GetSlice(), "%s --%s",
				cmd.CommandPath(), flag.Name)
		})
	}
	assert.Greater(t, lists, 5, "--opponent, --player, --against, --vary, --program …")
}

// Placeholders of flags are nouns, and a default is printed as one types it.
func TestPlaceholdersAreNouns(t *testing.T) {
	types := []string{"int", "ints", "uint", "uints", "float", "string", "strings", "stringArray", "duration", "value"}
	for commands := []*cobra.Command{evolve.Command(), play.Command()}; len(commands) > 0; commands = commands[1:] {
		cmd := commands[0]
		commands = append(commands, cmd.Commands()...)
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			assert.NotContains(t, types, cli.NounOf(flag), "%s --%s", cmd.CommandPath(), flag.Name)
		})
		var help strings.Builder
		cmd.SetOut(&help)
		require.NoError(t, cmd.Help())
		assert.NotContains(t, help.String(), "(default [", cmd.CommandPath())
		assert.NotContains(t, help.String(), "see above", cmd.CommandPath())
	}
	run, _, err := evolve.Command().Find([]string{"run"})
	require.NoError(t, err)
	var help strings.Builder
	run.SetOut(&help)
	require.NoError(t, run.Help())
	assert.LessOrEqual(t, strings.Count(help.String(), "\n"), 60, "lines of run --help")
}
