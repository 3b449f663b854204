package evolve

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evothello/learn/policy"
	"evothello/runs"
	"evothello/ui/cli"
)

// ownGames is the value of --teacher for the winners of the network's own games.
const ownGames = "games"

// policyFlags holds the flags of train policy.
type policyFlags struct {
	trainFlags
	teacher   string
	files     gameFileFlags
	opponents []string
}

func newTrainPolicy() *cobra.Command {
	var f policyFlags
	cmd := &cobra.Command{
		Use:   "policy [FILE…]",
		Short: "Train a policy network: a player that chooses its move without search",
		Long: `Train a policy network: a neural network that rates the board after each legal move, and
plays the move with the best rating, without search. The player is policy:file=DIR.

A round has four steps:

  1. With a --teacher, play new games.
  2. Train the network for --steps steps.
  3. Measure how often the network plays the move of held-out games.
  4. Play --pairs pairs of games against each --opponent.

The moves to imitate come from files, from a teacher, or half from each.

  --from FILE…         the moves of experts' games
  --teacher games      the winners' moves: in the first round in games of random players,
                       later in games of the network against itself (default)
  --teacher PLAYER     the moves that PLAYER would make in games against the network

Held-out games come from --held-out FILE…. Without it they are 5 % of the games of --from,
or of the games played.`,
		Example: "  evolve train policy --out runs/policy --from WTH_2004.wtb --held-out WTH_2010.wtb --budget 1h\n" +
			"  evolve train policy --out runs/taught --teacher strongest:depth=4,endgame=8 --rounds 20\n  evolve match " +
			"policy:file=runs/policy table",
		Args: cli.Args(cobra.ArbitraryArgs),
		RunE: f.trains(&f),
	}
	f.addOwn(cmd)
	f.add(cmd, policy.Format, defaultPolicyRounds,
		parallelGames)
	return cmd
}

// addOwn adds the flags that only train policy has.
func (f *policyFlags) addOwn(cmd *cobra.Command) {
	flags, d := cmd.Flags(), policy.Defaults(0)
	flags.StringVar(&f.teacher, "teacher", "", "play new games, and imitate `TEACHER`: games, or a player")
	f.files.add(flags, "from", "imitate the moves in `FILES` of games")
	f.files.add(flags, "held-out", "measure the network on `FILES` of games, and do not train it on them")
	flags.StringArrayVar(&f.opponents, "opponent", nil, "play `PLAYER` after each round; repeatable "+
		"(default "+strings.Join(policy.DefaultOpponents, ", ")+")")
	addSettings(cmd, &d, "games", "steps", "batch", "rate", "hidden", "vector", "pairs")
}

// defaultPolicyRounds is the default goal of train policy.
const defaultPolicyRounds = 20

// teacherWindow is the number of latest rounds whose samples are used if a player is the teacher. It is large because
// a player's moves stay good targets.
const teacherWindow = 200

// method implements methodFlags.
func (f *policyFlags) method(cmd *cobra.Command, args []string) (runs.Method, error) {
	c, err := f.makeConfig(cmd, args)
	return &c, err
}

// makeConfig returns the configuration that the flags and arguments set.
func (f *policyFlags) makeConfig(cmd *cobra.Command, arguments []string) (c policy.Config, err error) {
	c = policy.Defaults(0)
	if err := applySettings(cmd, &c, "seed"); err != nil {
		return c, err
	}
	f.setSeed(cmd, &c.Seed, false)
	sources, err := f.files.sources(cmd, arguments)
	if err != nil {
		return c, err
	}
	c.GameFiles, c.HeldOut = sources["from"], sources["held-out"]
	if err := f.setTeacher(&c, cmd.Flags().Changed("games")); err != nil {
		return c, fmt.Errorf("--teacher: %w", err)
	}
	if !cmd.Flags().Changed("opponent") {
		f.opponents = policy.DefaultOpponents
	}
	for _, text := range f.opponents {
		opponent, err := policy.NewOpponent(text)
		if err != nil {
			return c, fmt.Errorf("--opponent: %w", err)
		}
		c.Opponents = append(c.Opponents, opponent)
	}
	return c, c.Validate()
}

// setTeacher sets the source of the moves in new games.
func (f *policyFlags) setTeacher(c *policy.Config, sizeGiven bool) error {
	switch {
	case f.teacher == "" && len(c.GameFiles) > 0:
		if sizeGiven {
			return errors.New("missing: --games needs --teacher games or --teacher PLAYER")
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
