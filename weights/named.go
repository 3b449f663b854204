package weights

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"evothello/engine"
	"evothello/internal/names"
	"evothello/runs/reference"
	"evothello/runs/strongest"
)

//go:embed reversi-weights.json
var seedWeightsJSON []byte

// ReversiNames lists the weight sets of the reversi library, in the order of display.
var ReversiNames = []string{
	"reversi-alphabeta", "reversi-edge", "reversi-blank", "reversi-switch", "reversi-switch-blank",
	"reversi-switch-1279", "reversi-table-8x8",
}

// seeds returns the weight sets of the reversi library's players by name.
var seeds = sync.OnceValue(func() map[string]*Switch {
	var sets map[string]*Switch
	if err := json.Unmarshal(seedWeightsJSON, &sets); err != nil {
		panic("weights: reversi-weights.json: " + err.Error())
	}
	for name, s := range sets {
		s.Schema, s.Name = Schema, name
		if err := s.Validate(); err != nil {
			panic("weights: reversi-weights.json: " + name + ": " + err.Error())
		}
	}
	return sets
})

// Names of weights that ship with the program.
const (
	StrongestName = "strongest"        // pattern tables, trained on games
	EvolvedName   = "evolved"          // evolved by the genetic algorithm, with some named features and a small network
	ClassicName   = "evolved-classic"  // evolved by the genetic algorithm, with only the reversi library's scorers
	CMAESName     = "evolved-cmaes"    // evolved by CMA-ES, with some named features
	NetworksName  = "evolved-networks" // evolved by mirrored CMA-ES, with networks of tuples, to play without search
	RobustName    = "evolved-robust"   // evolved from evolved-networks in games that include wpc and greedy
	DeepName      = "evolved-deep"     // evolved from evolved-networks to play with search, then fitted to its own games
)

// shipped holds functions that return the shipped champions, by name. Each file is read once. A test proves that the
// champions are valid. Their pattern tables are opened at the first use: a browser fetches them then.
var shipped = map[string]func() (*Switch, error){
	StrongestName: read(strongest.File), EvolvedName: read(reference.Champion), ClassicName: read(classic),
	CMAESName: read(cmaes), NetworksName: read(networks), RobustName: read(robust), DeepName: read(deep),
}

func read(file []byte) func() (*Switch, error) {
	return sync.OnceValues(func() (*Switch, error) { return decode(file) })
}

// classic is the champion of a run whose command is in docs/results/evolved-classic.md.
//
//go:embed evolved-classic.json
var classic []byte

// cmaes is the champion of another run. Its command is in docs/results/evolved-classic.md as well.
//
//go:embed evolved-cmaes.json
var cmaes []byte

// networks is the champion of a run whose command is in docs/results/evolved-networks.md.
//
//go:embed evolved-networks.json
var networks []byte

// robust is the champion of two runs whose commands are in docs/results/evolved-robust.md.
//
//go:embed evolved-robust.json
var robust []byte

// deep was fitted to games of its own. The commands are in docs/results/evolved-deep.md.
//
//go:embed evolved-deep.json
var deep []byte

// boardsFiles holds champions evolved on boards of other shapes, see docs/results/champions-of-boards.md.
//
//go:embed boards
var boardsFiles embed.FS

// boardChampions returns the champions in boardsFiles by name.
var boardChampions = sync.OnceValue(func() map[string]*Switch {
	champions := map[string]*Switch{}
	for _, board := range BoardsWithChampions() {
		data, err := boardsFiles.ReadFile("boards/" + board + ".json")
		if err != nil {
			panic("weights: " + err.Error())
		}
		s, err := Read(data)
		if err != nil || s.Board == nil {
			panic(fmt.Sprintf("weights: boards/%s.json: not the champion of a board: %v", board, err))
		}
		champions[BoardChampion(board)] = s
	}
	return champions
})

// BoardsWithChampions returns the names of the boards, other than the standard board, that have a champion shipped with
// the program. Such a champion plays only on its board.
func BoardsWithChampions() (boards []string) {
	files, _ := boardsFiles.ReadDir("boards")
	for _, file := range files {
		boards = append(boards, strings.TrimSuffix(file.Name(), ".json"))
	}
	return boards
}

// BoardChampion returns the name of a board's champion. The board must be one of BoardsWithChampions.
func BoardChampion(board string) string { return EvolvedName + "-" + strings.ToLower(board) }

// ChampionOf returns the name of the champion that ships with the program for a board. On a board without its own
// champion this is a champion that uses only features, because pattern tables and networks of tuples fit only the
// standard board.
func ChampionOf(board engine.Shape) string {
	if board.IsStandard() {
		return StrongestName
	}
	for name, s := range boardChampions() {
		if s.Board.SameGames(board) {
			return name
		}
	}
	return CMAESName
}

// Strongest returns the strongest player's weights.
func Strongest() (*Switch, error) { return Named(StrongestName) }

// Named returns a weight set that ships with the program, by its name: a champion, a champion of the ladder,
// the champion of a board, or a set of the reversi library. Callers must not change it. An unknown name is an
// error.
func Named(name string) (*Switch, error) {
	if read, ok := shipped[name]; ok {
		s, err := read()
		if err != nil {
			return nil, fmt.Errorf("the built-in weights %s: %w", name, err)
		}
		return s, nil
	}
	if s, ok := seeds()[name]; ok {
		return s, nil
	}
	if s, ok := boardChampions()[name]; ok {
		return s, nil
	}
	if s, err := rung(name); s != nil || err != nil {
		return s, err
	}
	known := slices.Concat(
		[]string{StrongestName, EvolvedName, ClassicName, CMAESName, NetworksName, RobustName, DeepName},
		ReversiNames, slices.Sorted(maps.Keys(boardChampions())))
	return nil, names.New("weights", name, known)
}
