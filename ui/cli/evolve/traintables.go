package evolve

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evothello/internal/files"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
	"evothello/ui/cli"
)

// defaultTablesRounds is the default goal of train tables.
const defaultTablesRounds = 5

// tablesFlags holds the flags of train tables.
type tablesFlags struct {
	trainFlags
	config             string
	depth              []int
	players, opponents []string
	files              gameFileFlags
}

func newTrainTables() *cobra.Command {
	var f tablesFlags
	cmd := &cobra.Command{
		Use:   "tables [FILE…]",
		Short: "Train pattern tables on games, in rounds of self-play",
		Long: `Train pattern tables on games, in rounds of self-play. The tables have a weight for each
configuration of lines, edges and corners of the board, in each phase of the game.

A round has three steps:

  1. The current player plays games against itself, after random openings.
  2. Tables are fitted to the results of the games of the last --window rounds.
  3. A candidate with the new tables plays the current player in a sequential test. If it
     wins, it becomes the current player and the directory's champion.

The first current player is --player. Several play the games of the first rounds against
each other; a candidate must then pass the gate against the first.

With --lookahead 0,0,0,3 tables are fitted to results in three rounds, and then to the
values of searches 3 and 4 plies deep. With --depth 3,3,5, the rounds of self-play use these
depths in turn; other games use the last. The same tables.json gives the same tables.`,
		Example: "  evolve train tables --out runs/tables --rounds 5\n" +
			"  evolve train tables --out runs/masters --games 0 --rounds 1 --from WTH_2004.wtb WTH_2005.wtb\n" +
			"  evolve match runs/tables evolved --depth 4 --endgame 8",
		Args: cli.Args(cobra.ArbitraryArgs),
		RunE: f.trains(&f),
	}
	f.addOwn(cmd)
	f.add(cmd, tables.Format, defaultTablesRounds, parallelGames)
	return cmd
}

// addOwn adds the flags that only train tables has.
func (f *tablesFlags) addOwn(cmd *cobra.Command) {
	flags, d := cmd.Flags(), tables.Defaults(0)
	pointToSettings(cmd, "tables.json", func() []string { return settingNames(&d) })
	flags.StringVar(&f.config, "config", "", "start from the settings in `FILE`, a tables.json; other flags override it")
	addSettings(cmd, &d, "games", "endgame", "opening-plies", "random-every", "window", "lookahead", "layer")
	f.files.add(flags, "from", "add games from `FILES`: GGF, WTHOR, or a transcript a line")
	flags.StringArrayVar(&f.players, "player", nil, "start with the games of `PLAYER`; repeatable (default "+
		strings.Join(tables.DefaultPlayers, ", ")+")")
	flags.StringArrayVar(&f.opponents, "opponent", nil, "candidates play `PLAYER`; repeatable (default "+
		strings.Join(tables.DefaultOpponents, ", ")+")")
	flags.IntSliceVar(&f.depth, "depth", []int{d.Search.Depth},
		"search depth of all games, in `PLIES`; several, such as 3,3,5, take turns")
}

// method implements methodFlags.
func (f *tablesFlags) method(cmd *cobra.Command, args []string) (runs.Method, error) {
	c, err := f.makeConfig(cmd, args)
	return &c, err
}

// makeConfig returns the configuration: defaults or a file, overridden by flags.
func (f *tablesFlags) makeConfig(cmd *cobra.Command, more []string) (tables.Config, error) {
	given := cmd.Flags().Changed
	config := tables.Defaults(f.seed)
	if f.config != "" {
		parse := func(data []byte) (tables.Config, error) { return tables.ParseConfig(data, filepath.Dir(f.config)) }
		var err error
		if config, err = readConfig(f.config, files.MaxGames, &tables.Format, parse); err != nil {
			return config, err
		}
	}
	f.setSeed(cmd, &config.Seed, f.config != "")
	if err := applySettings(cmd, &config, "seed", "depth"); err != nil {
		return config, err
	}
	if given("games") {
		config.SetGames(config.Games)
	}
	if plies, _ := cmd.Flags().GetIntSlice("opening-plies"); given("opening-plies") && len(plies) != 2 {
		return config, errors.New("--opening-plies: want two numbers, the smaller first, such as 6,20")
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
	config.SetSearch(settings)
	sources, err := f.files.sources(cmd, more)
	if err != nil {
		return config, err
	}
	if given("from") {
		config.GameFiles = sources["from"]
	}
	if config.Games == 0 {
		f.count = 1
	}
	err = f.setPlayers(given, &config)
	if err == nil {
		err = config.Validate()
	}
	if err == nil && f.goal.flags != nil { // a comparison sets the goal itself
		err = config.CheckGoal(f.goal.or(runs.Goal{Count: f.count}))
	}
	return config, err
}

// setPlayers sets the first players and the reference opponents.
func (f *tablesFlags) setPlayers(given func(string) bool, config *tables.Config) (err error) {
	for _, group := range []struct {
		flag         string
		specs, usual []string
		into         *[]*players.Recipe
	}{
		{"player", f.players, tables.DefaultPlayers, &config.Players},
		{"opponent", f.opponents, tables.DefaultOpponents, &config.Reference.Opponents},
	} {
		specs := group.usual
		switch {
		case given(group.flag):
			specs = group.specs
		case *group.into != nil:
			continue // the file has them
		}
		if *group.into, err = config.Recipes(specs); err != nil {
			return fmt.Errorf("--%s: %w", group.flag, err)
		}
	}
	return nil
}
