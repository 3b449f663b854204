package evolve

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/learn/policy"
	"evothello/ui/cli"
)

// ownGames is the value of --teacher for the winners of the network's own games.
const ownGames = "games"

// netFlags holds the flags of net run.
type netFlags struct {
	trainFlags
	teacher      string
	files        gameFileFlags
	games, steps int
	batch        int
	rate         float64
	hidden       int
	vector       int
	opponents    []string
	pairs        int
}

func newNet() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "net",
		Short: "Train a policy network: a player that picks its move without any search",
		Long: `Train a policy network: a neural network that rates the legal moves by the board after each,
and plays the one with the best rating. It never looks further ahead. The trained network
is a player: net:file=DIR.`,
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
		Short: "Start the training of a policy network",
		Long: `Start the training of a policy network in a new directory. A round of the training has four
steps:

  1. With a --teacher, play new games.
  2. Train the network for --steps steps.
  3. Measure how often the network plays the move of held-out games, which it is not
     trained on.
  4. Play --pairs pairs of games against each --opponent.

The moves to imitate come from one or both of two sources. With both, half of each training
step comes from each.

  --from FILE…         the moves of experts' games: GGF, WTHOR or transcripts
  --teacher games      the winners' moves: in the first round in games of random players,
                       later in games of the network against itself
  --teacher PLAYER     the moves that a player such as strongest:depth=4 would make, in its
                       games against the network

The default is --teacher games. The held-out games are those of --held-out FILE…, else one
in twenty of the games of --from, else one in twenty of the games played.

The training can be stopped at any time; resume continues after the last finished round.
It is the same on every processor.`,
		Example: "  evolve net run --out runs/net --from WTH_2004.wtb --held-out WTH_2010.wtb --budget 1h\n" +
			"  evolve net run --out runs/policy --teacher strongest:depth=4,endgame=8 --rounds 20\n  evolve match " +
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
					return runNet(cmd, t, f.workers, f.output)
				})
		},
	}
	f.addOwn(cmd.Flags())
	f.add(cmd, policy.Format, defaultNetRounds, "net",
		"threads that train and play; does not affect results (default one per core)")
	return cmd
}

// addOwn adds the flags that only net run has.
func (f *netFlags) addOwn(flags *pflag.FlagSet) {
	d := policy.Defaults(0)
	flags.StringVar(&f.teacher, "teacher", "", "play new games, and imitate `TEACHER`: games, or a player")
	f.files.add(flags, "from", "imitate the moves in `FILES` of games")
	f.files.add(flags, "held-out", "measure the network on `FILES` of games, and do not train it on them")
	flags.IntVar(&f.games, "games", d.Games, "games to play in a round, if there is a teacher")
	flags.IntVar(&f.steps, "steps", d.Steps, "training steps in a round")
	flags.IntVar(&f.batch, "batch", d.Batch, "positions in a training step")
	flags.Float64Var(&f.rate, "rate", d.Rate, "learning rate")
	flags.IntVar(&f.hidden, "hidden", d.Hidden, "width of the hidden layer")
	flags.IntVar(&f.vector, "vector", d.Vector, "length of the vector of each feature of a move")
	flags.StringArrayVar(&f.opponents, "opponent", nil, "play `PLAYER` after each round; repeatable "+
		"(default "+strings.Join(policy.DefaultOpponents, ", ")+")")
	flags.IntVar(&f.pairs, "pairs", d.Pairs, "pairs of games against each opponent")
}

// defaultNetRounds is the default goal of net run.
const defaultNetRounds = 20

// teacherWindow is the number of latest rounds whose samples are used, if a player teaches. It is large because a
// player's moves stay good targets.
const teacherWindow = 200

// makeConfig returns the configuration that the flags and arguments set.
func (f *netFlags) makeConfig(cmd *cobra.Command, arguments []string) (c policy.Config, err error) {
	given := cmd.Flags().Changed
	c = policy.Defaults(f.seed)
	if !given("seed") {
		c.Seed = rand.Uint64N(1_000_000)
	}
	c.Steps, c.Batch, c.Rate, c.Hidden, c.Vector, c.Games, c.Pairs = f.steps, f.batch, f.rate, f.hidden,
		f.vector, f.games, f.pairs
	sources, err := f.files.sources(cmd, arguments)
	if err != nil {
		return c, err
	}
	c.GameFiles, c.HeldOut = sources["from"], sources["held-out"]
	if err := f.setTeacher(&c, given("games")); err != nil {
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

// setTeacher sets the source of the moves in new games.
func (f *netFlags) setTeacher(c *policy.Config, sizeGiven bool) error {
	switch {
	case f.teacher == "" && len(c.GameFiles) > 0:
		if sizeGiven {
			return errors.New("missing: with --games, name games or a player")
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
