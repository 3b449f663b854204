package players

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/search"
)

func TestSpecsChangeTheSearch(t *testing.T) {
	for _, c := range []struct {
		spec string
		want search.Settings
	}{
		{"alphabeta", search.Settings{Algorithm: search.AlphaBeta, Depth: 4}},
		{"AlphaBeta:Depth=2", search.Settings{Algorithm: search.AlphaBeta, Depth: 2}},
		{"reversi_blank", search.Settings{Depth: 4, Endgame: 8}},
		{"strongest:time=0.5s", search.Settings{Endgame: 8, Time: 5e8}},
		{"strongest:depth=6,time=1s,endgame=14", search.Settings{Depth: 6, Endgame: 14, Time: 1e9}},
		{"strongest:nodes=1000", search.Settings{Nodes: 1000, Endgame: 8}},
		{"fullreading", search.Settings{Algorithm: search.AlphaBeta, Depth: 4, Endgame: 9}},
		{"Iterative", search.Settings{Algorithm: search.AlphaBeta, Time: 5e8, Endgame: 9}},
		{"edge:depth=3", search.Settings{Algorithm: search.AlphaBeta, Depth: 3, Endgame: 9}},
		{"edge:nodes=500,endgame=0", search.Settings{Algorithm: search.AlphaBeta, Nodes: 500}},
		{"edge:time=1s,depth=3", search.Settings{Algorithm: search.AlphaBeta, Depth: 3, Time: 1e9, Endgame: 9}},
		{"edge:endgame=12", search.Settings{Algorithm: search.AlphaBeta, Time: 5e8, Endgame: 12}},
		{"switch", search.Settings{Time: 5e8, Endgame: 10}},
		{"Blank8_16", search.Settings{Depth: 8, Endgame: 16}},
		{"tpweb8_16", search.Settings{Depth: 8, Endgame: 16}},
		{"BLANKI_16", search.Settings{Time: 5e8, Endgame: 16}},
		{"negascout:weights=reversi-switch,search=minmax", search.Settings{Algorithm: search.MinMax, Depth: 4}},
	} {
		assert.Equal(t, c.want, settingsOf(t, mustSpec(t, c.spec)), c.spec)
	}
}

func TestMatchDefaultsKeepTheSpecsKeys(t *testing.T) {
	spec := mustSpec(t, "strongest:depth=6").WithDepth(2).WithEndgame(10)
	assert.Equal(t, search.Settings{Depth: 6, Endgame: 10}, settingsOf(t, spec))
	clocked := mustSpec(t, "switch:endgame=14").WithDepth(2)
	assert.Equal(t, search.Settings{Depth: 2, Endgame: 14}, settingsOf(t, clocked),
		"a depth replaces the clock, not the endgame")
	for _, oneDeep := range []string{"random", "table"} {
		r, err := mustSpec(t, oneDeep).WithDepth(3).Recipe()
		require.NoError(t, err)
		assert.Equal(t, oneDeep, r.Player.String(), "one-ply players ignore it")
	}
}

func TestSpecsRefuse(t *testing.T) {
	for _, c := range []struct{ spec, says string }{
		{"edax", `unknown player "edax": name one that ` + "`" + called.Play("list") + "` shows, a champion's file or a " +
			"run's directory"},
		{"random,greedy", "player random,greedy: name one player; give several as separate arguments or flags"},
		{"", `unknown player ""`},
		{"table:depth=3", `unknown key "depth"; known: corner, c, a1`},
		{"table:corner=1.5", "corner=1.5: must be a whole number from -100000 to 100000"},
		{"alphabeta:corner=1,corner=2", "corner is given twice"},
		{"strongest:corner=9,weights=reversi-alphabeta,we=1e9", "must be a whole number"},
		{"greedy:book=cow", `unknown book "cow"`},
		{"greedy:endgame=61", "endgame=61: want a whole number from 0 to 60"},
		{"switch(random@29,table", "want a closing parenthesis, as in switch(random@29,table)"},
		{"switch(random@29,table)endgame=9", "want keys after the parenthesis"},
		{"switch()", `player switch(): unknown player ""`},
		{"switch(random,table)", "random plays up to move 60: each player but the last needs a last move @N"},
		{"switch(random@30,greedy@20,table)", "greedy plays up to move 20: each player but the last needs a last move"},
		{"switch(random@-1,table)", "random plays up to move -1"},
		{"switch(random@9,tabel)", `unknown player "tabel"; did you mean table?`},
		{"switch(random@9,table:depth=3@20,greedy)", `player table:depth=3: unknown key "depth"`},
		{"switch(random@9,table):depth=3", `unknown key "depth"; known: book, endgame, seed`},
		{"strongest:deep=3", `unknown key "deep"; known: depth, nodes`},
		{"strongest:depth=0", "want a whole number from 1 to 60"},
		{"strongest:depth=six", "want a whole number from 1 to 60"},
		{"strongest:depth", "want a whole number"},
		{"strongest:depth=1,depth=2", "depth is given twice"},
		{"strongest:time=-1s", "want a time per move"},
		{"strongest:time=soon", "want a time per move"},
		{"strongest:weights=mine", `unknown weights "mine"; known: strongest, evolved, evolved-classic`},
		{"strongest:search=mcts", "known: negascout"},
		{"strongest:weights=reversi-blank,file=x", "not both"},
		{"strongest:file=", "want a file's path"},
		{"random:seed=-1", "want a whole number, 0 or more"},
		{"strongest:book=cow", `unknown book "cow"; known: none, Hitsuji, Neko, Nezumi, Tora, Usagi, Ushi`},
		{"strongest:games=10", `unknown key "games"`},
		{"montecarlo:games=0", "want a whole number from 1 to"},
		{"montecarlo:depth=4", `unknown key "depth"; known: games, time, endgame, seed, count, remain`},
		{"montecarlo:by_move=perhaps", "by-move=perhaps: must be yes (each move has the number of games) or no (all " +
			"moves share the games)"},
		{"switch:file=/no/such/file", "/no/such/file"},
		{"strongest:selective=", "want yes, no or the path of a file that evolve measure cuts wrote"},
		{"strongest:selective=/no/such/fit", "/no/such/fit"},
		{"strongest:selective=yes,search=alphabeta", "search alphabeta: only negascout can be selective"},
		{"strongest:selective=yes,handicap=3",
			"handicap: a player that gives discs away must value all moves, so its search cannot be selective"},
		{"reversi-blank:selective=yes", "selective=yes: there is no built-in fit for these weights: " +
			"create one as `" + called.Evolve("measure", "cuts", "--help") + "` describes"},
		{"table:selective=yes", `unknown key "selective"`},
	} {
		spec, err := ParseSpec(c.spec)
		if err == nil {
			_, err = spec.Contestant()
		}
		assert.ErrorContains(t, err, c.says, c.spec)
	}
}

func FuzzParseSpec(f *testing.F) {
	f.Add("strongest:depth=3,endgame=10,search=alphabeta")
	f.Add("random:seed=7")
	f.Add("edge:book=none,time=0.5s")
	f.Add("montecarlo:games=7,time=1s")
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := ParseSpec(text)
		if err == nil && !strings.Contains(text, "file") && !strings.Contains(text, "selective") {
			_, _ = spec.Contestant()
		}
	})
}
