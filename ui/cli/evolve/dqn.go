package evolve

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/learn/dqn"
	"evothello/ui/cli"
)

func newDQN() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dqn",
		Short: "Teach a Q-learner: a network that learns from rewards alone",
		Long: `Teach a Q-learner: a network that says for each square what playing there is worth, and
learns it from games against one opponent, by reward alone. What it has learnt is a
player, dqn:file=DIR, on the board where it learnt.`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDQNRun())
	return cmd
}

// dqnFlags are the flags of dqn run.
type dqnFlags struct {
	trainFlags
	board, preset, config, opponent string
	hidden                          []int
	frames                          int
}

func newDQNRun() *cobra.Command {
	var f dqnFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Begin to teach an agent",
		Long: `Begin to teach an agent. The preset "original" has the settings of the reversi library's
learner, with its faults; "usual" repairs them, with a network that two cores can train.

Everything that decides what is learnt is written to dqn.json. The same dqn.json gives
the same bytes on the same kind of processor, with the same build, however often it is
stopped and resumed. Build with GOEXPERIMENT=simd: that is several times as fast.`,
		Example: "  GOEXPERIMENT=simd go build ./cmd/evolve\n  ./evolve dqn run --board 6x6 --seed 1 --out runs/dqn-1\n  " +
			"./evolve match dqn:file=runs/dqn-1 random",
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := f.makeConfig(cmd)
			if err != nil {
				return cli.Input(err)
			}
			return train(&f.trainFlags, "dqn", config.Seed, config, dqn.DefaultEpisodes, dqn.Create,
				func(t *dqn.Training) error {
					return teach(cmd, t, f.workers, f.output)
				})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.board, "board", "6x6", "the `BOARD` to learn on: a name such as 6x6, 8x8 or Diamond, or a file")
	flags.StringVar(&f.preset, "preset", string(dqn.Usual),
		fmt.Sprintf("settings to begin with: %s or %s", dqn.Usual, dqn.Original))
	flags.StringVar(&f.config, "config", "", "start from the settings in this dqn.json; other flags but --board and "+
		"--preset change them")
	flags.StringVar(&f.opponent, "opponent", dqn.DefaultOpponent, "the `PLAYER` to learn against")
	flags.IntSliceVar(&f.hidden, "hidden", nil, "widths of the network's hidden layers (default those of the preset)")
	flags.IntVar(&f.frames, "frames", 0, "positions of a game that the agent sees at a time, the latest ones (default "+
		"as many as in the preset)")
	f.add(cmd, dqn.Format, dqn.DefaultEpisodes, "dqn", "cores that are used at most (default all)")
	return cmd
}

// makeConfig builds the configuration: a preset or a file, then flags.
func (f *dqnFlags) makeConfig(cmd *cobra.Command) (config dqn.Config, err error) {
	given := cmd.Flags().Changed
	if !given("seed") {
		f.seed = rand.Uint64N(1_000_000)
	}
	if f.config != "" {
		if given("board") || given("preset") {
			return config, errors.New("--config has the board and all settings: leave --board and --preset out")
		}
		if config, err = readConfig(f.config, files.MaxSettings, &dqn.Format, dqn.ParseConfig); err != nil {
			return config, err
		}
		if given("seed") {
			config.Seed = f.seed
		}
	} else {
		var board engine.Shape
		if board, err = cli.Board(f.board); err == nil {
			config, err = dqn.Preset(f.preset).Config(board, f.seed)
		}
		if err != nil {
			return config, err
		}
	}
	if given("opponent") {
		config.Opponent = f.opponent
	}
	if given("hidden") {
		config.Hidden = f.hidden
	}
	if given("frames") {
		config.Frames = f.frames
	}
	return config, config.Validate()
}
