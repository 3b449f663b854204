package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/learn/tables"
	"evothello/runs"
)

func trainedTables(t *testing.T, rounds int) *tables.Training {
	c := tables.Defaults(3)
	c.SetGames(300)
	c.Search.Depth, c.Search.Endgame, c.Fit.Stages = 1, 2, []int{30, 64}
	var err error
	c.Players, err = c.Recipes([]string{"random"})
	require.NoError(t, err)
	c.Reference.Opponents, err = c.Recipes([]string{"greedy", "random"})
	require.NoError(t, err)
	l, err := tables.Create(filepath.Join(t.TempDir(), "tables"), c, runs.Goal{Count: rounds})
	require.NoError(t, err)
	t.Cleanup(l.Close)
	if rounds > 0 {
		_, err = l.Run(t.Context(), fitness.Local{Workers: 2}, runs.Observer{})
		require.NoError(t, err)
	}
	return l
}

func TestTablesPage(t *testing.T) {
	l := trainedTables(t, 2)
	page, err := TablesPage(l)
	require.NoError(t, err)
	again, err := TablesPage(l)
	require.NoError(t, err)
	assert.Equal(t, page, again)
	text := string(page)
	rounds := l.State.Rounds
	for _, words := range []string{
		"In each round 300 games are played (depth 1, solved from 2 empties) after 6 to 20 random moves",
		fmt.Sprintf("The champion, trained in round %d,", l.State.Player()),
		`<th scope="row">2</th><td>600</td>`, `<th scope="row">1</th><td>300</td>`,
		percent(rounds[1].Reference[0].Result.Score()),
		"evolve train tables --config tables.json --rounds 2 --out again",
		l.Config.Hash(),
	} {
		assert.Contains(t, text, words)
	}
	assert.Equal(t, 8, strings.Count(text, "<svg"), "two charts, five boards, and the edges")
	assert.NotContains(t, text, l.Path())

	require.NoError(t, os.Remove(l.Path(l.SampleFile())))
	without, err := TablesPage(l)
	require.NoError(t, err)
	assert.Equal(t, 7, strings.Count(string(without), "<svg"), "all but the edges")
	assert.Contains(t, string(without), "the directory lacks the games with the common edges")
}

func TestTablesPageBeforeARound(t *testing.T) {
	l := trainedTables(t, 0)
	page, err := TablesPage(l)
	require.NoError(t, err)
	assert.Contains(t, string(page), "No round is finished yet")
	assert.Contains(t, string(page), "evolve train tables --config tables.json --out again")
	assert.Empty(t, TablesStrength(l))
}
