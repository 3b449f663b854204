package players

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/search"
	"evothello/weights"
	"evothello/weights/probcut"
)

// A fit makes a search selective only with the weights that it was measured for.
func TestSelectivePlayers(t *testing.T) {
	w, err := weights.Named("reversi-blank")
	require.NoError(t, err)
	fit, err := probcut.Measure(t.Context(), w, probcut.Settings{Positions: 20, Depth: 4, Confidence: 1}, 0, nil)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "fit.json")
	require.NoError(t, os.WriteFile(path, files.EncodeJSON(fit), 0o666))

	r, err := mustSpec(t, "reversi-blank:depth=6,selective="+path).Recipe()
	require.NoError(t, err)
	assert.Equal(t, fit, r.Selective)
	selective, err := r.Contestant()
	require.NoError(t, err)
	assert.Contains(t, selective.About, "selective at 1 standard errors")
	assert.Less(t, nodesOf(t, selective), nodesOf(t, contestant(t, "reversi-blank:depth=6")))

	_, err = mustSpec(t, "reversi-edge:selective="+path).Contestant()
	assert.ErrorContains(t, err, path+": it was measured for other weights")
	require.NoError(t, os.WriteFile(path, []byte("{}"), 0o666))
	_, err = mustSpec(t, "reversi-blank:selective="+path).Contestant()
	assert.ErrorContains(t, err, path+`: "schema" is missing`)
}

func contestant(t *testing.T, spec string) *Contestant {
	c, err := mustSpec(t, spec).Contestant()
	require.NoError(t, err)
	return c
}

// nodesOf returns the nodes of a move early in a game.
func nodesOf(t *testing.T, c *Contestant) uint64 {
	p, err := engine.ParsePosition("f5d6c3d3c4f4f6")
	require.NoError(t, err)
	r, err := c.New(c.NewSearcher()).Move(t.Context(), p)
	require.NoError(t, err)
	return r.Nodes
}

// Searches that only a clock ends need a large table.
func TestTableSizesOfPlayers(t *testing.T) {
	for spec, want := range map[string]uint{
		"strongest": search.DefaultTableBits, "strongest:nodes=1000": search.DefaultTableBits, "random": 0,
		"strongest:time=1s": search.ClockTableBits, "edge": search.ClockTableBits,
	} {
		assert.Equal(t, want, contestant(t, spec).TableBits, spec)
	}
}

// ticking is a context whose Err takes a millisecond, so that time passes whenever a search checks it.
type ticking struct{ context.Context }

func (c ticking) Err() error {
	time.Sleep(time.Millisecond)
	return nil
}

// A game clock limits the time for a move of Clocked players.
func TestAtMost(t *testing.T) {
	for _, c := range []struct {
		spec          string
		atMost, takes time.Duration
	}{
		{"strongest:time=20ms", 0, 20 * time.Millisecond},
		{"strongest:time=20ms", 50 * time.Millisecond, 20 * time.Millisecond},
		{"strongest:time=20ms", 5 * time.Millisecond, 5 * time.Millisecond},
		{"strongest:depth=2", time.Nanosecond, 0},
	} {
		ready := contestant(t, c.spec)
		player := ready.New(ready.NewSearcher()).(Clocked)
		player.AtMost(c.atMost)
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			_, err := player.Move(ticking{context.Background()}, engine.Start())
			require.NoError(t, err)
			assert.InDelta(t, c.takes, time.Since(began), float64(time.Millisecond), "%s, at most %s", c.spec, c.atMost)
		})
	}
}

// A person reads what the opponent is, not what its file is called.
func TestIntroductions(t *testing.T) {
	const champion = "pattern tables, trained on games: the strongest player that ships with this program, "
	path := filepath.Join(t.TempDir(), "x.json")
	named, err := weights.Named("reversi-blank")
	require.NoError(t, err)
	w := *named
	w.Name = "champion of generation 3"
	require.NoError(t, os.WriteFile(path, w.File(), 0o666))
	for spec, want := range map[string]string{
		"table":                        "looks one ply ahead with the Table scorer alone",
		"strongest:depth=6,endgame=12": champion + "negascout to depth 6, solved from 12 empties",
		"strongest:handicap=4": champion + "negascout to depth 4, solved from 8 empties, " +
			"gives away up to 4 discs a move",
		"strongest:weights=reversi-switch": "weights of reversi-switch, negascout to depth 4, solved from 8 empties",
		"negascout":                        "weights of reversi-blank, negascout to depth 4",
		path:                               "champion of generation 3, negascout to depth 4, solved from 8 empties",
	} {
		c, err := mustSpec(t, spec).Contestant()
		require.NoError(t, err)
		assert.Equal(t, want, c.Introduction(), spec)
	}
}
