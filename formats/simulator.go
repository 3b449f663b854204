package formats

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/internal/names"
)

// A Simulator holds the settings of a tournament, in the form that the simulator of y-tetsu/reversi reads
// from a JSON file.
type Simulator struct {
	Players  []string // "player_names"; nil if missing, which means all players
	Pairs    int      // "matches"
	Plies    int      // "random_opening"
	Workers  int      // "processes", 0 if missing
	Progress bool     // "progress"
	First    string   // "first", the colour that begins
	Board    string   // "board_name", or the square board of "board_size", such as Square-6
	Swap     bool     // "swap": if false and there are two players, the first is always Black
	Perfect  bool     // "perfect_check": list games in which one side has all squares at the end
}

// A simulatorKey is a key of the simulator's file, its effect, and a description of its values. A key that has no
// effect on games sets nothing.
type simulatorKey struct {
	name string
	want string
	set  func(s *Simulator, value json.RawMessage) bool // false for an invalid value
}

// Upper limits of settings.
const (
	maxMatches = 100000
	maxOpening = 40 // random moves; enough moves remain for a game
)

// simulatorKeys lists the keys of the simulator's file. The simulator lets every player play "matches"
// games with Black against every other, hence as many with White. So "matches" is our number of pairs. It
// plays each of these games from another opening, where we play both games of a pair from the same one.
var simulatorKeys = []simulatorKey{
	{"board_size", "an even number from 4 to 26", func(s *Simulator, v json.RawMessage) bool {
		var size int
		if s.Board = string(v); slices.Contains([]string{"4", "6", "8"}, s.Board) {
			s.Board = "Square-" + s.Board
			return true
		}
		return readValue(v, &size) && size%2 == 0 && size >= engine.MinLarge && size <= engine.MaxLarge
	}},
	{"board_type", `"bitboard" or "board", which are the same here`, oneOf("bitboard", "board")},
	{ // after board_size, which it overrides
		"board_name", `null or one of the ` + fmt.Sprint(len(engine.Shapes)) + ` boards that ` + "`evolve board --help`" + ` lists`,
		func(s *Simulator, v json.RawMessage) bool {
			var name string
			if string(v) == "null" {
				return true
			}
			known := func(board engine.Shape) bool { return board.Name == name }
			if !readValue(v, &name) || !slices.ContainsFunc(engine.Shapes, known) {
				return false
			}
			s.Board = name
			return true
		},
	},
	{"first", `"black" or "white"`, func(s *Simulator, v json.RawMessage) bool {
		return oneOf("black", "white")(s, v) && readValue(v, &s.First)
	}},
	{
		"matches", fmt.Sprintf("a whole number from 1 to %d", maxMatches),
		count(1, maxMatches, func(s *Simulator) *int { return &s.Pairs }),
	},
	{"processes", "a whole number from 1 to 1000", count(1, 1000, func(s *Simulator) *int { return &s.Workers })},
	{"parallel", `"player" or "game", which are the same here`, oneOf("player", "game")},
	{"prallel", `"player" or "game", which are the same here`, oneOf("player", "game")}, // spelt so in its sample file
	{
		"random_opening", fmt.Sprintf("a whole number from 0 to %d", maxOpening),
		count(0, maxOpening, func(s *Simulator) *int { return &s.Plies }),
	},
	{"swap", "true or false", func(s *Simulator, v json.RawMessage) bool { return readValue(v, &s.Swap) }},
	{"progress", "true or false", func(s *Simulator, v json.RawMessage) bool { return readValue(v, &s.Progress) }},
	{"perfect_check", "true or false", func(s *Simulator, v json.RawMessage) bool { return readValue(v, &s.Perfect) }},
	{"player_names", "a list of names", func(s *Simulator, v json.RawMessage) bool { return readValue(v, &s.Players) }},
}

// ReadSimulator reads the simulator's settings file. Missing settings have the simulator's defaults: 10 matches,
// openings of 8 random moves, all players. Errors name unknown keys, and keys whose values this program does not
// support.
func ReadSimulator(data []byte) (*Simulator, error) {
	var values map[string]json.RawMessage
	if err := files.UnmarshalJSON(data, &values); err != nil {
		return nil, fmt.Errorf("not readable as JSON: %w", err)
	}
	if values == nil {
		return nil, errors.New(`null: must be the simulator's settings, ` +
			`such as {"matches": 50, "player_names": ["Random", "Greedy"]}`)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(simulatorKeys, func(k simulatorKey) bool { return k.name == name }) {
			return nil, names.New("key", name, knownKeys())
		}
	}
	s := &Simulator{Pairs: 10, Plies: 8, Progress: true, First: "black", Board: engine.Standard().Name, Swap: true}
	for _, key := range simulatorKeys {
		if value, there := values[key.name]; there && !key.set(s, value) {
			return nil, fmt.Errorf("%q is %s: must be %s", key.name, strings.Join(strings.Fields(string(value)), " "), key.want)
		}
	}
	return s, nil
}

func knownKeys() (known []string) {
	for _, key := range simulatorKeys {
		if key.name != "prallel" {
			known = append(known, key.name)
		}
	}
	return known
}

func readValue(value json.RawMessage, into any) bool {
	return string(value) != "null" && json.Unmarshal(value, into) == nil
}

func count(low, high int, field func(*Simulator) *int) func(*Simulator, json.RawMessage) bool {
	return func(s *Simulator, value json.RawMessage) bool {
		n := field(s)
		return readValue(value, n) && *n >= low && *n <= high
	}
}

func oneOf(texts ...string) func(*Simulator, json.RawMessage) bool {
	return func(_ *Simulator, value json.RawMessage) bool {
		var text string
		return readValue(value, &text) && slices.Contains(texts, text)
	}
}
