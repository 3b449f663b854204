package evolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evothello/formats"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/learn/policy"
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
		Short: "Write the weights of a run's champion, or of another player, to a file",
		Long: `Write the weights of a run's champion to a file, from the last generation or from the one
that --generation names. Or write the weights of another player of "play list". The player
switch:file=FILE plays with the file.

The format depends on the end of FILE, or on --format:
  json    a champion file, the default
  python  FILE.py: a module for the Python library y-tetsu/reversi, with a strategy named
          player; for all scorers but learnt tables (patterns). Players with keys, and
          those without weights, are written whole: compositions, books and endgames
  league  FILE.player: a player of the Othello League; only for weights of networks alone,
          such as those of --scorers lines2 --turns 60

A directory of "net run" gives a file with whole numbers as weights. The player
people:file=FILE plays with it, and plays the same moves on every machine.`,
		Example: `  evolve freeze runs/seed-1 --generation 20 -o g20.json
  evolve run --seed 4
  evolve freeze runs/seed-4 -o mine.py
  evolve freeze evolved -o evolved.py
  evolve freeze 'switch(table@29,evolved:depth=3):book=Neko,endgame=9' -o composed.py`,
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to `FILE`, or to standard output if it is -")
	cmd.Flags().StringVar(&f.format, "format", "", "`FORMAT`: json, python or league (default by the end of FILE)")
	cmd.Flags().IntVar(&f.generation, "generation", 0, "write the champion as of this generation (default the last)")
	return cmd
}

func (f *freezeFlags) run(cmd *cobra.Command, from string) error {
	if policy.Format.Is(from) {
		return f.network(cmd, from)
	}
	if recipe := f.pythonRecipe(cmd, from); recipe != nil {
		return f.writePython(cmd, recipe)
	}
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
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", cli.Plain(f.out), cli.Plain(what))
	return nil
}

// network writes the network of a directory of net run.
func (f *freezeFlags) network(cmd *cobra.Command, dir string) error {
	err := f.checkOut()
	switch {
	case err != nil:
	case f.format != "" || f.generation != 0:
		err = errors.New("a network has one format and one generation: leave out --format and --generation")
	case formats.IsPython(f.out) || formats.IsLeague(f.out):
		err = fmt.Errorf("%s: a network has a format of its own: name a file such as mine.network", f.out)
	}
	if err != nil {
		return cli.Input(err)
	}
	n, err := policy.Freeze(dir)
	if err != nil {
		return cli.Input(err)
	}
	if f.out == "-" {
		_, err := cmd.OutOrStdout().Write(n.File())
		return err
	}
	if err := files.Write(f.out, n.File()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: the network of %s, for the player people:file=%[1]s\n", cli.Plain(f.out),
		cli.Plain(dir))
	return nil
}

// pythonRecipe returns the player to write as a Python module with its search, book and endgame: one that has no
// weights, or whose keys are given. It returns nil for weights alone, and for what is no player.
func (f *freezeFlags) pythonRecipe(cmd *cobra.Command, from string) *players.Recipe {
	if !(f.format == "python" || f.format == "" && formats.IsPython(f.out)) || cmd.Flags().Changed("generation") {
		return nil
	}
	spec, err := players.ParseSpec(from)
	if err != nil {
		return nil
	}
	if _, err := spec.Switch(); err == nil && !strings.Contains(from, ":") {
		return nil
	}
	recipe, err := spec.Recipe()
	if err != nil {
		return nil
	}
	return recipe
}

// writePython writes a player as a Python module.
func (f *freezeFlags) writePython(cmd *cobra.Command, recipe *players.Recipe) error {
	python, err := recipe.Python()
	var data []byte
	if err == nil {
		data, err = formats.WritePythonPlayer(recipe.Name+".", python)
	}
	if err == nil {
		err = f.checkOut()
	}
	if err != nil {
		return cli.Input(err)
	}
	if f.out == "-" {
		_, err := cmd.OutOrStdout().Write(data)
		return err
	}
	if err := files.Write(f.out, data); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: player %s\n", cli.Plain(f.out), cli.Plain(recipe.Name))
	return nil
}

// player returns the weights to write and a description of them. If from is a directory, they are those of the
// run's champion, else those of the player from.
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
		// If from is an unknown plain word, the error below says that there is no such directory.
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
		return nil, "", fmt.Errorf("%s has no champion yet: continue the run with `%s`", from, called.Evolve("resume", from))
	}
	champion := run.State.ChampionAt(f.generation)
	if f.generation > last || champion == nil {
		return nil, "", fmt.Errorf("%s has no champion of generation %d: it has generations 1 to %d",
			from, f.generation, last)
	}
	if run.Config.Tunes() {
		return nil, "", fmt.Errorf("%s has parameters of a program, not weights: copy %s", from,
			runs.ChampionFile(from, champion.Generation))
	}
	what = fmt.Sprintf("champion after generation %d, promoted in generation %d", f.generation, champion.Generation)
	return run.Config.Switch(champion), what, f.checkOut()
}

func (f *freezeFlags) checkOut() error {
	if f.out == "" {
		return errors.New("no output file: give one with -o FILE")
	}
	return nil
}

// frozen returns the content of a player's file. If format is "", the file's name decides the format.
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
