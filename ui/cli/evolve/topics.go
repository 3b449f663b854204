package evolve

import (
	"github.com/spf13/cobra"
)

// newTopics returns the topics of the help: what several commands share.
func newTopics() []*cobra.Command {
	workers := &cobra.Command{
		Use:   "workers",
		Short: "Play the games of a run, match, tournament or comparison on other machines",
		Long: `Workers on other machines play games for run, resume, match, tournament and compare. The
results are the same bytes as without them.

  evolve run --seed 1 --listen :4222 --token secret             # this machine
  evolve worker --nats nats://192.168.1.5:4222 --token secret   # each other machine

The machine with the run either serves the workers itself (--listen) or uses a NATS server
(--nats). It plays games as well, and plays some of the workers' games again to verify them.`,
	}
	var f arenaFlags
	f.addWorkers(workers)
	optimizers := &cobra.Command{
		Use:   "optimizers",
		Short: "What the optimizers do: ga, ga-islands, ga-library, cmaes, cmaes-mirrored, spsa",
		Long: `An optimizer makes each generation from the one before:

  ga              the genetic algorithm, built on eaopt: crosses parents that the better half
                  supplies by rank
  ga-islands      the same on separate islands, which exchange their best now and then
  ga-library      the reversi library's own (Minimal Generation Gap): --config takes its
                  ga_setting.json (whose max_generations is the goal), --start its
                  population.json
  cmaes           samples a normal distribution that adapts to each ranking (CMA-ES)
  cmaes-mirrored  the same, but each genome plays its mirror image about the mean; for
                  hundreds of weights
  spsa            moves one genome towards the winners of games between its perturbations

docs/how-to/which-optimizer-which-player.md says which one to use. By default ga has no
mutation and no elites: --mutation and --elites change that. "evolve config --optimizer
NAME" lists the settings of one, with their meaning.`,
	}
	return []*cobra.Command{optimizers, workers}
}
