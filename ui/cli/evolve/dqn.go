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
		Short: "Train a Q-learner: a network that learns from rewards alone",
		Long: `Train a Q-learner: a network that estimates the value of a move on each square. It learns
from games against one opponent, from the rewards at their ends alone. The trained network
is a player on its board: dqn:file=DIR.`,
		Args: cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDQNRun())
	return cmd
}

// dqnFlags holds the flags of dqn run.
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
		Short: "Start the training of a Q-learner",
		Long: `Start the training of a Q-learner. The preset "original" has the settings of the reversi
library's learner, with their faults. The preset "usual" corrects the faults, and has a
network that two cores can train.

The file dqn.json stores every setting that affects the training. The same dqn.json gives
the same network, byte for byte, on the same type of processor, with the same build,
however often the training is stopped and resumed. Build with GOEXPERIMENT=simd: that is
several times as fast.`,
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
					return runDQN(cmd, t, f.workers, f.output)
				})
		},
	}
	f.addOwn(cmd)
	f.add(cmd, dqn.Format, dqn.DefaultEpisodes, "dqn", "most cores to use (default all)")
	return cmd
}

// addOwn adds the flags that only dqn run has.
func (f *dqnFlags) addOwn(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.board, "board", "6x6", "play on `BOARD`: a name such as 6x6 or Diamond, a file, or 10, 12 … 26")
	flags.StringVar(&f.preset, "preset", string(dqn.Usual),
		fmt.Sprintf("start from the settings of `PRESET`: %s or %s", dqn.Usual, dqn.Original))
	flags.StringVar(&f.config, "config", "", "start from the settings in `FILE`, a dqn.json, not from --board and "+
		"--preset")
	flags.StringVar(&f.opponent, "opponent", dqn.DefaultOpponent, "play against `PLAYER`")
	flags.IntSliceVar(&f.hidden, "hidden", nil, "`WIDTHS` of the hidden layers, such as 128,64 (default the preset's)")
	flags.IntVar(&f.frames, "frames", 0, "number of latest positions that the network sees (default the preset's)")
	pointToSettings(cmd, "dqn.json", func() []string {
		config, _ := dqn.Usual.Config(engine.Standard(), 0) // all boards have the same settings
		return settingNames(&config)
	})
}

// makeConfig returns the configuration: a preset or a file, overridden by flags.
func (f *dqnFlags) makeConfig(cmd *cobra.Command) (config dqn.Config, err error) {
	given := cmd.Flags().Changed
	if !given("seed") {
		f.seed = rand.Uint64N(1_000_000)
	}
	if f.config != "" {
		if given("board") || given("preset") {
			return config, errors.New("--config sets the board and all settings: leave out --board and --preset")
		}
		if config, err = readConfig(f.config, files.MaxSettings, &dqn.Format, dqn.ParseConfig); err != nil {
			return config, err
		}
		if given("seed") {
			config.Seed = f.seed
		}
	} else {
		var board engine.Shape
		if board, err = cli.BoardOrSize(f.board); err == nil {
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
