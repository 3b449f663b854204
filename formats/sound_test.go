package formats

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// EachGame and ReadFile skip the unreadable games of a file. The others keep their numbers.
func TestEachGame(t *testing.T) {
	sample, err := os.ReadFile("testdata/sample.wtb")
	require.NoError(t, err)
	sound, err := ReadFile(engine.Start(), "testdata/sample.wtb")
	require.NoError(t, err)
	require.Len(t, sound.Games, 2)
	damaged := append([]byte{}, sample...)
	damaged[wthorHeader+8] = 11 // the first game begins with a1
	for _, c := range []struct {
		name, content, says string
		numbers             []int
	}{
		{"games.wtb", string(damaged), "game 1 (byte 16): move 1: a1 is not a legal move for Black", []int{2}},
		{"games.txt", "f5d6\nf5f5\nno moves\nf5f6\n", "line 2: transcript, move 2: f5 is taken", []int{1, 4}},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		require.NoError(t, os.WriteFile(path, []byte(c.content), 0o666))
		file, err := ReadFile(engine.Start(), path)
		require.NoError(t, err)
		numbers := []int{}
		for _, g := range file.Games {
			numbers = append(numbers, g.Number)
		}
		assert.Equal(t, c.numbers, numbers, c.name)
		assert.ErrorContains(t, file.Faults[0], c.says)
		games, lost := gamesOf(t, path)
		assert.Len(t, games, len(c.numbers))
		assert.ErrorContains(t, lost.First, c.says)
	}
}

// gamesOf returns the games that EachGame visits.
func gamesOf(t *testing.T, path string) (games []engine.Game, lost Unreadable) {
	t.Helper()
	lost, err := EachGame(engine.Start(), path, func(game *engine.Game) error {
		games = append(games, *game)
		return nil
	})
	require.NoError(t, err)
	return games, lost
}

// plainTranscripts reads transcripts that are all there.
func plainTranscripts(text string) (games []engine.Game, unreadable int) {
	var begins []string // of each game its lines
	for _, line := range contents(text) {
		if number, _ := engine.CutNumber(line); number > 1 && len(begins) > 0 {
			begins[len(begins)-1] += "\n" + line
		} else {
			begins = append(begins, line)
		}
	}
	for _, text := range begins {
		if game, err := engine.ParseTranscript(text); err != nil {
			unreadable++
		} else {
			games = append(games, *game)
		}
	}
	if game, err := engine.ParseTranscript(strings.Join(begins, "\n")); err == nil && unreadable > 0 && len(begins) > 1 {
		return []engine.Game{*game}, 0
	}
	return games, unreadable
}

// A file of any number of transcripts is read like a text of them.
func TestEachTranscript(t *testing.T) {
	for name, text := range map[string]string{
		"one":                 "f5d6c3",
		"many":                strings.Repeat("f5d6\nf5f6e6\n", 3*longestGame),
		"with numbers":        strings.Repeat("1. f5 d6\n3. c3 d3\n5. c4\n", longestGame),
		"on lines":            "f5\nd6\nc3\n",
		"unreadable ones":     strings.Repeat("f5d6\nf5f5\n\n% a comment\nf5f6 % another\n", longestGame),
		"with an order mark":  "\uFEFFf5d6\nf5f6\n",
		"just at the limit":   strings.Repeat("f5d6\n", longestGame),
		"just over the limit": strings.Repeat("f5d6\n", longestGame+1) + "f5f5",
	} {
		path := filepath.Join(t.TempDir(), "games.txt")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		games, lost := gamesOf(t, path)
		want, unreadable := plainTranscripts(strings.TrimPrefix(text, "\uFEFF"))
		require.Len(t, games, len(want), name)
		for i := range games {
			assert.Equal(t, want[i], games[i])
		}
		assert.Equal(t, unreadable, lost.Games, name)
	}
	path := filepath.Join(t.TempDir(), "games.txt")
	enough := errors.New("enough")
	for _, games := range []int{2, 2 * longestGame} {
		require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("f5d6\n", games)), 0o666))
		visited := 0
		_, err := EachGame(engine.Start(), path, func(*engine.Game) error {
			if visited++; visited == games {
				return enough
			}
			return nil
		})
		assert.ErrorIs(t, err, enough)
	}
	for text, says := range map[string]string{
		"": path + ": there is no content; " + Kinds, start8 + " X": path + " holds positions: name a file of games",
		"f5d6\n" + strings.Repeat("d", maxLine+1): path + ": line 2 has more than 1048576 bytes; " + Kinds,
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		_, err := EachGame(engine.Start(), path, func(*engine.Game) error { return nil })
		assert.EqualError(t, err, says)
	}
}

// EachGame visits the readable games of a GGF file with any number of errors.
func TestEachGameOfGGF(t *testing.T) {
	sound, wrong := "(;GM[Othello]BO[8 "+start8+" *]B[F5]W[D6];)\n", "(;GM[Othello]BO[8 "+start8+" *]B[A1];)\n"
	path := filepath.Join(t.TempDir(), "games.ggf")
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat(wrong, 2*maxWrong)+sound), 0o666))
	games, lost := gamesOf(t, path)
	assert.Len(t, games, 1)
	assert.Equal(t, 2*maxWrong, lost.Games)
	assert.ErrorContains(t, lost.First, "game 1, line 1")
}

const start8 = "---------------------------O*------*O---------------------------"
