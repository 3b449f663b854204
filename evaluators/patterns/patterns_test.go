package patterns

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators/tuples"
)

// someTables returns tables of two stages with weights of all sizes, many of them 0.
func someTables(t testing.TB, seed uint64) *Tables {
	rng := rand.New(rand.NewPCG(seed, 1))
	stages := []Stage{{Discs: 30, Mobility: -7}, {Discs: 64, Mobility: 200}}
	for i := range stages {
		weights := make([]int16, Folding().Weights)
		for w := range weights {
			weights[w] = []int16{0, 0, MaxWeight, -MaxWeight, int16(rng.IntN(1000) - 500)}[rng.IntN(5)]
		}
		stages[i].Weights = Pack(weights)
	}
	tables, err := New(stages, nil)
	require.NoError(t, err)
	return tables
}

// withLayer returns the same two stages with a hidden layer, whose values are often beyond the limit in the first.
func withLayer(t testing.TB, tables *Tables) *Tables {
	rng := rand.New(rand.NewPCG(11, 1))
	stages := slices.Clone(tables.Stages)
	for i := range stages {
		most := []int{tuples.MaxOutput, 300}[i]
		for k := range tuples.HiddenUnits {
			stages[i].Layer.Biases[k] = int16(rng.IntN(1001) - 500)
			stages[i].Layer.Outputs[k] = int16(rng.IntN(2*most+1) - most)
		}
	}
	vectors := make([]byte, Folding().Weights*tuples.HiddenUnits)
	for i := range vectors {
		vectors[i] = byte(rng.Uint32())
	}
	layered, err := New(stages, vectors)
	require.NoError(t, err)
	return layered
}

// divided returns weights divided by a number.
func divided(weights Weights, by int16) Weights {
	numbers := weights.Unpack()
	for i := range numbers {
		numbers[i] /= by
	}
	return Pack(numbers)
}

func data(t testing.TB, tables *Tables) []byte {
	return bytes.Clone(tables.File())
}

func TestReadsWhatItWrites(t *testing.T) {
	some := someTables(t, 1)
	for _, tables := range []*Tables{some, withLayer(t, some)} {
		read, err := Read(data(t, tables))
		require.NoError(t, err)
		assert.Equal(t, tables.Stages, read.Stages)
		assert.Equal(t, tables.Vectors, read.Vectors)
		assert.Equal(t, tables.Hash(), read.Hash())
		assert.Equal(t, data(t, tables), data(t, read))
	}
}

// The layer's value is that of the side to move, at most MaxCorrection either way, also in the view of the other side.
func TestCorrections(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	tables, g := withLayer(t, someTables(t, 2)), tuples.Patterns()
	limited := map[int]int{}
	for range 20 {
		for b := engine.Start(); !b.Over(); b = b.Settle() {
			layer, own, opp := &tables.Stages[tables.Stage(b.Discs())].Layer, b.Mover, b.Opponent
			value := int(g.LayerValue(tables.LayerVectors(), layer, own, opp))
			want := max(-MaxCorrection, min(value, MaxCorrection))
			assert.Equal(t, want, tables.Correction(own, opp))
			assert.EqualValues(t, value, g.LayerValue(tables.LayerVectorsAfter(), layer, opp, own), "the other side's view")
			without := &Tables{Stages: tables.Stages}
			assert.Equal(t, tables.Value(own, opp, 0, 0), without.Value(own, opp, 0, 0)+want)
			if limited[want]++; max(want, -want) < MaxCorrection {
				limited[0]++
			}
			b = b.Play(engine.RandomSquare(rng, b.Moves()))
		}
	}
	assert.NotZero(t, limited[0])
	assert.NotZero(t, limited[MaxCorrection])
	assert.NotZero(t, limited[-MaxCorrection])
}

// Value equals the sum of the vector code, in any stage and with either side to move.
func TestValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	tables := someTables(t, 2)
	for i := range tables.Stages {
		tables.Stages[i].Weights = divided(tables.Stages[i].Weights, 128)
	}
	g, seen := tuples.Patterns(), map[int]bool{}
	for range 20 {
		for b := engine.Start(); !b.Over(); b = b.Settle() {
			stage := 0
			if b.Discs() > 30 {
				stage = 1
			}
			assert.Equal(t, stage, tables.Stage(b.Discs()))
			seen[stage] = true
			ownMoves, oppMoves := engine.Mobilities(b.Mover, b.Opponent)
			mobility := bits.OnesCount64(ownMoves) - bits.OnesCount64(oppMoves)
			sum := int(g.Sum(tables.Values(stage), b.Mover, b.Opponent))
			want := max(-MaxSum, min(MaxSum, sum)) + tables.Stages[stage].Mobility*mobility
			assert.Equal(t, want, tables.Value(b.Mover, b.Opponent, ownMoves, oppMoves))
			after := g.Sum(tables.ValuesAfter(stage), b.Mover, b.Opponent)
			assert.Equal(t, -g.Sum(tables.Values(stage), b.Opponent, b.Mover), after, "the other side's view of its move")
			b = b.Play(engine.RandomSquare(rng, b.Moves()))
		}
	}
	assert.Len(t, seen, 2)
}

func TestNewRefuses(t *testing.T) {
	numbers := make([]int16, Folding().Weights)
	weights := Pack(numbers)
	numbers[5] = -MaxWeight - 1
	tooSmall := Pack(numbers)
	for says, stages := range map[string][]Stage{
		"0 stages: must be 1 to 60": {},
		"stage 2 ends with 20 discs: must be above 20 and at most 64": {
			{Discs: 20, Weights: weights}, {Discs: 20, Weights: weights},
		},
		"stage 1 ends with 65 discs: must be above 0 and at most 64": {{Discs: 65, Weights: weights}},
		"the last stage ends with 63 discs: it must end with 64":     {{Discs: 63, Weights: weights}},
		"stage 1: a move is worth 40000 points: must be within ±1023": {
			{Discs: 64, Mobility: 40000, Weights: weights},
		},
		"stage 1 has 3 weights, but this program's patterns have 113877": {{Discs: 64, Weights: weights[:6]}},
		"stage 1: a weight is -32768: must be within ±32767":             {{Discs: 64, Weights: tooSmall}},
	} {
		_, err := New(stages, nil)
		assert.EqualError(t, err, says)
	}
	_, err := New([]Stage{{Discs: 64, Weights: weights}}, make([]byte, 9))
	assert.EqualError(t, err, "the vectors of the hidden layer have 9 bytes, but this program's patterns need 3644064")
	for says, layer := range map[string]tuples.Layer{
		"stage 1: a bias is 4096: must be within ±4095":            {Biases: [tuples.HiddenUnits]int16{9: 4096}},
		"stage 1: an output weight is -4096: must be within ±4095": {Outputs: [tuples.HiddenUnits]int16{9: -4096}},
	} {
		_, err := New([]Stage{{Discs: 64, Weights: weights, Layer: layer}}, nil)
		assert.EqualError(t, err, says)
	}
}

// sealed adds a length and a checksum to the contents of a file.
func sealed(body []byte) []byte {
	body = bytes.Clone(body)
	binary.LittleEndian.PutUint32(body[len(magic):], uint32(len(body)+sha256.Size))
	sum := sha256.Sum256(body)
	return append(body, sum[:]...)
}

func TestReadRefuses(t *testing.T) {
	sound := data(t, someTables(t, 1))
	body := sound[:len(sound)-sha256.Size]
	changed := func(at int) []byte {
		file := bytes.Clone(sound)
		file[at] ^= 1
		return file
	}
	for _, c := range []struct {
		name string
		file []byte
		says string
	}{
		{"empty", nil, "it is not a file of pattern tables, which begins with the words evothello tables"},
		{"something else", []byte("{}\n"), "it is not a file of pattern tables, which begins " +
			"with the words evothello tables"},
		{"a later format", []byte("evothello tables 3\n…"),
			`its format is "evothello tables 3", but this program reads "evothello tables 2": use the version of the program that wrote it`},
		{"cut early", sound[:40], "the file is truncated to 40 bytes: copy it again"},
		{"cut late", sound[:len(sound)-1], "but its header gives"},
		{"too long", append(bytes.Clone(sound), 0), "but its header gives"},
		{"a bit in a weight", changed(1000), "the file is damaged: its checksum is wrong: copy it again"},
		{"a bit in the checksum", changed(len(sound) - 1), "the file is damaged: its checksum is wrong: copy it again"},
		{"other patterns", sealed(append([]byte(magic), 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0)),
			"it has 7 weights per stage, but this program's patterns have"},
		{"a layer of another size", sealed(append([]byte(magic), 0, 0, 0, 0, 0xd5, 0xbc, 1, 0, 16, 0, 0, 0)),
			"its hidden layer has 16 units in 0 bytes, but this program needs 32 units in"},
		{"half a layer", sealed(data(t, withLayer(t, someTables(t, 1)))[:1000]),
			"its hidden layer has 32 units in 969 bytes, but this program needs 32 units in"},
		{"no stage", sealed(body[:headerSize]), "0 stages: must be 1 to 60"},
		{"half a stage", sealed(body[:headerSize+1000]),
			"its stages have 1000 bytes: must be 227757 per stage, and at most 60 stages: train again"},
		{"one stage of two", sealed(body[:headerSize+(len(body)-headerSize)/2]),
			"the last stage ends with 30 discs: it must end with 64"},
		{"too many stages", sealed(append(bytes.Clone(body), make([]byte, 59*113541)...)),
			"and at most 60 stages: train again"},
	} {
		_, err := Read(c.file)
		assert.ErrorContains(t, err, c.says, c.name)
	}
}

// Any bytes are either refused or parsed to tables that are usable and keep their hash.
func FuzzRead(f *testing.F) {
	f.Add(someTables(f, 1).encode().data[headerSize:], true)
	f.Add([]byte("evothello tables 2\n"), false)
	f.Add(withLayer(f, someTables(f, 1)).encode().data, false)
	header := someTables(f, 1).encode().data[:headerSize]
	f.Fuzz(func(t *testing.T, file []byte, seal bool) {
		if seal {
			file = sealed(append(bytes.Clone(header), file...))
		}
		tables, err := Read(file)
		if err != nil {
			assert.NotContains(t, err.Error(), "\n")
			return
		}
		assert.Equal(t, file, data(t, tables))
		for i := range tables.Stages {
			tables.Values(i)
		}
		again, err := New(tables.Stages, tables.Vectors)
		require.NoError(t, err)
		read, err := Read(data(t, again))
		require.NoError(t, err)
		assert.Equal(t, tables.Stages, read.Stages)
	})
}

func TestOpen(t *testing.T) {
	tables, dir, other := someTables(t, 4), t.TempDir(), t.TempDir()
	name := FileName(tables.Hash())

	_, err := Open(tables.Hash(), other)
	assert.EqualError(t, err,
		"the tables "+name+" are missing: copy them into "+other+" from where the champion came from")
	_, err = Open("abc", other)
	assert.ErrorContains(t, err, `"abc" is not a hash of tables`)
	_, err = Open(strings.Repeat("/", 64), other)
	assert.ErrorContains(t, err, "is not a hash of tables")

	path := filepath.Join(other, name)
	require.NoError(t, os.WriteFile(path, data(t, tables)[:1000], 0o600))
	_, err = Open(tables.Hash(), other)
	assert.ErrorContains(t, err, path+": the file has 1000 bytes, but its header gives ")
	require.NoError(t, os.WriteFile(path, data(t, someTables(t, 5)), 0o600))
	_, err = Open(tables.Hash(), other)
	assert.ErrorContains(t, err, path+": its tables have the hash "+someTables(t, 5).Hash())

	wrong, is := errors.AsType[*FileError](err)
	require.True(t, is)
	assert.Equal(t, path, wrong.Path)

	require.NoError(t, tables.Save(dir))
	found, err := Open(tables.Hash(), other, dir)
	require.NoError(t, err, "one sound file is enough")
	assert.Equal(t, tables.Stages, found.Stages)
	again, err := Open(tables.Hash(), dir)
	require.NoError(t, err)
	assert.Same(t, found, again, "read once")
}

// Of many opened tables only the last few stay in memory.
func TestOpenForgets(t *testing.T) {
	dir := t.TempDir()
	for seed := range uint64(keep + 3) {
		tables := someTables(t, 100+seed)
		require.NoError(t, tables.Save(dir))
		_, err := Open(tables.Hash(), dir)
		require.NoError(t, err)
	}
	assert.Len(t, opened.tables, keep)
	assert.Equal(t, someTables(t, 100+keep+2).Hash(), opened.tables[0].Hash())
}

// The tables that ship with the program are valid and small.
func TestShipped(t *testing.T) {
	tables, err := shipped()
	require.NoError(t, err)
	assert.Less(t, len(tables.File()), 7_000_000)
	found, err := Open(tables.Hash())
	require.NoError(t, err)
	assert.Same(t, tables, found)
}

func BenchmarkRead(b *testing.B) {
	file := data(b, someTables(b, 1))
	b.SetBytes(int64(len(file)))
	for range b.N {
		if _, err := Read(file); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValues(b *testing.B) {
	tables := someTables(b, 1)
	for range b.N {
		fresh := Tables{Stages: tables.Stages}
		fresh.Values(0)
	}
}
