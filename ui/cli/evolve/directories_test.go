package evolve

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/ui/cli"
)

// If a directory or a configuration has another format, or a player's file is damaged, the error says in one line what
// it is and which command helps.
func TestDirectoriesOfOtherFormats(t *testing.T) {
	t.Chdir(t.TempDir())
	runIn(t, "run", "--generations", "1", "--quiet")
	trainTablesIn(t, "tables", "--rounds", "1")
	trainTablesIn(t, "stuck", "--rounds", "1", "--player", "strongest")
	mustEvolve(t, "train", "qnet", "--config", smallQNet(t), "--episodes", "20", "--out", "q", "--quiet")
	trainIn(t, "p", "--rounds", "1", "--quiet")
	refused := func(says string, args ...string) {
		_, errs, code := evolveIn(t, "", args...)
		assert.Equal(t, cli.Wrong, code, "%v: %s", args, errs)
		assert.Contains(t, errs, says)
		assert.Equal(t, 1, strings.Count(errs, "\n"), errs)
	}
	for dir, is := range map[string]string{"q": "a Q-network is trained", "p": "a policy network is trained"} {
		refused("no run at "+dir+", but "+is+" there: `"+called.Evolve("status", dir)+"` shows its state, `"+
			called.Evolve("resume", dir)+"` continues it", "fit", dir, "-o", "x.json")
		refused("--generations does not work with "+dir, "resume", dir, "--generations", "9")
		assert.Contains(t, mustEvolve(t, "plot", dir), filepath.Join(dir, "plots"))
		page := mustEvolve(t, "report", dir, "-o", "-")
		assert.Contains(t, page, "<h1>"+dir+"</h1>")
		assert.Contains(t, page, "<svg")
	}
	refused("no run at tables, but pattern tables are trained there: `"+called.Evolve()+" status tables`",
		"freeze", "tables", "-o", "x.json")
	mustEvolve(t, "freeze", "p", "-o", "policy.network")
	mustEvolve(t, "match", "human:file=policy.network", "random", "--pairs", "1")
	refused("no output file: give one with -o FILE", "freeze", "p")
	refused("x.py: name a file that ends in .network", "freeze", "p", "-o", "x.py")
	refused("leave out --format, --generation and --standalone", "freeze", "p", "-o", "x.json", "--format", "json")

	refused("no Q-network is trained at p, but a policy network is trained there", "plot", "q", "p")
	refused("only several runs or several Q-networks can be drawn together", "plot", "p", "p")

	refused("run.json: it is a run.json, not a tables.json", "train", "tables", "--config", "run/run.json")
	refused("tables.json: it is a tables.json, not a run.json", "run", "--config", "tables/tables.json")
	require.NoError(t, os.WriteFile("part.json", []byte(`{"population": 64, "pears": 8}`), 0o666))
	refused(`part.json: unknown field "pears"`, "run", "--config", "part.json")
	require.NoError(t, os.WriteFile("none.json", []byte(`{"optimizer": null}`), 0o666))
	refused(`none.json: "optimizer" must be an object with a name`, "config", "--config", "none.json")
	mustEvolve(t, "config", "--config", "none.json", "--optimizer", "ga")
	refused("policy.json: it is a policy.json, not a qnet.json", "train", "qnet", "--config", "p/policy.json")

	refused("player stuck: no candidate has passed the gate against strongest there yet; the last is "+
		filepath.Join("stuck", "candidates", "00001.json"), "match", "stuck", "random")
	mustEvolve(t, "match", filepath.Join("stuck", "candidates", "00001.json"), "random", "--pairs", "1")

	for _, c := range []struct{ file, against, resume string }{
		{"run/champion.json", "run", "resume run"},
		{"run/champions/00001.json", "run/champions/00001.json", "resume run"},
		{"tables/champion.json", "tables", "resume tables"},
		{"q/player.qnet", "q", "resume q"},
		{"p/player.policy", "p", "resume p"},
	} {
		sound, err := os.ReadFile(c.file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(c.file, sound[:len(sound)/2], 0o666))
		refused("; `"+called.Evolve()+" "+c.resume+"` makes it again", "match", c.against, "random")
		dir := strings.Fields(c.resume)[1]
		out, errs, code := evolveIn(t, "", "check", dir)
		assert.Equal(t, cli.Wrong, code)
		assert.Contains(t, out, c.file+" is damaged: ")
		assert.Equal(t, "evolve: 1 damaged file in "+dir+": run `"+called.Evolve("repair", dir)+"` to repair it as far as "+
			"possible\n", errs)
		mustEvolve(t, append(strings.Fields(c.resume), "--quiet")...)
		again, err := os.ReadFile(c.file)
		require.NoError(t, err)
		assert.Equal(t, sound, again, c.file)
		assert.Equal(t, dir+" is sound.\n", mustEvolve(t, "check", dir))
	}
	goal, err := os.ReadFile("run/goal.json")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("run/goal.json", bytes.Replace(goal, []byte(": 1"), []byte(": 2"), 1), 0o666))
	refused("goal.json: its content does not match its checksum; ", "resume", "run")
	assert.Equal(t, "run/goal.json is removed: give --generations or --budget again\nrun is sound.\n",
		mustEvolve(t, "repair", "run"))
	refused("no run at nowhere: there is no such directory", "repair", "nowhere")
}

func TestCounted(t *testing.T) {
	damaged := files.At(".").Damagedf("a", "a is damaged")
	other := files.At(".").Damagedf("b", "b cannot be read: %w", files.OtherProgram{Err: errors.New("schema 1")})
	assert.Equal(t, "1 file of another program", counted([]*files.Damaged{other}))
	assert.Equal(t, "2 files of another program", counted([]*files.Damaged{other, other}))
	assert.Equal(t, "2 damaged files", counted([]*files.Damaged{other, damaged}))
}

// Results of a match and analyses of boards are directories without a player, and only match goes on with the former.
func TestDirectoriesWithoutPlayers(t *testing.T) {
	t.Chdir(t.TempDir())
	mustEvolve(t, "match", "random", "greedy", "--pairs", "2", "--out", "results", "--quiet")
	mustEvolve(t, "board", "4x4", "--state", "boards", "--budget", "10ms")
	for dir, says := range map[string]string{"results": "results of a match", "boards": "analyses of boards"} {
		_, errs, code := evolveIn(t, "", "match", dir, "random", "--pairs", "1")
		assert.Equal(t, cli.Wrong, code)
		assert.Equal(t, "evolve: player "+dir+": "+says+" are there, not a player\n", errs)
	}
	for _, verb := range []string{"status", "resume", "plot", "report"} {
		_, errs, code := evolveIn(t, "", verb, "results")
		assert.Equal(t, cli.Wrong, code)
		assert.Equal(t, "evolve: no run at results: it has no readable run.json\n", errs)
	}
}
