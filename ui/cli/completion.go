package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evolution"
	"evothello/players"
)

// completions holds, by the placeholder of a flag or an argument, what a shell may complete it with. Other
// placeholders are completed with files.
var completions = map[string]func() []cobra.Completion{
	"PLAYER": playerNames, "OPPONENT": playerNames, "TEACHER": playerNames, "A": playerNames, "B": playerNames,
	"DIR": runDirs, "BOARD": boardNames, "OPTIMIZER": evolution.Optimizers,
	scorerList: scorerNames, "SCORER": scorerNames,
}

// scorerList is the placeholder of scorers that are separated by commas.
const scorerList = "SCORERS"

// complete tells a shell what the arguments and flags of a command and its subcommands may be, by the
// placeholders in their help.
func complete(cmd *cobra.Command) {
	if _, args, ok := strings.Cut(cmd.Use, " "); ok && cmd.ValidArgsFunction == nil {
		word, _, _ := strings.Cut(strings.Trim(args, "[]…"), " ")
		var listed []func() []cobra.Completion
		for kind := range strings.SplitSeq(strings.TrimRight(word, "]…"), "|") {
			if list := completions[kind]; list != nil {
				listed = append(listed, list)
			}
		}
		if listed != nil {
			cmd.ValidArgsFunction = completeWith(false, listed...)
		}
	}
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		kind := NounOf(flag)
		list := completions[kind]
		if _, given := cmd.GetFlagCompletionFunc(flag.Name); list != nil && !given {
			// It fails for unknown flags only.
			_ = cmd.RegisterFlagCompletionFunc(flag.Name, completeWith(kind == scorerList, list))
		}
	})
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
}

// completeWith completes a word, or the last part of a list with commas. Where nothing fits, the shell offers files.
func completeWith(commas bool, lists ...func() []cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, toComplete string) (fit []cobra.Completion, _ cobra.ShellCompDirective) {
		before := ""
		if commas {
			before = toComplete[:strings.LastIndexByte(toComplete, ',')+1]
		}
		for _, list := range lists {
			for _, c := range list() {
				if c = before + c; strings.HasPrefix(c, toComplete) && !slices.Contains(fit, c) {
					fit = append(fit, c)
				}
			}
		}
		return fit, cobra.ShellCompDirectiveDefault
	}
}

// playerNames lists the players of the roster, each with what it is, and the directories below runs.
func playerNames() (all []cobra.Completion) {
	for _, e := range players.Roster() {
		name := e.Name
		if e.RequiredKey() != "" {
			name += ":" + e.RequiredKey() + "="
		}
		all = append(all, cobra.CompletionWithDesc(name, e.About))
	}
	return append(all, runDirs()...)
}

// runDirs lists the directories below runs.
func runDirs() (all []cobra.Completion) {
	entries, _ := os.ReadDir("runs") // without the directory there is nothing to list
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			all = append(all, filepath.Join("runs", e.Name()))
		}
	}
	return all
}

func boardNames() (all []cobra.Completion) {
	for _, s := range engine.Shapes {
		all = append(all, s.Name)
	}
	return all
}

func scorerNames() (all []cobra.Completion) {
	for _, s := range evaluators.Scorers {
		all = append(all, cobra.CompletionWithDesc(s.Name, s.About))
	}
	return all
}
