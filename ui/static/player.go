package static

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"evothello/evaluators/patterns"
	"evothello/formats"
	"evothello/players"
	"evothello/runs"
	"evothello/runs/ladder"
	"evothello/ui/playerlist"
	"evothello/weights"
	"evothello/weights/scale"
)

// scalesFile is the name of the file with the scales of some players: their points per disc.
const scalesFile = "scales.json"

// An Edition is the player that a static edition is made for, and the files that it needs.
type Edition struct {
	Player string            `json:"player"` // name in the list of players, "" for none
	Files  map[string][]byte `json:"files"`  // by path

	champions []*weights.Switch // of Files
	named     *weights.Switch   // the weights of a player that ships, nil if it has none
}

// Of returns the edition of a player, given as on a command line: a run's directory, a champion's file or a
// name. The edition of a run's directory includes the run's earlier champions. "" means the players that ship
// with the program.
func Of(text string) (*Edition, error) {
	e := &Edition{Files: map[string][]byte{}}
	if text == "" {
		return e, nil
	}
	spec, err := players.ParseSpec(text)
	if err != nil {
		return nil, err
	}
	if spec.External || spec.RequiredKey() != "" {
		return nil, fmt.Errorf("player %s: browsers play only with weights, neither with programs nor with networks; "+
			"name a run's directory, a champion's file or a player such as evolved", text)
	}
	recipe, err := spec.Recipe()
	switch {
	case err != nil:
		return nil, err
	case pathOf(text) == "":
		e.Player, e.named = text, recipe.Weights
		return e, namesNoFile(text)
	case recipe.Weights == nil || recipe.Book != "" || recipe.Selective != nil || recipe.Handicap != 0:
		return nil, fmt.Errorf("player %s: a file or a directory is published only with its weights and search; "+
			"leave out book, selective and handicap", text)
	}
	return e, e.addRun(text, recipe)
}

// pathOf returns the path of a player's file or directory, "" for a name.
func pathOf(text string) string {
	name, _, _ := strings.Cut(text, ":")
	if slices.Contains(players.Names(players.Roster()), name) {
		return ""
	}
	for _, path := range []string{text, text[:max(0, strings.LastIndexByte(text, ':'))]} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// namesNoFile returns an error if a player's text contains the name of an existing file. Names of players and
// numbers do not count as file names.
func namesNoFile(text string) error {
	names := players.Names(players.Roster())
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("(),@:=", r) }) {
		if _, number := strconv.Atoi(word); number == nil || slices.Contains(names, word) {
			continue
		}
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
			return fmt.Errorf("player %s needs the file %s, which the edition will not have; "+
				"name only a champion's file or a run's directory", text, word)
		}
	}
	return nil
}

// Measure measures the value of points in discs for the players that the page shows first. Without it the
// browser measures them, which takes a second or more for each player.
func (e *Edition) Measure() error {
	scales := map[string]*scale.Scale{}
	add := func(w *weights.Switch, err error) error {
		if err == nil {
			scales[w.Hash()] = scale.Of(w)
		}
		return err
	}
	names := []string{weights.StrongestName, weights.EvolvedName}
	if len(e.champions) < 2 { // else they are the ladder
		for _, generation := range ladder.Generations {
			names = append(names, weights.RungName(generation))
		}
	}
	for _, name := range names {
		if err := add(weights.Named(name)); err != nil {
			return err
		}
	}
	for _, champion := range e.champions {
		if err := add(champion, nil); err != nil {
			return err
		}
	}
	if e.named != nil {
		if err := add(e.named, nil); err != nil {
			return err
		}
	}
	data, err := json.Marshal(scales)
	e.Files[scalesFile] = data
	return err
}

// About returns a description of the page's first opponent.
func (e *Edition) About() string {
	if e.Player == "" {
		return playerlist.BeginnerOpponent.Name
	}
	if earlier := len(e.champions) - 1; earlier > 0 {
		return fmt.Sprintf("%s, with %d champions of its run", e.Player, earlier)
	}
	return e.Player
}

// addRun adds the weights of a player as the champion of a run, and the earlier champions of a run's directory.
func (e *Edition) addRun(text string, recipe *players.Recipe) error {
	from, champion := pathOf(text), *recipe.Weights
	if from != text { // it has settings behind a colon
		champion.Search = recipe.Search
	}
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	whole, err := filepath.Abs(from)
	if err != nil {
		return err
	}
	name := filepath.Base(whole)
	if !info.IsDir() {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	e.Player = "runs/" + name
	e.add(&champion, "champion.json")
	e.Files[path.Join(e.Player, "checkpoint.json")] = nil // marks a run that has finished a generation
	if !info.IsDir() {
		return nil
	}
	generations := runs.Promoted(from)
	if run, err := runs.Open(from); err == nil {
		generations = run.Climb(rungs)
	}
	for _, generation := range generations {
		file := runs.ChampionFile(from, generation)
		earlier, err := formats.ReadSwitch(file)
		if err != nil {
			return err
		}
		e.add(earlier, path.Join("champions", filepath.Base(file)))
	}
	return nil
}

// rungs is the largest number of champions of a ladder.
const rungs = 6

// add adds a file of weights, and the tables that they use unless these ship with the program.
func (e *Edition) add(w *weights.Switch, name string) {
	e.champions = append(e.champions, w)
	e.Files[path.Join(e.Player, name)] = w.File()
	shipped, err := weights.Named(weights.StrongestName)
	if patternTables := w.PatternTables(); patternTables != nil && (err != nil || w.Tables != shipped.Tables) {
		e.Files[path.Join(e.Player, patterns.FileName(patternTables.Hash()))] = patternTables.File()
	}
}
