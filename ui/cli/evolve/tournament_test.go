package evolve

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// aTournament holds the arguments of a tournament that takes about a second.
var aTournament = []string{"tournament", "random", "greedy", "minmax", "alphabeta", "--pairs", "60"}

// tournamentFiles lists the files that are always the same. The plot of the ratings and timing.csv are not,
// because they hold thinking times.
var tournamentFiles = []string{"tournament.json", "results.json", "ratings.csv", "crosstable.csv", "crosstable.svg",
	"crosstable.png"}

func tournamentFilesOf(t *testing.T, dir string) map[string]string {
	files := map[string]string{}
	for _, name := range tournamentFiles {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		files[name] = string(data)
	}
	return files
}

func TestTournamentKilledTwiceGivesTheSameBytes(t *testing.T) {
	straight, killed := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "killed")
	want := mustEvolve(t, append(aTournament, "--out", straight, "--json", "--concurrency", "1")...)

	for _, lines := range []int{20, 60} {
		cmd := startTournament(t, killed, lines, append(aTournament, "--out", killed)...)
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait() // the command was killed
	}
	require.Less(t, journalLines(killed), 1+6*60, "it was killed before the end")
	assert.NoFileExists(t, filepath.Join(killed, "results.json"))
	got := mustEvolve(t, "tournament", "--out", killed, "--json")
	assert.Equal(t, want, got)
	for _, name := range []string{"ratings.svg", "ratings.png", "timing.csv"} {
		assert.FileExists(t, filepath.Join(killed, name))
	}
	assert.Equal(t, tournamentFilesOf(t, straight), tournamentFilesOf(t, killed))

	again := mustEvolve(t, append(aTournament, "--out", killed, "--json")...)
	assert.Equal(t, want, again, "a finished tournament says the same once more")
	assert.Equal(t, tournamentFilesOf(t, straight), tournamentFilesOf(t, killed))
}

// startTournament starts a command in another process and waits until the journal has a number of lines.
func startTournament(t *testing.T, dir string, lines int, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	cmd.Stderr = &bytes.Buffer{}
	require.NoError(t, cmd.Start())
	awaitLines(t, dir, lines)
	return cmd
}

func awaitLines(t *testing.T, dir string, lines int) {
	t.Helper()
	require.Eventually(t, func() bool { return journalLines(dir) >= lines }, time.Minute, time.Millisecond)
}

func journalLines(dir string) int {
	data, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl")) // fails until the file exists
	return bytes.Count(data, []byte("\n"))
}

func TestTournamentReports(t *testing.T) {
	out, errs, code := evolveIn(t, "", append(aTournament, "--pairs", "3")...)
	require.Equal(t, cli.Done, code, errs)
	assert.Contains(t, out, "4 players, 36 games. Pairs in each pairing: 3, random plies that open each: 8, seed: 1.")
	assert.Contains(t, out, "  1 alphabeta | ------ ")
	assert.Contains(t, out, "| Total  |   Win  Lose  Draw Match |     Elo  95 %")
	assert.Contains(t, out, "the mean of all players is 0")
	assert.Equal(t, 6, strings.Count(errs, "\n"), "a line a pairing: %s", errs)
	assert.NotContains(t, errs, "\033", "no control codes where there is no terminal")

	var fromJSON tournament.Results
	out, errs, _ = evolveIn(t, "", append(aTournament, "--pairs", "3", "--json", "--quiet")...)
	assert.Empty(t, errs)
	require.NoError(t, json.Unmarshal([]byte(out), &fromJSON))
	assert.Equal(t, 36, fromJSON.Games)
	assert.Len(t, fromJSON.Players, 4)
	assert.Len(t, fromJSON.Pairings, 6)
	assert.Equal(t, "alphabeta", fromJSON.Players[0].Name)
}

func TestTournamentOfTheSimulatorsSettings(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "simulator_setting.json")
	require.NoError(t, os.WriteFile(settings, []byte(`{"board_size":8,"board_type":"bitboard","matches":50,"processes":2,
		"prallel":"player","random_opening":0,"progress":false,"player_names":["Table","Random","Greedy"]}`), 0o666))
	out, errs, code := evolveIn(t, "", "tournament", settings)
	require.Equal(t, cli.Done, code, errs)
	assert.Empty(t, errs, `"progress" is false`)
	assert.Contains(t, out, "3 players, 300 games. Pairs in each pairing: 50, random plies that open each: 0")
	assert.Contains(t, out, "Table", "names are spelt as in the file")

	out = mustEvolve(t, "tournament", settings, "--pairs", "2", "--opening-plies", "4", "--seed", "9")
	assert.Contains(t, out, "3 players, 12 games. Pairs in each pairing: 2, random plies that open each: 4, seed: 9.")
}

// A board of another size or shape, games that one side wins with all squares, and players who do not swap colours.
func TestTournamentOfTheSimulatorsBoards(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "simulator_setting.json")
	require.NoError(t, os.WriteFile(settings, []byte(`{"board_size":4,"matches":20,"random_opening":4,"swap":false,
		"perfect_check":true,"progress":false,"player_names":["AlphaBeta","Random"]}`), 0o666))
	out, errs, code := evolveIn(t, "", "tournament", settings)
	require.Equal(t, cli.Done, code, errs)
	assert.Empty(t, errs)
	assert.Contains(t, out, "2 players, 20 games. AlphaBeta is Black in all, random plies that open each: 4")
	assert.Regexp(t, `All squares for AlphaBeta: AlphaBeta against Random, ([c-f][3-6]){12}\n`, out)
	assert.NotContains(t, out, "Random against AlphaBeta")

	require.NoError(t, os.WriteFile(settings, []byte(`{"board_size":10,"matches":2,"swap":false,"perfect_check":true,
		"progress":false,"player_names":["Random","Table"]}`), 0o666))
	dir := filepath.Join(t.TempDir(), "ten")
	out, errs, code = evolveIn(t, "", "tournament", settings, "--out", dir)
	require.Equal(t, cli.Done, code, errs)
	assert.Empty(t, errs)
	assert.Contains(t, out, "2 players, 2 games. Random is Black in all")
	assert.Contains(t, mustEvolve(t, "status", dir), "on the board 10x10: 2 of 2 games played")
	assert.Contains(t, mustEvolve(t, "check", dir), "is sound")

	require.NoError(t, os.WriteFile(settings, []byte(`{"board_name":"X","matches":1,"random_opening":0,"progress":false,
		"player_names":["Table","Greedy"]}`), 0o666))
	out = mustEvolve(t, "tournament", settings, "--out", filepath.Join(t.TempDir(), "t"))
	assert.Contains(t, out, "2 players, 2 games")
}

// The results of a finished tournament are shown even if a player's file is missing.
func TestFinishedTournamentWithoutAPlayer(t *testing.T) {
	dir, weights := filepath.Join(t.TempDir(), "t"), filepath.Join(t.TempDir(), "weights.json")
	champion, err := os.ReadFile("../../../runs/reference/champion.json")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(weights, champion, 0o666))
	before := mustEvolve(t, "tournament", "random", "greedy", "switch:depth=1,file="+weights, "--pairs", "3", "--out", dir)
	require.NoError(t, os.Remove(weights))
	showsIt := func() {
		after, errs, code := evolveIn(t, "", "tournament", "--out", dir)
		assert.Equal(t, cli.Done, code)
		assert.Equal(t, before, after)
		assert.Contains(t, errs, "the tournament is finished, but its games cannot be repeated: ")
	}
	showsIt()
	_, _, code := evolveIn(t, "", "tournament", "--out", dir, "--pairs", "9")
	assert.Equal(t, cli.Wrong, code, "more was asked for")

	// Replace a player by a program that is not installed.
	config := filepath.Join(dir, "tournament.json")
	data, err := os.ReadFile(config)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(config, bytes.Replace(data, []byte(`"random"`), []byte(`"gtp:cmd=no-such-program"`),
		1), 0o666))
	showsIt()
	require.NoError(t, os.WriteFile(config, data, 0o666))

	require.NoError(t, os.Remove(filepath.Join(dir, "results.json")))
	_, errs, code := evolveIn(t, "", "tournament", "--out", dir)
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, weights)
}

// Champions of different runs play under the names on the command line, not under those in their files. An old
// directory with two players that play the same can be continued.
func TestTournamentOfRuns(t *testing.T) {
	runs := t.TempDir()
	for name, weight := range map[string]string{"seed-1": "1", "seed-2": "2", "copy": "1"} {
		dir := filepath.Join(runs, name)
		require.NoError(t, os.Mkdir(dir, 0o777))
		weights := `{"schema":1,"name":"strongest","turns":[60],"phases":[{"possibility.w":` + weight +
			`}],"search":{"search":"negascout","depth":1,"endgame":0}}`
		require.NoError(t, os.WriteFile(filepath.Join(dir, "champion.json"), []byte(weights), 0o666))
	}
	one, two, again := filepath.Join(runs, "seed-1"), filepath.Join(runs, "seed-2"), filepath.Join(runs, "copy")
	out := mustEvolve(t, "tournament", one, two, "random", "--pairs", "2", "--quiet")
	for _, name := range []string{one, two, "random"} {
		assert.Contains(t, out, " "+name+" ")
	}
	_, errs, code := evolveIn(t, "", "tournament", one, two, again)
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "players "+one+" and "+again+" play the same: leave one out")

	dir := filepath.Join(t.TempDir(), "old")
	old, err := tournament.New(tournament.Config{Pairs: 2, Plies: 4,
		Players: []tournament.Player{{Spec: one}, {Spec: again}}})
	require.NoError(t, err)
	require.NoError(t, old.OpenDirectory(dir))
	old.Close()
	assert.Contains(t, mustEvolve(t, "tournament", "--out", dir, "--quiet"), "2 players, 4 games.")
	assert.Contains(t, mustEvolve(t, "tournament", one, again, "--pairs", "2", "--opening-plies", "4", "--seed",
		"0", "--out",
		dir), "2 players, 4 games.")
}

func TestTournamentBadInput(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	mustEvolve(t, "tournament", "random", "greedy", "--pairs", "3", "--out", dir)
	wrong := filepath.Join(t.TempDir(), "wrong.json")
	require.NoError(t, os.WriteFile(wrong, []byte(`{"player_names":["Random","Greedy"],"random_opning":4}`), 0o666))
	damaged := filepath.Join(t.TempDir(), "damaged")
	mustEvolve(t, "tournament", "random", "greedy", "--pairs", "3", "--out", damaged)
	journal := filepath.Join(damaged, "journal.jsonl")
	data, err := os.ReadFile(journal)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(journal, bytes.Replace(data, []byte(`"pair":1`), []byte(`"pair":7`), 1), 0o666))
	for _, c := range []struct{ args, says string }{
		{"tournament", "no players: give two or more"},
		{"tournament random", "needs two players or more, not 1"},
		{"tournament random xyz", `unknown player "xyz"`},
		{"tournament random RANDOM", "players random and RANDOM play the same: leave one out"},
		{"tournament random greedy --pairs 0", "0 pairs: must be 1 to 100000"},
		{"tournament random greedy --opening-plies 2", "only 3 with 2 plies for 50 pairs"},
		{"tournament table minmax --opening-plies 0", "table and minmax make no random moves"},
		{"tournament random minmax --depth 0", "depth 0: must be 1 to 60"},
		{"tournament random greedy --concurrency -1", "--concurrency -1"},
		{"tournament /no/such.json", "cannot read /no/such.json: no such file or directory; give its path"},
		{"tournament " + wrong, wrong + `: unknown key "random_opning"; did you mean random_opening?`},
		{"tournament random greedy --pairs 4 --out " + dir, "its setting pairs is 3, not 4; choose another --out"},
		{"tournament --pairs 4 --out " + dir, "its setting pairs is 3, not 4; choose another --out"},
		{"tournament --out " + t.TempDir(), "holds no tournament"},
		{"tournament random greedy --out " + wrong, wrong},
		{"tournament --out " + damaged, journal + ":"},
	} {
		out, errs, code := evolveIn(t, "", strings.Fields(c.args)...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, errs, c.says, c.args)
		assert.Equal(t, 1, strings.Count(errs, "\n"), "%s: %q", c.args, errs)
		assert.Empty(t, out, c.args)
	}
}

// Settings of the simulator that work differently here are noted: all players, White moves first, and pairs that are
// all the same.
func TestTheSimulatorsSettingsAreNoted(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "s.json")
	require.NoError(t,
		os.WriteFile(settings, []byte(`{"board_name":null,"first":"white","matches":3,"random_opening":0,"progress":false,
		"player_names":["Table","MinMax","Random"]}`), 0o666))
	out, errs, code := evolveIn(t, "", "tournament", settings)
	require.Equal(t, cli.Done, code, errs)
	assert.Contains(t, out, "3 players, 18 games.")
	assert.Equal(t, "evolve: "+settings+" lets White move first: in this tournament the player that moves first is "+
		"Black\n"+
		"evolve: Table and MinMax make no random moves: without random opening moves, two of them play 3 equal pairs, "+
		"and the true intervals of their ratings are wider\n", errs)

	require.NoError(t, os.WriteFile(settings, []byte(`{"matches":1}`), 0o666))
	_, errs, code = evolveIn(t, "", "tournament", settings, "--opening-plies", "41")
	assert.Equal(t, cli.Wrong, code, "else the tournament would take long")
	assert.Contains(t, errs, settings+` has no "player_names": all 18 players of the reversi library play`)
}
