package players

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/internal/called"
	"evothello/search"
	"evothello/weights"
)

func TestEveryPlayerFinishesAGame(t *testing.T) {
	file := writeFile(t, switchJSON)
	for _, e := range Roster() {
		specs := []string{e.Name}
		switch e.Name {
		case "switch":
			specs = append(specs, "switch:file="+file)
		case "montecarlo", "m-100", "m-1000", "theend":
			specs = []string{e.Name + ":games=5"}
		case "ntuple":
			network := "ntuple:file=" + writeLeague(t, leaguePlayer(rand.New(rand.NewPCG(1, 1)), 5))
			specs = []string{network, network + ",view=self"}
		}
		for _, spec := range specs {
			t.Run(spec, func(t *testing.T) {
				a, b := playGame(t, spec, 1), playGame(t, spec, 1)
				assert.Equal(t, a, b, "the same seed gives the same game")
			})
		}
	}
}

func TestRandomPlayersUseTheirSeeds(t *testing.T) {
	assert.NotEqual(t, playGame(t, "random", 1), playGame(t, "random", 2))
	assert.NotEqual(t, playGame(t, "random:seed=1", 1), playGame(t, "random:seed=2", 1))
}

func TestGamesCanBeRepeatedOnlyWithoutAClock(t *testing.T) {
	for spec, says := range map[string]string{
		"random":                       "",
		"episode":                      "",
		"table":                        "",
		"fullreading":                  "",
		"blank8-16":                    "",
		"alphabeta:time=1s":            "give depth or nodes",
		"iterative":                    "give depth or nodes",
		"edge:endgame=4":               "give depth or nodes",
		"switch":                       "give depth or nodes",
		"blanki-16":                    "give depth or nodes",
		"iterative:depth=3":            "",
		"switch:nodes=1000":            "",
		"switch:depth=3,time=1s":       "give depth or nodes",
		"montecarlo":                   "give games",
		"montecarlo:time=1s":           "give games",
		"montecarlo:games=9,time=1s":   "give games",
		"montecarlo:games=9":           "",
		"switch:file=champion.json":    "a file may change",
		"switch:depth=3,file=any.json": "a file may change",
		"strongest":                    "the champion changes",
		"iterative:weights=strongest":  "give depth or nodes",
		"reversi-blank:selective=fit":  "a fit may change; leave out selective",
		"reversi-blank:selective=no":   "",
	} {
		err := mustSpec(t, spec).CheckRepeatable()
		if says == "" {
			assert.NoError(t, err, spec)
		} else {
			assert.ErrorContains(t, err, says, spec)
		}
	}
}

func TestSwitchFileBringsItsSearch(t *testing.T) {
	spec := mustSpec(t, "switch:file="+writeFile(t, switchJSON))
	assert.Equal(t, search.Settings{Algorithm: search.AlphaBeta, Depth: 2, Endgame: 3}, settingsOf(t, spec))
	plain := strings.Replace(switchJSON, `"search":{"search":"alphabeta","depth":2,"endgame":3},`, "", 1)
	spec = mustSpec(t, "switch:file="+writeFile(t, plain))
	assert.Equal(t, weights.DefaultSearch, settingsOf(t, spec))
}

// Every entry can be compiled, or its error says which key it needs.
func TestRosterEntriesCompile(t *testing.T) {
	for _, e := range Roster() {
		assert.NotContains(t, e.About, "\n", e.Name)
		_, err := mustSpec(t, e.Name).Contestant()
		if key := e.RequiredKey(); key != "" {
			assert.ErrorContains(t, err, e.Name+":"+key+"=")
			continue
		}
		assert.NoError(t, err, e.Name)
	}
}

func TestTheSeedLibrarysPlayersAreInTheRoster(t *testing.T) {
	for _, name := range LibraryRoster {
		entry, known := entryOf(name)
		assert.True(t, known, name)
		assert.False(t, entry.External, name)
	}
}

// The roster's descriptions of the reversi library's sets equal the notes in their file, which is not read for them.
func TestSeedSetsAreWhatTheirFileSays(t *testing.T) {
	for _, name := range weights.ReversiNames {
		entry, known := entryOf(name)
		require.True(t, known, name)
		set, err := weights.Named(name)
		require.NoError(t, err)
		assert.Equal(t, "weights of the reversi library: "+set.Note, entry.About)
	}
}

// A user's own player is registered in one place, with its options, and then works like a
// built-in one.
func TestRegisteredPlayersWorkLikeBuiltInOnes(t *testing.T) {
	Register(RosterEntry{
		Name: "first-or-last", About: "the first legal move or the last",
		Default: &firstOrLast{},
	})
	r, err := mustSpec(t, "First_Or_Last:last=1").Recipe()
	require.NoError(t, err)
	assert.Equal(t, `{"name":"First_Or_Last:last=1","player":"first-or-last:last=1"}`, marshal(t, r))
	c, err := r.Contestant()
	require.NoError(t, err)
	move, err := c.New(nil).Move(context.Background(), engine.Start())
	require.NoError(t, err)
	assert.Equal(t, "e6", move.Move.String())
	_, err = ParseSpec("first-or-last:last=2")
	assert.EqualError(t, err, "player first-or-last:last=2: last=2: want a whole number from 0 to 1")
	_, err = ParseSpec("first-or-last:depth=2")
	assert.EqualError(t, err, `player first-or-last:depth=2: unknown key "depth"; known: last`)
	assert.Panics(t, func() { Register(RosterEntry{Name: "random"}) }, "the name is taken")
	assert.Panics(t, func() { Register(RosterEntry{Name: "My_Player"}) }, "not as it is spelt")
	roster = roster[:len(roster)-1]
}

type firstOrLast struct {
	Last int `key:"last" range:"0 to 1"`
}

func (k *firstOrLast) WhyUnrepeatable() string { return "" }
func (k *firstOrLast) Contestant() (*Contestant, error) {
	return &Contestant{New: func(*search.Searcher) Player { return k }}, nil
}
func (k *firstOrLast) NewGame(uint64) {}
func (k *firstOrLast) Move(_ context.Context, p engine.Position) (search.Result, error) {
	moves := slices.Collect(engine.SquaresOf(p.Moves()))
	return search.Result{Move: moves[k.Last*(len(moves)-1)]}, nil
}

// Every built-in player has a rating, under one of its names. montecarlo's rating stands for the
// players that differ from it by the number of games only, and that of table and reversi-alphabeta for those
// with the table of 8×8 squares.
// Ratings are of players of the roster that need no key. A new player has none until all play again.
func TestRatingsAreOfTheRoster(t *testing.T) {
	rated := 0
	for _, e := range Roster() { // without those that other packages register
		if _, is := e.Rating(); is {
			rated++
			assert.Empty(t, e.RequiredKey(), e.Name)
		}
	}
	assert.GreaterOrEqual(t, rated, len(ratings())-1)
}

func TestContestantsSayHowTheyPlay(t *testing.T) {
	for spec, about := range map[string]string{
		"RANDOM":                       "any legal move",
		"table":                        "looks one ply ahead with the Table scorer alone",
		"alphabeta":                    "weights of reversi-alphabeta, alphabeta to depth 4",
		"negascout:depth=6,endgame=12": "weights of reversi-blank, negascout to depth 6, solved from 12 empties",
		"Reversi_Blank:time=0.5s":      "weights of reversi-blank, negascout within 500ms a move, solved from 8 empties",
		"joseki":                       "weights of reversi-alphabeta, alphabeta to depth 4, book Usagi",
		"edge:book=none":               "weights of reversi-edge, alphabeta within 500ms a move, solved from 9 empties",
		"m-100":                        "100 random games from each move",
		"theend":                       "10000 random games from each move, solved from 14 empties",
		"m-10:endgame=6":               "10 random games from each move, solved from 6 empties",
		"montecarlo":                   "1000 random games from each move, 500ms at most",
		"montecarlo:games=50":          "50 random games from each move",
		"montecarlo:time=2s":           "random games from each move for 2s",
		"montecarlo:games=50,time=2s":  "50 random games from each move, 2s at most",
		"reversi-blank:nodes=1000":     "weights of reversi-blank, negascout within 1000 nodes a move, solved from 8 empties",
		"switch:file=" + writeFile(t, switchJSON): "alphabeta to depth 2, solved from 3 empties",
	} {
		c, err := mustSpec(t, spec).Contestant()
		require.NoError(t, err)
		assert.Equal(t, about, c.About, spec)
	}
}

func TestSameEvaluator(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"reversi-switch", "Reversi_Switch:depth=2", true},
		{"reversi-switch", "switch:time=1s", true},
		{"reversi-switch", "negascout:weights=reversi-switch", true},
		{"reversi-switch", "reversi-switch-1279", false},
		{"alphabeta", "joseki", true},
		{"alphabeta", "reversi-edge", false},
		{"random", "random:seed=3", true},
		{"random", "greedy", false},
		{"random", "table", false},
	} {
		a, err := ParseSpec(c.a)
		require.NoError(t, err)
		b, err := ParseSpec(c.b)
		require.NoError(t, err)
		assert.Equal(t, c.want, a.SameEvaluator(b), "%s, %s", c.a, c.b)
		assert.Equal(t, c.want, b.SameEvaluator(a), "%s, %s", c.b, c.a)
	}
}

func TestAtDepth(t *testing.T) {
	for _, c := range []struct {
		spec  string
		depth int
		want  search.Settings
		known bool
	}{
		{"strongest", 6, search.Settings{Depth: 6, Endgame: 8}, true},
		{"strongest:depth=3", 12, search.Settings{Depth: 12, Endgame: 12}, true},
		{"strongest:endgame=10", 12, search.Settings{Depth: 12, Endgame: 10}, true},
		{"strongest:depth=9", 2, search.Settings{Depth: 2, Endgame: 8}, true},
		{"strongest:time=1s", 20, search.Settings{Depth: 20, Endgame: 20, Time: 1e9}, true},
		{"alphabeta", 7, search.Settings{Algorithm: search.AlphaBeta, Depth: 7}, true},
	} {
		spec, known := mustSpec(t, c.spec).AtDepth(c.depth)
		assert.Equal(t, c.known, known, c.spec)
		assert.Equal(t, c.want, settingsOf(t, spec), c.spec)
	}
	_, known := mustSpec(t, "table").AtDepth(7)
	assert.False(t, known)
}

const switchJSON = `{"schema":1,"turns":[30,60],"phases":[{"possibility.w":3},{"possibility.w":1}],` +
	`"search":{"search":"alphabeta","depth":2,"endgame":3},"note":"by hand"}`

func writeFile(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "champion.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func marshal(t *testing.T, r *Recipe) string {
	data, err := json.Marshal(r)
	require.NoError(t, err)
	return string(data)
}

func mustSpec(t *testing.T, text string) Spec {
	spec, err := ParseSpec(text)
	require.NoError(t, err)
	return spec
}

func settingsOf(t *testing.T, spec Spec) search.Settings {
	c, err := spec.Contestant()
	require.NoError(t, err)
	return c.New(c.NewSearcher()).(*searchingPlayer).settings
}

// playGame plays a spec against itself. Both players have the same seed and search to depth 2.
func playGame(t *testing.T, text string, seed uint64) string {
	c, err := mustSpec(t, text).WithDepth(2).WithEndgame(4).Contestant()
	require.NoError(t, err)
	return playContestant(t, c, seed)
}

func playContestant(t *testing.T, c *Contestant, seed uint64) string {
	t.Helper()
	seats := [2]Player{c.New(c.NewSearcher()), c.New(c.NewSearcher())}
	for _, seat := range seats {
		seat.NewGame(seed)
	}
	g := engine.NewGame()
	for p := g.Final(); !p.Over(); p = g.Final() {
		r, err := seats[p.Side].Move(context.Background(), p)
		require.NoError(t, err)
		require.NoError(t, engine.CheckLegal(p, r.Move))
		g.Moves = append(g.Moves, r.Move)
	}
	return g.Transcript()
}

// A champion file or a run's directory is valid wherever a player is expected.
func TestFilesAndRunsArePlayers(t *testing.T) {
	file := writeFile(t, switchJSON)
	for _, text := range []string{file, filepath.Dir(file)} {
		r, err := mustSpec(t, text).Recipe()
		require.NoError(t, err)
		assert.Equal(t, text, r.Name)
		assert.Equal(t, search.Settings{Algorithm: search.AlphaBeta, Depth: 2, Endgame: 3}, *r.Search)
		r, err = mustSpec(t, text+":depth=5").Recipe()
		require.NoError(t, err)
		assert.Equal(t, search.Settings{Algorithm: search.AlphaBeta, Depth: 5, Endgame: 3}, *r.Search)
	}
	assert.ErrorContains(t, mustSpec(t, file).CheckRepeatable(), "a file may change")
	young := t.TempDir()
	_, err := ParseSpec(young)
	var none *NoPlayer
	require.ErrorAs(t, err, &none)
	assert.Equal(t, young, none.Dir)
	for text, says := range map[string]string{
		t.TempDir():         "the directory has no champion.json: name a run that has played",
		young:               "player " + young + ": the directory has no champion.json",
		"runs/none":         "there is no such file, directory or built-in player",
		file + ":deep=3":    `unknown key "deep"`,
		"alfabeta":          `unknown player "alfabeta"; did you mean alphabeta? ` + "`" + called.Play("list") + "` shows all",
		"strongets:depth=3": "did you mean strongest? ",
		"revresi-blank":     "did you mean reversi-blank? ",
		"edax":              `unknown player "edax": name one that `,
	} {
		_, err := ParseSpec(text)
		assert.ErrorContains(t, err, says)
	}
}
