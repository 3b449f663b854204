package evolve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"evothello/evaluators/patterns"
	"evothello/evolution"
	"evothello/genome"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/internal/settings"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
	"evothello/ui/cli"
	"evothello/ui/lobby"
)

// configFlags are the flags that make the configuration of a run.
type configFlags struct {
	file, board                         string
	seed                                uint64
	population, endgame, pairs, plies   int
	rounds                              int
	search, model, start, squares       string
	turns, depth                        []int
	scorers, whole, opponents, schedule []string
	sigma                               float64
}

func (f *configFlags) add(cmd *cobra.Command) {
	d := evolution.Defaults(0)
	flags := cmd.Flags()
	flags.StringVar(&f.file, "config", "", "start from the configuration in this file, a run.json or a part of one; "+
		"other flags change it")
	cli.AddBoard(cmd, &f.board)
	flags.Uint64Var(&f.seed, "seed", 0, "seed of all random numbers (default: drawn, printed and stored)")
	flags.IntVar(&f.population, "population", d.Population, "genomes in a generation")
	flags.IntSliceVar(&f.depth, "depth", []int{d.Search.Depth},
		"search depth of all games, in plies; of several, as 2,4, fitness games take turns by generation and all others "+
			"play at the last")
	flags.StringVar(&f.search, "search", d.Search.Algorithm.String(),
		"search algorithm: negascout, alphabeta, negamax or minmax")
	flags.IntVar(&f.endgame, "endgame", d.Search.Endgame, "play exactly from this many empty squares")
	flags.IntVar(&f.pairs, "pairs", d.Pairs, "pairs of games a genome plays in a generation, on average; more by "+
		"default in smaller populations")
	flags.IntVar(&f.rounds, "rounds", d.Rounds, "rounds that the games of a generation are dealt out in: after each "+
		"the worse half drops out, and the rest play twice as many pairs")
	flags.IntVar(&f.plies, "plies", d.Plies, "random plies that open each game")
	flags.IntSliceVar(&f.turns, "turns", d.Turns, "last moves of the game phases")
	flags.StringVar(&f.model, "model", d.Model.Name(), "how generations come from each other: "+
		strings.Join(evolution.Models(), ", "))
	flags.Float64Var(&f.sigma, "sigma", evolution.DefaultSigma,
		fmt.Sprintf("first spread of models cmaes and mirrored, as a share of the genes' bounds (%g with --start, %g "+
			"where networks evolve from nothing)", evolution.StartSigma, evolution.NetworkSigma))
	flags.StringVar(&f.start, "start", "random",
		"breed from these weights: a player such as seed-blank, a champion file, or random")
	flags.StringSliceVar(&f.scorers, "scorers", d.Scorers, "whose weights evolve, of "+
		strings.Join(genome.AllScorers(), ", ")+" (lines1 to lines4 and blocks: networks of tuples, all lines of so many "+
		"squares and all blocks of 2×2); with --start those that it uses as well, if not given")
	flags.StringSliceVar(&f.whole, "whole-game", nil, "scorers that have one set of weights for all phases, as lines2")
	flags.StringVar(&f.squares, "squares", "classes",
		"what the table has a weight for: the ten classes of squares of the standard board, or the orbits of the board "+
			"that is played on, squares that its symmetries take to each other")
	flags.StringArrayVar(&f.opponents, "opponent", nil,
		"a player who sits in every panel, and then not on the ladder; may be given again")
	flags.StringArrayVar(&f.schedule, "schedule", nil,
		"from a generation on, as 100:depth=4,endgame=10,pairs=96; may be given again")
}

// A document is a run.json that may lack any field. Flags set what they name; the rest is left to
// evolution.ParseConfig.
type document map[string]any

// read reads the file of --config into the document.
func (d document) read(path string) error {
	data, err := files.Read(path, files.MaxSettings)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // seeds are large
	if err = lobby.CheckConfig(data, &runs.Evolution); err == nil && decoder.Decode(&d) != nil {
		_, err = evolution.ParseConfig(data, nil) // says what is wrong
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// An opener finds learnt tables by their hash.
type opener = func(hash string) (*patterns.Tables, error)

// set gives a field a value; within an object, the name is OBJECT.FIELD.
func (d document) set(name string, value any) {
	object, field, inside := strings.Cut(name, ".")
	if !inside {
		d[name] = value
		return
	}
	fields, is := d[object].(map[string]any)
	if !is {
		fields = map[string]any{}
		d[object] = fields
	}
	fields[field] = value
}

// config makes the configuration: defaults, the file of --config, then flags.
func (f *configFlags) config(cmd *cobra.Command) (c evolution.Config, err error) {
	given := cmd.Flags().Changed
	doc, open := document{}, opener(evolution.TablesIn())
	var inFile error // what is wrong with the file, unless flags mend it
	if f.file != "" {
		if err := doc.read(f.file); err != nil {
			return c, err
		}
		open = evolution.TablesIn(filepath.Dir(f.file))
		_, inFile = doc.resolve(open)
	}
	for flag, field := range map[string]struct {
		name  string
		value any
	}{
		"seed": {"seed", f.seed}, "population": {"population", f.population}, "pairs": {"pairs", f.pairs},
		"rounds": {"rounds", f.rounds}, "plies": {"plies", f.plies}, "turns": {"turns", f.turns},
		"endgame": {"search.endgame", f.endgame}, "scorers": {"scorers", f.scorers}, "whole-game": {"whole_game", f.whole},
		"opponent": {"opponents", f.opponents},
	} {
		if given(flag) {
			doc.set(field.name, field.value)
		}
	}
	if doc["seed"] == nil {
		doc["seed"] = rand.Uint64N(1_000_000)
	}
	if given("start") {
		if open, err = f.setStart(cmd, doc, open); err != nil {
			return c, err
		}
	}
	if err := errors.Join(f.setSearch(doc, given), f.setModel(doc, given), f.setGames(doc, given)); err != nil {
		return c, err
	}
	c, err = doc.resolve(open)
	if err != nil && inFile != nil {
		return c, fmt.Errorf("%s: %w", f.file, inFile)
	}
	if err == nil && f.squares != "classes" {
		if err = f.setSquares(doc, c.Scorers); err == nil {
			c, err = doc.resolve(open)
		}
	}
	return c, err
}

func (d document) resolve(open opener) (evolution.Config, error) {
	return evolution.ParseConfig(files.EncodeJSON(d), open)
}

// setSearch sets algorithm and depth.
func (f *configFlags) setSearch(doc document, given func(string) bool) error {
	if given("search") {
		algorithm, err := search.ParseAlgorithm(f.search)
		if err != nil {
			return err
		}
		doc.set("search.search", algorithm.String())
	}
	if given("depth") {
		if len(f.depth) == 0 {
			return errors.New("--depth: want a depth, such as 3")
		}
		doc.set("search.depth", f.depth[len(f.depth)-1])
		if delete(doc, "depths"); len(f.depth) > 1 {
			doc["depths"] = f.depth
		}
	}
	return nil
}

// setModel sets the model. Another one than the file's begins with its own defaults.
func (f *configFlags) setModel(doc document, given func(string) bool) error {
	model, _ := doc["model"].(map[string]any)
	if name, named := model["name"]; given("model") && (!named || name != f.model) {
		doc["model"] = map[string]any{"name": f.model}
	}
	if !given("sigma") {
		return nil
	}
	doc.set("model.sigma", f.sigma)
	model, _ = doc["model"].(map[string]any)
	name, named := model["name"]
	if !named {
		name = evolution.DefaultModel
	}
	if name != "cmaes" && name != "mirrored" {
		return fmt.Errorf("--sigma is of models cmaes and mirrored, not %v", name)
	}
	return nil
}

// setGames sets the board and the schedule.
func (f *configFlags) setGames(doc document, given func(string) bool) error {
	if given("board") {
		board, err := cli.Board(f.board)
		if err != nil {
			return err
		}
		if delete(doc, "board"); !board.IsStandard() {
			doc["board"] = board
		}
	}
	if given("schedule") {
		stages := make([]evolution.ScheduleEntry, len(f.schedule))
		for i, text := range f.schedule {
			var err error
			if stages[i], err = parseStage(text); err != nil {
				return err
			}
		}
		doc["schedule"] = stages
	}
	return nil
}

// setSquares has the table evolve a weight for each orbit of squares.
func (f *configFlags) setSquares(doc document, scorers []string) error {
	if f.squares != "orbits" {
		return fmt.Errorf("--squares: %w", names.New("kind", f.squares, []string{"classes", "orbits"}))
	}
	table := slices.Index(scorers, "table")
	if table < 0 {
		return errors.New("--squares orbits: the scorer table is not among those that evolve")
	}
	scorers = slices.Clone(scorers)
	scorers[table] = "squares"
	doc["scorers"] = scorers
	return nil
}

// setStart makes the run breed from the weights of a player or a champion file, and returns how their
// learnt tables are found.
func (f *configFlags) setStart(cmd *cobra.Command, doc document, open opener) (opener, error) {
	if f.start == "random" {
		delete(doc, "start")
		return open, nil
	}
	spec, err := players.ParseSpec(f.start)
	if err != nil {
		return nil, fmt.Errorf("--start: %w", err)
	}
	weights, err := spec.Switch()
	if err != nil {
		return nil, fmt.Errorf("--start: %w", err)
	}
	board, err := cli.BoardOf(cmd, f.board, spec)
	if err == nil {
		err = weights.PlaysOn(board)
	}
	if err != nil {
		return nil, fmt.Errorf("--start: %w", err)
	}
	if !board.IsStandard() {
		doc["board"] = board
	}
	doc["start"] = evolution.NewStart(f.start, weights)
	return func(string) (*patterns.Tables, error) { return weights.Learnt(), nil }, nil
}

// parseStage reads GENERATION:key=value,…
func parseStage(text string) (s evolution.ScheduleEntry, err error) {
	wrong := func() error {
		return fmt.Errorf("--schedule %q: want a generation and what changes then, as 100:depth=4,endgame=10,pairs=96", text)
	}
	from, changes, _ := strings.Cut(text, ":")
	if s.From, err = strconv.Atoi(from); err != nil {
		return s, wrong()
	}
	for change := range strings.SplitSeq(changes, ",") {
		key, value, _ := strings.Cut(change, "=")
		into := map[string]*int{"depth": &s.Depth, "endgame": &s.Endgame, "pairs": &s.Pairs}[key]
		if into == nil {
			return s, wrong()
		}
		if *into, err = strconv.Atoi(value); err != nil {
			return s, wrong()
		}
	}
	return s, nil
}

// widestValue is how many characters of a value the table of settings shows.
const widestValue = 80

func newConfig() *cobra.Command {
	var f configFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the configuration that run would use",
		Long: `Print every setting of a run: its name in run.json, its value with the given flags, its range and
its meaning. With --json, print the run.json itself, for --config to take after a change. A file
for --config may leave out what keeps its default.`,
		Example: "  evolve config --model generational\n  evolve config --json --population 64 > small.json",
		Args:    cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.config(cmd)
			if err != nil {
				return cli.Input(err)
			}
			if asJSON {
				_, err = cmd.OutOrStdout().Write(c.Marshal())
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "setting\tvalue\trange\tmeaning")
			for _, field := range settings.Fields(&c) {
				value := strings.ReplaceAll(field.Value, "null", "-")
				if len(value) > widestValue {
					value = "see --json"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", field.Name, value, field.Range, field.Meaning)
			}
			return w.Flush()
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the run.json")
	return cmd
}
