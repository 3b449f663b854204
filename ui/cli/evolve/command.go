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
		Long: `Evolve the evaluation weights of an Othello player by self-play, and play against them.

  evolve run --seed 1 --generations 60   # start a run: half a minute on two cores
  evolve status runs/seed-1   # how strong its champion is
  play --against runs/seed-1   # play against it
  evolve resume runs/seed-1 --generations 100   # continue the run
  evolve match runs/seed-1 reversi-blank --pairs 100   # measure it against another player

A PLAYER is a name that "play list" shows, a run's directory, or NAME:key=value,… with
settings, such as strongest:depth=6. switch(random@29,table) has players move one after the
other. A player's weights score positions in points.

Exit status: 0 done, 1 the work failed, 2 the command line or an input file is
wrong, 130 stopped by Ctrl-C.`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addGroup(root, "Evolve", newRun(), newResume(), newTune(), newFit(), newTrain(), newWorker())
	addGroup(root, "A directory, of any kind", newStatus(), newReport(), newPlot(), newCheck(), newRepair())
	addGroup(root, "Play and compare", newMatch(), newTournament(), newLeague(), newCompare())
	addGroup(root, "Look", newExplain(), newAnalyze(), newImportance(), newBoard(), newSolve())
	addGroup(root, "Hand on", newFreeze(), newPublish())
	addGroup(root, "Reference and measuring", newScorers(), newConfig(), newPerft(), newBench(), newMeasure(),
		cli.NewVersion())
	root.AddCommand(newTopics()...)
	cli.SetHelp(root)
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
