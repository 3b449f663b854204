package evolve

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/ui/cli"
)

func TestStatusOfATournament(t *testing.T) {
	t.Chdir(t.TempDir())
	mustEvolve(t, "tournament", "random", "greedy", "corner", "--pairs", "2", "--out", "cup", "--quiet")
	goOn := called.Evolve("resume", "cup")
	finished := mustEvolve(t, "status", "cup")
	assert.Contains(t, finished, "Tournament cup on the board Square-8: 12 of 12 games played.\n")
	assert.Contains(t, finished, "Elo: the mean of all players is 0")
	assert.Contains(t, finished, "  draw again  "+goOn+"\n")

	journal := filepath.Join("cup", "journal.jsonl")
	whole, err := os.ReadFile(journal)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(journal, whole[:len(whole)-9], 0o666)) // as a killed process leaves it
	stopped := mustEvolve(t, "status", "cup")
	assert.Contains(t, stopped, "10 of 12 games played.\nPlayers: random, greedy, corner.\n")
	assert.Contains(t, stopped, "  go on       "+goOn+"\n")
	assert.Contains(t, mustEvolve(t, "status", "cup", "--json"), `"played": 10,`)

	assert.Contains(t, mustEvolve(t, "plot", "cup"), filepath.Join("cup", "crosstable.svg"))
	mustEvolve(t, "resume", "cup", "--quiet")
	again, err := os.ReadFile(journal)
	require.NoError(t, err)
	assert.Equal(t, string(whole), string(again))
	page := mustEvolve(t, "report", "cup", "-o", "-")
	assert.Contains(t, page, "12 of 12 games played.")
	assert.Equal(t, 2, strings.Count(page, "<svg"), "the cross table and the ratings")
	_, errs, code := evolveIn(t, "", "resume", "cup", "--generations", "5")
	assert.Equal(t, cli.Wrong, code)
	assert.Equal(t, "evolve: --generations does not work with cup, which takes --run-programs, --listen, --nats, "+
		"--insecure, --verify, --replicas, --token, --user, --password, --tls-ca, --tls-cert, --tls-key, --metrics, "+
		"--concurrency, --quiet, --json\n", errs)
	_, errs, _ = evolveIn(t, "", "match", "cup", "random")
	assert.Contains(t, errs, "player cup: a tournament is there, not a player: `"+called.Evolve("status", "cup")+
		"` lists its players")

	require.NoError(t, os.WriteFile(journal, append([]byte("?"), whole...), 0o666))
	_, errs, code = evolveIn(t, "", "status", "cup")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, journal+":1: the journal's first line is damaged")
	assert.Equal(t, journal+" has its first line again\ncup is sound.\n", mustEvolve(t, "repair", "cup"))
	again, err = os.ReadFile(journal)
	require.NoError(t, err)
	assert.Equal(t, string(whole), string(again))
}

func TestStatusOfBoards(t *testing.T) {
	t.Chdir(t.TempDir())
	mustEvolve(t, "board", "Square-4", "--games", "10", "--budget", "1s", "--state", "known", "--quiet")
	out := mustEvolve(t, "status", "known")
	assert.Contains(t, out, "known holds analyses of boards: Square-4.\n\n  show it    "+
		called.Evolve("board", "Square-4", "--state", "known")+"\n")
	assert.Contains(t, mustEvolve(t, "resume", "known", "--budget", "1s", "--quiet"), "Square-4: 16 squares")
	assert.Contains(t, mustEvolve(t, "report", "known", "-o", "-"), "known holds analyses of boards")
	_, errs, code := evolveIn(t, "", "plot", "known")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "known: analyses of boards have no plots")

	known := filepath.Join("known", "Square-4.json")
	sound, err := os.ReadFile(known)
	require.NoError(t, err)
	assert.Equal(t, "known is sound.\n", mustEvolve(t, "check", "known"))
	require.NoError(t, os.WriteFile(known, bytes.Replace(sound, []byte(`"black": `), []byte(`"black": 1`), 1), 0o666))
	for _, command := range []string{"check", "repair", "status", "resume"} {
		out, errs, code := evolveIn(t, "", command, "known")
		assert.Equal(t, cli.Wrong, code)
		assert.Contains(t, out+errs, known+" is damaged: its content does not match its checksum; ")
	}
}
