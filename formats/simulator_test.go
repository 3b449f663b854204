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
				Progress: true, First: "black", Board: "Square-8", Swap: true,
			}},
		{"the simulator's defaults", `{"player_names":["MinMax","NegaMax"]}`,
			Simulator{
				Players: []string{"MinMax", "NegaMax"}, Pairs: 10, Plies: 8, Progress: true, First: "black", Board: "Square-8",
				Swap: true,
			}},
		{"all players", `{"board_name":"x","board_size":6,"random_opening":0}`,
			Simulator{Pairs: 10, Progress: true, First: "black", Board: "x", Swap: true}},
		{"every key", `{"board_size":6,"board_type":"board","board_name":null,"first":"white","matches":3,"processes":4,` +
			`"parallel":"game","random_opening":6,
			"swap":false,"progress":false,"perfect_check":true,"player_names":["a","b","c"]}`,
			Simulator{
				Players: []string{"a", "b", "c"}, Pairs: 3, Plies: 6, Workers: 4, First: "white", Board: "Square-6", Perfect: true,
			}},
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
		{`null`, `null: must be the simulator's settings`},
		{strings.Repeat("[", 1<<20), "exceeded max depth"},
		{`{"board_name":"Square"}`, `"board_name" is "Square": must be null or one of the 22 boards that`},
		{`{"board_name":8}`, `"board_name" is 8: must be null or one of the 22 boards`},
		{`{"first":"red"}`, `"first" is "red": must be "black" or "white"`},
		{`{"player_names":"Random"}`, `"player_names" is "Random": must be a list of names`},
		{`{"player_names":[1, 2]}`, `"player_names" is [1, 2]: must be a list of names`},
		{`{"player_names":null}`, `"player_names" is null: must be a list of names`},
		{`{"game":5,"player_names":[]}`, `unknown key "game"; known: board_size, board_type, board_name, first, matches, ` +
			`processes, parallel, random_opening, swap, progress, perfect_check, player_names`},
		{`{"Matches":5,"player_names":[]}`, `unknown key "Matches"; did you mean matches?`},
		{`{"board_hole":1,"first":"white"}`, `unknown key "board_hole"; did you mean board_size?`},
		{`{"board_size":11}`, `"board_size" is 11: must be an even number from 4 to 26`},
		{`{"board_type":"hexagon"}`, `"board_type" is "hexagon": ` +
			`must be "bitboard" or "board", which are the same here`},
		{`{"matches":0}`, `"matches" is 0: must be a whole number from 1 to 100000`},
		{`{"matches":2.5}`, `"matches" is 2.5: must be a whole number from 1 to 100000`},
		{`{"matches":"5"}`, `"matches" is "5": must be a whole number from 1 to 100000`},
		{`{"matches":null}`, `"matches" is null: must be a whole number from 1 to 100000`},
		{`{"processes":-1}`, `"processes" is -1: must be a whole number from 1 to 1000`},
		{`{"parallel":"match"}`, `"parallel" is "match": must be "player" or "game", which are the same here`},
		{`{"prallel":7}`, `"prallel" is 7: must be "player" or "game", which are the same here`},
		{`{"random_opening":50}`, `"random_opening" is 50: must be a whole number from 0 to 40`},
		{`{"swap":1}`, `"swap" is 1: must be true or false`},
		{`{"progress":"no"}`, `"progress" is "no": must be true or false`},
		{`{"perfect_check":"all"}`, `"perfect_check" is "all": must be true or false`},
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
