package evolve

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/internal/files"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
	"evothello/ui/cli"
)

// defaultRounds is how many rounds there are if nothing says otherwise.
const defaultRounds = 5

// learnFlags are the flags of learn that make its configuration and goal.
type learnFlags struct {
	trainFlags
	config             string
	games              int
	depth              []int
	endgame            int
	lots, window       int
	plies              []int
	players, opponents []string
	from               []string
}

func newLearn() *cobra.Command {
	var f learnFlags
	cmd := &cobra.Command{
		Use:   "learn [FILE…]",
		Short: "Learn pattern tables from games, in rounds of self-play",
		Long: `Learn pattern tables from games, in rounds of self-play.

In each round the player plays games against itself from random openings, tables of
patterns (lines, edges and corners of the board, at each stage of the game) are fitted
to the results of the last rounds' games, and a candidate plays with them. If it beats
the player in a sequential test it is the player from then on, and the directory's
champion. In the first round, and until a candidate has passed, the --player plays; if
several are given they play each other, and the first of them is to be beaten.

With --from, games in files are learnt from as well, as GGF, WTHOR or transcripts;
what is unfinished or illegal is left out and counted.

Everything that decides the games is written to learn.json; the same learn.json gives
the same tables to the byte, with any number of workers and however often learning is
stopped and resumed. resume, status, plot and report take the directory as they take a run's.`,
		Example: "  evolve learn --out runs/learnt --rounds 5\n  evolve learn --out runs/masters --games 0 --rounds 1 " +
			"--from WTH_2004.wtb WTH_2005.wtb\n" +
			"  evolve match runs/learnt evolved --depth 4 --endgame 8",
		Args: cli.Args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := f.makeConfig(cmd, args)
			if err != nil {
				return cli.Input(err)
			}
			rounds := defaultRounds
			if config.Games == 0 {
				rounds = 1
			}
			if err := cmp.Or(config.Validate(), config.CheckGoal(f.goal.or(runs.Goal{Count: rounds}))); err != nil {
				return cli.Input(err)
			}
			return train(&f.trainFlags, "learn", config.Seed, config, rounds, tables.Create, func(l *tables.Learning) error {
				return learnOn(cmd, l, f.workers, f.output)
			})
		},
	}
	f.addOwn(cmd.Flags())
	f.add(cmd, tables.Format, defaultRounds, "learn", gamesAtATime)
	return cmd
}

// addOwn adds the flags that no other kind of training has.
func (f *learnFlags) addOwn(flags *pflag.FlagSet) {
	d := tables.Defaults(0)
	flags.StringVar(&f.config, "config", "", "start from the configuration in this learn.json; other flags change it")
	flags.IntVar(&f.games, "games", d.Games, "games of self-play in a round; 0 to learn from files only")
	flags.StringSliceVar(&f.from, "from", nil,
		"`FILE`s of games to learn from as well: GGF, WTHOR, or a transcript a line")
	flags.StringArrayVar(&f.players, "player", nil,
		"a player of the first games, against whom the first candidate must prove itself if it is the first; may be given "+
			"again (default "+strings.Join(tables.DefaultPlayers, ", ")+")")
	flags.StringArrayVar(&f.opponents, "opponent", nil,
		"a fixed opponent whom each candidate meets; may be given again (default "+
			strings.Join(tables.DefaultOpponents, ", ")+")")
	flags.IntSliceVar(&f.depth, "depth", []int{d.Search.Depth},
		"search depth of all games, in plies; of several, as 3,3,5, the learner's games with itself take turns by round "+
			"and all others are played to the last")
	flags.IntVar(&f.endgame, "endgame", d.Search.Endgame, "play exactly from this many empty squares")
	flags.IntSliceVar(&f.plies, "plies", d.Plies[:], "least and most random plies that open each game of self-play")
	flags.IntVar(&f.lots, "lots", d.RandomMoveInterval,
		"draw one in so many moves of the first half of those games by lot as well; "+
			"0 for none")
	flags.IntVar(&f.window, "window", d.Window, "rounds whose games are learnt from at a time")
}

// makeConfig builds the configuration: defaults or a file, then flags.
func (f *learnFlags) makeConfig(cmd *cobra.Command, more []string) (tables.Config, error) {
	given := cmd.Flags().Changed
	config := tables.Defaults(f.seed)
	if f.config != "" {
		parse := func(data []byte) (tables.Config, error) { return tables.ParseConfig(data, filepath.Dir(f.config)) }
		var err error
		if config, err = readConfig(f.config, files.MaxGames, &tables.Format, parse); err != nil {
			return config, err
		}
	}
	if given("seed") {
		config.Seed = f.seed
	} else if f.config == "" {
		config.Seed = rand.Uint64N(1_000_000)
	}
	if given("games") {
		config.SetGames(f.games)
	}
	settings := config.Search
	if given("depth") {
		if len(f.depth) == 0 {
			return config, errors.New("--depth: want a depth, such as 3")
		}
		settings.Depth, config.Depths = f.depth[len(f.depth)-1], nil
		if len(f.depth) > 1 {
			config.Depths = f.depth
		}
	}
	if given("endgame") {
		settings.Endgame = f.endgame
	}
	config.SetSearch(settings)
	if given("lots") {
		config.RandomMoveInterval = f.lots
	}
	if given("window") {
		config.Window = f.window
	}
	if given("plies") {
		if len(f.plies) != 2 {
			return config, errors.New("--plies: want the least and the most, such as 6,20")
		}
		config.Plies = [2]int(f.plies)
	}
	if len(more) > 0 && !given("from") {
		return config, fmt.Errorf("unexpected argument %q: give files of games with --from", more[0])
	}
	if given("from") {
		config.GameFiles = nil
		for _, path := range append(f.from, more...) {
			source, err := tables.NewSource(path)
			if err != nil {
				return config, fmt.Errorf("--from: %w", err)
			}
			config.GameFiles = append(config.GameFiles, source)
		}
	}
	return config, f.seat(given, &config)
}

// seat sets who plays.
func (f *learnFlags) seat(given func(string) bool, config *tables.Config) (err error) {
	for _, group := range []struct {
		flag         string
		specs, usual []string
		into         *[]*players.Recipe
	}{
		{"player", f.players, tables.DefaultPlayers, &config.Players},
		{"opponent", f.opponents, tables.DefaultOpponents, &config.Ladder.Opponents},
	} {
		specs := group.usual
		switch {
		case given(group.flag):
			specs = group.specs
		case *group.into != nil:
			continue // as the file has them
		}
		if *group.into, err = config.Recipes(specs); err != nil {
			return fmt.Errorf("--%s: %w", group.flag, err)
		}
	}
	return nil
}
