package evolve

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/fitness"
	"evothello/fitness/roster"
	"evothello/players"
)

// largeFlags lists the flags of match that work on boards larger than 8×8.
var largeFlags = []string{"board", "pairs", "plies", "seed", "depth", "endgame", "sprt", "workers", "json", "quiet"}

// prepareLarge is prepare for boards larger than 8×8.
func (f *matchFlags) prepareLarge(cmd *cobra.Command, size int, nameA, nameB string) (_ *match, err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil && !slices.Contains(largeFlags, flag.Name) {
			err = fmt.Errorf("--%s works on boards up to 8×8 only: leave it out with --board %s", flag.Name, f.board)
		}
	})
	if err == nil {
		err = checkWorkers(f.arena.workers)
	}
	if err == nil && f.pairs < 1 {
		err = fmt.Errorf("--pairs %d: must be 1 or more", f.pairs)
	}
	if err != nil {
		return nil, err
	}
	m := roster.Match{Seed: f.seed, Workers: f.arena.workers}
	if m.A, err = f.contestant(cmd, nameA); err != nil {
		return nil, err
	}
	if m.B, err = f.contestant(cmd, nameB); err != nil {
		return nil, err
	}
	if m.Test, err = f.test(cmd); err != nil {
		return nil, err
	}
	if m.Openings, err = roster.RandomOpenings(size, fitness.Random(f.seed, "match"), f.pairs, f.plies); err != nil {
		return nil, err
	}
	return &match{a: m.A.Name, b: m.B.Name, pairs: len(m.Openings), test: m.Test,
		play: func(ctx context.Context, played func(fitness.PairResult)) (fitness.Tally, []fitness.PairResult, error) {
			tally, err := m.Play(ctx, played)
			return tally, nil, err
		}}, nil
}

// contestant returns the compiled player of a spec for boards larger than 8×8.
func (f *matchFlags) contestant(cmd *cobra.Command, text string) (*players.Contestant, error) {
	spec, err := roster.ParseSpec(text)
	if err == nil && cmd.Flags().Changed("depth") {
		if err = checkDepth("depth", f.depth, 1); err == nil {
			spec, err = spec.WithDefault("depth", f.depth)
		}
	}
	if err == nil && cmd.Flags().Changed("endgame") {
		if err = checkDepth("endgame", f.endgame, 0); err == nil {
			spec, err = spec.WithDefault("endgame", f.endgame)
		}
	}
	if err != nil {
		return nil, err
	}
	return spec.Contestant()
}
