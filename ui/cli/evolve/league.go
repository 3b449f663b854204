package evolve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/ui/cli"
)

// A leagueReport is the result of a player against others: a report for each match, and the mean score.
type leagueReport struct {
	Player string           `json:"player"`
	Mean   float64          `json:"mean"` // mean score, 0…1
	Each   []fitness.Report `json:"matches"`
}

// The League's own measure: the number of pairs against players.WPC, and how often a move is random.
const (
	leaguePairs       = 1000
	leagueRandomEvery = 10
)

// leagueFlags are the flags of league.
type leagueFlags struct {
	matchFlags
	randomEvery int
}

func newLeague() *cobra.Command {
	var f leagueFlags
	cmd := &cobra.Command{
		Use:   "league PLAYER [OPPONENT…]",
		Short: "Play a player against others under the rules of the Othello League",
		Long: fmt.Sprintf(`Play a player against others under the rules of the Othello League. Players search one ply
unless their specs say otherwise. The result is the mean of the scores; a draw counts half.

From the start position, the League's own measure: PLAYER plays %d pairs of games against
the standard heuristic, %s, or against each OPPONENT. One move in %d of either side is
random. With --openings PLAYER plays each OPPONENT from each position of a file, with both
colours. In the file a line of 64 squares is a position with X to move.`, leaguePairs, players.WPC, leagueRandomEvery),
		Example: "  evolve league strongest\n" +
			"  evolve league runs/nets ntuple:file=A.player ntuple:file=B.player,view=self --openings boards.txt",
		Args: cli.Args(cobra.MinimumNArgs(1)),
		RunE: f.league,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.openings, "openings", "", openingsFile)
	flags.IntVar(&f.pairs, "pairs", leaguePairs, "pairs of games to play from the start position, against each opponent")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of random moves")
	f.arena.add(cmd)
	f.output.add(cmd)
	return cmd
}

// league plays the first player against each of the others.
func (f *leagueFlags) league(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		args = append(args, players.WPC)
	}
	all, err := f.leaguePlayers(args)
	if err != nil {
		return cli.Input(err)
	}
	openings, err := f.leagueOpenings(cmd)
	if err != nil {
		return cli.Input(err)
	}
	arena, err := f.arena.open(cmd, false)
	if err != nil {
		return err
	}
	defer arena.Close()
	var result leagueReport
	cache := fitness.NewResultCache(arena.games)
	live := &matchProgress{display: newDisplay(f.output.progress(cmd)), pairs: len(all[1:]) * len(openings)}
	cache.Again = func(pairs int, _ string) { live.line(playedAgain(pairs)) }
	err = cache.UntilTrusted(func() error {
		result, live.tally = leagueReport{Player: all[0].Name}, fitness.Tally{}
		return f.matches(cmd.Context(), cache, all, openings, &result, live.played)
	})
	live.end()
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	if f.output.json && !stopped {
		return printJSON(cmd.OutOrStdout(), result)
	}
	for _, report := range result.Each {
		printStanding(cmd.OutOrStdout(), report.Score,
			fmt.Sprintf("(%.1f to %.1f)", 100*report.ScoreLow, 100*report.ScoreHigh), "against "+report.B)
	}
	if stopped {
		return cli.ErrInterrupted
	}
	printStanding(cmd.OutOrStdout(), result.Mean, "", fmt.Sprintf("mean of %s, %d games with each", result.Player,
		2*len(openings)))
	return nil
}

// leagueOpenings returns the openings of the file. Without a file each pair begins at the start position, and random
// moves make the games differ.
func (f *leagueFlags) leagueOpenings(cmd *cobra.Command) ([]fitness.Opening, error) {
	if f.openings != "" {
		return f.draw(cmd, engine.Standard())
	}
	if f.pairs < 1 {
		return nil, fmt.Errorf("--pairs %d: must be 1 or more", f.pairs)
	}
	f.randomEvery = leagueRandomEvery
	return slices.Repeat([]fitness.Opening{fitness.OpeningFromPosition(engine.Start())}, f.pairs), nil
}

// matches plays all matches of a league, and adds those that are finished to the result.
func (f *leagueFlags) matches(ctx context.Context, arena fitness.Arena, all []*players.Recipe,
	openings []fitness.Opening, result *leagueReport, played func(fitness.PairResult)) error {
	for _, opponent := range all[1:] {
		pairs := fitness.MatchPairs(all[0], opponent, openings, f.seed)
		for i := range pairs {
			pairs[i].RandomEvery = f.randomEvery
		}
		results, err := arena.Play(ctx, pairs, func(_ int, r fitness.PairResult) { played(r) })
		if err != nil {
			return err
		}
		var tally fitness.Tally
		for _, r := range results {
			tally.Add(r)
		}
		report := tally.Report(nil)
		report.A, report.B, report.Seed = all[0].Name, opponent.Name, f.seed
		result.Each = append(result.Each, report)
		result.Mean += report.Score / float64(len(all)-1)
	}
	return nil
}

// leaguePlayers returns the players with the search depth of the League.
func (f *leagueFlags) leaguePlayers(specs []string) (all []*players.Recipe, err error) {
	for _, text := range specs {
		spec, err := players.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		recipe, err := recipeOn(engine.Standard(), spec.WithDepth(1).WithEndgame(0))
		if err != nil {
			return nil, err
		}
		all = append(all, recipe)
	}
	return all, nil
}

// printStanding prints a score, its interval and its meaning.
func printStanding(w io.Writer, score float64, interval, what string) {
	fmt.Fprintf(w, "%7.1f %%  %-16s %s\n", 100*score, interval, cli.Plain(what))
}
