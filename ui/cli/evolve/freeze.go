package evolve

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"evothello/formats"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/runs"
	"evothello/ui/cli"
	"evothello/weights"
)

func newFreeze() *cobra.Command {
	var out, format string
	var generation int
	cmd := &cobra.Command{
		Use:   "freeze DIR -o FILE",
		Short: "Write the champion of a run, now or after a generation, as a file to play with",
		Long: `Write the champion of a run, now or after a generation, as a file to play with:
switch:file=FILE is a player. A file whose name ends in .py, or --format python, is
a module for the Python library y-tetsu/reversi, with a strategy called player; it
must be bred with --scorers table,possibility,edge,blank, which that library knows.
One whose name ends in .player, or --format league, is a player of the Othello League;
it must be bred with networks alone, as --scorers lines2, and --turns 60. The file -
is standard output.`,
		Example: `  evolve freeze runs/seed-1 --generation 20 -o g20.json
  evolve run --seed 4 --scorers table,possibility,edge,blank
  evolve freeze runs/seed-4 -o evolved.py`,
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := runs.Open(args[0])
			if err != nil {
				return cli.Input(err)
			}
			if out == "" {
				return cli.Inputf("no file to write: give one with -o FILE")
			}
			if !cmd.Flags().Changed("generation") {
				generation = run.State.Generation
			}
			if run.State.Generation == 0 {
				return cli.Inputf("%s has no champion yet: resume it", args[0])
			}
			champion := run.State.ChampionAt(generation)
			if generation > run.State.Generation || champion == nil {
				return cli.Inputf("%s has no champion of generation %d: it has played generations 1 to %d", args[0], generation, run.State.Generation)
			}
			switch {
			case format != "":
			case formats.IsPython(out):
				format = "python"
			case formats.IsLeague(out):
				format = "league"
			}
			player := run.Config.Switch(champion)
			data, err := frozen(player, format)
			if err != nil {
				return cli.Input(err)
			}
			if out == "-" {
				_, err := cmd.OutOrStdout().Write(data)
				return err
			}
			if t := player.Learnt(); t != nil {
				if err := t.Save(filepath.Dir(out)); err != nil {
					return err
				}
			}
			if err := files.Write(out, data); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: champion after generation %d, promoted in generation %d\n", out, generation, champion.Generation)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write, - for standard output")
	cmd.Flags().StringVar(&format, "format", "", "json, python or league (default: python if FILE ends in .py, league if in .player)")
	cmd.Flags().IntVar(&generation, "generation", 0, "the champion that reigned after this generation (default: the last)")
	return cmd
}

// frozen writes a player in a format.
func frozen(s *weights.Switch, format string) ([]byte, error) {
	switch format {
	case "python":
		return formats.WritePython(s)
	case "league":
		n, err := formats.NTupleOf(s)
		if err != nil {
			return nil, err
		}
		return []byte(n.League()), nil
	case "", "json":
		return files.EncodeJSON(s), nil
	}
	return nil, fmt.Errorf("--format: %w", names.New("format", format, []string{"json", "python", "league"}))
}
