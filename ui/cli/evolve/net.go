package evolve

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/learn/policy"
	"evothello/learn/tables"
	"evothello/ui/cli"
)

// ownGames is the --teacher that is the winners of games of the network's own.
const ownGames = "games"

// netFlags are the flags of net run that make its configuration and goal.
type netFlags struct {
	trainFlags
	teacher       string
	from, heldOut []string
	games, steps  int
	batch         int
	rate          float64
	hidden        []int
	vector        int
	opponents     []string
	pairs         int
}

func newNet() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "net",
		Short: "Train a player that never searches: a network that looks once and moves",
		Long: `Train a player that never searches: a network of neurons that looks at the position
once, not even one move ahead, and makes the legal move that it likes best. It plays as
net:file=DIR wherever a player can be named.`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newNetRun())
	return cmd
}

func newNetRun() *cobra.Command {
	var f netFlags
	cmd := &cobra.Command{
		Use:   "run [FILE…]",
		Short: "Train a network in a new directory",
		Long: `Train a network in a new directory, round after round. A round plays games if there is a
teacher for them, makes --steps steps of training, counts how often the network makes the
moves of games from which nothing is learnt, and plays --pairs pairs against each
--opponent.

It learns moves from up to two sources, from each half of a step if there are both:

  --from FILE          the moves of experts' games: GGF, WTHOR or transcripts
  --teacher games      the winners' moves in games of random players in the first round, then
                       in its own games, which are new in each round
  --teacher PLAYER     what a player answers in games that it plays against the network,
                       such as champion:depth=4

Without either, --teacher games is meant. What was learnt is measured on the games of
--held-out FILE, else on one in twenty of those of --from, else of those played.

Training can be stopped in any way; resume goes on from the last finished round.
Built with GOEXPERIMENT=simd, this program trains several times as fast.`,
		Example: "  evolve net run --out runs/net --from WTH_2004.wtb --held-out WTH_2010.wtb --budget 1h\n" +
			"  evolve net run --out runs/pupil --teacher champion:depth=4,endgame=8 --rounds 20\n  evolve match " +
			"net:file=runs/net table",
		Args: cli.Args(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := f.makeConfig(cmd, args)
			if err == nil {
				err = config.Validate()
			}
			if err != nil {
				return cli.Input(err)
			}
			return train(&f.trainFlags, "net", config.Seed, config, defaultNetRounds, policy.Create,
				func(t *policy.Training) error {
					return trainNet(cmd, t, f.workers, f.output)
				})
		},
	}
	f.addOwn(cmd.Flags())
	f.add(cmd, policy.Format, defaultNetRounds, "net", gamesAtATime)
	return cmd
}

// addOwn adds the flags that no other kind of training has.
func (f *netFlags) addOwn(flags *pflag.FlagSet) {
	d := policy.Defaults(0)
	flags.StringVar(&f.teacher, "teacher", "", "`WHO` says which moves are good in games that are played: games or a "+
		"player")
	flags.StringSliceVar(&f.from, "from", nil, "`FILE`s of games whose moves are learnt")
	flags.StringSliceVar(&f.heldOut, "held-out", nil, "`FILE`s of games by which is measured what was learnt")
	flags.IntVar(&f.games, "games", d.Games, "games that are played in a round, if there is a teacher")
	flags.IntVar(&f.steps, "steps", d.Steps, "steps of training in a round")
	flags.IntVar(&f.batch, "batch", d.Batch, "positions that a step learns from")
	flags.Float64Var(&f.rate, "rate", d.Optimizer.Rate, "learning rate")
	flags.IntSliceVar(&f.hidden, "hidden", d.Hidden, "widths of the network's layers")
	flags.IntVar(&f.vector, "vector", d.Vector, "length of what is learnt for each configuration of lines, edges and "+
		"corners")
	flags.StringArrayVar(&f.opponents, "opponent", nil,
		"a player whom the network meets after each round; may be given again (default "+
			strings.Join(policy.DefaultOpponents, ", ")+")")
	flags.IntVar(&f.pairs, "pairs", d.Pairs, "pairs of games against each opponent")
}

// defaultNetRounds is how many rounds there are if nothing says otherwise.
const defaultNetRounds = 20

// teacherWindow is how many rounds of a player's advice are learnt from: it does not grow old.
const teacherWindow = 200

// makeConfig builds the configuration from flags; more are the words that follow them.
func (f *netFlags) makeConfig(cmd *cobra.Command, more []string) (c policy.Config, err error) {
	given := cmd.Flags().Changed
	c = policy.Defaults(f.seed)
	if !given("seed") {
		c.Seed = rand.Uint64N(1_000_000)
	}
	c.Steps, c.Batch, c.Optimizer.Rate, c.Hidden, c.Vector, c.Games, c.Pairs = f.steps, f.batch, f.rate, f.hidden,
		f.vector, f.games, f.pairs
	if len(more) > 0 && !given("from") {
		return c, fmt.Errorf("unexpected argument %q: give files of games with --from", more[0])
	}
	for _, group := range []struct {
		flag  string
		paths []string
		into  *[]tables.Source
	}{{"from", slices.Concat(f.from, more), &c.GameFiles}, {"held-out", f.heldOut, &c.HeldOut}} {
		for _, path := range group.paths {
			source, err := tables.NewSource(path)
			if err != nil {
				return c, fmt.Errorf("--%s: %w", group.flag, err)
			}
			*group.into = append(*group.into, source)
		}
	}
	if err := f.hire(&c, given("games")); err != nil {
		return c, fmt.Errorf("--teacher: %w", err)
	}
	if !given("opponent") {
		f.opponents = policy.DefaultOpponents
	}
	for _, text := range f.opponents {
		opponent, err := policy.NewOpponent(text)
		if err != nil {
			return c, fmt.Errorf("--opponent: %w", err)
		}
		c.Opponents = append(c.Opponents, opponent)
	}
	return c, nil
}

// hire sets who teaches.
func (f *netFlags) hire(c *policy.Config, sizeGiven bool) error {
	switch {
	case f.teacher == "" && len(c.GameFiles) > 0:
		if sizeGiven {
			return errors.New("needed with --games: the player whose moves are learnt")
		}
		c.Games = 0
	case f.teacher != "" && f.teacher != ownGames:
		teacher, err := policy.NewOpponent(f.teacher)
		if err != nil {
			return err
		}
		c.Teacher, c.Window = &teacher, teacherWindow
	}
	return nil
}
