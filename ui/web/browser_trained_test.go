//go:build browser

package web_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/players"
	"evothello/runs"
	"evothello/ui/web"
)

// qLearner trains a Q-network a little on a board of 4×4, and returns its directory.
func qLearner(t *testing.T) string {
	board, err := engine.ShapeNamed("Square-4")
	require.NoError(t, err)
	c, err := qnet.Usual.Config(board, 1)
	require.NoError(t, err)
	c.Opponent, c.Hidden, c.Round = "random", []int{8}, 20
	training, err := qnet.Create(filepath.Join(t.TempDir(), "qnet"), c, runs.Goal{Count: 20})
	require.NoError(t, err)
	defer training.Close()
	stop, err := training.Run(t.Context(), fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	require.Equal(t, runs.Finished, stop)
	return training.Path()
}

// searchFree trains a policy network a little, and returns its directory.
func searchFree(t *testing.T) string {
	c := policy.Defaults(1)
	c.Hidden, c.Vector, c.Batch, c.Steps, c.Games, c.Pairs = 2, 2, 16, 16, 21, 1
	opponent, err := policy.NewOpponent("random")
	require.NoError(t, err)
	c.Opponents = []policy.Opponent{opponent}
	training, err := policy.Create(filepath.Join(t.TempDir(), "policy"), c, runs.Goal{Count: 1})
	require.NoError(t, err)
	defer training.Close()
	stop, err := training.Run(t.Context(), fitness.Local{Workers: 1}, runs.Observer{})
	require.NoError(t, err)
	require.Equal(t, runs.Finished, stop)
	return training.Path()
}

// otherLearners tests a Q-network and a policy network: the page lists them for their boards,
// and plays them like other players.
func otherLearners(t *testing.T, browser browserContext) {
	var specs []players.Spec
	for _, dir := range []string{qLearner(t), searchFree(t)} {
		spec, err := players.ParseSpec(dir)
		require.NoError(t, err)
		specs = append(specs, spec)
	}
	valued, chosen := specs[0].Text, specs[1].Text
	tb := newTab(t, browser, desktop)
	tb.serveWith("127.0.0.1:0", web.Options{Programs: specs})
	tb.open("")
	offered := func() []string { return texts(tb, `#new-white option`, "value") }
	tb.click(`[data-action="new"]`)
	assert.NotContains(t, offered(), valued, "it plays on 4×4 only")
	tb.click("#new-all")
	tb.choose("#new-white", chosen)
	assert.Contains(t, tb.text(`shown('#new-white-about')`), "never searches")
	groups := texts(tb, `#new-white optgroup`, "label")
	assert.Equal(t, []string{"Strongest", "Players of files", "Others, with Elo"}, groups)
	tb.shot("a Q-network to choose")
	tb.click("#new-begin")
	tb.until(`$('#white .name').textContent === 'policy'`)
	tb.clickSquare("f5")
	tb.until(`state.ply === 2 && ` + settled)

	tb.click(`[data-action="new"]`)
	tb.click(`#new-board summary`)
	tb.click(`#new-boards label:has([value="Heart"])`)
	assert.NotContains(t, offered(), valued)
	tb.click(`#new-boards label:has([value="Square-4"])`)
	assert.Contains(t, offered(), valued)
	assert.False(t, tb.holds(`$('#new-characters').checkVisibility()`), "policy is no character")
	tb.choose("#new-white", valued)
	about := tb.text(`shown('#new-white-about')`)
	assert.Regexp(t, "^trained by trial and error on Square-4, in 20 games with random", about)
	tb.click("#new-begin")
	tb.until(`state.game.board === 'Square-4' && $('#status').dataset.kind === 'turn'`)
	for tb.until(settled); tb.text(`$('#status').dataset.kind`) != "over"; tb.until(settled) {
		moves := len(tb.text(movesMade))
		tb.clickSquare(tb.text(firstLegal))
		tb.until(`state.game.moves.join('').length > ` + strconv.Itoa(moves))
	}
	tb.shot("a game with a Q-network")
	assert.Regexp(t, `^(You (win|lose) by \d+|A draw)$`, tb.text(`shown('#status-title')`))

	// On another board, the page says that the network does not play there.
	tb.refused = true
	tb.eval(fmt.Sprintf(`(location.hash = %q)`, game("f5", "you", valued)), new(string))
	tb.status("link")
	assert.Equal(t, "The player qnet plays only on the board 4×4.", tb.text(`shown('#status-detail')`))
}
