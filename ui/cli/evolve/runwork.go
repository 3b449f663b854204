package evolve

import (
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"evothello/fitness/cluster"
	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/report"
	"evothello/runs"
	"evothello/weights"
)

// evolve works on an open run, if wanted with a page on which it can be watched, which
// stays when the work is done.
func evolve(cmd *cobra.Command, run *runs.Run, arena *arena, output outputFlags, open bool) error {
	work := func(out io.Writer) (runs.Stop, error) {
		progress := newProgress(out, run.Progress(), arena.helpers)
		defer progress.end()
		defer arena.tell(run)()
		return run.Run(cmd.Context(), arena, runs.Observer{Played: progress.played, Generation: progress.generation})
	}
	begins := inWords(run) + "\n" + report.RunDescription(run)
	if !open {
		return runWork(cmd, run, output, begins, work, printStatus)
	}
	page, err := openWindow(cmd, run)
	if err != nil {
		return err
	}
	defer page.close()
	if err := runWork(cmd, run, output, begins, work, printStatus); err != nil {
		return err
	}
	run.Close() // the work is done
	return page.stay(cmd)
}

// printStatus prints how a run stands.
func printStatus(w io.Writer, run *runs.Run, asJSON bool) error {
	status, helpers := run.Status(), helpersNow(run.Dir)
	if asJSON {
		return printJSON(w, struct {
			runs.Status
			Cluster *cluster.Status `json:"cluster,omitempty"` // while others help
		}{status, helpers})
	}
	say(w, "%s\n", inWords(run))
	say(w, "Generation %d%s, %.0f games/s.\n", status.Generation, ofGoal(run.Goal), status.GamesPerSecond)
	if helpers != nil {
		printHelpers(w, helpers)
	}
	if status.Champion == nil {
		fmt.Fprintf(w, "No champion yet. Go on with: %s\n", command(run, "resume"))
		return nil
	}
	say(w, "\n%s\n", report.Strength(run))
	printLadder(w, status.Champion.Ladder)
	say(w, "\n%s\n", report.Cost(run))
	rival := worthTesting(status.Champion, run.Config.Switch(run.State.CurrentChampion()))
	printUses(w, run.Dir, rival, "--pairs", "500", "--depth", strconv.Itoa(run.Config.Search.Depth))
	printFurther(w, run)
	return nil
}

// printLadder prints scores against fixed opponents, if there are any.
func printLadder(w io.Writer, ladder []runs.RungStatus) {
	if len(ladder) == 0 {
		return
	}
	fmt.Fprintln(w)
	interval := func(r *runs.RungStatus) string { return fmt.Sprintf("(%.1f to %.1f)", 100*r.Low, 100*r.High) }
	intervals, names := 0, 0
	for i := range ladder {
		intervals, names = max(intervals, len(interval(&ladder[i]))), max(names, utf8.RuneCountInString(ladder[i].Opponent))
	}
	for i := range ladder {
		rung := &ladder[i]
		fmt.Fprintf(w, "  %5.1f %%  %-*s  against %-*s  %s\n", 100*rung.Score, intervals, interval(rung), names,
			rung.Opponent, rung.Comparison())
	}
	fmt.Fprintln(w, "  (95 % intervals over pairs of games)")
}

// printUses prints what a directory with a champion is good for; test are an opponent for it and
// the flags of the match.
func printUses(w io.Writer, dir string, test ...string) {
	fmt.Fprintf(w, "\n  champion   %s/champion.json\n  plots      %s/plots\n", dir, dir)
	fmt.Fprintf(w, "  report it  %s\n", called.Evolve("report", dir))
	fmt.Fprintf(w, "  play it    %s\n", called.Play("--against", dir))
	fmt.Fprintf(w, "  test it    %s\n", called.Evolve(append([]string{"match", dir}, test...)...))
}

// inWords says in a sentence what a run is.
func inWords(run *runs.Run) string {
	c := &run.Config
	depth := fmt.Sprintf("depth %d", c.Search.Depth)
	if len(c.Depths) > 0 {
		depth = "depths " + english.Numbers(c.Depths) + " in turn"
	}
	return fmt.Sprintf("Run %s: seed %d%s, model %s, %d genomes, %s each, %s, last %d exact.",
		run.Dir, c.Seed, c.OnBoard(), c.Model.Name(), c.Population, english.Count(c.Pairs, "pair"), depth, c.Search.Endgame)
}

// worthTesting is an opponent against whom the champion has something to prove: the
// first of the ladder that it has not clearly beaten, else one that comes with the program.
func worthTesting(champion *runs.ChampionStatus, its *weights.Switch) string {
	for _, rung := range champion.Ladder {
		if rung.Comparison() != runs.Stronger {
			return rung.Opponent
		}
	}
	return shippedRival(its)
}

// shippedRival is the champion that ships for a player's board. For that champion itself it is the evolved one.
func shippedRival(of *weights.Switch) string {
	name := weights.ChampionOf(of.HomeBoard())
	if shipped, err := weights.Named(name); err == nil && shipped.SameWeights(of) {
		return weights.EvolvedName
	}
	return name
}
