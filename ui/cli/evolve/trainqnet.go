package evolve

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/learn/qnet"
	"evothello/runs"
	"evothello/ui/cli"
)

// qnetFlags holds the flags of train qnet.
type qnetFlags struct {
	trainFlags
	board, preset, config string
}

func newTrainQNet() *cobra.Command {
	var f qnetFlags
	cmd := &cobra.Command{
		Use:   "qnet",
		Short: "Train a Q-network: a player that is trained by rewards alone",
		Long: `Train a Q-network: a neural network that estimates the value of a move on each square. It is
trained in games against one opponent, by their results alone. The player is qnet:file=DIR.

The preset "original" has the settings of the reversi library's Q-learner, with their
faults; "usual" has a smaller network without them.

The same qnet.json gives the same network, byte for byte, on the same type of processor.`,
		Example: "  evolve train qnet --board 6x6 --seed 1 --out runs/qnet-1\n" +
			"  evolve match qnet:file=runs/qnet-1 random",
		Args: cli.Args(cobra.NoArgs),
		RunE: f.trains(&f),
	}
	f.addOwn(cmd)
	f.add(cmd, qnet.Format, qnet.DefaultEpisodes, "most cores to use (default all)")
	return cmd
}

// addOwn adds the flags that only train qnet has.
func (f *qnetFlags) addOwn(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.board, "board", "6x6", "play on `BOARD`: a name such as 6x6 or Diamond, a file, or 10, 12 … 26")
	flags.StringVar(&f.preset, "preset", string(qnet.Usual),
		fmt.Sprintf("start from the settings of `PRESET`: %s or %s", qnet.Usual, qnet.Original))
	flags.StringVar(&f.config, "config", "", "start from the settings in `FILE`, a qnet.json, not from --board and "+
		"--preset")
	usual, _ := qnet.Usual.Config(engine.Standard(), 0) // all boards have the same settings
	addSettings(cmd, &usual, "opponent", "hidden", "frames")
	pointToSettings(cmd, "qnet.json", func() []string { return settingNames(&usual) })
}

// method implements methodFlags.
func (f *qnetFlags) method(cmd *cobra.Command, args []string) (runs.Method, error) {
	c, err := f.makeConfig(cmd)
	return &c, cmp.Or(cli.Args(cobra.NoArgs)(cmd, args), err)
}

// makeConfig returns the configuration: a preset or a file, overridden by flags.
func (f *qnetFlags) makeConfig(cmd *cobra.Command) (config qnet.Config, err error) {
	if f.config != "" {
		if given := cmd.Flags().Changed; given("board") || given("preset") {
			return config, errors.New("--config gives the board and all settings: leave out --board and --preset")
		}
		config, err = readConfig(f.config, files.MaxSettings, &qnet.Format, qnet.ParseConfig)
	} else {
		var board engine.Shape
		if board, err = cli.Board(f.board); err == nil {
			config, err = qnet.Preset(f.preset).Config(board, 0)
		}
	}
	if err != nil {
		return config, err
	}
	f.setSeed(cmd, &config.Seed, f.config != "")
	return config, cmp.Or(applySettings(cmd, &config, "seed"), config.Validate())
}
