package evolve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/ui/cli"
)

func TestBadInputIsOneLineThatNamesTheProblem(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir)
	empty := filepath.Join(t.TempDir(), "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o666))
	newer := filepath.Join(t.TempDir(), "newer.json")
	require.NoError(t, os.WriteFile(newer, []byte(`{"schema":99}`), 0o666))
	twice := filepath.Join(t.TempDir(), "twice.json")
	require.NoError(t, os.WriteFile(twice, []byte(`{"population":64,"search":{"depth":1,"depth":2}}`), 0o666))
	large := filepath.Join(t.TempDir(), "large.json")
	require.NoError(t, os.WriteFile(large, []byte(`{"seed":1e9}`), 0o666))
	for _, c := range []struct {
		args string
		says string
	}{
		{"runn", `unknown command "runn"; did you mean run?`},
		{"bogus", `unknown command "bogus"; ` + "`" + called.Evolve("--help") + "` lists the commands"},
		{"train frob", `unknown command "frob"; ` + "`" + called.Evolve("train", "--help") + "` lists the commands"},
		{"resume a b", `2 arguments given, "a b"; usage: ` + called.Evolve() + ` resume DIR`},
		{"perft -1", "argument -1: a number must be 0 or more; usage: " + called.Evolve() + " perft DEPTH"},
		{"perft 3 --board Hart", `unknown board "Hart"; did you mean Heart?`},
		{"runn --seed 1", `unknown command "runn"; did you mean run?`},
		{"run --popsize 4", "unknown flag: --popsize; did you mean --population?"},
		{"run --parents 4", "unknown flag: --parents; set optimizer.parents in a run.json, and give that file to --config"},
		{"config --gate-pairs 4", "unknown flag: --gate-pairs; set gate.pairs in a run.json"},
		{"config --optimizer.parents 4", "unknown flag: --optimizer.parents; set optimizer.parents in a run.json"},
		{"match random greedy --games 4", "unknown flag: --games; did you mean --pairs?"},
		{"train tables --gate-pairs 4", "unknown flag: --gate-pairs; set gate.pairs in a tables.json"},
		{"train qnet --discount 1", "unknown flag: --discount; set discount in a qnet.json"},
		{"run --generation 4", "unknown flag: --generation; did you mean --generations?"},
		{"bench --path mmx", `--path: unknown path "mmx"; known: `},
		{"run --population 1", "population is 1: must be 2 to 4096"},
		{"run --population many", `--population "many": want a whole number`},
		{"run --generations 0", "--generations 0: must be 1 to 10000000"},
		{"run --budget -1s", "--budget -1s"},
		{"run --games 0", "--games 0: must be 1 or more"},
		{"run --cpu -1s", "--cpu -1s: must be above 0, such as 10m"},
		{"run --depth 0", "depth is 0: must be 1 to 60"},
		{"run --search mcts", `unknown search "mcts"`},
		{"run --rounds 0", "rounds is 0: must be 1 to 7"},
		{"run --optimizer ga-islands --rounds 9", "rounds is 9: must be 1 to 5, because each round halves the 64 genomes"},
		{"run --optimizer genetic", `unknown optimizer "genetic"; did you mean ga?`},
		{"run --sigma 0.3", "--sigma: optimizer ga has no such setting: leave it out, or give --optimizer cmaes " +
			"or cmaes-mirrored"},
		{"run --optimizer cmaes --elites 2", "--elites: optimizer cmaes has no such setting: leave it out, or give " +
			"--optimizer ga or ga-islands"},
		{"run --turns 30,20,60", "must rise strictly"},
		{"run --opening-plies 99", "plies is 99"},
		{"run --opening-plies 2", "ask for at most"},
		{"run --config " + newer, "schema 99 is newer"},
		{"run --config " + twice, twice + `: "depth" is given twice: leave one out`},
		{"run --config " + large, large + `: "seed" is 1e9, want a whole number in digits`},
		{"run --config /no/such/run.json", "/no/such/run.json"},
		{"run --concurrency -1 --out " + filepath.Join(dir, "new"), "--concurrency -1"},
		{"run extra", `1 argument given, "extra"; usage: ` + called.Evolve() + ` run`},
		{"run --seed 1 --out " + dir, dir + " exists already: continue with `" + called.Evolve("resume", dir) + "`"},
		{"resume", "no argument given; usage: " + called.Evolve() + " resume DIR"},
		{"resume /no/such/run", "no run at /no/such/run"},
		{"resume " + t.TempDir(), "no run at "},
		{"resume " + dir + " --concurrency -2", "--concurrency -2"},
		{"resume " + dir + " --generations 1", dir + " already has 4"},
		{"status " + t.TempDir(), "no run at "},
		{"plot " + t.TempDir(), "no run at "},
		{"report", "usage: " + called.Evolve() + " report DIR"},
		{"report " + t.TempDir(), "no run at "},
		{"freeze " + dir, "give one with -o FILE"},
		{"freeze " + dir + " --generation 9 -o x.json", "has no champion of generation 9"},
		{"freeze " + dir + " -o x.txt", "x.txt: name a file that ends in .json, .py"},
		{"freeze " + dir + " --format json -o x.py", "x.py: name a file that ends in .json, the ending of its format"},
		{"freeze " + dir + " --standalone -o x.json", "x.json: name a file that ends in .py, the ending of its format"},
		{"freeze " + dir + " --standalone --format league -o x.py", "--standalone writes Python: leave out --format"},
		{"freeze " + dir + " -o " + newer, "newer.json exists already and was changed or " +
			"not written by evolve: name another file"},
		{"freeze " + dir + " -o " + t.TempDir() + "/no/x.py", "no/x.py: there is no directory"},
		{"freeze random --standalone -o x.py", "a standalone file searches with the weights of one player"},
		{"freeze switch(random@9,evolved) --standalone -o x.py", "or leave out --standalone"},
		{"freeze evolved:book=Neko --standalone -o x.py", "a standalone file has no opening book: leave out book"},
		{"freeze strongest --standalone -o x.py", "scorer patterns has no Python code, only table, possibility, edge, "},
		{"freeze evolved-heart --standalone -o x.py", "weights of the board Heart: Python code is for the standard board"},
		{"freeze evolved:selective=no.json -o x.py", "cannot read no.json"},
		{"freeze evolved:nodes=100 --standalone -o x.py", "has no Python code: give the player a depth, such as depth=4"},
		{"freeze " + dir + " --format perl -o x", `--format: unknown format "perl"; known: json, python, league`},
		{"match switch:file=testdata/lacking.py random",
			"testdata/lacking.py: line 6: Evaluator_TPW lacks o1, o2: give all of its weights"},
		{"match strongest", `1 argument given, "strongest"; usage: ` + called.Evolve() + ` match A B`},
		{"match strongest xyz", `unknown player "xyz": name one that `},
		{"match strongest table:depth=2", `unknown key "depth"; known: corner, c, a1`},
		{"match strongest random --pairs 4 --opening-plies 2", "only 3 with 2 plies for 4 pairs"},
		{"match strongest random --sprt 5", `--sprt "5"`},
		{"match strongest random --sprt 9,1", `--sprt "9,1"`},
		{"match strongest random --depth 0", "--depth 0: must be 1 to 60"},
		{"match strongest random --endgame 61", "--endgame 61: must be 0 to 60"},
		{"match strongest random --openings /no/such",
			"--openings: cannot read /no/such: no such file or directory; give its path"},
		{"match strongest external:file=/no/such", "cannot read /no/such: no such file or directory; give its path"},
		{"match strongest switch:file=/", "/ is a directory: name a file"},
		{"match strongest random --openings " + empty, empty + ": there is no content"},
		{"match strongest random --openings ../../../search/testdata/ffo-01-19.obf --pairs 20",
			"ffo-01-19.obf has only 19 openings for 20 pairs"},
		{"match evolved random --board X --openings ../../../search/testdata/ffo-01-19.obf",
			"ffo-01-19.obf: opening 1 does not have the squares of board X"},
		{"match ntuple random", "player ntuple: name its file, as in ntuple:file=X.player"},
		{"match strongest random --openings " + games, games + ": opening 1: the game is over after its moves"},
		{"match strongest random --openings " + games + " --opening-plies 99", games +
			": no game is longer than 99 plies: choose fewer plies"},
		{"match strongest random --openings " + games + " --opening-plies -1", "--opening-plies -1: must be 0 or more"},
		{"match strongest random --openings ../../../search/testdata/ffo-01-19.obf --opening-plies 3",
			"ffo-01-19.obf holds positions, not games; leave it out"},
		{"match switch:file=" + newer + " random", "schema 99 is newer"},
		{"explain xyz", `unknown player "xyz"`},
		{"explain strongest", "no position on standard input: give one position per line; a position is"},
		{"explain random f5", "player random has no weights"},
		{"explain strongest f5z9", `"z9" is not a square`},
		{"perft ten", `depth "ten"`},
		{"perft 3 f5f5", "f5 is taken"},
		{"solve /no/such.obf", "/no/such.obf"},
		{"solve", "usage: " + called.Evolve() + " solve FILE|POSITION"},
		{"solve " + empty, empty + ": there is no content"},
		{"solve " + newer, newer + ": line 1: "},
		{"solve f5d6c9", `"f5d6c9" is neither a file nor a game, nor a position: transcript, move 3`},
		{"solve /", "/ is a directory: name a file"},
		{"solve f5 --empties 0", "--empties 0: must be 1 to 60"},
		{"solve f5 --empties 8", "--empties 8: no game has a position with this many empty squares"},
		{"analyze", "usage: " + called.Evolve() + " analyze GAME"},
		{"analyze f5f5", "move 2: f5 is taken"},
		{"analyze start", "start: analyze needs games, not positions"},
		{"analyze ../../../search/testdata/ffo-01-19.obf", "ffo-01-19.obf: analyze needs games, not positions"},
		{"analyze " + games + " --game 5", "--game 5: no readable game has this number; the last game has number 4"},
		{"analyze " + games + " --plot game.png", "--plot draws one game, not 4: choose one with --game"},
		{"analyze f5 --plot game.gif", "game.gif: want a name that ends in .svg or .png"},
		{"analyze f5 --depth 0", "--depth 0: must be 1 to 60"},
		{"analyze f5 --endgame 99", "endgame 99: must be 0 to 60"},
		{"analyze f5 --player xyz", `unknown player "xyz"`},
		{"analyze f5 --player random", "player random has no weights"},
		{"analyze f5 --player strongest:time=1s", "values can be compared only at the same depth"},
	} {
		out, errs, code := evolveIn(t, "", strings.Fields(c.args)...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, errs, c.says, c.args)
		assert.Equal(t, 1, strings.Count(errs, "\n"), "%s: %q", c.args, errs)
		assert.Empty(t, out, c.args)
	}
	for input, says := range map[string]string{
		"f5\nf5d\n":                            "evolve: line 2: ",
		"f5\n\n" + strings.Repeat("f5", 1<<16): "evolve: line 3 is longer than any position: a position is ",
	} {
		_, errs, code := evolveIn(t, input, "explain", "strongest")
		assert.Equal(t, cli.Wrong, code)
		assert.Contains(t, errs, says)
	}
}

func TestAnUnwritableDirectoryFailsInOneLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	out, errs, code := evolveIn(t, "", append([]string{"run", "--out", filepath.Join(file, "run")}, small...)...)
	assert.Equal(t, cli.Failed, code)
	assert.Equal(t, 1, strings.Count(errs, "\n"), errs)
	assert.Contains(t, errs, file)
	assert.Empty(t, out)
}
