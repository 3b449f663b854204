package evolve

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/internal/jsonfile"
	"evothello/learn/study"
	"evothello/ui/cli"
)

func TestStatusOfATournament(t *testing.T) {
	t.Chdir(t.TempDir())
	mustEvolve(t, "tournament", "random", "greedy", "corner", "--pairs", "2", "--out", "cup", "--quiet")
	goOn := called.Evolve("tournament", "--out", "cup")
	finished := mustEvolve(t, "status", "cup")
	assert.Contains(t, finished, "Tournament cup on the board Square-8: 12 of 12 games played.\n")
	assert.Contains(t, finished, "Elo: the mean of all players is 0")
	assert.Contains(t, finished, "  draw again  "+goOn+"\n")

	journal := filepath.Join("cup", "journal.jsonl")
	whole, err := os.ReadFile(journal)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(journal, whole[:len(whole)-9], 0o666)) // as a kill cuts it
	stopped := mustEvolve(t, "status", "cup")
	assert.Contains(t, stopped, "10 of 12 games played.\nPlayers: random, greedy, corner.\n")
	assert.Contains(t, stopped, "  go on       "+goOn+"\n")
	assert.Contains(t, mustEvolve(t, "status", "cup", "--json"), `"played": 10,`)

	for _, verb := range []string{"resume", "plot", "report"} {
		_, errs, code := evolveIn(t, "", verb, "cup")
		assert.Equal(t, cli.Wrong, code)
		assert.Equal(t, "evolve: no run at cup, but a tournament is there: `"+called.Evolve("status", "cup")+"` says how it stands, `"+goOn+"` goes on with it\n", errs)
	}
	_, errs, _ := evolveIn(t, "", "match", "cup", "random")
	assert.Contains(t, errs, "player cup: a tournament is there, not a player: `"+called.Evolve("status", "cup")+"` lists its players")

	require.NoError(t, os.WriteFile(journal, append([]byte("?"), whole...), 0o666))
	_, errs, code := evolveIn(t, "", "status", "cup")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, journal+":1: the journal's first line is damaged")
}

func TestStatusOfAStudyAndOfSurveys(t *testing.T) {
	t.Chdir(t.TempDir())
	config := study.Defaults()
	require.NoError(t, os.Mkdir("study", 0o777))
	require.NoError(t, os.WriteFile(filepath.Join("study", "study.json"), jsonfile.Encode(&config), 0o666))
	goOn := called.Evolve("study", "--out", "study")
	out := mustEvolve(t, "status", "study")
	assert.Contains(t, out, "0 of 72 stages of training are finished.\n\n  go on      "+goOn+"\n")
	_, errs, code := evolveIn(t, "", "resume", "study")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "no run at study, but a study is there: ")
	assert.Contains(t, errs, "`"+goOn+"` goes on with it")

	mustEvolve(t, "board", "Square-4", "--games", "10", "--budget", "1s", "--state", "known", "--quiet")
	out = mustEvolve(t, "status", "known")
	assert.Contains(t, out, "What is known of boards is kept in known: Square-4.\n\n  show it    "+called.Evolve("board", "Square-4", "--state", "known")+"\n")
}
