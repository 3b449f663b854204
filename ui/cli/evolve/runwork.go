package evolve

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/fitness/cluster"
	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/report"
	"evothello/runs"
	"evothello/ui/cli"
	"evothello/weights"
)

// runWork holds the flags that say what a run prints, shows and calls.
type runWork struct {
	output outputFlags
	open   bool
	hook   hook
}

func (f *runWork) add(cmd *cobra.Command) {
	f.output.add(cmd)
	addOpen(cmd, &f.open)
	f.hook.add(cmd)
	cli.GroupFlags(cmd, output, "open", "on-champion")
}

// evolve continues a run to its goal. If open is set, it also serves a page that shows the run, until Ctrl-C.
func evolve(cmd *cobra.Command, run *runs.Run, arena *arena, how runWork) error {
	work := func(out io.Writer) (runs.Stop, error) {
		progress := newProgress(out, run.Progress(), arena.workersText)
		defer progress.end()
		defer arena.keepStatus(run)()
		generation := func(now runs.Progress) {
			if progress.generation(now); now.Row.Promoted {
				how.hook.call(cmd.Context(), out, cmd.ErrOrStderr(), run)
			}
		}
		again := func(r runs.Redone) { progress.line(generationsAgain(r)) }
		observer := runs.Observer{Played: progress.played, Generation: generation, Redone: again}
		return run.Run(cmd.Context(), arena.games, observer)
	}
	begins := runSettings(run) + "\n" + report.RunDescription(run)
	if short := report.GateTooShort(&run.Config); short != "" {
		begins += "\n" + short
	}
	if !how.open {
		return runTraining(cmd, run, how.output, begins, work)
	}
	page, err := openLivePage(cmd, run)
	if err != nil {
		return err
	}
	defer page.close()
	if err := runTraining(cmd, run, how.output, begins, work); err != nil {
		return err
	}
	run.Close() // releases the directory while the page stays
	return page.stay(cmd)
}

// printStatus prints the progress and the strength of a run.
func printStatus(w io.Writer, run *runs.Run, asJSON bool) error {
	status, workers := run.Status(), readWorkers(run.Dir)
	if asJSON {
		return printJSON(w, struct {
			runs.Status
			Cluster *cluster.Status `json:"cluster,omitempty"` // while there are workers
		}{status, workers})
	}
	say(w, "%s\n", runSettings(run))
	say(w, "Generation %d%s, %.0f games/s.\n", status.Generation, goalText(run.Goal), status.GamesPerSecond)
	if anew := run.Config.Restarts(run.History); len(anew) > 0 {
		fmt.Fprintf(w, "The optimizer has begun anew %s, the last time with generation %d.\n",
			english.Count(len(anew), "time"),
			anew[len(anew)-1])
	}
	switch stop, _ := run.Done(); stop {
	case runs.Stalled:
		fmt.Fprintf(w, "It has stopped: no new champion in the last %s.\n", english.Count(run.Goal.Patience, "game"))
	case runs.Flat:
		fmt.Fprintf(w, "It has stopped: no measurable gain against the reference opponents in the last %s.\n",
			english.Count(run.Goal.Flat, "generation"))
	}
	if stop, _ := run.Done(); stop == runs.Threshold {
		fmt.Fprint(w, "It has stopped: a genome has scored the threshold of its optimizer.\n")
	}
	if workers != nil {
		printWorkers(w, workers)
	}
	if status.Champion == nil {
		fmt.Fprintf(w, "No champion yet. Continue with: %s\n", command(run, "resume"))
		return nil
	}
	say(w, "\n%s\n", cli.Plain(report.Strength(run)))
	printReference(w, status.Champion.Reference)
	say(w, "\n%s\n", report.Cost(run))
	if run.Config.Tunes() {
		printParameters(w, run)
		printPlaces(w, run.Path())
		fmt.Fprintf(w, "  report it  %s\n", called.Evolve("report", run.Path()))
		if test := tunedMatch(run); test != "" {
			fmt.Fprintf(w, "  test it    %s\n", test)
		}
		printNextCommand(w, run)
		return nil
	}
	printUses(w, run.Path(), runOpponent(run), "--pairs", "500", "--depth", strconv.Itoa(run.Config.Search.Depth))
	printNextCommand(w, run)
	return nil
}

// printReference prints scores against reference opponents, if there are any.
func printReference(w io.Writer, reference []runs.ScoreStatus) {
	if len(reference) == 0 {
		return
	}
	fmt.Fprintln(w)
	interval := func(r *runs.ScoreStatus) string { return fmt.Sprintf("(%.1f to %.1f)", 100*r.Low, 100*r.High) }
	intervals, names := 0, 0
	for i := range reference {
		intervals = max(intervals, len(interval(&reference[i])))
		names = max(names, utf8.RuneCountInString(cli.Plain(reference[i].Opponent)))
	}
	for i := range reference {
		against := &reference[i]
		fmt.Fprintf(w, "  %5.1f %%  %-*s  against %-*s  %s\n", 100*against.Score, intervals, interval(against), names,
			cli.Plain(against.Opponent), against.Comparison())
	}
	fmt.Fprintln(w, "  (95 % intervals over pairs of games)")
}

// printPlaces prints where a directory has its champion and its plots.
func printPlaces(w io.Writer, dir string) {
	fmt.Fprintf(w, "\n  champion   %s\n  plots      %s\n", cli.Plain(filepath.Join(dir, "champion.json")),
		cli.Plain(filepath.Join(dir, "plots")))
}

// printUses prints commands that use a directory's champion. test holds an opponent and the flags of a match
// against it.
func printUses(w io.Writer, dir string, test ...string) {
	printPlaces(w, dir)
	fmt.Fprintf(w, "  report it  %s\n", called.Evolve("report", dir))
	fmt.Fprintf(w, "  play it    %s\n", called.Play("--against", dir))
	fmt.Fprintf(w, "  test it    %s\n", called.Evolve(append([]string{"match", dir}, test...)...))
}

// runSettings returns a sentence with the main settings of a run.
func runSettings(run *runs.Run) string {
	return runSize(run) + copiedOpponents(&run.Config)
}

// copiedOpponents identifies the opponents that do not come with the program, "" if there are none.
func copiedOpponents(c *evolution.Config) (text string) {
	for _, name := range slices.Sorted(maps.Keys(c.Copies)) {
		if r := c.Copies[name]; r.Player == nil {
			text += fmt.Sprintf("\nrun.json has a copy of %s, with the hash %.12s.", cli.Plain(name), r.Hash())
		} else {
			text += fmt.Sprintf("\n%s is a program: a run with it cannot be repeated.", cli.Plain(name))
		}
	}
	return text
}

// runSize describes a run: what evolves how, and how large its generations are.
func runSize(run *runs.Run) string {
	c := &run.Config
	if c.Tunes() {
		return fmt.Sprintf("Run %s: seed %d%s, optimizer %s, %s, %d genomes, %s each.", cli.Plain(run.Path()), c.Seed,
			c.OnBoard(), c.Optimizer.Name(), english.Count(len(c.Parameters), "parameter"), c.Population,
			english.Count(c.Pairs, "pair"))
	}
	depth := fmt.Sprintf("depth %d", c.Search.Depth)
	if len(c.Depths) > 0 {
		depth = "depths " + english.Numbers(c.Depths) + " in turn"
	}
	return fmt.Sprintf("Run %s: seed %d%s, optimizer %s, %d genomes, %s each, %s, solved from %d empties.",
		cli.Plain(run.Path()), c.Seed, c.OnBoard(), c.Optimizer.Name(), c.Population, english.Count(c.Pairs, "pair"), depth,
		c.Search.Endgame)
}

// runOpponent returns an opponent for the champion of a run: the first that the user named, else the start, else the
// champion before it, else the first reference opponent.
func runOpponent(run *runs.Run) string {
	champions := run.State.Champions
	for _, opponent := range run.Config.Opponents {
		return opponent
	}
	if run.Config.HasStart() && len(champions) > 1 {
		return runs.ChampionFile(run.Path(), 0)
	}
	if n := len(champions); n > 1 {
		return runs.ChampionFile(run.Path(), champions[n-2].Generation)
	}
	for _, opponent := range run.Config.Reference.Opponents {
		return opponent
	}
	return shippedOpponent(run.Config.Switch(run.State.CurrentChampion()))
}

// shippedOpponent returns the champion that comes with the program for a player's board. If that champion is
// the player itself, it returns the evolved one.
func shippedOpponent(of *weights.Switch) string {
	if of.HomeBoard().IsLarge() {
		return "reversi-blank" // no champion ships for these boards
	}
	name := weights.ChampionOf(of.HomeBoard())
	if shipped, err := weights.Named(name); err == nil && shipped.SameWeights(of) {
		return weights.EvolvedName
	}
	return name
}
