package evolve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/files"
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
		Long: `Play a round robin and rate the players. All pairings play the same openings, each twice
with colours swapped. Ratings follow the Bradley-Terry model; a draw counts half, and the
mean is 0. The 95 % intervals are over pairs of games.

--out saves the tournament in a directory. A stopped tournament continues with the same
command, or with --out alone.

CONFIG.json is a settings file of the simulator of y-tetsu/reversi. Its "matches" are
--pairs, "random_opening" is --opening-plies, "board_name" or "board_size" is --board. Flags
override it. Without "player_names" all players of that library play. With "perfect_check"
the games in which one side has all squares at the end are listed.

External programs that a directory or CONFIG.json names run only if you agree: on a
terminal the command asks, elsewhere it needs --run-programs.`,
		Example: "  evolve tournament random greedy table alphabeta --pairs 50\n  " +
			"evolve tournament strongest reversi-blank " +
			"reversi-switch --out runs/tournament\n  evolve tournament --out runs/tournament",
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.IntVar(&f.pairs, "pairs", 50, "pairs of games in each pairing")
	flags.IntVar(&f.plies, "opening-plies", 8, openingPlies)
	flags.Uint64Var(&f.seed, "seed", 1, openingSeed)
	flags.IntVar(&f.depth, "depth", 0, defaultDepth)
	flags.IntVar(&f.endgame, "endgame", 0, defaultEndgame)
	flags.StringVar(&f.out, "out", "", "save the tournament in `DIR`, and continue it from there")
	flags.BoolVar(&f.runPrograms, "run-programs", false, "run external programs that a directory or a settings file names")
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
		if finished, readErr := tournament.ReadResults(files.At(f.out)); readErr == nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "evolve: the tournament is finished, but its games cannot be repeated: %v\n", err)
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
		if err := t.WriteResults(results); err != nil {
			return err
		}
		if _, err := plots.WriteTournament(results, t.Times(), t.Dir()); err != nil {
			return fmt.Errorf("plots: %w; the games are saved: `%s` draws the plots", err, called.Evolve("plot", f.out))
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
			fmt.Fprintf(cmd.OutOrStdout(), "\nTables, plots and all games are in %s.\n", cli.Plain(f.out))
		}
	}
	if results.AllForfeited() {
		return allForfeited(results.Games)
	}
	return nil
}

// open returns the tournament, opened in its directory if it has one. from is the file that names the players, or
// "" if the command line does.
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
		_, err := tournament.ReadConfig(files.At(f.out))
		begins = err != nil
	}
	if begins { // check before anything is written
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

// noteRepeats returns an error if all pairs of a pairing would be the same games. If a file asks for them, it only
// writes a note, because the reversi library's simulator plays them.
func noteRepeats(cmd *cobra.Command, t *tournament.Tournament, from string) error {
	names := t.RepeatingPlayers()
	if names == nil {
		return nil
	}
	who := cli.Plain(strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1])
	if from == "" {
		return cli.Inputf("%s make no random moves: without random opening moves, two of them would play %d equal "+
			"pairs; give --pairs 1, or a larger --opening-plies", who, t.Config.Pairs)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s make no random moves: without random opening moves, two of them play "+
		"%d equal pairs, and the true intervals of their ratings are wider\n", who, t.Config.Pairs)
	return nil
}

// play plays the pairs that are not finished and shows the progress.
func (f *tournamentFlags) play(cmd *cobra.Command, t *tournament.Tournament) error {
	played, all := t.Pairs()
	if played > 0 && played < all && !f.output.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "Continuing after %d of %d pairs.\n", played, all)
	}
	arena, err := f.arena.open(cmd, true)
	if err != nil {
		return err
	}
	defer arena.Close()
	progress := newTournamentProgress(f.output.progress(cmd), t)
	t.Again = progress.again
	err = t.Play(cmd.Context(), arena.games, progress.played)
	progress.end()
	if f.out == "" {
		return err
	}
	if err := t.Dir().Owned(); err != nil {
		return err
	}
	switch played, all = t.Pairs(); {
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped after %d of %d pairs. Continue with: %s\n", played, all, f.resumeCommand(t))
		return cli.ErrInterrupted
	case err != nil:
		return fmt.Errorf("%w; finished pairs are saved: `%s` continues after %d of %d pairs", err, f.resumeCommand(t),
			played, all)
	}
	return nil
}

// resumeCommand returns the command that continues the tournament.
func (f *tournamentFlags) resumeCommand(t *tournament.Tournament) string {
	return resumeTournamentCommand(f.out, len(t.Programs()) > 0)
}

// config returns the configuration that the arguments give, overridden by flags. Without arguments it is that of the
// tournament in --out. from is the file that names the players, or "" if the arguments do.
func (f *tournamentFlags) config(cmd *cobra.Command, args []string) (c tournament.Config, from string, err error) {
	switch {
	case len(args) == 0 && f.out == "":
		return c, "",
			errors.New("no players: give two or more, a settings file, or --out with a tournament to continue; see `" +
				called.Evolve("tournament", "--help") + "`")
	case len(args) == 0:
		from = f.out
		c, err = tournament.ReadConfig(files.At(f.out))
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

// override sets the settings that the user gave as flags.
func (f *tournamentFlags) override(cmd *cobra.Command, c *tournament.Config) error {
	typed := cmd.Flags().Changed
	if typed("board") || c.Board == nil {
		specs := make([]string, len(c.Players)) // tournament.New reports their errors
		for i, p := range c.Players {
			specs[i] = p.Spec
		}
		board, err := cli.HomeBoard(cmd, f.board, specs...)
		if err != nil {
			return err
		}
		c.SetBoard(board)
	}
	if typed("pairs") {
		c.Pairs = f.pairs
	}
	if typed("opening-plies") {
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

// overrides reports whether the user gave a flag that override applies.
func (f *tournamentFlags) overrides(cmd *cobra.Command) bool {
	return slices.ContainsFunc([]string{"board", "pairs", "opening-plies", "seed", "depth", "endgame"},
		cmd.Flags().Changed)
}
