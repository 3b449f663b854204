package evolve

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/runs"
)

// smallRun is the command line of a run that takes a moment.
func smallRun(more ...string) []string {
	return append([]string{"run", "--seed", "1", "--population", "4", "--pairs", "4", "--depth", "1", "--endgame", "0",
		"--generations", "1"}, more...)
}

// A run holds its opponents: the file of one may go, and run.json alone gives the same run again.
func TestOpponentOfAnyKind(t *testing.T) {
	dir := t.TempDir()
	mine, run, again := filepath.Join(dir, "mine.json"), filepath.Join(dir, "run"), filepath.Join(dir, "again")
	mustEvolve(t, "freeze", "reversi-edge", "-o", mine)
	reference := filepath.Join(dir, "reference.json")
	require.NoError(t, os.WriteFile(reference, []byte(`{"panel": 0, "reference": {"opponents": ["`+mine+`:depth=2"]}}`), 0o666))

	said := mustEvolve(t, smallRun("--out", run, "--config", reference, "--opponent", "strongest", "--opponent",
		filepath.Join("..", "..", "..", "runs", "reference"))...)
	assert.Contains(t, said, "run.json has a copy of strongest, with the hash ")
	assert.Contains(t, said, "evolve match "+run+" strongest ")
	require.NoError(t, os.Remove(mine))
	mustEvolve(t, "check", run)
	mustEvolve(t, "run", "--config", filepath.Join(run, "run.json"), "--generations", "1", "--out", again)
	one, err := runs.Open(run)
	require.NoError(t, err)
	other, err := runs.Open(again)
	require.NoError(t, err)
	assert.Len(t, one.Config.Copies, 3)
	assert.Equal(t, one.State, other.State)
}

// With the settings of another run an opponent that is typed is read again, and the copy of one that is not named goes.
func TestOpponentsOfAnotherRun(t *testing.T) {
	dir := t.TempDir()
	mine, first := filepath.Join(dir, "mine.json"), filepath.Join(dir, "first")
	mustEvolve(t, "freeze", "reversi-edge", "-o", mine)
	mustEvolve(t, smallRun("--out", first, "--opponent", mine)...)
	mustEvolve(t, "freeze", "reversi-switch-1279", "-o", mine)
	copies := func(out, opponent string) evolution.Copies {
		config := filepath.Join(first, "run.json")
		mustEvolve(t, smallRun("--out", filepath.Join(dir, out), "--config", config, "--opponent", opponent)...)
		run, err := runs.Open(filepath.Join(dir, out))
		require.NoError(t, err)
		return run.Config.Copies
	}
	kept, err := runs.Open(first)
	require.NoError(t, err)
	renewed := copies("second", mine)
	assert.Len(t, renewed, 1)
	assert.NotEqual(t, kept.Config.Copies[mine].Hash(), renewed[mine].Hash())
	assert.Empty(t, copies("third", "random"))
}

// A program is an opponent only while the user names it.
func TestProgramAsOpponent(t *testing.T) {
	engine, dir := program(t, "", "7"), filepath.Join(t.TempDir(), "run")
	said := mustEvolve(t, smallRun("--out", dir, "--opponent", engine)...)
	assert.Contains(t, said, "is a program: a run with it cannot be repeated")
	mustEvolve(t, "resume", dir, "--generations", "2", "--opponent", engine)
	mustEvolve(t, "check", dir)
	assert.Contains(t, mustEvolve(t, "status", dir), "Generation 2 of 2")

	const champion = "../../../runs/strongest"
	config, more := filepath.Join(dir, "run.json"), []string{"resume", dir, "--generations", "3"}
	compare := []string{"compare", "--vary", "population=4,8", "--games", "100", "--seeds", "1", "--out", dir + "3"}
	listening := smallRun("--opponent", engine, "--listen", "127.0.0.1:0")
	for want, args := range map[string][]string{
		"which runs only if the command line names it":               more,
		" run --config " + config + " --opponent ":                   {"run", "--config", config, "--out", dir + "2"},
		"this machine only: leave out --listen and --nats":           listening,
		"is a program, whose games cannot be repeated: leave it out": append(compare, "--opponent", engine),
		"--opponent: unknown player \"gtq\"":                         append(more, "--opponent", "gtq:cmd=true"),
		"--opponent does not work with " + champion + ", which tak":  {"resume", champion, "--opponent", engine},
	} {
		_, stderr, code := evolveIn(t, "", args...)
		assert.Equal(t, 2, code, args)
		assert.Contains(t, stderr, want)
	}
}
