package formats

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/session"
)

// A saved game can be read again: its players, moves and result.
func TestPlayedGamesAreSaved(t *testing.T) {
	s := session.New(engine.Start())
	require.NoError(t, s.Play(engine.At(3, 2)))
	unfinished := FromSession(s, "you", "table")
	assert.Nil(t, unfinished.Result)
	s.Forfeit(engine.White, "no answer")
	forfeited := FromSession(s, "you", "table")

	path := filepath.Join(t.TempDir(), "games.ggf")
	require.NoError(t, unfinished.Save(path))
	require.NoError(t, forfeited.Save(path))
	file, err := ReadFile(engine.Start(), path)
	require.NoError(t, err)
	require.Len(t, file.Games, 2)
	for _, g := range file.Games {
		assert.Equal(t, "you - table", g.Black+" - "+g.White)
		assert.Equal(t, "d3", g.Transcript())
	}
	assert.Equal(t, 64.0, file.Games[1].Result.Discs)
	assert.Equal(t, "forfeit: no answer", file.Games[1].Comment)
}

func TestTranscriptsNeedTheStartPosition(t *testing.T) {
	g := FromSession(session.New(engine.Start().Play(engine.At(3, 2))), "", "")
	assert.ErrorContains(t, g.Save(filepath.Join(t.TempDir(), "games.txt")), "save it as GGF")
}
