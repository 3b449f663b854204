package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evothello/fitness"
	"evothello/formats"
	"evothello/internal/cli"
	"evothello/internal/files"
	"evothello/plots"
	"evothello/tournament"
)

type tournamentFlags struct {
	pairs, plies, depth, endgame, workers int
	seed                                  uint64
	out                                   string
	output                                outputFlags
}

func newTournament() *cobra.Command {
	var f tournamentFlags
	cmd := &cobra.Command{
		Use:   "tournament PLAYER PLAYER… | CONFIG.json",
		Short: "Let everybody play everybody and rate the players",
		Long: `Let everybody play everybody: every pairing plays the same openings, each twice
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
our pairs, "random_opening" our plies, and flags override it.`,
		Example: "  evolve tournament random greedy table alphabeta --pairs 50\n  evolve tournament champion seed-blank seed-switch --out runs/rivals\n  evolve tournament --out runs/rivals",
		RunE:    f.run,
	}
	flags := cmd.Flags()
	flags.IntVar(&f.pairs, "pairs", 50, "pairs of games that every pairing plays")
	flags.IntVar(&f.plies, "plies", 8, "random plies that open each pair")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the openings and of players that draw lots")
	flags.IntVar(&f.depth, "depth", 0, "search depth of players whose spec names none")
	flags.IntVar(&f.endgame, "endgame", 0, "empties from which players play exactly whose spec names none")
	flags.StringVar(&f.out, "out", "", "directory to keep the tournament in, and to go on with it from")
	addWorkers(cmd, &f.workers)
	f.output.add(cmd)
	return cmd
}

func (f *tournamentFlags) run(cmd *cobra.Command, args []string) error {
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	config, err := f.config(cmd, args)
	if err != nil {
		return cli.Input(err)
	}
	t, err := f.open(config)
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
		if err := plots.WriteTournament(results, t.Times(), f.out); err != nil {
			return fmt.Errorf("plots: %w; the games are safe: `%s tournament --out %s` draws them again", err, self(), f.out)
		}
	}
	return f.print(cmd, results)
}

func (f *tournamentFlags) print(cmd *cobra.Command, results *tournament.Results) error {
	if f.output.json {
		return printJSON(cmd.OutOrStdout(), results)
	}
	printResults(cmd.OutOrStdout(), results)
	if f.out != "" {
		fmt.Fprintf(cmd.OutOrStdout(), "\nTables, plots and all games are in %s.\n", f.out)
	}
	return nil
}

// open prepares the tournament, in its directory if it has one.
func (f *tournamentFlags) open(config tournament.Config) (*tournament.Tournament, error) {
	t, err := tournament.New(config)
	if err != nil {
		return nil, cli.Input(err)
	}
	if f.out == "" {
		return t, nil
	}
	var refusal tournament.Refusal
	if err := t.Keep(f.out); errors.As(err, &refusal) {
		return nil, cli.Input(err)
	} else if err != nil {
		return nil, err
	}
	return t, nil
}

// play plays what has not been played yet and shows how it goes on.
func (f *tournamentFlags) play(cmd *cobra.Command, t *tournament.Tournament) error {
	played, all := t.Pairs()
	if played > 0 && played < all && !f.output.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "Going on after %d of %d pairs.\n", played, all)
	}
	progress := newRoundRobin(cmd.ErrOrStderr(), t, f.output.quiet)
	err := t.Play(cmd.Context(), fitness.Local{Workers: f.workers, Timed: true}, progress.played)
	progress.end()
	if f.out == "" {
		return err
	}
	switch played, all = t.Pairs(); {
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped after %d of %d pairs. Go on with: %s tournament --out %s\n", played, all, self(), f.out)
		return cli.ErrInterrupted
	case err != nil:
		return fmt.Errorf("%w; what is finished is safe: `%s tournament --out %s` goes on after %d of %d pairs", err, self(), f.out, played, all)
	}
	return nil
}

// config makes the configuration of the arguments, or of the tournament kept in
// --out if there are none, and of the flags.
func (f *tournamentFlags) config(cmd *cobra.Command, args []string) (c tournament.Config, err error) {
	switch {
	case len(args) == 0 && f.out == "":
		return c, errors.New("name two players or more, a settings file, or with --out a tournament to go on with; see `evolve tournament --help`")
	case len(args) == 0:
		if c, err = tournament.ReadConfig(f.out); err != nil {
			return c, err
		}
	case len(args) == 1 && strings.HasSuffix(args[0], ".json") && !strings.Contains(args[0], "="):
		if c, err = f.fromSimulator(cmd, args[0]); err != nil {
			return c, err
		}
	default:
		c = tournament.Config{Pairs: f.pairs, Plies: f.plies, Seed: f.seed}
		for _, arg := range args {
			c.Players = append(c.Players, tournament.Player{Spec: arg})
		}
	}
	f.override(cmd, &c)
	return c, nil
}

// override gives the settings of a configuration the values of the flags that were
// typed.
func (f *tournamentFlags) override(cmd *cobra.Command, c *tournament.Config) {
	typed := cmd.Flags().Changed
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
}

// overrides reports whether a flag was typed that gives a setting a value.
func (f *tournamentFlags) overrides(cmd *cobra.Command) bool {
	return slices.ContainsFunc([]string{"pairs", "plies", "seed", "depth", "endgame"}, cmd.Flags().Changed)
}

// fromSimulator reads a settings file of the seed library's simulator.
func (f *tournamentFlags) fromSimulator(cmd *cobra.Command, path string) (tournament.Config, error) {
	data, err := files.Read(path)
	if err != nil {
		return tournament.Config{}, err
	}
	s, err := formats.ReadSimulator(data)
	if err != nil {
		return tournament.Config{}, fmt.Errorf("%s: %w", path, err)
	}
	if !cmd.Flags().Changed("workers") {
		f.workers = s.Workers
	}
	f.output.quiet = f.output.quiet || !s.Progress
	c := tournament.Config{Pairs: s.Pairs, Plies: s.Plies, Seed: f.seed}
	for _, name := range s.Players {
		c.Players = append(c.Players, tournament.Player{Spec: name})
	}
	return c, nil
}

// printResults prints the simulator's two tables and the ratings, best player
// first.
func printResults(w io.Writer, r *tournament.Results) {
	fmt.Fprintf(w, "%d players, %d games. Pairs in each pairing: %d, random plies that open each: %d, seed: %d.\n\n",
		len(r.Players), r.Games, r.Pairs, r.Plies, r.Seed)
	width := len("player")
	for _, s := range r.Players {
		width = max(width, len([]rune(s.Name)))
	}
	rule := func(n int) { fmt.Fprintln(w, strings.Repeat("-", n)) }

	fmt.Fprintf(w, "%-*s |", 4+width, "won against")
	for i := range r.Players {
		fmt.Fprintf(w, " %6d", i+1)
	}
	fmt.Fprintln(w)
	rule(6 + width + 7*len(r.Players))
	for i, s := range r.Players {
		fmt.Fprintf(w, "%3d %-*s |", i+1, width, s.Name)
		for j := range r.Players {
			cell := "------"
			if i != j {
				cell = fmt.Sprintf("%.1f%%", 100*r.Won(i, j))
			}
			fmt.Fprintf(w, " %6s", cell)
		}
		fmt.Fprintln(w)
	}
	rule(6 + width + 7*len(r.Players))

	fmt.Fprintf(w, "\n%-*s | Total  |   Win  Lose  Draw Match |     Elo  95 %%\n", 4+width, "")
	rule(54 + width)
	for i, s := range r.Players {
		fmt.Fprintf(w, "%3d %-*s | %5.1f%% | %5d %5d %5d %5d | %+7.1f ± %.1f\n",
			i+1, width, s.Name, 100*s.Won(), s.Wins, s.Losses, s.Draws, s.Games, s.Elo, s.EloError)
	}
	rule(54 + width)
	fmt.Fprintln(w, "Total is the share of games won. Elo: the mean of all players is 0; 95 % intervals over pairs.")
	for _, p := range r.Pairings {
		printForfeits(w, fmt.Sprintf("%s against %s: forfeits ", p.A, p.B), p.A, p.B, p.Forfeits)
	}
}
