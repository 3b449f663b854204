package evolve

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/players/analysis"
	"evothello/ui/cli"
)

func newMeasure() *cobra.Command {
	return newGroup(&cobra.Command{
		Use:   "measure",
		Short: "Measure a player's values: against best play, between depths, and for ProbCut",
		Long: `Measure the values that a player's searches return. This takes a minute:

  evolve measure depths strongest games.ggf --positions 50 --depths 4,10`,
	}, newMeasureAccuracy(), newMeasureDepths(), newMeasureCuts())
}

// A sampleFlags holds the flags of commands that search positions of games to some depths.
type sampleFlags struct {
	positions int
	depths    []int
	seed      uint64
	workers   int
	output    outputFlags
}

// add adds the flags with their defaults.
func (f *sampleFlags) add(cmd *cobra.Command, positions int, depths ...int) {
	flags := cmd.Flags()
	flags.IntVar(&f.positions, "positions", positions, "positions to search")
	flags.IntSliceVar(&f.depths, "depths", depths,
		"`LEAST,MOST` plies of the searches; each ply takes two to three times as long")
	flags.Uint64Var(&f.seed, "seed", 1, "seed that draws the positions")
	flags.IntVar(&f.workers, "concurrency", 0,
		parallelGames)
	f.output.add(cmd)
}

func (f *sampleFlags) check() error {
	switch {
	case f.positions < 1 || f.positions > 100_000:
		return fmt.Errorf("--positions %d: must be 1 to 100000", f.positions)
	case len(f.depths) != 2 || f.depths[0] >= f.depths[1]:
		return fmt.Errorf("--depths: want two numbers, the smaller first, such as 6,14")
	}
	return cmp.Or(checkDepth("depths", f.depths[0], 1), checkDepth("depths", f.depths[1], 2), checkWorkers(f.workers))
}

// searchSample checks the flags, draws positions with least to most empty squares from games in files, and has do
// search them. It shows the progress. wanted describes the empty squares. The player must value positions in discs.
func searchSample[T any](f *sampleFlags, cmd *cobra.Command, player string, files []string, least, most int,
	wanted string, do func(*analysis.Valuer, context.Context, []engine.Position, int, int, int, func(int)) (T, error),
) (found T, positions []engine.Position, err error) {
	if err := f.check(); err != nil {
		return found, nil, cli.Input(err)
	}
	w, err := weightsOf(player)
	if err != nil {
		return found, nil, cli.Input(err)
	}
	all, err := readArguments(w.HomeBoard().Start, files, cmd.ErrOrStderr())
	if err != nil {
		return found, nil, cli.Input(err)
	}
	var games []*engine.Game
	for i := range all {
		for k := range all[i].Games {
			games = append(games, &all[i].Games[k].Game)
		}
	}
	if positions = analysis.SamplePositions(games, f.positions, least, most, f.seed); len(positions) == 0 {
		return found, nil, cli.Inputf("no game has a position with %s empty squares: give files of games", wanted)
	}
	valuer := analysis.NewValuer(w)
	if valuer.Scale().PointsPerDisc(positions[0].Board) == 0 {
		return found, nil, cli.Inputf("player %s: its points do not predict results, so values in discs are unknown",
			player)
	}
	progress := newDisplay(f.output.progress(cmd))
	defer progress.end()
	found, err = do(valuer, cmd.Context(), positions, f.depths[0], f.depths[1], f.workers, func(done int) {
		if progress.due() {
			progress.show(float64(done)/float64(len(positions)), fmt.Sprintf("position %d of %d", done, len(positions)))
		}
	})
	return found, positions, err
}
