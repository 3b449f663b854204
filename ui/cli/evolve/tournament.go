package evolve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/players"
	"evothello/report/plots"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

type tournamentFlags struct {
	pairs, plies, depth, endgame int
	seed                         uint64
	out, board                   string
	runPrograms                  bool
	arena                        arenaFlags
	output                       outputFlags
}

func newTournament() *cobra.Command {
	var f tournamentFlags
	cmd := &cobra.Command{
		Use:   "tournament PLAYER PLAYER… | CONFIG.json",
		Short: "Play a round robin and rate the players",
		Long: `Play a round robin: every pairing plays the same openings, each twice
with colours swapped. --depth and --endgame apply to players that search and whose
spec does not name them.

The ratings are the most likely ones in the model of Bradley and Terry, a draw
counting half, each player being imagined to have won half a game more and lost
half a game more. Their mean is 0. The 95 % intervals take pairs of games as units.

With --out the tournament is kept in a directory: every finished pair at once in
journal.jsonl, results.json, two CSV files and plots in the end, and how long the
players thought in timing.csv, by which the plot groups them. However it was stopped,
the same command goes on, and so does one that names nothing but --out.

CONFIG.json is a settings file of the simulator of y-tetsu/reversi; "matches" are
our pairs, "random_opening" our plies, and flags override it. Without "player_names"
all players of that library take part.

Programs of other people that a directory or CONFIG.json names, not you, are run only
if you say so: to a question on a terminal, else with --run-programs. To look at a
finished tournament runs nothing.`,
		Example: "  evolve tournament random greedy table alphabeta --pairs 50\n  evolve tournament champion seed-blank " +
			"seed-switch --out runs/rivals\n  evolve tournament --out runs/rivals",
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.IntVar(&f.pairs, "pairs", 50, "pairs of games that every pairing plays")
	flags.IntVar(&f.plies, "plies", 8, "random plies that open each pair; fewer by default on small boards")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the openings and of players with random moves")
	flags.IntVar(&f.depth, "depth", 0, "search depth of players without a depth in their spec")
	flags.IntVar(&f.endgame, "endgame", 0, "empties from which players without an endgame in their spec play exactly")
	flags.StringVar(&f.out, "out", "", "directory to keep the tournament in, and to go on with it from")
	flags.BoolVar(&f.runPrograms, "run-programs", false, "run the programs that a directory or a settings file names")
	cli.AddBoard(cmd, &f.board)
	f.arena.add(cmd)
	f.output.add(cmd)
	return cmd
}

func (f *tournamentFlags) run(cmd *cobra.Command, args []string) error {
	if err := checkWorkers(f.arena.workers); err != nil {
		return err
	}
	config, from, err := f.config(cmd, args)
	if err != nil {
		return cli.Input(err)
	}
	t, err := f.open(cmd, config, from)
	if _, changed := errors.AsType[tournament.PlayerError](err); changed && len(args) == 0 && !f.overrides(cmd) {
		if finished, readErr := tournament.ReadResults(f.out); readErr == nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "evolve: it is finished, and could not go on: %v\n", err)
			return f.print(cmd, finished)
		}
	}
	if err != nil {
		return err
	}
	defer t.Close()
	if err := f.play(cmd, t); err != nil {
		return err
	}
	results := t.Results()
	if f.out != "" {
		if err := results.WriteTo(f.out); err != nil {
			return err
		}
		if _, err := plots.WriteTournament(results, t.Times(), f.out); err != nil {
			return fmt.Errorf("plots: %w; the games are safe: `%s` draws them again", err, called.Evolve("plot", f.out))
		}
	}
	return f.print(cmd, results)
}

func (f *tournamentFlags) print(cmd *cobra.Command, results *tournament.Results) error {
	if f.output.json {
		if err := printJSON(cmd.OutOrStdout(), results); err != nil {
			return err
		}
	} else {
		printResults(cmd.OutOrStdout(), results)
		if f.out != "" {
			fmt.Fprintf(cmd.OutOrStdout(), "\nTables, plots and all games are in %s.\n", f.out)
		}
	}
	if results.AllForfeited() {
		return allForfeited(results.Games)
	}
	return nil
}

// open prepares the tournament, in its directory if it has one. from is the file that
// names the players, "" if the user did.
func (f *tournamentFlags) open(cmd *cobra.Command, config tournament.Config,
	from string) (*tournament.Tournament, error) {
	t, err := tournament.New(config)
	if err != nil {
		return nil, cli.Input(err)
	}
	if err := noteRepeats(cmd, t, from); err != nil {
		return nil, err
	}
	begins := f.out == ""
	if !begins {
		_, err := tournament.ReadConfig(f.out)
		begins = err != nil
	}
	if begins { // before there is anything
		if err := t.CheckDuplicates(); err != nil {
			return nil, cli.Input(err)
		}
		if err := f.consent(cmd, t, from); err != nil {
			return nil, err
		}
	}
	if f.out == "" {
		return t, nil
	}
	var refusal tournament.DirectoryError
	if err := t.OpenDirectory(f.out); errors.As(err, &refusal) {
		return nil, cli.Input(err)
	} else if err != nil {
		return nil, err
	}
	if played, all := t.Pairs(); !begins && played < all {
		if err := f.consent(cmd, t, from); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
}

// noteRepeats refuses pairs that are all the same if the user asked for them, and notes
// them if a file did: the reversi library's simulator plays them.
func noteRepeats(cmd *cobra.Command, t *tournament.Tournament, from string) error {
	names := t.RepeatingPlayers()
	if names == nil {
		return nil
	}
	who := cli.Plain(strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1])
	if from == "" {
		return cli.Inputf("%s make no random moves: from the start position all %d pairs of two of them would be the same; "+
			"ask for 1 pair, or for openings of random plies", who, t.Config.Pairs)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s make no random moves: from the start position all %d pairs of two of them "+
		"are the same, and their ratings less sure than it says\n", who, t.Config.Pairs)
	return nil
}

// play plays what has not been played yet and shows how it goes on.
func (f *tournamentFlags) play(cmd *cobra.Command, t *tournament.Tournament) error {
	played, all := t.Pairs()
	if played > 0 && played < all && !f.output.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "Going on after %d of %d pairs.\n", played, all)
	}
	arena, err := f.arena.open(cmd, true)
	if err != nil {
		return err
	}
	defer arena.Close()
	progress := newRoundRobin(f.output.progress(cmd), t)
	err = t.Play(cmd.Context(), arena, progress.played)
	progress.end()
	if f.out == "" {
		return err
	}
	switch played, all = t.Pairs(); {
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped after %d of %d pairs. Go on with: %s\n", played, all, f.goOn(t))
		return cli.ErrInterrupted
	case err != nil:
		return fmt.Errorf("%w; what is finished is safe: `%s` goes on after %d of %d pairs", err, f.goOn(t), played, all)
	}
	return nil
}

// goOn is the command that goes on with a tournament.
func (f *tournamentFlags) goOn(t *tournament.Tournament) string {
	return goOnTournament(f.out, len(t.Programs()) > 0)
}

// config makes the configuration of the arguments, or of the tournament kept in
// --out if there are none, and of the flags. from is the file that names the players, ""
// if the arguments do.
func (f *tournamentFlags) config(cmd *cobra.Command, args []string) (c tournament.Config, from string, err error) {
	switch {
	case len(args) == 0 && f.out == "":
		return c, "",
			errors.New("name two players or more, a settings file, or with --out a tournament to go on with; see `" +
				called.Evolve("tournament", "--help") + "`")
	case len(args) == 0:
		from = f.out
		c, err = tournament.ReadConfig(f.out)
	case len(args) == 1 && strings.HasSuffix(args[0], ".json") && !strings.Contains(args[0], "="):
		from = args[0]
		c, err = f.fromSimulator(cmd, args[0])
	default:
		c = tournament.Config{Pairs: f.pairs, Plies: f.plies, Seed: f.seed}
		for _, arg := range args {
			c.Players = append(c.Players, tournament.Player{Spec: arg})
		}
	}
	if err != nil {
		return c, from, err
	}
	return c, from, f.override(cmd, &c)
}

// override gives the settings of a configuration the values of the flags that were
// typed.
func (f *tournamentFlags) override(cmd *cobra.Command, c *tournament.Config) error {
	typed := cmd.Flags().Changed
	if typed("board") || c.Board == nil {
		var specs []players.Spec
		for _, p := range c.Players {
			if spec, err := players.ParseSpec(p.Spec); err == nil { // else the tournament will say
				specs = append(specs, spec)
			}
		}
		board, err := cli.BoardOf(cmd, f.board, specs...)
		if err != nil {
			return err
		}
		c.SetBoard(board)
	}
	if typed("pairs") {
		c.Pairs = f.pairs
	}
	if typed("plies") {
		c.Plies = f.plies
	}
	if typed("seed") {
		c.Seed = f.seed
	}
	if typed("depth") {
		c.Depth = &f.depth
	}
	if typed("endgame") {
		c.Endgame = &f.endgame
	}
	return nil
}

// overrides reports whether a flag was typed that gives a setting a value.
func (f *tournamentFlags) overrides(cmd *cobra.Command) bool {
	return slices.ContainsFunc([]string{"board", "pairs", "plies", "seed", "depth", "endgame"}, cmd.Flags().Changed)
}
