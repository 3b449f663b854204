package evolve

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/ui/cli"
)

// A leagueReport is the result of a player against others: a report for each match, and the mean score.
type leagueReport struct {
	Player string           `json:"player"`
	Mean   float64          `json:"mean"` // 0…1
	Each   []fitness.Report `json:"matches"`
}

func newLeague() *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "league PLAYER OPPONENT…",
		Short: "Play a player against others under the rules of the Othello League",
		Long: `Play a player against others under the rules of the Othello League. PLAYER plays each
OPPONENT from each position of a file, with both colours. Players search one ply unless
their specs say otherwise. The result is the mean of the scores. In the file a line of
64 squares is a position with X to move.`,
		Example: "  evolve league runs/nets ntuple:file=A.player ntuple:file=B.player,view=self --openings boards.txt",
		Args:    cli.Args(cobra.MinimumNArgs(2)),
		RunE:    f.league,
	}
	cmd.Flags().StringVar(&f.openings, "openings", "", openingsFile)
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "seed of players with random moves")
	f.arena.add(cmd)
	f.output.add(cmd)
	return cmd
}

// league plays the first player against each of the others, from all positions of the file.
func (f *matchFlags) league(cmd *cobra.Command, args []string) error {
	all, err := f.leaguePlayers(args)
	if err != nil {
		return cli.Input(err)
	}
	if f.openings == "" {
		return cli.Inputf("no positions to play from: give a file with --openings FILE")
	}
	f.pairs = 1 // draw takes all openings of the file
	openings, err := f.draw(cmd, engine.Standard())
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

// matches plays all matches of a league, and adds those that are finished to the result.
func (f *matchFlags) matches(ctx context.Context, arena fitness.Arena, all []*players.Recipe,
	openings []fitness.Opening, result *leagueReport, played func(fitness.PairResult)) error {
	for _, opponent := range all[1:] {
		tally, _, err := fitness.Match(ctx, arena, all[0], opponent, openings, f.seed, nil, played)
		if err != nil {
			return err
		}
		report := tally.Report(nil)
		report.A, report.B, report.Seed = all[0].Name, opponent.Name, f.seed
		result.Each = append(result.Each, report)
		result.Mean += report.Score / float64(len(all)-1)
	}
	return nil
}

// leaguePlayers returns the players with the search depth of the League.
func (f *matchFlags) leaguePlayers(specs []string) (all []*players.Recipe, err error) {
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
