package evolve

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/evaluators/patterns"
	"evothello/evolution"
	"evothello/formats"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/internal/settings"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
	"evothello/ui/cli"
)

// configFlags holds the flags that set the configuration of a run: --config, --squares, and one for each setting with
// the tag "flag".
type configFlags struct {
	file, squares string
	flags         *pflag.FlagSet
	verb          string // the command

	open        func(hash string) (*patterns.Tables, error) // opens the pattern tables of the file
	inFile      error                                       // of the file alone; flags may repair it
	generations int                                         // of a ga_setting.json, or else 0
}

// The groups of the flags in help texts, in order.
const (
	howLong     = "How long"
	whatEvolves = "What evolves"
	optimizing  = "Optimizer"
	ofGames     = "Games"
	output      = "Output"
)

// addOwn adds all flags of a run.
func (f *configFlags) addOwn(cmd *cobra.Command) {
	f.begin(cmd)
	f.addGroup(cmd, whatEvolves, "scorers", "turns", "shared")
	cmd.Flags().StringVar(&f.squares, "squares", "classes", "squares with one weight in the scorer table: `KIND` is "+
		"classes or orbits")
	cli.GroupFlags(cmd, whatEvolves, "squares")
	f.addGroup(cmd, whatEvolves, "board", "start")
	f.addOptimizer(cmd)
	f.addGroup(cmd, ofGames, "pairs", "rounds", "depth", "endgame", "search", "opening-plies", "random-every", "opponent",
		"schedule")
	f.addSource(cmd)
}

// addTuning adds the flags of a run that tunes a program.
func (f *configFlags) addTuning(cmd *cobra.Command) {
	f.begin(cmd)
	f.addOptimizer(cmd)
	f.addGroup(cmd, ofGames, "pairs", "rounds", "opening-plies", "opponent")
	f.addSource(cmd)
}

// addForAll adds all flags of a run to a command whose help leaves them out.
func (f *configFlags) addForAll(cmd *cobra.Command, title string) {
	before := map[string]bool{}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { before[flag.Name] = true })
	f.addOwn(cmd)
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if !before[flag.Name] {
			cli.GroupFlags(cmd, title, flag.Name)
			cli.DescribedIn(cmd, "--optimizer, --population, --depth and others: see `evolve run --help`", flag.Name)
		}
	})
}

func (f *configFlags) begin(cmd *cobra.Command) {
	f.flags, f.verb, f.squares = cmd.Flags(), cmd.Name(), "classes"
	pointToSettings(cmd, "run.json", knownSettings)
}

func (f *configFlags) addOptimizer(cmd *cobra.Command) {
	f.addGroup(cmd, optimizing, "optimizer", "population", "crossover", "mutation", "elites", "sigma", "restart-after")
}

// addSource adds the flags for the seed and the file of settings.
func (f *configFlags) addSource(cmd *cobra.Command) {
	f.addGroup(cmd, output, "seed")
	f.flags.StringVar(&f.file, "config", "", "settings of `FILE`, some or all of a run.json; other flags override them")
	cli.GroupFlags(cmd, output, "config")
}

// addGroup adds flags of settings under a title of the help.
func (f *configFlags) addGroup(cmd *cobra.Command, title string, flags ...string) {
	known := knownFields()
	for _, name := range flags {
		i := slices.IndexFunc(known, func(s settings.Field) bool { return s.Flag == name })
		cli.AddSetting(cmd, &known[i])
	}
	cli.GroupFlags(cmd, title, flags...)
}

// method implements methodFlags.
func (f *configFlags) method(cmd *cobra.Command, args []string) (runs.Method, error) {
	c, err := f.config(cmd)
	return &runs.Plan{Config: c}, cmp.Or(cli.Args(cobra.NoArgs)(cmd, args), err)
}

// config returns the configuration: defaults, overridden by the file of --config, overridden by flags.
func (f *configFlags) config(cmd *cobra.Command) (c evolution.Config, err error) {
	d, err := f.draft(cmd)
	if err != nil {
		return c, err
	}
	return f.complete(d)
}

// draft returns the settings of the file of --config, overridden by flags.
func (f *configFlags) draft(cmd *cobra.Command) (d *evolution.Draft, err error) {
	d, f.open = evolution.NewDraft(), evolution.TablesIn()
	if f.file != "" {
		if d, err = f.read(); err != nil {
			return nil, err
		}
		f.open = evolution.TablesIn(filepath.Dir(f.file))
		_, f.inFile = d.Complete(f.open)
	}
	var wrong []error
	for _, setting := range knownFields() { // the optimizer's name stands before its settings
		if flag := f.flags.Lookup(setting.Flag); flag != nil && flag.Changed {
			wrong = append(wrong, f.apply(cmd, d, &setting))
		}
	}
	if !d.Gives("seed") {
		_ = d.Set("seed", rand.Uint64N(1_000_000))
	}
	return d, errors.Join(wrong...)
}

// read reads the file of --config: a run.json, or a ga_setting.json of the reversi library.
func (f *configFlags) read() (d *evolution.Draft, err error) {
	data, err := files.Read(f.file, files.MaxWeights)
	if err != nil {
		return nil, err
	}
	if formats.IsGASetting(data) {
		s, err := formats.ReadGASetting(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.file, err)
		}
		f.generations = min(max(s.Generations, 1), runs.Evolution.MaxCount)
		return evolution.LibraryDraft(s), nil
	}
	if err = runs.CheckConfigOf(data, &runs.Evolution); err == nil {
		d, err = evolution.ParseDraft(data)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.file, err)
	}
	return d, nil
}

// apply sets a setting to the value of its flag.
func (f *configFlags) apply(cmd *cobra.Command, d *evolution.Draft, setting *settings.Field) error {
	value := cli.SettingOf(f.flags, setting)
	switch setting.Flag {
	case "optimizer":
		d.SetOptimizer(value.(string))
		return nil
	case "board":
		return setBoard(d, value.(string))
	case "search":
		algorithm, err := search.ParseAlgorithm(value.(string))
		if err != nil {
			return err
		}
		return d.Set(setting.Name, algorithm)
	case "depth":
		return setDepths(d, value.([]int))
	case "schedule":
		return setSchedule(d, value.([]string))
	case "start":
		text := value.(string)
		return f.setStart(cmd, d, text)
	}
	if err := d.Set(setting.Name, value); err != nil {
		return err
	}
	if name, of := strings.CutPrefix(setting.Name, "optimizer."); of {
		if with := evolution.OptimizersWith(name); !slices.Contains(with, d.OptimizerName()) {
			return fmt.Errorf("--%s: optimizer %s has no such setting: leave it out, or give --optimizer %s", setting.Flag,
				d.OptimizerName(), strings.Join(with, " or "))
		}
	}
	return nil
}

// complete adds copies of opponents and the defaults to a draft, and checks that the run can begin.
func (f *configFlags) complete(d *evolution.Draft) (c evolution.Config, err error) {
	typed, _ := f.flags.GetStringArray("opponent")
	if err := d.CopyOpponents(typed); err != nil {
		return c, err
	}
	c, err = d.Complete(f.open)
	if err == nil && f.squares != "classes" {
		if err = f.setSquares(d, c.Scorers); err == nil {
			c, err = d.Complete(f.open)
		}
	}
	if err == nil {
		err = c.Validate()
	}
	if err != nil && f.inFile != nil && err.Error() == f.inFile.Error() {
		return c, fmt.Errorf("%s: %w", f.file, f.inFile)
	}
	if err == nil {
		err = checkPrograms(&c, typed, f.verb, "--config", f.file)
	}
	return c, err
}

// setBoard sets the board by its name or file.
func setBoard(d *evolution.Draft, text string) error {
	board, err := cli.Board(text)
	if err != nil {
		return err
	}
	if board.IsStandard() {
		return d.Set("board", nil)
	}
	return d.Set("board", board)
}

// setDepths sets the depths of fitness games. All other games have the last one.
func setDepths(d *evolution.Draft, depths []int) error {
	if len(depths) == 0 {
		return errors.New("--depth: want a depth, such as 3")
	}
	several := depths
	if len(depths) == 1 {
		several = nil
	}
	return errors.Join(d.Set("search.depth", depths[len(depths)-1]), d.Set("depths", several))
}

// setSchedule sets the schedule to entries such as GENERATION:key=value,…
func setSchedule(d *evolution.Draft, texts []string) error {
	var schedule []evolution.ScheduleEntry
	for _, text := range texts {
		wrong := fmt.Errorf("--schedule %q: want a generation and its changes, such as 100:depth=4,endgame=10,pairs=96", text)
		from, changes, _ := strings.Cut(text, ":")
		entry, err := evolution.ScheduleEntry{}, error(nil)
		if entry.From, err = strconv.Atoi(from); err != nil {
			return wrong
		}
		for change := range strings.SplitSeq(changes, ",") {
			key, value, _ := strings.Cut(change, "=")
			into := map[string]*int{"depth": &entry.Depth, "endgame": &entry.Endgame, "pairs": &entry.Pairs}[key]
			if into == nil {
				return wrong
			}
			if *into, err = strconv.Atoi(value); err != nil {
				return wrong
			}
		}
		schedule = append(schedule, entry)
	}
	return d.Set("schedule", schedule)
}

// setSquares replaces the scorer table by squares, which has a weight for each orbit of squares.
func (f *configFlags) setSquares(d *evolution.Draft, scorers []string) error {
	if f.squares != "orbits" {
		return fmt.Errorf("--squares: %w", names.New("value", f.squares, []string{"classes", "orbits"}))
	}
	table := slices.Index(scorers, "table")
	if table < 0 {
		return errors.New("--squares orbits: scorer table does not evolve; add table to --scorers")
	}
	scorers = slices.Clone(scorers)
	scorers[table] = "squares"
	return d.Set("scorers", scorers)
}

// setStart sets the weights at the start: those of a player or a champion file.
func (f *configFlags) setStart(cmd *cobra.Command, d *evolution.Draft, text string) error {
	if text == "random" {
		d.SetStart(nil)
		return nil
	}
	fail := func(err error) error { return fmt.Errorf("--start: %w", err) }
	if data, err := files.Read(text, files.MaxSettings); err == nil && formats.IsPopulation(data) {
		population, err := formats.ReadPopulation(data)
		if err == nil {
			err = d.SetPopulation(population)
		}
		if err != nil {
			return fmt.Errorf("--start %s: %w", text, err)
		}
		return nil
	}
	spec, err := players.ParseSpec(text)
	if err != nil {
		return fail(err)
	}
	weights, err := spec.Switch()
	if err != nil {
		return fail(err)
	}
	named, _ := f.flags.GetString("board")
	board, err := cli.BoardOf(cmd, named, spec)
	if err == nil {
		err = weights.PlaysOn(board)
	}
	if err != nil {
		return fail(err)
	}
	d.SetStart(evolution.NewStart(text, weights))
	if board.IsStandard() {
		return nil
	}
	return d.Set("board", board)
}

// Help texts of flags that several commands have.
const (
	randomSeed   = "seed of all random numbers (default: random, printed and stored)"
	exactEndgame = "play exactly from this many empty squares on"
)
