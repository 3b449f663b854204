package evolve

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/weights"
)

// A benchmark is the JSON output of evolve bench. Each figure is the median of benchRounds rounds.
type benchmark struct {
	Perft   perftFigure   `json:"perft"`
	Midgame midgameFigure `json:"midgame"`
	Games   []gamesFigure `json:"games"`
	Go      string        `json:"go"`
	CPU     string        `json:"cpu"`
	Path    string        `json:"path"`    // avx512, avx2 or plain
	Weights string        `json:"weights"` // the player's name
	Workers int           `json:"concurrency"`
}

type perftFigure struct {
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

type midgameFigure struct {
	Depth     int     `json:"depth"`
	Positions int     `json:"positions"`
	Nodes     uint64  `json:"nodes"`
	Seconds   float64 `json:"seconds"`
}

type gamesFigure struct {
	Depth          int     `json:"depth"`
	Endgame        int     `json:"endgame"`
	Games          int     `json:"games"`
	Seconds        float64 `json:"seconds"`
	GamesPerSecond float64 `json:"games_per_second"`
	Nodes          uint64  `json:"nodes"`
}

const (
	benchRounds = 5
	benchTime   = 700 * time.Millisecond // playing time in a round of games
	benchPerft  = 9                      // plies
	benchDepth  = 8                      // plies of the midgame searches
)

func newBench() *cobra.Command {
	var asJSON bool
	var workers int
	var path string
	cmd := &cobra.Command{
		Use:   "bench [PLAYER]",
		Short: "Measure the speed of rules, search and self-play",
		Long: `Measure the speed of the rules (perft), of the search (midgame positions to a fixed
depth) and of self-play with NegaScout after eight random plies. PLAYER is reversi-blank by
default. Each figure is the median of five rounds. Run nothing else at the same time.`,
		Example: `  evolve bench --json
  evolve bench strongest --path plain`,
		Args: cli.Args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if workers < 1 {
				return cli.Inputf("--concurrency %d: must be 1 or more", workers)
			}
			if path != "" {
				forced, err := engine.ParsePath(path)
				if err != nil {
					return cli.Inputf("--path: %v", err)
				}
				defer engine.UsePath(engine.PathInUse())
				engine.UsePath(forced)
			}
			name := "reversi-blank"
			if len(args) > 0 {
				name = args[0]
			}
			w, err := weightsOf(name)
			if err != nil {
				return cli.Input(err)
			}
			b, err := measure(cmd.Context(), name, w, workers)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), b)
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "%s, %s, path %s, weights %s, workers %d\n", b.CPU, b.Go, b.Path, b.Weights, b.Workers)
			fmt.Fprintf(out, "perft %d       %10d leaves    %6.3f s\n", b.Perft.Depth, b.Perft.Nodes, b.Perft.Seconds)
			fmt.Fprintf(out, "midgame to %d  %10d nodes     %6.3f s  (%d positions)\n", b.Midgame.Depth, b.Midgame.Nodes,
				b.Midgame.Seconds, b.Midgame.Positions)
			for _, g := range b.Games {
				fmt.Fprintf(out, "self-play to %d, solved from %d empties  %8.1f games/s  %8d nodes a game\n", g.Depth, g.Endgame,
					g.GamesPerSecond, g.Nodes/uint64(max(g.Games, 1)))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().IntVar(&workers, "concurrency", 1, "games of self-play to run in parallel")
	cmd.Flags().StringVar(&path, "path", "", "measure the `CODE` for avx512, avx2 or plain Go (default the fastest on "+
		"this processor)")
	return cmd
}

// measure runs all measurements with the weights of a named player.
func measure(ctx context.Context, name string, w *weights.Switch, workers int) (*benchmark, error) {
	b := &benchmark{
		Go: runtime.Version(), CPU: cpuName(), Path: engine.PathInUse().String(), Weights: name, Workers: workers,
	}
	var err error
	b.Perft = median(func() (f perftFigure) {
		began := time.Now()
		return perftFigure{benchPerft, engine.Perft(engine.StartBoard(), benchPerft), time.Since(began).Seconds()}
	}, func(f perftFigure) float64 { return f.Seconds })
	// Midgame positions, after twelve random moves.
	positions, err := fitness.RandomOpenings(fitness.Random(1, "bench"), engine.Start(), 20, 12, fitness.ForAnything)
	if err != nil {
		return nil, err
	}
	b.Midgame = median(func() midgameFigure { return searchAll(ctx, w, positions) },
		func(f midgameFigure) float64 { return f.Seconds })
	for _, kind := range []struct{ depth, endgame int }{{1, 0}, {2, 0}, {4, 0}, {6, 0}, {3, 8}} {
		games := median(func() (f gamesFigure) {
			if err == nil {
				f, err = selfPlay(ctx, w, kind.depth, kind.endgame, workers)
			}
			return f
		}, func(f gamesFigure) float64 { return f.GamesPerSecond })
		b.Games = append(b.Games, games)
	}
	return b, err
}

// median runs a measurement benchRounds times and returns the median.
func median[F any](run func() F, by func(F) float64) F {
	all := make([]F, benchRounds)
	for i := range all {
		all[i] = run()
	}
	slices.SortFunc(all, func(a, b F) int { return cmp.Compare(by(a), by(b)) })
	return all[len(all)/2]
}

func searchAll(ctx context.Context, w *weights.Switch, positions []fitness.Opening) midgameFigure {
	f := midgameFigure{Depth: benchDepth, Positions: len(positions)}
	contestant, err := players.Searching(w.Name, w, search.Settings{Depth: benchDepth}).Contestant()
	if err != nil {
		panic(err) // the weights are valid
	}
	player := contestant.New(search.New(search.NewTable(18)))
	began := time.Now()
	for _, p := range positions {
		player.NewGame(0)
		r, _ := player.Move(ctx, p.Start) // weights never fail
		f.Nodes += r.Nodes
	}
	f.Seconds = time.Since(began).Seconds()
	return f
}

// selfPlay measures games of the weights against themselves, for benchTime.
func selfPlay(ctx context.Context, w *weights.Switch, depth, endgame, workers int) (gamesFigure, error) {
	f := gamesFigure{Depth: depth, Endgame: endgame}
	c := players.Searching(w.Name, w, search.Settings{Depth: depth, Endgame: endgame})
	arena := fitness.Local{Workers: workers}
	for batch := 0; f.Seconds < benchTime.Seconds(); batch++ {
		openings, err := fitness.RandomOpenings(fitness.Random(1, "bench", batch), engine.Start(), 32*workers, 8,
			fitness.ForAnything)
		if err != nil {
			return f, err
		}
		began := time.Now()
		tally, _, err := fitness.Match(ctx, arena, c, c, openings, 0, nil, nil)
		if err != nil {
			return f, err
		}
		f.Seconds += time.Since(began).Seconds()
		f.Games += tally.Games()
		f.Nodes += tally.Nodes
	}
	f.GamesPerSecond = fitness.GamesPerSecond(f.Games, f.Seconds)
	return f, nil
}

// cpuName returns the processor's model name, or the architecture if the system does not tell it.
func cpuName() string {
	if file, err := os.Open("/proc/cpuinfo"); err == nil {
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if name, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return runtime.GOARCH
}
