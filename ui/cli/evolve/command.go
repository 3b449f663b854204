// Package evolve is the command line of evolve. Each file holds one command: it parses flags, calls other
// packages and prints results.
package evolve

import (
	"github.com/spf13/cobra"

	_ "evothello/players/programs" // registers external programs as players
	"evothello/ui/cli"
)

// Command returns the root command of evolve.
func Command() *cobra.Command {
	root := &cobra.Command{
		Use:   "evolve",
		Short: "Evolve the evaluation weights of an Othello player by self-play",
		Long: `Evolve the evaluation weights of an Othello player by self-play.

A run evolves weights with an evolution strategy or a genetic algorithm. It measures
its champions against reference opponents. It can be stopped and resumed at any time.
Start a run with

  evolve run --seed 1 --population 128

and play against its champion with the play command.

A PLAYER is a name that "play list" shows, a run's directory, or NAME:key=value,… with
settings, such as strongest:depth=6. switch(random@29,table) has players move one after the
other. A player's weights score positions in points.

Exit status: 0 done, 1 the work failed, 2 the command line or an input file is
wrong, 130 stopped by Ctrl-C.`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addGroup(root, "Evolve and train", newRun(), newTune(), newConfig(), newScorers(), newFit(), newLearn(), newDQN(),
		newNet(), newResume(), newStatus(), newCheck(), newRepair(), newFreeze(), newWorker())
	addGroup(root, "Compare", newMatch(), newLeague(), newTournament(), newCompare())
	addGroup(root, "Inspect", newPlot(), newReport(), newPublish(), newExplain(), newImportance(), newAnalyze(),
		newBoard())
	addGroup(root, "Verify and measure", newPerft(), newSolve(), newBench(), newCalibrate(), newDepths(), newAccuracy(),
		cli.NewVersion())
	return root
}

// addGroup adds commands under one title of the root command's help.
func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
	for _, command := range commands {
		command.GroupID = title
	}
	root.AddCommand(commands...)
}
