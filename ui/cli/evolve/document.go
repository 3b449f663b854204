package evolve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evolution"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
)

// A document is a run.json that may lack any field. Flags set some fields. evolution.ParseConfig sets the defaults of
// the rest.
type document map[string]any

// read reads the file of --config into the document. It returns the number of generations of a ga_setting.json, or
// else 0.
func (d document) read(path string) (generations int, err error) {
	data, err := files.Read(path, files.MaxWeights)
	if err != nil {
		return 0, err
	}
	if formats.IsGASetting(data) {
		s, err := formats.ReadGASetting(data)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		d.setLibrary(s)
		return min(max(s.Generations, 1), runs.Evolution.MaxCount), nil
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // seeds are large
	if err = playerlist.CheckConfig(data, &runs.Evolution); err == nil && (!json.Valid(data) ||
		decoder.Decode(&d) != nil) {
		_, err = evolution.ParseConfig(data, nil) // says what is wrong
	}
	if err == nil {
		err = files.CheckKeys(data)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return 0, nil
}

// setLibrary sets what the reversi library's genetic algorithm does with its settings: it evolves the weights of Table
// players, which move without a search, by games against the library's own weights.
func (d document) setLibrary(s *formats.GASetting) {
	maps.Copy(d, document{
		"schema": evolution.Schema, "population": s.Population, "pairs": s.Pairs, "opening_plies": s.Plies, "panel": 0,
		"opponents": []string{"table"}, "scorers": []string{"table"}, "turns": []int{60},
		"search": map[string]any{"depth": 1, "endgame": 0},
		"optimizer": map[string]any{
			"name": "ga-library", "children": s.Children, "mutation": s.Mutation, "step": s.Step,
			"large": map[string]any{"every": s.LargeEvery, "step": s.LargeStep}, "threshold": s.Threshold,
		},
	})
}

// setPopulation sets the first genomes of a run: a population that the reversi library wrote, the best first if the
// run's population is smaller.
func (d document) setPopulation(p *formats.Population) error {
	optimizer, _ := d["optimizer"].(map[string]any)
	if optimizer["name"] != "ga-library" {
		return errors.New("--start population.json needs --optimizer ga-library or --config ga_setting.json")
	}
	first := p.Weights
	size, err := strconv.Atoi(fmt.Sprint(d["population"])) // a json.Number in a file
	if err == nil && size < len(first) {
		first = p.Ranked()[:size]
	}
	d.set("optimizer.first", first)
	return nil
}

// An opener returns the pattern tables that have a hash.
type opener = func(hash string) (*patterns.Tables, error)

// set gives a field a value. The name of a field inside an object is OBJECT.FIELD.
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
	document(fields).set(field, value)
}

// config returns the configuration of a run that can begin.
func (d document) config(open opener) (evolution.Config, error) {
	c, err := evolution.ParseConfig(files.EncodeJSON(d), open)
	if err == nil {
		err = c.Validate()
	}
	return c, err
}

// clone returns a copy whose objects can be changed.
func (d document) clone() document {
	copied := maps.Clone(d)
	for name, value := range copied {
		if fields, is := value.(map[string]any); is {
			copied[name] = map[string]any(document(fields).clone())
		}
	}
	return copied
}

// setOptimizer sets the optimizer. An optimizer that differs from the previous one starts with its own defaults.
func (d document) setOptimizer(optimizer string) {
	fields, _ := d["optimizer"].(map[string]any)
	if name, named := fields["name"]; !named || name != optimizer {
		d["optimizer"] = map[string]any{"name": optimizer}
	}
}

// setBoard sets the board by its name or file.
func (d document) setBoard(text string) error {
	board, err := cli.BoardOrSize(text)
	if err != nil {
		return err
	}
	if delete(d, "board"); !board.IsStandard() {
		d["board"] = board
	}
	return nil
}

// copyOpponents copies the opponents whose games their specs alone do not decide: players from files, programs, and the
// champion, which changes with the program's version. A copy that the document has stays, unless the opponent is typed
// again. It returns an opener that finds the pattern tables of the copies.
func (d document) copyOpponents(open opener, typed []string) (opener, error) {
	var c struct {
		Board     *engine.Shape
		Opponents []string
		Reference evolution.Reference
		Copies    evolution.Copies
	}
	if json.Unmarshal(files.EncodeJSON(d), &c) != nil {
		return open, nil // ParseConfig says what is wrong
	}
	board := engine.Standard()
	if c.Board != nil {
		board = *c.Board
	}
	copies := evolution.Copies{}
	for _, opponents := range [][]string{c.Opponents, c.Reference.Opponents} {
		for i, text := range opponents {
			if stored := c.Copies[text]; stored != nil && !slices.Contains(typed, text) {
				copies[text] = stored
				continue
			}
			name, copied, err := evolution.CopyPlayer(board, text)
			if err != nil {
				return nil, err
			}
			if copied != nil {
				opponents[i], copies[name] = name, copied
				open = openerOf(open, copied.Tables()...)
			}
		}
	}
	if delete(d, "copies"); len(copies) == 0 {
		return open, nil
	}
	if d["copies"] = copies; c.Opponents != nil {
		d["opponents"] = c.Opponents
	}
	if c.Reference.Opponents != nil {
		d.set("reference.opponents", c.Reference.Opponents)
	}
	return open, nil
}

// openerOf returns an opener that finds tables that are open, and for others asks another opener.
func openerOf(other opener, tables ...*patterns.Tables) opener {
	return func(hash string) (*patterns.Tables, error) {
		for _, t := range tables {
			if t.Hash() == hash {
				return t, nil
			}
		}
		return other(hash)
	}
}

// config returns the configuration: defaults, overridden by the file of --config, overridden by flags.
func (f *configFlags) config(cmd *cobra.Command) (c evolution.Config, err error) {
	doc, open, err := f.document(cmd)
	if err != nil {
		return c, err
	}
	return f.resolve(doc, open)
}

// document returns the run.json of the file of --config, overridden by flags, without defaults, and the opener of its
// pattern tables.
func (f *configFlags) document(cmd *cobra.Command) (doc document, open opener, err error) {
	given := cmd.Flags().Changed
	doc, open = document{}, evolution.TablesIn()
	if f.file != "" {
		if f.generations, err = doc.read(f.file); err != nil {
			return nil, nil, err
		}
		open = evolution.TablesIn(filepath.Dir(f.file))
		_, f.inFile = doc.config(open)
	}
	for flag, field := range map[string]struct {
		name  string
		value any
	}{
		"seed": {"seed", f.seed}, "population": {"population", f.population}, "pairs": {"pairs", f.pairs},
		"rounds": {"rounds", f.rounds}, "opening-plies": {"opening_plies", f.plies},
		"random-every": {"random_every", f.randomEvery}, "turns": {"turns", f.turns},
		"endgame": {"search.endgame", f.endgame}, "scorers": {"scorers", f.scorers}, "shared": {"shared", f.whole},
		"opponent": {"opponents", f.opponents}, "restart-after": {"restart.after", f.restart.After},
		"restart-growth":    {"restart.growth", f.restart.Growth},
		"restart-alternate": {"restart.alternate", f.restart.Alternate},
	} {
		if given(flag) {
			doc.set(field.name, field.value)
		}
	}
	if doc["seed"] == nil {
		doc["seed"] = rand.Uint64N(1_000_000)
	}
	err = errors.Join(f.setSearch(doc, given), f.setOptimizer(doc, given), f.setGames(doc, given))
	if err == nil && given("start") {
		open, err = f.setStart(cmd, doc, open) // after the optimizer, which may take a population
	}
	return doc, open, err
}

// resolve adds copies of opponents and the defaults to a document.
func (f *configFlags) resolve(doc document, open opener) (c evolution.Config, err error) {
	if open, err = doc.copyOpponents(open, f.opponents); err != nil {
		return c, err
	}
	c, err = doc.config(open)
	if err != nil && f.inFile != nil && err.Error() == f.inFile.Error() {
		return c, fmt.Errorf("%s: %w", f.file, f.inFile)
	}
	if err == nil {
		err = checkPrograms(&c, f.opponents, f.verb, "--config", f.file)
	}
	if err != nil || f.squares == "classes" {
		return c, err
	}
	if err := f.setSquares(doc, c.Scorers); err != nil {
		return c, err
	}
	return doc.config(open)
}

// checkPrograms returns an error unless the user has named all programs among the opponents of a run: what a file holds
// starts no program by itself. command is the command to name them with.
func checkPrograms(c *evolution.Config, named []string, command ...string) error {
	var programs []string
	for _, text := range named {
		program, _, err := evolution.CopyPlayer(c.HomeBoard(), text)
		if err != nil {
			return fmt.Errorf("--opponent: %w", err)
		}
		programs = append(programs, program)
	}
	for _, program := range c.Programs() {
		if !slices.Contains(programs, program) {
			return fmt.Errorf("an opponent is a program, which only runs if you name it: `%s`",
				called.Evolve(append(command, "--opponent", program)...))
		}
	}
	return nil
}
