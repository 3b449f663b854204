package tables

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
)

// randomGame plays a game of random moves.
func randomGame(seed uint64) (g Game) {
	rng := fitness.Random(seed, "test")
	for p := engine.Start(); p.Moves() != 0; p = p.Settle() {
		g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
		p = p.Play(g.Moves[len(g.Moves)-1])
	}
	g.Random = rng.IntN(len(g.Moves) + 1)
	return g
}

func storedGames(n int) []Game {
	games := make([]Game, n)
	for i := range games {
		games[i] = randomGame(uint64(i))
	}
	return games
}

// write adds the missing games to a store and ends it.
func write(t testing.TB, path string, games []Game) {
	s, err := openStore(files.At(filepath.Dir(path)), filepath.Base(path), gamesID{1})
	require.NoError(t, err)
	defer s.close()
	for s.games < len(games) {
		some := games[s.games:min(s.games+chunkGames, len(games))]
		require.NoError(t, s.add(len(some), encodeGames(some)))
	}
	if !s.complete {
		require.NoError(t, s.end())
	}
}

func read(t testing.TB, path string) (games []Game) {
	for g, err := range readGames(files.At(filepath.Dir(path)), filepath.Base(path)) {
		require.NoError(t, err)
		games = append(games, g)
	}
	return games
}

func TestStore(t *testing.T) {
	for _, n := range []int{0, 1, chunkGames, 3*chunkGames + 5} {
		path, games := filepath.Join(t.TempDir(), "games"), storedGames(n)
		write(t, path, games)
		assert.Equal(t, games, append([]Game{}, read(t, path)...))
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.LessOrEqual(t, info.Size(), int64(100+50*n), "tens of bytes a game")

		for range readGames(files.At(filepath.Dir(path)), filepath.Base(path)) { // the caller may stop early
			break
		}
	}
}

// A truncated file keeps its valid chunks, and the rest is written again.
func TestStoreCutAnywhere(t *testing.T) {
	games := storedGames(2*chunkGames + 3)
	path := filepath.Join(t.TempDir(), "games")
	write(t, path, games)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for length := 0; length < len(whole); length += 1 + length%61 {
		require.NoError(t, os.WriteFile(path, whole[:length], 0o666))
		s, err := openStore(files.At(filepath.Dir(path)), filepath.Base(path), gamesID{1})
		require.NoError(t, err)
		require.False(t, s.complete, "cut to %d bytes", length)
		s.close()
		write(t, path, games)
		again, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, bytes.Equal(whole, again), "cut to %d bytes", length)
	}
}

// A flipped bit is detected: readers return an error, and the games after it are written again.
func TestStoreDamaged(t *testing.T) {
	games := storedGames(chunkGames + 3)
	path := filepath.Join(t.TempDir(), "games")
	write(t, path, games)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	rapid.Check(t, func(r *rapid.T) {
		damaged := bytes.Clone(whole)
		at := rapid.IntRange(headLen, len(whole)-1).Draw(r, "at")
		damaged[at] ^= 1 << rapid.IntRange(0, 7).Draw(r, "bit")
		require.NoError(r, os.WriteFile(path, damaged, 0o666))
		var last error
		for _, err := range readGames(files.At(filepath.Dir(path)), filepath.Base(path)) {
			last = err
		}
		require.ErrorIs(r, last, errDamaged)
		require.ErrorContains(r, last, path+": damaged: delete the file")
		write(t, path, games)
		again, err := os.ReadFile(path)
		require.NoError(r, err)
		require.True(r, bytes.Equal(whole, again))
	})
}

func TestStoreOfOtherGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	write(t, path, storedGames(2))
	_, err := openStore(files.At(filepath.Dir(path)), filepath.Base(path), gamesID{2})
	assert.EqualError(t, err, path+": its games belong to another tables.json or another player: move the file away")

	require.NoError(t, os.WriteFile(path, []byte("a file of something else, and not a short one at that"), 0o666))
	_, err = openStore(files.At(filepath.Dir(path)), filepath.Base(path), gamesID{1})
	assert.EqualError(t, err, path+": not a file of games: move the file away, and resume makes it again")
}

func TestRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	write(t, path, storedGames(2))
	s, err := openStore(files.At(filepath.Dir(path)), filepath.Base(path), gamesID{1})
	require.NoError(t, err)
	require.NoError(t, s.restart(files.At(filepath.Dir(path)), filepath.Base(path), gamesID{1}))
	assert.Zero(t, s.games)
	assert.False(t, s.complete)
	s.close()
}

func FuzzUnpack(f *testing.F) {
	for n := range 3 {
		f.Add(n, encodeGames(storedGames(n))[chunkHead:])
	}
	f.Fuzz(func(t *testing.T, n int, body []byte) {
		n = min(max(n, 0), chunkGames)
		games, err := decodeGames(n, body)
		if err != nil {
			return
		}
		assert.Equal(t, body, append([]byte{}, encodeGames(games)[chunkHead:]...), "the encoding is unique")
		for i := range games {
			assert.LessOrEqual(t, games[i].Random, len(games[i].Moves))
			for _, p := range games[i].Positions() {
				assert.Zero(t, p.Holes())
			}
		}
	})
}

func FuzzChunks(f *testing.F) {
	whole := bytes.Join([][]byte{[]byte(storeMagic), make([]byte, 32), encodeGames(storedGames(2)), endChunk(2)}, nil)
	f.Add(whole)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, _, err := newChunkReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		for !r.complete {
			if _, _, err := r.next(); err != nil {
				return
			}
		}
		assert.Equal(t, int64(len(data)), r.valid)
	})
}

func BenchmarkReadGames(b *testing.B) {
	path := filepath.Join(b.TempDir(), "games")
	write(b, path, storedGames(3200))
	for b.Loop() {
		for _, err := range readGames(files.At(filepath.Dir(path)), filepath.Base(path)) {
			require.NoError(b, err)
		}
	}
}
