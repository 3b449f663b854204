// Package evolve is the command line of evolve: a file for each command, which parses flags, calls and prints.
package evolve

import (
	"github.com/spf13/cobra"

	_ "evothello/players/programs" // other people's programs as players
	"evothello/ui/cli"
)

// Command returns the root command of evolve.
func Command() *cobra.Command {
	root := &cobra.Command{
		Use:   "evolve",
		Short: "Evolve the evaluation weights of an Othello player by self-play",
		Long: `Evolve the evaluation weights of an Othello player by self-play.

A run breeds weights with an evolution strategy or a genetic algorithm, measures
champions against fixed opponents, and can be stopped and resumed at any moment.
Start one with

  evolve run --seed 1 --population 128

and play against its champion with the play command.

Exit status: 0 done, 1 the work failed, 2 the command line or an input file is
wrong, 130 stopped by Ctrl-C.`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addGroup(root, "Evolve", newRun(), newConfig(), newScorers(), newLearn(), newDQN(), newNet(), newResume(), newStatus(),
		newCheck(), newRepair(), newFreeze(), newWorker())
	addGroup(root, "Compare", newMatch(), newLeague(), newTournament(), newStudy())
	addGroup(root, "Look", newPlot(), newReport(), newExplain(), newAnalyze(), newBoard())
	addGroup(root, "Prove", newPerft(), newSolve(), newBench(), newCalibrate())
	return root
}

// addGroup adds commands that help lists together.
func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
	for _, command := range commands {
		command.GroupID = title
	}
	root.AddCommand(commands...)
}
