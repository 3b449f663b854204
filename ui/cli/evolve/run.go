package evolve

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/genome"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
	"evothello/ui/cli"
)

// defaultGenerations is how long a run goes on if nothing says otherwise.
const defaultGenerations = 400

// runFlags are the flags of run that make its configuration and goal.
type runFlags struct {
	out, config, board                  string
	seed                                uint64
	population, endgame, pairs, plies   int
	rounds                              int
	search, model, start, squares       string
	turns, depth                        []int
	scorers, whole, opponents, schedule []string
	sigma                               float64
	goal                                goalFlags
	arena                               arenaFlags
	output                              outputFlags
	open                                bool
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Start a run of evolution",
		Long: `Start a run of evolution.

Everything that decides the games is written to run.json; the same run.json gives
the same champion to the byte, with any number of workers and however often the
run is stopped and resumed. Without --out the run goes to runs/seed-N.

A model makes each generation from the one before:
  cmaes         draws it from a normal distribution that learns from each ranking
  generational  keeps the best and breeds the rest from winners of tournaments
  islands       does so on islands apart, whose best migrate now and then
  mgg           keeps the best two of each family of two parents and their children
  mirrored      does as cmaes, and each genome plays its mirror image about the mean:
                for hundreds of weights
The settings of a model are in run.json; --config takes one that was changed.`,
		Example: "  evolve run --seed 1 --population 128\n  evolve run --config runs/seed-1/run.json --generations 50 --out runs/again",
		Args:    cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := f.makeConfig(cmd)
			if err != nil {
				return cli.Input(err)
			}
			if err := f.goal.check(); err != nil {
				return err
			}
			if f.out == "" {
				f.out = filepath.Join("runs", fmt.Sprintf("seed-%d", config.Seed))
			}
			if err := config.Validate(); err != nil {
				return cli.Input(err)
			}
			arena, err := f.arena.open(cmd, false)
			if err != nil {
				return err
			}
			defer arena.Close()
			run, err := runs.Create(f.out, config, f.goal.or(runs.Goal{Count: defaultGenerations}))
			if err != nil {
				return created(err)
			}
			defer run.Close()
			return evolve(cmd, run, arena, f.output, f.open)
		},
	}
	d := evolution.Defaults(0)
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "directory of the run (default runs/seed-N)")
	flags.StringVar(&f.config, "config", "", "start from the configuration in this run.json; other flags change it")
	cli.AddBoard(cmd, &f.board)
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all random numbers (default: drawn, printed and stored)")
	flags.IntVar(&f.population, "population", d.Population, "genomes in a generation")
	flags.IntSliceVar(&f.depth, "depth", []int{d.Search.Depth}, "search depth of all games, in plies; of several, as 2,4, fitness games take turns by generation and all others play at the last")
	flags.StringVar(&f.search, "search", d.Search.Algorithm.String(), "search algorithm: negascout, alphabeta, negamax or minmax")
	flags.IntVar(&f.endgame, "endgame", d.Search.Endgame, "play exactly from this many empty squares")
	flags.IntVar(&f.pairs, "pairs", d.Pairs, "pairs of games a genome plays in a generation, on average; more by default in smaller populations")
	flags.IntVar(&f.rounds, "rounds", d.Rounds, "rounds that the games of a generation are dealt out in: after each the worse half drops out, and the rest play twice as many pairs")
	flags.IntVar(&f.plies, "plies", d.Plies, "random plies that open each game")
	flags.IntSliceVar(&f.turns, "turns", d.Turns, "last moves of the game phases")
	flags.StringVar(&f.model, "model", d.Model.Name(), "how generations come from each other: "+strings.Join(evolution.Models(), ", "))
	flags.Float64Var(&f.sigma, "sigma", evolution.UsualSigma, fmt.Sprintf("first spread of models cmaes and mirrored, as a share of the genes' bounds (%g with --start, %g where networks evolve from nothing)", evolution.NearSigma, evolution.NetworkSigma))
	flags.StringVar(&f.start, "start", "random", "breed from these weights: a player such as seed-blank, a champion file, or random")
	flags.StringSliceVar(&f.scorers, "scorers", d.Scorers, "whose weights evolve, of "+strings.Join(genome.AllScorers(), ", ")+" (lines1 to lines4 and blocks: networks of tuples, all lines of so many squares and all blocks of 2×2); with --start those that it uses as well, if not given")
	flags.StringSliceVar(&f.whole, "whole-game", nil, "scorers that have one set of weights for all phases, as lines2")
	flags.StringVar(&f.squares, "squares", "classes", "what the table has a weight for: the ten classes of squares of the standard board, or the orbits of the board that is played on, squares that its symmetries take to each other")
	flags.StringArrayVar(&f.opponents, "opponent", nil, "a player who sits in every panel, and then not on the ladder; may be given again")
	flags.StringArrayVar(&f.schedule, "schedule", nil, "from a generation on, as 100:depth=4,endgame=10,pairs=96; may be given again")
	f.goal.add(cmd, runs.Evolution, defaultGenerations)
	f.arena.add(cmd)
	f.output.add(cmd)
	addOpen(cmd, &f.open)
	return cmd
}

// makeConfig builds the configuration: defaults or a file, then flags.
func (f *runFlags) makeConfig(cmd *cobra.Command) (evolution.Config, error) {
	given := cmd.Flags().Changed
	config := evolution.Defaults(f.seed)
	if f.config != "" {
		parse := func(data []byte) (evolution.Config, error) {
			return evolution.ParseConfig(data, filepath.Dir(f.config))
		}
		var err error
		if config, err = readConfig(f.config, files.MaxSettings, &runs.Evolution, parse); err != nil {
			return config, err
		}
	}
	if given("seed") {
		config.Seed = f.seed
	} else if f.config == "" {
		config.Seed = rand.Uint64N(1_000_000)
	}
	if given("board") {
		board, err := cli.Board(f.board)
		if err != nil {
			return config, err
		}
		config.PlayOn(board)
	}
	if given("model") {
		if err := config.SetModel(f.model); err != nil {
			return config, err
		}
	}
	if given("depth") {
		if len(f.depth) == 0 {
			return config, errors.New("--depth: want a depth, such as 3")
		}
		config.Search.Depth, config.Depths = f.depth[len(f.depth)-1], nil
		if len(f.depth) > 1 {
			config.Depths = f.depth
		}
	}
	if given("endgame") {
		config.Search.Endgame = f.endgame
	}
	if given("search") {
		algorithm, err := search.ParseAlgorithm(f.search)
		if err != nil {
			return config, err
		}
		config.Search.Algorithm = algorithm
	}
	if given("population") || given("pairs") {
		population, pairs := config.Population, config.Pairs
		if given("population") {
			population, pairs = f.population, evolution.DefaultPairs(f.population)
		}
		if given("pairs") {
			pairs = f.pairs
		}
		config.SetSize(population, pairs)
	}
	if given("rounds") {
		config.Rounds = f.rounds
	}
	if given("plies") {
		config.Plies = f.plies
	}
	if given("turns") {
		config.Turns = f.turns
	}
	return config, f.steer(given, &config)
}

// steer sets where the run begins and how its games change.
func (f *runFlags) steer(given func(string) bool, config *evolution.Config) (err error) {
	if given("start") {
		if err := setStart(config, f.start); err != nil {
			return err
		}
	}
	if given("scorers") {
		config.SetScorers(f.scorers)
	}
	if given("whole-game") {
		config.WholeGame = f.whole
	}
	switch table := slices.Index(config.Scorers, "table"); {
	case f.squares != "classes" && f.squares != "orbits":
		return fmt.Errorf("--squares: %w", names.New("kind", f.squares, []string{"classes", "orbits"}))
	case f.squares == "orbits" && table < 0:
		return errors.New("--squares orbits: the scorer table is not among those that evolve")
	case f.squares == "orbits":
		config.Scorers = slices.Clone(config.Scorers)
		config.Scorers[table] = "squares"
	}
	if given("sigma") {
		switch model := config.Model.(type) {
		case *evolution.Strategy:
			model.CMAES.Sigma = f.sigma
		case *evolution.Mirrored:
			model.CMAES.Sigma = f.sigma
		default:
			return fmt.Errorf("--sigma is of models cmaes and mirrored, not %s", config.Model.Name())
		}
	}
	if given("opponent") {
		config.Opponents = f.opponents
		for _, opponent := range f.opponents {
			for reference, akin := config.OnLadder(opponent); akin; reference, akin = config.OnLadder(opponent) {
				config.Ladder.Opponents = slices.DeleteFunc(slices.Clone(config.Ladder.Opponents), func(r string) bool { return r == reference })
			}
		}
	}
	if given("schedule") {
		config.Schedule = nil
		for _, text := range f.schedule {
			stage, err := parseStage(text)
			if err != nil {
				return err
			}
			config.Schedule = append(config.Schedule, stage)
		}
	}
	return nil
}

// setStart makes the run breed from the weights of a player or a champion file.
func setStart(config *evolution.Config, text string) error {
	if text == "random" {
		config.StartAnywhere()
		return nil
	}
	spec, err := players.ParseSpec(text)
	if err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	weights, err := spec.Switch()
	if err == nil {
		err = weights.PlaysOn(config.Home())
	}
	if err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	config.StartFrom(text, weights)
	return nil
}

// parseStage reads GENERATION:key=value,…
func parseStage(text string) (s evolution.Stage, err error) {
	wrong := func() error {
		return fmt.Errorf("--schedule %q: want a generation and what changes then, as 100:depth=4,endgame=10,pairs=96", text)
	}
	from, changes, _ := strings.Cut(text, ":")
	if s.From, err = strconv.Atoi(from); err != nil {
		return s, wrong()
	}
	for change := range strings.SplitSeq(changes, ",") {
		key, value, _ := strings.Cut(change, "=")
		into := map[string]*int{"depth": &s.Depth, "endgame": &s.Endgame, "pairs": &s.Pairs}[key]
		if into == nil {
			return s, wrong()
		}
		if *into, err = strconv.Atoi(value); err != nil {
			return s, wrong()
		}
	}
	return s, nil
}

// gamesAtATime is the help of --workers.
const gamesAtATime = "games played at the same time (default one a core); changes no result"

func checkWorkers(workers int) error {
	if workers < 0 {
		return cli.Inputf("--workers %d: must be 0 (one a core) or more", workers)
	}
	return nil
}
