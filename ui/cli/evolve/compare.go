package evolve

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/internal/called"
	"evothello/learn/comparison"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/ui/cli"
)

// compareFlags holds the flags of compare. Those of config apply to all runs.
type compareFlags struct {
	out                                  string
	vary, methods, against               []string
	oneAtATime                           bool
	seeds                                string
	goal                                 runs.Goal // without CPU time
	cpu                                  []time.Duration
	matchPairs, matchDepth, matchEndgame int
	config                               configFlags
	arena                                arenaFlags
	output                               outputFlags
}

// compareHelp explains compare, but for the flags of runs.
const compareHelp = `Compare settings of evolution, or ways to train a player, over random seeds.

--vary names a setting of run.json, as evolve config lists them, and its values. Several
--vary make all combinations; with --one-at-a-time, the first value of each, and then one
other value at a time. A list stands in brackets: 'scorers=[table,edge],[table,blank]'; a
word with commas in quotes: 'start="a,b.json",random'. The value default leaves a setting as
it is without --vary.

--method names a way to train: in quotes run, or a command of evolve train, with its flags
but those for seed, directory and goal. Compare methods at equal --cpu. A training ends with
a whole round, so make rounds short. --method on an existing comparison adds to it.

Exactly one of --games, --cpu and --generations is equal for all. Equal games or generations
give the same runs on every machine; equal CPU time does not.

Then all champions play each other and reference opponents on the same openings. The
results are the mean rating of each setting over its seeds and, from three seeds on, 95 %
intervals and the probability that one setting is better than another.

A stopped comparison continues with the same command, or with --out alone. With more
--seeds, --games and so on the finished work is kept.`

func newCompare() *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Compare settings of evolution, or ways to train, over random seeds at equal effort",
		Long:  compareHelp,
		Example: "  evolve compare --vary optimizer=ga,cmaes --seeds 1-5 --games 200000 --out runs/optimizers\n" +
			"  evolve compare --vary population=64,256 --vary search.depth=2,3 --generations 30 --out runs/sizes\n" +
			"  evolve compare --method 'run --optimizer cmaes' --method 'train tables --games 5000' --cpu 10s,30s " +
			"--out runs/methods\n" +
			"  evolve compare --out runs/optimizers --seeds 1-8",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the comparison to `DIR`; required")
	flags.StringArrayVar(&f.vary, "vary", nil, "compare values of a setting: `SETTING=A,B`, such as "+
		"population=64,256; repeatable")
	flags.StringArrayVar(&f.methods, "method", nil, "compare this `COMMAND`, such as 'train tables --games 5000'; "+
		"repeatable")
	flags.BoolVar(&f.oneAtATime, "one-at-a-time", false, "vary one setting at a time, not all combinations")
	flags.StringVar(&f.seeds, "seeds", "1-5", "evolve each setting from `SEEDS`, such as 1-5 or 1,2,7")
	flags.IntVar(&f.goal.Count, "generations", 0, "number of generations of each run")
	flags.IntVar(&f.goal.Games, "games", 0, "number of games of each run, to the nearest whole generation")
	flags.DurationSliceVar(&f.cpu, "cpu", nil, "CPU time of each run, to the nearest whole round; or several `TIMES`, "+
		"as 10s,30s")
	flags.Lookup("cpu").DefValue = ""
	flags.StringArrayVar(&f.against, "against", nil,
		"let the champions play `PLAYER` too; repeatable (default the reference opponents of all runs)")
	flags.IntVar(&f.matchPairs, "match-pairs", 100, "pairs of games in each match of the champions")
	flags.IntVar(&f.matchDepth, "match-depth", 0, "search depth of these matches, in `PLIES` (default the largest of "+
		"the runs)")
	flags.IntVar(&f.matchEndgame, "match-endgame", 0, "play these matches exactly from this `NUMBER` of empty squares on "+
		"(default the largest of the runs)")
	f.config.addForAll(cmd, "Settings of all runs")
	f.arena.add(cmd)
	f.output.add(cmd)
	return cmd
}

func (f *compareFlags) run(cmd *cobra.Command) error {
	if err := f.check(cmd); err != nil {
		return cli.Input(err)
	}
	config, err := f.plan(cmd)
	if err != nil {
		return cli.Input(err)
	}
	if config.CPU > 0 && (f.arena.listen != "" || f.arena.nats != "") {
		return cli.Inputf("--cpu counts only the CPU time of this machine: with --listen or --nats compare by --games or " +
			"--generations")
	}
	arena, err := f.arena.open(cmd, false)
	if err != nil {
		return err
	}
	defer arena.Close()
	c, err := comparison.Begin(f.out, config)
	if err != nil {
		return resumed(err)
	}
	defer c.Close()
	results, err := f.work(cmd, c, arena)
	if lost := c.Owned(); lost != nil {
		return lost
	}
	resume := called.Evolve("resume", f.out)
	if cmd.Context().Err() != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "Stopped. Continue with: %s\n", resume)
		return cli.ErrInterrupted
	}
	if err != nil {
		return fmt.Errorf("%w; finished work is kept: `%s` continues it", err, resume)
	}
	if f.output.json {
		return printJSON(cmd.OutOrStdout(), results)
	}
	printComparison(cmd.OutOrStdout(), results, &config)
	fmt.Fprintf(cmd.OutOrStdout(), "\nThe picture is %s, the runs are in %s.\n",
		cli.Plain(filepath.Join(f.out, "compare.png")), cli.Plain(filepath.Join(f.out, "runs")))
	return nil
}

// check returns an error if flags do not fit together.
func (f *compareFlags) check(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	if f.out == "" {
		return errors.New("no directory for the comparison: give one with --out DIR")
	}
	if given("seed") {
		return errors.New("--seed: a comparison has several seeds: give --seeds, such as --seeds 1-5")
	}
	efforts := slices.DeleteFunc([]string{"games", "cpu", "generations"}, func(name string) bool { return !given(name) })
	if len(efforts) > 1 {
		return fmt.Errorf("--%s: only one of games, CPU time and generations can be equal in all runs; leave the others out",
			strings.Join(efforts, " and --"))
	}
	if given("generations") && f.goal.Count < 1 {
		return fmt.Errorf("--generations %d: must be 1 or more", f.goal.Count)
	}
	if f.vary != nil && f.methods != nil {
		return errors.New("--vary and --method: give only one of them; a --method may have any flag of its command")
	}
	goal := f.goal
	if f.cpu != nil {
		goal.CPU = slices.Min(f.cpu)
	}
	return checkEffort(cmd.Flags(), goal)
}

// plan returns the configuration of the comparison in the directory, or a new one, changed by the flags.
func (f *compareFlags) plan(cmd *cobra.Command) (c comparison.Config, err error) {
	given := cmd.Flags().Changed
	old, err := comparison.Open(f.out)
	isNew := errors.Is(err, comparison.ErrNone)
	switch {
	case isNew && f.vary == nil && f.methods == nil:
		return c, fmt.Errorf("%s %w: name what differs with --vary, as in --vary optimizer=ga,cmaes, or with --method", f.out,
			err)
	case !isNew && err != nil:
		return c, err
	case f.vary != nil:
		settings, err := f.settings(cmd)
		if err != nil {
			return c, err
		}
		if c = comparison.New(settings); !isNew {
			c.Keep(&old.Config)
		}
	default:
		if !isNew {
			c = old.Config
		}
		if c, err = f.withMethods(cmd, c); err != nil {
			return c, err
		}
	}
	if isNew || given("seeds") {
		if c.Seeds, err = parseSeeds(f.seeds); err != nil {
			return c, err
		}
	}
	if f.goal != (runs.Goal{}) {
		c.Generations, c.Games, c.CPU, c.Budgets = f.goal.Count, f.goal.Games, 0, nil
	}
	if f.cpu != nil {
		c.Generations, c.Games = 0, 0
		c.SetCPU(f.cpu)
	}
	if c.Goal() == (runs.Goal{}) {
		return c, errors.New("give what is equal in all runs: --games, --cpu or --generations")
	}
	if given("against") {
		c.Opponents = f.against
	}
	for name, value := range map[string]struct{ into, from *int }{
		"match-pairs": {&c.Pairs, &f.matchPairs}, "match-depth": {&c.Depth, &f.matchDepth},
		"match-endgame": {&c.Endgame, &f.matchEndgame},
	} {
		if given(name) {
			*value.into = *value.from
		}
	}
	return c, nil
}

// givenOfRuns returns the name of the first given flag that sets the configuration of the runs, or "".
func (f *compareFlags) givenOfRuns(cmd *cobra.Command) (name string) {
	ofRuns := &cobra.Command{}
	new(configFlags).addOwn(ofRuns)
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if name == "" && (ofRuns.Flags().Lookup(flag.Name) != nil || flag.Name == "one-at-a-time") {
			name = flag.Name
		}
	})
	return name
}

// parseSeeds reads seeds such as 1-5 or 1,2,7.
func parseSeeds(text string) (seeds []uint64, err error) {
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		from, err := strconv.ParseUint(low, 10, 64)
		to := from
		if err == nil && isRange {
			to, err = strconv.ParseUint(high, 10, 64)
		}
		if err != nil || to < from || to-from >= 1000 {
			return nil, fmt.Errorf("--seeds %q: want numbers such as 1-5 or 1,2,7, at most 1000 in a range", text)
		}
		for seed := from; seed <= to; seed++ {
			seeds = append(seeds, seed)
		}
	}
	return seeds, nil
}

// work does the rest of the evolution and of the matches, and draws the plot.
func (f *compareFlags) work(cmd *cobra.Command, c *comparison.Comparison, arena *arena) (*comparison.Results, error) {
	progress := &compareProgress{display: newDisplay(f.output.progress(cmd)), workers: arena.workersText}
	defer progress.end()
	if err := c.Evolve(cmd.Context(), arena.games, progress.begun); err != nil {
		return nil, err
	}
	again := func(pairs int, _ string) { progress.line(playedAgain(pairs)) }
	field, err := c.Play(cmd.Context(), arena.games, progress.begun, progress.match, again)
	progress.end()
	if err != nil {
		return nil, err
	}
	if err := context.Cause(cmd.Context()); err != nil {
		return nil, err
	}
	results := c.Results(field)
	if err := c.WriteResults(results); err != nil {
		return nil, err
	}
	_, err = plots.WriteComparison(results, c.Dir)
	return results, err
}

func resumeComparison(cmd *cobra.Command, dir string, f *resumeFlags) error {
	c := compareFlags{out: dir, goal: f.goal, arena: f.arena, output: f.output}
	c.goal.Count, c.goal.CPU = *f.goals[runs.Evolution.Unit], 0
	if cmd.Flags().Changed("cpu") {
		c.cpu = []time.Duration{f.goal.CPU}
	}
	return c.run(cmd)
}
