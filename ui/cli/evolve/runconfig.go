package evolve

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/formats"
	"evothello/genome"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/players"
	"evothello/search"
	"evothello/ui/cli"
)

// configFlags holds the flags that set the configuration of a run.
type configFlags struct {
	file, board                         string
	seed                                uint64
	population, endgame, pairs, plies   int
	rounds, randomEvery                 int
	search, optimizer, start, squares   string
	turns, depth                        []int
	scorers, whole, opponents, schedule []string
	sigma, crossover, mutation          float64
	elites                              int
	restart                             evolution.Restart
	verb, usual                         string // the command, and its default optimizer

	inFile      error // of the file alone; flags may repair it
	generations int   // of a ga_setting.json, or else 0
}

// configHelp explains the flags of configFlags that need more than a line. It is called after all scorers are
// registered.
func configHelp() string {
	return `A game has phases, and a genome has a set of weights for each. --turns gives the last move
of each phase.

--scorers takes a list of these scorers, which evolve scorers describes:
` + cli.Indent(strings.Join(genome.AllScorers(), ", "), 2, 86) + `
The default is ` + cli.Indent(strings.Join(evolution.Defaults(0).Scorers, ", "), 0, 86) + `; with --start it
is the scorers that its weights use.

With several depths, such as --depth 2,4, the fitness games of one generation use depth
2, those of the next depth 4, and so on. All other games use the last depth.

--sigma is by default ` + fmt.Sprintf("%g, %g with --start, and %g for networks without --start.",
		evolution.DefaultSigma, evolution.StartSigma, evolution.NetworkSigma) + `

--rounds N is successive halving: after each round of a generation the worse half of the
genomes drops out, and the others play twice as many pairs in the next round.

--opponent adds an opponent to those that every genome plays. Such a player no longer
measures the champions. run.json gets a copy of a player that a file or a directory holds.
A program, such as gtp:cmd=./engine, runs on this machine only, resume needs its --opponent
again, and such a run cannot be repeated.

--squares classes gives the scorer table a weight for each of the ten square classes of
the standard board. --squares orbits gives it a weight for each set of squares that the
symmetries of the board map to each other.
`
}

func (f *configFlags) add(cmd *cobra.Command) {
	d := evolution.Defaults(0)
	flags := cmd.Flags()
	f.addCommon(cmd, d, evolution.DefaultOptimizer)
	pointToSettings(cmd, "run.json", knownSettings)
	cli.AddBoardOrSize(cmd, &f.board)
	flags.IntSliceVar(&f.depth, "depth", []int{d.Search.Depth},
		"search depth of all games, in `PLIES`; several, such as 2,4, take turns")
	flags.StringVar(&f.search, "search", d.Search.Algorithm.String(),
		"search with `ALGORITHM`: negascout, alphabeta, negamax or minmax")
	flags.IntVar(&f.endgame, "endgame", d.Search.Endgame, exactEndgame)
	flags.IntVar(&f.randomEvery, "random-every", 0, "make one move in this many random in games of fitness; 0 for none")
	flags.IntSliceVar(&f.turns, "turns", d.Turns, "last `MOVES` of the game phases, up to 60")
	flags.StringVar(&f.start, "start", "random",
		"start from `WEIGHTS`: those of a player, those of a champion file, or random")
	flags.StringSliceVar(&f.scorers, "scorers", d.Scorers, "evolve the weights of `SCORERS`, separated by commas")
	flags.Lookup("scorers").DefValue = "see above"
	flags.StringSliceVar(&f.whole, "shared", nil, "use one set of weights for all phases for `SCORERS`, such as "+
		"lines2")
	flags.StringVar(&f.squares, "squares", "classes", "squares that share a weight in the scorer table: classes or "+
		"orbits")
	flags.StringArrayVar(&f.schedule, "schedule", nil,
		"`CHANGE` settings from a generation on, such as 100:depth=4,endgame=10,pairs=96; repeatable")
}

// addCommon adds the flags that say how anything evolves.
func (f *configFlags) addCommon(cmd *cobra.Command, d evolution.Config, usual string) {
	flags := cmd.Flags()
	f.verb, f.usual = cmd.Name(), usual
	flags.StringVar(&f.file, "config", "", "start from the settings in `FILE`, some or all of a run.json; other flags "+
		"override it")
	flags.Uint64Var(&f.seed, "seed", 0, randomSeed)
	flags.IntVar(&f.population, "population", d.Population, "genomes in a generation")
	flags.IntVar(&f.pairs, "pairs", d.Pairs, "average pairs of games per genome and generation; small populations play "+
		"more")
	flags.IntVar(&f.rounds, "rounds", d.Rounds, "rounds of successive halving in a generation")
	flags.IntVar(&f.plies, "opening-plies", d.Plies, "random plies at the start of each game")
	flags.StringVar(&f.optimizer, "optimizer", usual,
		"`OPTIMIZER`: "+strings.Join(evolution.Optimizers(), ", "))
	ga := d.Optimizer.(*evolution.GA)
	flags.Float64Var(&f.crossover, "crossover", ga.Crossover, "`SHARE` of couples whose genes mix, in ga and ga-islands")
	flags.Float64Var(&f.mutation, "mutation", ga.Share, "`PROBABILITY` of each gene of a child to mutate, in ga and "+
		"ga-islands; of each genome in ga-library")
	flags.IntVar(&f.elites, "elites", ga.Elites, "`GENOMES` that stay as they are, the best, in ga and ga-islands")
	flags.Float64Var(&f.sigma, "sigma", evolution.DefaultSigma,
		"first step of cmaes and cmaes-mirrored, as a `SHARE` of the genes' bounds")
	flags.IntVar(&f.restart.After, "restart-after", 0, "begin the optimizer anew after so many generations without a new "+
		"strongest")
	flags.IntVar(&f.restart.Growth, "restart-growth", 0, "multiply the population by this at each restart, such as 2")
	flags.BoolVar(&f.restart.Alternate, "restart-alternate", false, "begin anew with small populations too (BIPOP)")
	flags.StringArrayVar(&f.opponents, "opponent", nil, "let every genome play against `PLAYER` too; repeatable")
}

// Help texts of flags that several commands have.
const (
	randomSeed   = "seed of all random numbers (default drawn, printed and stored)"
	exactEndgame = "play exactly from this many empty squares on"
)

// setSearch sets algorithm and depth.
func (f *configFlags) setSearch(doc document, given func(string) bool) error {
	if given("search") {
		algorithm, err := search.ParseAlgorithm(f.search)
		if err != nil {
			return err
		}
		doc.set("search.search", algorithm.String())
	}
	if given("depth") {
		if len(f.depth) == 0 {
			return errors.New("--depth: want a depth, such as 3")
		}
		doc.set("search.depth", f.depth[len(f.depth)-1])
		if delete(doc, "depths"); len(f.depth) > 1 {
			doc["depths"] = f.depth
		}
	}
	return nil
}

// setOptimizer sets the optimizer and its settings. An optimizer that differs from the file's starts with its own
// defaults.
func (f *configFlags) setOptimizer(doc document, given func(string) bool) error {
	if given("optimizer") {
		doc.setOptimizer(f.optimizer)
	}
	for _, setting := range []struct {
		name  string
		value any
	}{{"crossover", f.crossover}, {"mutation", f.mutation}, {"elites", f.elites}, {"sigma", f.sigma}} {
		if !given(setting.name) {
			continue
		}
		doc.set("optimizer."+setting.name, setting.value)
		name, named := doc["optimizer"].(map[string]any)["name"]
		if !named {
			name = f.usual
		}
		if with := evolution.OptimizersWith(setting.name); !slices.Contains(with, fmt.Sprint(name)) {
			return fmt.Errorf("--%s: optimizer %v has no such setting: leave it out, or give --optimizer %s", setting.name, name,
				strings.Join(with, " or "))
		}
	}
	return nil
}

// setGames sets the board and the schedule.
func (f *configFlags) setGames(doc document, given func(string) bool) error {
	if given("board") {
		if err := doc.setBoard(f.board); err != nil {
			return err
		}
	}
	if given("schedule") {
		stages := make([]evolution.ScheduleEntry, len(f.schedule))
		for i, text := range f.schedule {
			var err error
			if stages[i], err = parseStage(text); err != nil {
				return err
			}
		}
		doc["schedule"] = stages
	}
	return nil
}

// setSquares replaces the scorer table by squares, which has a weight for each orbit of squares.
func (f *configFlags) setSquares(doc document, scorers []string) error {
	if f.squares != "orbits" {
		return fmt.Errorf("--squares: %w", names.New("value", f.squares, []string{"classes", "orbits"}))
	}
	table := slices.Index(scorers, "table")
	if table < 0 {
		return errors.New("--squares orbits: the scorer table does not evolve; add it to --scorers")
	}
	scorers = slices.Clone(scorers)
	scorers[table] = "squares"
	doc["scorers"] = scorers
	return nil
}

// setStart sets the initial weights: those of a player or a champion file. It returns an opener for their
// pattern tables.
func (f *configFlags) setStart(cmd *cobra.Command, doc document, open opener) (opener, error) {
	if f.start == "random" {
		delete(doc, "start")
		return open, nil
	}
	if data, err := files.Read(f.start, files.MaxSettings); err == nil && formats.IsPopulation(data) {
		population, err := formats.ReadPopulation(data)
		if err == nil {
			err = doc.setPopulation(population)
		}
		if err != nil {
			err = fmt.Errorf("--start %s: %w", f.start, err)
		}
		return open, err
	}
	spec, err := players.ParseSpec(f.start)
	if err != nil {
		return nil, fmt.Errorf("--start: %w", err)
	}
	weights, err := spec.Switch()
	if err != nil {
		return nil, fmt.Errorf("--start: %w", err)
	}
	board, err := cli.BoardOrSizeOf(cmd, f.board, spec)
	if err == nil {
		err = weights.PlaysOn(board)
	}
	if err != nil {
		return nil, fmt.Errorf("--start: %w", err)
	}
	if !board.IsStandard() {
		doc["board"] = board
	}
	doc["start"] = evolution.NewStart(f.start, weights)
	if t := weights.PatternTables(); t != nil {
		open = openerOf(open, t)
	}
	return open, nil
}

// parseStage parses GENERATION:key=value,…
func parseStage(text string) (s evolution.ScheduleEntry, err error) {
	wrong := func() error {
		return fmt.Errorf("--schedule %q: want a generation and its changes, such as 100:depth=4,endgame=10,pairs=96", text)
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
