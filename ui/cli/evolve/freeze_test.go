package evolve

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/weights"
)

func TestPlotAndFreeze(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir)
	file, out := filepath.Join(t.TempDir(), "c.json"), t.TempDir()
	mustEvolve(t, "freeze", dir, "--generation", "1", "-o", file)
	first, err := os.ReadFile(filepath.Join(dir, "champions", "00001.json"))
	require.NoError(t, err)
	frozen, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(first), string(frozen))
	assert.Contains(t, mustEvolve(t, "match", "switch:file="+file, "random", "--pairs", "4"), "score")

	assert.Contains(t, mustEvolve(t, "plot", dir, "--out", out), "reference.svg")
	alike := mustEvolve(t, "plot", dir, dir, "--out", out)
	assert.Contains(t, alike, "compare-reference.png")
	assert.NotContains(t, alike, "different terms")
	deeper := filepath.Join(t.TempDir(), "deeper")
	runIn(t, deeper, "--endgame", "5")
	_, notes, _ := evolveIn(t, "", "plot", dir, deeper, "--out", out)
	assert.Contains(t, notes, "settings, so their scores cannot be compared:\n  run: solved from 8 empties\n  deeper: "+
		"solved "+
		"from 5 empties\n")
}

// Additional scorers evolve if --scorers names them, and do not appear in any file otherwise.
func TestMoreScorers(t *testing.T) {
	usual, more := filepath.Join(t.TempDir(), "usual"), filepath.Join(t.TempDir(), "more")
	runIn(t, usual)
	runIn(t, more, "--scorers",
		"table,possibility,edge,blank,edgestability,corner,edgecorner,stable,frontier")
	reported := mustEvolve(t, "report", more, "-o", "-")
	for _, weight := range []string{"corner.w", "edgecorner.w1", "edgecorner.w2", "stable.w", "frontier.w"} {
		quoted := `"` + weight + `"`
		assert.NotContains(t, filesOf(t, usual), quoted)
		assert.Contains(t, filesOf(t, more), quoted)
		assert.Contains(t, reported, weight)
	}
	champion := filepath.Join(more, "champion.json")
	filled := strings.Repeat("X", 32) + strings.Repeat("O", 24) + strings.Repeat("-", 8)
	assert.Contains(t, mustEvolve(t, "explain", "switch:file="+champion, filled, "X"), "stable.w ")

	on := filepath.Join(t.TempDir(), "on")
	runIn(t, on, "--start", champion)
	assert.Contains(t, filesOf(t, on), `"stable.w"`, "what the start uses evolves")
	_, errs, code := evolveIn(t, "", "run", "--start", champion, "--scorers", "table,possibility,edge,blank,edgestability",
		"--out", filepath.Join(t.TempDir(), "lacks"))
	assert.Equal(t, cli.Wrong, code)
	assert.Regexp(t, `start: phase 1: \w+\.w\d? is -?\d+, but it does not evolve and stays 0: add its scorer`, errs)
	mustEvolve(t, "freeze", more, "-o", filepath.Join(t.TempDir(), "evolved.py"))
}

func TestFreezeForPython(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir)
	file := filepath.Join(t.TempDir(), "evolved.py")
	mustEvolve(t, "freeze", dir, "-o", file)
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(written), mustEvolve(t, "freeze", dir, "--format", "python", "-o", "-"))

	// The file plays like the champion: each pair of games between them is even.
	var report struct{ Pentanomial [5]int }
	out := mustEvolve(t, "match", "switch:file="+file, "switch:file="+filepath.Join(dir, "champion.json"), "--pairs", "10",
		"--json")
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	assert.Equal(t, [5]int{0, 0, 10, 0, 0}, report.Pentanomial)

	champion, err := os.ReadFile(filepath.Join(dir, "champion.json"))
	require.NoError(t, err)
	assert.Equal(t, string(champion), mustEvolve(t, "freeze", dir, "-o", "-"))
}

// A champion with networks alone can be frozen as a player of the Othello League. Each pair of games between the two
// is even, if no move that ends the game decides it.
func TestFreezeForTheLeague(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir, "--scorers", "lines2,blocks", "--turns", "60", "--depth", "1", "--endgame", "0")
	file := filepath.Join(t.TempDir(), "evolved.player")
	mustEvolve(t, "freeze", dir, "-o", file)
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(written), mustEvolve(t, "freeze", dir, "--format", "league", "-o", "-"))

	var report struct{ Pentanomial [5]int }
	out := mustEvolve(t, "match", "ntuple:file="+file, "switch:file="+filepath.Join(dir, "champion.json")+
		",depth=1,endgame=0", "--pairs", "20", "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	assert.GreaterOrEqual(t, report.Pentanomial[2], 15)

	// The report and explain list the same most important weights.
	assert.Contains(t, mustEvolve(t, "report", dir, "-o", "-"), "of the 378 of networks those that weigh most")
	explained := mustEvolve(t, "explain", "switch:file="+filepath.Join(dir, "champion.json"), "f5d6c3d3c4f4f6f3e6e7")
	assert.Regexp(t, `(?m)^lines2\.[a-h1-8]{4}=[xo-]{2} +[+-]\d+\.\d\d +[+-]\d+ +-?\d+$`, explained)
	assert.Regexp(t, `(?m)^lines2, \d+ others +[+-]\d+\.\d\d$`, explained)

	more := filepath.Join(t.TempDir(), "more")
	runIn(t, more, "--scorers", "lines1,possibility", "--turns", "60", "--optimizer", "cmaes", "--sigma", "0.5")
	_, errs, code := evolveIn(t, "", "freeze", more, "-o", filepath.Join(t.TempDir(), "evolved.player"))
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "and scorer possibility is not one")
}

// A network may have one set of weights for all phases while other scorers have one set for each phase.
func TestNetworksForTheWholeGame(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir, "--scorers", "possibility,lines1", "--shared", "lines1", "--turns", "30,60")
	settings, err := os.ReadFile(filepath.Join(dir, "run.json"))
	require.NoError(t, err)
	assert.Contains(t, string(settings), `"shared": [`)
	champion, err := formats.ReadSwitch(filepath.Join(dir, "champion.json"))
	require.NoError(t, err)
	for _, s := range evaluators.Scorers {
		if s.Name == "lines1" {
			assert.Equal(t, champion.Phases[0].Of(s), champion.Phases[1].Of(s))
		}
	}
	_, errs, code := evolveIn(t, "", "run", "--shared", "lines2", "--out", filepath.Join(t.TempDir(), "other"))
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, `shared: "lines2" has no weight that evolves`)
}

// A player of the roster can be frozen, as a run's champion can.
func TestFreezeAPlayer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "classic.py")
	out := mustEvolve(t, "freeze", "evolved-classic", "-o", file)
	assert.Equal(t, file+": weights of evolved-classic\n", out)
	written, err := players.ParseSpec("switch:file=" + file)
	require.NoError(t, err)
	frozen, err := written.Switch()
	require.NoError(t, err)
	classic, err := weights.Named("evolved-classic")
	require.NoError(t, err)
	assert.Equal(t, classic.Phases, frozen.Phases)

	_, errs, code := evolveIn(t, "", "freeze", "strongest", "-o", file)
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "phase 1: scorer patterns has no Python code, only table, ")
	_, errs, code = evolveIn(t, "", "freeze", "random", "-o", file+".json")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "player random has no weights")
	_, errs, code = evolveIn(t, "", "freeze", "evolved-classic")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "give one with -o FILE")
}

// Players without weights, and those with keys, are written to Python whole.
func TestFreezeAComposition(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.py")
	out := mustEvolve(t, "freeze", "switch(random@29,table@49,alphabeta:depth=2):book=neko,endgame=9", "-o", file)
	assert.Contains(t, out, "mine.py: player switch(random@29,")
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(source), "player = Neko(base=_FullReading(remain=9, base=Switch(\n"+
		"    turns=[29, 49, 60],\n    strategies=[\n        Random(),\n        Table(),\n"+
		"        _AlphaBeta(depth=2, evaluator=Evaluator_TPWEB(corner=50,")
	assert.Contains(t, mustEvolve(t, "match", file, "random", "--pairs", "2"), "score")
	out, errs, code := evolveIn(t, "", "freeze", "corner", "-o", file)
	assert.Equal(t, cli.Wrong, code, out)
	assert.Contains(t, errs, "player corner has no Python code")
}

// A standalone file reads positions and prints moves and values. It is as deep as its player, or as the line asks for.
func TestFreezeStandalone(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	file := filepath.Join(t.TempDir(), "mine.py")
	out := mustEvolve(t, "freeze", "evolved-classic:depth=2,endgame=5", "--standalone", "-o", file)
	assert.Equal(t, file+": player evolved-classic:depth=2,endgame=5\n", out)
	mustEvolve(t, "freeze", "evolved-classic", "--standalone", "--format", "python", "-o", file)
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(written), mustEvolve(t, "freeze", "evolved-classic", "--standalone", "-o", "-"))
	answer := func(input string) (out, errs string, code int) {
		cmd := exec.Command(python, "-B", file)
		var wrong strings.Builder
		cmd.Stdin, cmd.Stderr = strings.NewReader(input), &wrong
		printed, err := cmd.Output()
		if exit, failed := errors.AsType[*exec.ExitError](err); failed {
			return string(printed), wrong.String(), exit.ExitCode()
		}
		require.NoError(t, err)
		return string(printed), wrong.String(), 0
	}
	start := engine.Start().String()
	one, errs, code := answer(start + " 1\n" + start + " 4\n" + start + "\n")
	assert.Zero(t, code, errs)
	lines := strings.Split(one, "\n")
	require.Len(t, lines, 4, one)
	assert.Equal(t, lines[1], lines[2], "depth 4 is that of the player")
	assert.NotEqual(t, lines[0], lines[1])
	for _, bad := range []string{"f5d6 X", start + " 0", start + " two", start + " 1 2", start[:64], start[:64] + " B"} {
		out, errs, code := answer(bad + "\n")
		assert.Equal(t, 2, code, bad)
		assert.Empty(t, out)
		assert.Equal(t, 1, strings.Count(errs, "\n"), errs)
		assert.Contains(t, errs, "line 1 is not BOARD SIDE [DEPTH]: ")
	}
}

// freeze replaces files that it wrote, in all formats, and no others.
func TestFreezeReplacesItsOwnFilesAlone(t *testing.T) {
	dir, network := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "policy")
	runIn(t, dir, "--scorers", "lines2", "--turns", "60", "--depth", "1", "--endgame", "0")
	mustEvolve(t, append([]string{"train", "policy", "--rounds", "1", "--out", network}, smallPolicy...)...)
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{dir, "-o", "mine.json"}, {dir, "-o", "mine.py"}, {dir, "--standalone", "-o", "alone.py"}, {dir, "-o", "mine.player"},
		{network, "-o", "mine.network"},
	} {
		freeze := append([]string{"freeze"}, args...)
		file := args[len(args)-1]
		mustEvolve(t, freeze...)
		mustEvolve(t, freeze...)
		written, err := os.ReadFile(file)
		require.NoError(t, err)
		others := []string{"", "mine\n", string(written) + "\n", strings.Replace(string(written), "1", "2", 1)}
		if file == "mine.player" {
			others = others[:3] // the League's format has no checksum
		}
		for _, other := range others {
			require.NoError(t, os.WriteFile(file, []byte(other), 0o666))
			out, errs, code := evolveIn(t, "", freeze...)
			assert.Equal(t, cli.Wrong, code, file)
			assert.Equal(t, "evolve: "+file+" exists already and was changed or not written by evolve: "+
				"name another file, or remove this one\n", errs)
			assert.Empty(t, out)
			kept, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, other, string(kept))
		}
	}
}
