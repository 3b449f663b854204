package search

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAlgorithmsHaveNames(t *testing.T) {
	assert.Equal(t, NegaScout, Settings{}.Algorithm, "the default")
	for name, a := range map[string]Algorithm{
		"negascout": NegaScout, "alphabeta": AlphaBeta, "negamax": NegaMax, "minmax": MinMax,
	} {
		assert.Equal(t, name, a.String())
		parsed, err := ParseAlgorithm(strings.ToUpper(name))
		require.NoError(t, err)
		assert.Equal(t, a, parsed)

		text, err := json.Marshal(a)
		require.NoError(t, err)
		assert.Equal(t, `"`+name+`"`, string(text))
		var read Algorithm
		require.NoError(t, json.Unmarshal(text, &read))
		assert.Equal(t, a, read)
	}
	_, err := ParseAlgorithm("mcts")
	assert.EqualError(t, err, `unknown search "mcts"; known: negascout, alphabeta, negamax, minmax`)
	var a Algorithm
	assert.ErrorContains(t, json.Unmarshal([]byte(`"mcts"`), &a), "known: negascout")
}

func TestSettingsAllow(t *testing.T) {
	for _, s := range []Settings{
		{Depth: 1}, {Depth: MaxDepth}, {Nodes: 1}, {Time: 1},
		{Depth: 1, Endgame: MaxDepth}, {Depth: 4, Nodes: 1000, Time: time.Second, Endgame: 8},
	} {
		assert.NoError(t, s.Validate(), "%+v", s)
	}
}

func TestSettingsRefuse(t *testing.T) {
	for _, c := range []struct {
		settings Settings
		says     string
	}{
		{Settings{}, "a search needs a limit: depth (1 to 60), nodes or time"},
		{Settings{Endgame: 10}, "a search needs a limit: depth (1 to 60), nodes or time"},
		{Settings{Depth: -1}, "depth -1: must be 1 to 60"},
		{Settings{Depth: 61}, "depth 61: must be 1 to 60"},
		{Settings{Depth: 1, Endgame: -1}, "endgame -1: must be 0 to 60"},
		{Settings{Depth: 1, Endgame: 61}, "endgame 61: must be 0 to 60"},
		{Settings{Time: -1}, "time -1ns: must be above 0"},
	} {
		assert.EqualError(t, c.settings.Validate(), c.says)
	}
}

func TestFixedDepth(t *testing.T) {
	const limits = "the search must have a depth, and no limit of nodes or time"
	for _, c := range []struct {
		settings Settings
		says     string // "" if it is valid
	}{
		{Settings{Depth: 1, Endgame: 8}, ""},
		{Settings{Endgame: 8}, "depth is 0: must be 1 to 60"},
		{Settings{Depth: 61}, "depth 61: must be 1 to 60"},
		{Settings{Depth: 4, Nodes: 1000}, limits},
		{Settings{Depth: 4, Time: time.Second}, limits},
	} {
		if err := c.settings.ValidateFixed(); c.says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

func TestSettingsInWords(t *testing.T) {
	for words, s := range map[string]Settings{
		"negascout to depth 1":                             {Depth: 1},
		"negascout to depth 4, solved from 8 empties":      {Depth: 4, Endgame: 8},
		"alphabeta within 1 nodes a move":                  {Algorithm: AlphaBeta, Nodes: 1},
		"minmax within 1ns a move, solved from 1 empties":  {Algorithm: MinMax, Time: 1, Endgame: 1},
		"negamax to depth 6 within 1s a move":              {Algorithm: NegaMax, Depth: 6, Time: time.Second},
		"negascout within 9 nodes a move within 2s a move": {Nodes: 9, Time: 2 * time.Second},
	} {
		assert.Equal(t, words, s.String())
	}
}
