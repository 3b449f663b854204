package formats

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadSimulator(t *testing.T) {
	sample, err := os.ReadFile("testdata/simulator_setting.json")
	require.NoError(t, err)
	for _, c := range []struct {
		name, text string
		want       Simulator
	}{
		{"the simulator's sample, with its misspelling", string(sample),
			Simulator{
				Players: []string{"AlphaBeta", "Random", "Greedy"}, Pairs: 50, Plies: 0, Workers: 2,
				Progress: true, First: "black",
			}},
		{"the simulator's defaults", `{"player_names":["MinMax","NegaMax"]}`,
			Simulator{Players: []string{"MinMax", "NegaMax"}, Pairs: 10, Plies: 8, Progress: true, First: "black"}},
		{"all players", `{"board_name":"Square-8","random_opening":0}`, Simulator{Pairs: 10, Progress: true, First: "black"}},
		{"every key", `{"board_size":8,"board_type":"board","board_name":null,"first":"white","matches":3,"processes":4,` +
			`"parallel":"game","random_opening":6,
			"swap":true,"progress":false,"perfect_check":false,"player_names":["a","b","c"]}`,
			Simulator{Players: []string{"a", "b", "c"}, Pairs: 3, Plies: 6, Workers: 4, First: "white"}},
	} {
		got, err := ReadSimulator([]byte(c.text))
		require.NoError(t, err, c.name)
		assert.Equal(t, c.want, *got, c.name)
	}
}

func TestReadSimulatorRefuses(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{`{`, "not readable as JSON: unexpected end of JSON input"},
		{`[]`, "not readable as JSON: "},
		{`{} {}`, "not readable as JSON: invalid character"},
		{`null`, `null is not settings of the simulator`},
		{strings.Repeat("[", 1<<20), "exceeded max depth"},
		{`{"board_name":"X"}`,
			`"board_name" is "X": must be null or "Square-8", which is the 8×8 board: others are not played`},
		{`{"board_name":8}`, `"board_name" is 8: must be null or "Square-8"`},
		{`{"first":"red"}`, `"first" is "red": must be "black" or "white"`},
		{`{"player_names":"Random"}`, `"player_names" is "Random": must be a list of names`},
		{`{"player_names":[1, 2]}`, `"player_names" is [1, 2]: must be a list of names`},
		{`{"player_names":null}`, `"player_names" is null: must be a list of names`},
		{`{"game":5,"player_names":[]}`, `unknown key "game"; known: board_size, board_type, board_name, first, matches, ` +
			`processes, parallel, random_opening, swap, progress, perfect_check, player_names`},
		{`{"Matches":5,"player_names":[]}`, `unknown key "Matches"; did you mean matches?`},
		{`{"board_hole":1,"first":"white"}`, `unknown key "board_hole"; did you mean board_size?`},
		{`{"board_size":6}`, `"board_size" is 6: must be 8: other boards are not played`},
		{`{"board_type":"hexagon"}`, `"board_type" is "hexagon": ` +
			`must be "bitboard" or "board", which are the same 8×8 board: others are not played`},
		{`{"matches":0}`, `"matches" is 0: must be a whole number from 1 to 100000`},
		{`{"matches":2.5}`, `"matches" is 2.5: must be a whole number from 1 to 100000`},
		{`{"matches":"5"}`, `"matches" is "5": must be a whole number from 1 to 100000`},
		{`{"matches":null}`, `"matches" is null: must be a whole number from 1 to 100000`},
		{`{"processes":-1}`, `"processes" is -1: must be a whole number from 1 to 1000`},
		{`{"parallel":"match"}`, `"parallel" is "match": must be "player" or "game", which are the same here`},
		{`{"prallel":7}`, `"prallel" is 7: must be "player" or "game", which are the same here`},
		{`{"random_opening":50}`, `"random_opening" is 50: must be a whole number from 0 to 40`},
		{`{"swap":false}`, `"swap" is false: must be true: every opening is played with both colours`},
		{`{"progress":"no"}`, `"progress" is "no": must be true or false`},
		{`{"perfect_check":true}`,
			`"perfect_check" is true: must be false: games in which a side loses all its discs are not listed`},
	} {
		_, err := ReadSimulator([]byte(c.text))
		assert.ErrorContains(t, err, c.says, "%.80s", c.text)
	}
}

func FuzzReadSimulator(f *testing.F) {
	f.Add([]byte(`{"matches":50,"prallel":"player","random_opening":0,"player_names":["Random","Greedy"]}`))
	f.Add([]byte(`{"swap":true,"board_size":8}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadSimulator(data)
		if err == nil && (s.Pairs < 1 || s.Plies < 0 || s.Workers < 0) {
			t.Fatalf("%s was read as %+v", data, s)
		}
	})
}
