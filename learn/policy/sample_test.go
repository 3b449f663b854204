package policy

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/learn/tables"
)

// randomSamples returns samples of random games.
func randomSamples(n int) (all []Sample) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, p := range positions(rng, n) {
		all = append(all, Sample{p.Board, engine.RandomSquare(rng, p.Moves())})
	}
	return all
}

func TestFilesOfSamples(t *testing.T) {
	l := Samples{Training: randomSamples(40)[:37], HeldOut: randomSamples(40)[37:]}
	data := l.marshal()
	got, err := parseSamples(data)
	require.NoError(t, err)
	assert.Equal(t, l, got)
	for i := range data {
		_, err := parseSamples(data[:i])
		require.Error(t, err, "cut at %d", i)
		damaged := bytes.Clone(data)
		damaged[i] ^= 1
		_, err = parseSamples(damaged)
		require.Error(t, err, "damaged at %d", i)
	}
	training := create(t, small(t, ""), 1)
	defer training.Close()
	require.NoError(t, training.Write(samplesFile(1), data[1:]))
	_, err = training.readSamples(1)
	assert.ErrorContains(t, err, "00001.samples is not a file of samples: delete the file")
	illegal := Samples{Training: []Sample{{engine.StartBoard(), 0}}}
	_, err = parseSamples(illegal.marshal())
	assert.ErrorContains(t, err, "illegal move in sample 1")
}

// FuzzParseSamples parses random content with a correct checksum.
func FuzzParseSamples(f *testing.F) {
	l := Samples{Training: randomSamples(2), HeldOut: randomSamples(1)}
	data := l.marshal()
	f.Add(data[:len(data)-sha256.Size])
	f.Add([]byte(sampleMagic + "\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := sha256.Sum256(data)
		whole := append(bytes.Clone(data), sum[:]...)
		l, err := parseSamples(whole)
		if err == nil {
			assert.Equal(t, whole, l.marshal())
		}
	})
}

// source writes a game file.
func source(t *testing.T, content string) tables.Source {
	path := filepath.Join(t.TempDir(), "games.txt")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	s, err := tables.NewSource(path)
	require.NoError(t, err)
	return s
}

// A game of nine moves, and an unfinished one.
const (
	shortest = "e6f4e3f6g5d6e7f5c5"
	begun    = "f5d6c3"
)

func TestReadSamples(t *testing.T) {
	l, given, err := readSamples(t.Context(), []tables.Source{source(t, shortest+"\n"+begun+"\n")}, nil)
	require.NoError(t, err)
	assert.Equal(t, 1, given.Games)
	assert.Equal(t, 1, given.Unfinished)
	game, err := engine.ParseTranscript(shortest)
	require.NoError(t, err)
	var want []Sample
	for i, p := range game.Positions()[:9] {
		want = append(want, Sample{p.Board, game.Moves[i]})
	}
	assert.Equal(t, want, l.Training)
	assert.Empty(t, l.HeldOut, "the first of twenty games is not held out")

	// A held-out game is not training data, in whatever file it is.
	l, _, err = readSamples(t.Context(), []tables.Source{source(t, shortest)}, []tables.Source{source(t, shortest)})
	require.NoError(t, err)
	assert.Empty(t, l.Training)
	assert.Equal(t, want, l.HeldOut)
}

func TestSubsample(t *testing.T) {
	all := randomSamples(50)
	drawn := subsample(rand.New(rand.NewPCG(1, 1)), all, 20)
	assert.Len(t, drawn, 20)
	assert.Subset(t, all, drawn)
	assert.Equal(t, all, subsample(nil, all, 50))
}
