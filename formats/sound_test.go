package formats

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// ReadSound reads the readable games of a file with unreadable ones; ReadFile refuses the file.
func TestReadSound(t *testing.T) {
	sample, err := os.ReadFile("testdata/sample.wtb")
	require.NoError(t, err)
	sound, err := ReadFile(engine.Start(), "testdata/sample.wtb")
	require.NoError(t, err)
	require.Len(t, sound.Games, 2)
	damaged := append([]byte{}, sample...)
	damaged[wthorHeader+8] = 11 // the first game begins with a1
	for _, c := range []struct {
		name, content, says string
		games               int
	}{
		{"games.wtb", string(damaged), "game 1 (byte 16): move 1: a1 is no legal move for Black", 1},
		{"games.txt", "f5d6\nf5f5\nno moves\nf5f6\n", "line 2: transcript, move 2: f5 is taken; " + Kinds, 2},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		require.NoError(t, os.WriteFile(path, []byte(c.content), 0o666))
		_, err := ReadFile(engine.Start(), path)
		assert.EqualError(t, err, path+": "+c.says)
		file, err := ReadSound(engine.Start(), path)
		require.NoError(t, err)
		assert.Len(t, file.Games, c.games)
		assert.ErrorContains(t, file.Lost.First, c.says)
	}
}

// ReadSound reads the readable games of a GGF file with any number of errors.
func TestReadSoundGGF(t *testing.T) {
	sound, wrong := "(;GM[Othello]BO[8 "+start8+" *]B[F5]W[D6];)\n", "(;GM[Othello]BO[8 "+start8+" *]B[A1];)\n"
	path := filepath.Join(t.TempDir(), "games.ggf")
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat(wrong, 2*maxWrong)+sound), 0o666))
	file, err := ReadSound(engine.Start(), path)
	require.NoError(t, err)
	assert.Len(t, file.Games, 1)
	assert.Equal(t, 2*maxWrong, file.Lost.Games)
	assert.ErrorContains(t, file.Lost.First, "game 1, line 1")
}

const start8 = "---------------------------O*------*O---------------------------"
