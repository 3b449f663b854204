package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"evothello/internal/cli"
	"evothello/runs"
	"evothello/search"
)

// defaultGenerations is how long a run goes on if nothing says otherwise: about
// five minutes on two cores.
const defaultGenerations = 400

// runFlags are the flags of run that make its configuration and goal.
type runFlags struct {
	out, config                                                    string
	seed                                                           uint64
	population, generations, depth, endgame, pairs, plies, workers int
	search                                                         string
	turns                                                          []int
	budget                                                         time.Duration
	output                                                         outputFlags
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Start a run of evolution",
		Long: `Start a run of evolution.

Everything that decides the games is written to run.json; the same run.json gives
the same champion to the byte, with any number of workers and however often the
run is stopped and resumed. Without --out the run goes to runs/seed-N.`,
		Example: "  evolve run --seed 1 --population 24\n  evolve run --config runs/seed-1/run.json --generations 50 --out runs/again",
		Args:    cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkWorkers(f.workers); err != nil {
				return err
			}
			config, err := f.makeConfig(cmd)
			if err != nil {
				return cli.Input(err)
			}
			goal, err := makeGoal(cmd, f.generations, f.budget, runs.Goal{Generations: defaultGenerations})
			if err != nil {
				return cli.Input(err)
			}
			if f.out == "" {
				f.out = filepath.Join("runs", fmt.Sprintf("seed-%d", config.Seed))
			}
			if err := config.Validate(); err != nil {
				return cli.Input(err)
			}
			run, err := runs.Create(f.out, config, goal)
			if errors.Is(err, runs.ErrExists) {
				return cli.Input(err)
			}
			if err != nil {
				return err
			}
			defer run.Close()
			return evolve(cmd, run, f.workers, f.output)
		},
	}
	d := runs.Defaults(0)
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "directory of the run (default runs/seed-N)")
	flags.StringVar(&f.config, "config", "", "start from the configuration in this run.json; other flags change it")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all random numbers (default: drawn, printed and stored)")
	flags.IntVar(&f.population, "population", d.Population, "genomes in a generation")
	flags.IntVar(&f.depth, "depth", d.Search.Depth, "search depth of all games, in plies")
	flags.StringVar(&f.search, "search", d.Search.Search.String(), "search algorithm: negascout or alphabeta")
	flags.IntVar(&f.endgame, "endgame", d.Search.Endgame, "play exactly from this many empty squares")
	flags.IntVar(&f.pairs, "pairs", d.Pairs, "pairs of games each genome plays in a generation")
	flags.IntVar(&f.plies, "plies", d.Plies, "random plies that open each game")
	flags.IntSliceVar(&f.turns, "turns", d.Turns, "last moves of the game phases")
	addGoalFlags(cmd, &f.generations, &f.budget, fmt.Sprintf("generations in all (default %d)", defaultGenerations))
	addWorkers(cmd, &f.workers)
	f.output.add(cmd)
	return cmd
}

// makeConfig builds the configuration: defaults or a file, then flags.
func (f *runFlags) makeConfig(cmd *cobra.Command) (runs.Config, error) {
	given := cmd.Flags().Changed
	config := runs.Defaults(f.seed)
	if f.config != "" {
		data, err := os.ReadFile(f.config)
		if err != nil {
			return config, err
		}
		if config, err = runs.ParseConfig(data); err != nil {
			return config, fmt.Errorf("%s: %w", f.config, err)
		}
	}
	if given("seed") {
		config.Seed = f.seed
	} else if f.config == "" {
		config.Seed = rand.Uint64N(1_000_000)
	}
	if given("population") {
		config.Population = f.population
	}
	if given("depth") {
		config.Search.Depth = f.depth
	}
	if given("endgame") {
		config.Search.Endgame = f.endgame
	}
	if given("search") {
		algorithm, err := search.ParseAlgorithm(f.search)
		if err != nil {
			return config, err
		}
		config.Search.Search = algorithm
	}
	if given("pairs") {
		config.SetPairs(f.pairs)
	}
	if given("plies") {
		config.Plies = f.plies
	}
	if given("turns") {
		config.Turns = f.turns
	}
	return config, nil
}

func addGoalFlags(cmd *cobra.Command, generations *int, budget *time.Duration, usage string) {
	cmd.Flags().IntVar(generations, "generations", 0, usage)
	cmd.Flags().DurationVar(budget, "budget", 0, "stop after the generation in which this much time is used up, over all sittings, such as 10m")
}

// makeGoal is the goal that the flags give; a budget alone sets no number of
// generations, and without either it is the one given.
func makeGoal(cmd *cobra.Command, generations int, budget time.Duration, without runs.Goal) (runs.Goal, error) {
	byCount, byTime := cmd.Flags().Changed("generations"), cmd.Flags().Changed("budget")
	if byCount && generations < 1 {
		return runs.Goal{}, fmt.Errorf("--generations %d: must be 1 or more", generations)
	}
	if byTime && budget <= 0 {
		return runs.Goal{}, fmt.Errorf("--budget %s: must be a positive time such as 10m", budget)
	}
	if !byCount && !byTime {
		return without, nil
	}
	return runs.Goal{Generations: generations, Budget: budget}, nil
}

func addWorkers(cmd *cobra.Command, workers *int) {
	cmd.Flags().IntVar(workers, "workers", 0, "games played at the same time (default one a core); changes no result")
}

func checkWorkers(workers int) error {
	if workers < 0 {
		return cli.Inputf("--workers %d: must be 0 (one a core) or more", workers)
	}
	return nil
}
