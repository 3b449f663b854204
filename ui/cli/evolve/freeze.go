package evolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evothello/evaluators/patterns"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/learn/policy"
	"evothello/players"
	"evothello/players/human"
	"evothello/runs"
	"evothello/ui/cli"
	"evothello/weights"
)

type freezeFlags struct {
	out, format string
	standalone  bool
	generation  int
}

func newFreeze() *cobra.Command {
	var f freezeFlags
	cmd := &cobra.Command{
		Use:   "freeze DIR|PLAYER -o FILE",
		Short: "Write the weights of a run's champion, or of another player, to a file",
		Long: `Write the weights of a run's champion, or of another player of "play list", to a file. The
player switch:file=FILE plays with the file.

The end of FILE is that of the format:
  json    FILE.json: a champion file
  python  FILE.py: a module for the Python library y-tetsu/reversi, with a strategy named
          player, also of compositions, books and endgames; not for pattern tables
  league  FILE.player: a player of the Othello League; only for weights of networks alone,
          such as those of --scorers lines2 --turns 60

With --standalone FILE.py needs no library: it has the rules, the evaluation and the search,
and chooses the same moves as the player. It is for weights of all scorers but pattern
tables, on the standard board. No command reads it.

A directory of "train policy" gives FILE.network with whole numbers as weights. The player
human:file=FILE plays the same moves with it on every machine.

Only a file that freeze wrote, unchanged since, is replaced.`,
		Example: `  evolve freeze runs/seed-1 --generation 20 -o g20.json
  evolve run --seed 4
  evolve freeze runs/seed-4 -o mine.py
  evolve freeze evolved -o evolved.py
  evolve freeze evolved --standalone -o alone.py
  evolve freeze 'switch(table@29,evolved:depth=3):book=Neko,endgame=9' -o composed.py`,
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to `FILE`, or to standard output if it is -")
	cmd.Flags().StringVar(&f.format, "format", "", "`FORMAT`: json, python or league (default by the end of FILE)")
	cmd.Flags().BoolVar(&f.standalone, "standalone", false, "write Python that needs no library")
	cmd.Flags().IntVar(&f.generation, "generation", 0, "write the champion as of this generation (default the last)")
	return cmd
}

func (f *freezeFlags) run(cmd *cobra.Command, from string) error {
	file, err := f.content(cmd, from)
	if err != nil {
		return cli.Input(err)
	}
	if f.out == "-" {
		_, err := cmd.OutOrStdout().Write(file.data)
		return err
	}
	if file.tables != nil {
		if err := file.tables.Save(filepath.Dir(f.out)); err != nil {
			return err
		}
	}
	if err := files.Write(f.out, file.data); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", cli.Plain(f.out), cli.Plain(file.what))
	return nil
}

// frozen is a file to write.
type frozen struct {
	data   []byte
	what   string           // a description for the user
	tables *patterns.Tables // pattern tables that the file needs, nil for none
}

// content returns the file of a player or of the champion of a directory.
func (f *freezeFlags) content(cmd *cobra.Command, from string) (frozen, error) {
	if f.out == "" {
		return frozen{}, errors.New("no output file: give one with -o FILE")
	}
	if policy.Format.Is(from) {
		return f.network(from)
	}
	format, err := f.fileFormat()
	if err != nil {
		return frozen{}, err
	}
	if format == "python" && !cmd.Flags().Changed("generation") {
		recipe, err := pythonRecipe(from)
		if err != nil {
			return frozen{}, err
		}
		if recipe != nil {
			return f.whole(recipe)
		}
	}
	player, what, err := f.player(cmd, from)
	if err != nil {
		return frozen{}, err
	}
	file := frozen{what: what, tables: player.PatternTables()}
	switch format {
	case "python":
		file.data, err = f.python(formats.PythonOf(player))
	case "league":
		var n *formats.NTuple
		if n, err = formats.NTupleOf(player); err == nil {
			file.data = []byte(n.League())
		}
	default:
		file.data = player.File()
	}
	return file, err
}

// whole returns the Python file of a player with its search, book and endgame.
func (f *freezeFlags) whole(recipe *players.Recipe) (frozen, error) {
	player, err := recipe.Python()
	if err != nil {
		return frozen{}, err
	}
	data, err := f.python(recipe.Name+".", player)
	return frozen{data: data, what: "player " + recipe.Name}, err
}

// python returns the Python file of a player.
func (f *freezeFlags) python(comment string, player *formats.PythonPlayer) ([]byte, error) {
	if f.standalone {
		return formats.WriteStandalone(comment, player)
	}
	return formats.WritePythonPlayer(comment, player)
}

// network returns the file of the network of a directory of train policy.
func (f *freezeFlags) network(dir string) (frozen, error) {
	if f.format != "" || f.generation != 0 || f.standalone {
		return frozen{}, errors.New("a network has one format and one generation: " +
			"leave out --format, --generation and --standalone")
	}
	if err := f.checkOut(".network"); err != nil {
		return frozen{}, err
	}
	n, err := policy.Freeze(dir)
	if err != nil {
		return frozen{}, err
	}
	return frozen{data: n.File(), what: fmt.Sprintf("the network of %s, for the player human:file=%s", dir, f.out)}, nil
}

// pythonRecipe returns the player to write to Python with its search, book and endgame: one that has no weights, or
// whose keys are given. It returns nil for weights alone, and for what is no player.
func pythonRecipe(from string) (*players.Recipe, error) {
	spec, err := players.ParseSpec(from)
	if err != nil {
		return nil, nil
	}
	if _, err := spec.Switch(); err == nil && !strings.Contains(from, ":") {
		return nil, nil
	}
	return spec.Recipe()
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
			return player, "weights of " + from, nil
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
	return run.Config.Switch(champion), what, nil
}

// fileEnds holds the ends of files' names by the format of --format.
var fileEnds = map[string]string{"json": ".json", "python": ".py", "league": ".player"}

// fileFormat returns the format to write. It returns an error if the output file's name does not agree with it.
func (f *freezeFlags) fileFormat() (format string, err error) {
	format = f.format
	if f.standalone {
		format = "python"
	} else if format == "" && f.out == "-" {
		format = "json"
	}
	for one, end := range fileEnds {
		if format == "" && strings.EqualFold(filepath.Ext(f.out), end) {
			format = one
		}
	}
	end, known := fileEnds[format]
	switch {
	case format == "":
		return "", fmt.Errorf("%s: name a file that ends in .json, .py or .player, because the end of the name chooses the "+
			"format",
			f.out)
	case !known:
		return "", fmt.Errorf("--format: %w", names.New("format", format, []string{"json", "python", "league"}))
	case f.standalone && f.format != "" && f.format != format:
		return "", errors.New("--standalone writes Python: leave out --format")
	}
	return format, f.checkOut(end)
}

// checkOut returns an error if the output file's name does not have the end, or if freeze may not replace the file.
func (f *freezeFlags) checkOut(end string) error {
	if f.out == "-" {
		return nil
	}
	return checkPlayerFile(f.out, end)
}

// checkPlayerFile returns an input error if a player's file cannot be written to the path of -o, if its name does not
// have the end, or if it would replace one that this program did not write, or that has been changed since.
func checkPlayerFile(path, end string) error {
	if !strings.EqualFold(filepath.Ext(path), end) {
		return cli.Inputf("%s: name a file that ends in %s, the ending of its format", path, end)
	}
	if err := checkWritable("output", path); err != nil {
		return err
	}
	old, err := files.Read(path, files.MaxWeights)
	if files.IsMissing(err) {
		return nil
	}
	if err == nil && !isFrozen(path, old) {
		err = fmt.Errorf("%s exists already and was changed or not written by evolve: name another file, or remove this "+
			"one", path)
	}
	return cli.Input(err)
}

// isFrozen reports whether the content of a player's file is as this program writes it.
func isFrozen(path string, content []byte) bool {
	if strings.EqualFold(filepath.Ext(path), ".network") {
		_, err := human.Read(content)
		return err == nil
	}
	return formats.IsFrozen(path, content)
}
