package evolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evothello/formats"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/players"
	"evothello/runs"
	"evothello/ui/cli"
	"evothello/weights"
)

type freezeFlags struct {
	out, format string
	generation  int
}

func newFreeze() *cobra.Command {
	var f freezeFlags
	cmd := &cobra.Command{
		Use:   "freeze DIR|PLAYER -o FILE",
		Short: "Write the champion of a run, or another player's weights, as a file to play with",
		Long: `Write the champion of a run, now or after a generation, or the weights of a player
of play list, as a file to play with: switch:file=FILE is a player.

A file whose name ends in .py, or --format python, is a module for the Python library
y-tetsu/reversi, with a strategy called player. That library knows the scorers table,
possibility, edge and blank only. A file whose name ends in .player, or --format
league, is a player of the Othello League: its weights must be networks alone, as of
--scorers lines2 --turns 60. The file - is standard output.`,
		Example: `  evolve freeze runs/seed-1 --generation 20 -o g20.json
  evolve run --seed 4 --scorers table,possibility,edge,blank
  evolve freeze runs/seed-4 -o evolved.py
  evolve freeze evolved-classic -o classic.py`,
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "file to write, - for standard output")
	cmd.Flags().StringVar(&f.format, "format", "",
		"json, python or league (default: python if FILE ends in .py, league if in .player)")
	cmd.Flags().IntVar(&f.generation, "generation", 0,
		"the champion that reigned after this generation (default: the last)")
	return cmd
}

func (f *freezeFlags) run(cmd *cobra.Command, from string) error {
	player, what, err := f.player(cmd, from)
	if err != nil {
		return cli.Input(err)
	}
	data, err := frozen(player, f.out, f.format)
	if err != nil {
		return cli.Input(err)
	}
	if f.out == "-" {
		_, err := cmd.OutOrStdout().Write(data)
		return err
	}
	if t := player.Learnt(); t != nil {
		if err := t.Save(filepath.Dir(f.out)); err != nil {
			return err
		}
	}
	if err := files.Write(f.out, data); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", f.out, what)
	return nil
}

// player returns the weights to write and what they are: those of a run's champion if from is a directory,
// else those of the player that it names.
func (f *freezeFlags) player(cmd *cobra.Command, from string) (player *weights.Switch, what string, err error) {
	generation := cmd.Flags().Changed("generation")
	if info, err := os.Stat(from); !generation && (err != nil || !info.IsDir()) {
		spec, err := players.ParseSpec(from)
		if err == nil {
			player, err = spec.Switch()
		}
		if err == nil {
			return player, "weights of " + from, f.checkOut()
		}
		// An unknown plain word counts as a missing directory.
		if info != nil || spec.Text != "" || strings.Contains(from, ":") {
			return nil, "", err
		}
	}
	run, err := runs.Open(from)
	if err != nil {
		return nil, "", err
	}
	last := run.State.Generation
	if !generation {
		f.generation = last
	}
	if last == 0 {
		return nil, "", fmt.Errorf("%s has no champion yet: resume it", from)
	}
	champion := run.State.ChampionAt(f.generation)
	if f.generation > last || champion == nil {
		return nil, "", fmt.Errorf("%s has no champion of generation %d: it has played generations 1 to %d",
			from, f.generation, last)
	}
	what = fmt.Sprintf("champion after generation %d, promoted in generation %d", f.generation, champion.Generation)
	return run.Config.Switch(champion), what, f.checkOut()
}

func (f *freezeFlags) checkOut() error {
	if f.out == "" {
		return errors.New("no file to write: give one with -o FILE")
	}
	return nil
}

// frozen writes a player in a format, or if that is "" in that of the file's name.
func frozen(s *weights.Switch, path, format string) ([]byte, error) {
	switch {
	case format == "python" || format == "" && formats.IsPython(path):
		return formats.WritePython(s)
	case format == "league" || format == "" && formats.IsLeague(path):
		n, err := formats.NTupleOf(s)
		if err != nil {
			return nil, err
		}
		return []byte(n.League()), nil
	case format == "json" || format == "":
		return s.File(), nil
	}
	return nil, fmt.Errorf("--format: %w", names.New("format", format, []string{"json", "python", "league"}))
}
