package formats

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/weights"
)

func TestReadFileKnowsFilesByTheirContent(t *testing.T) {
	for _, c := range []struct {
		name, content   string
		games, problems int
	}{
		{"a.txt", "f5d6c3\nF5 F6 E6\n", 2, 0},
		{"b.txt", "\ufefff5\r\n", 1, 0},
		{"c.ggf", "1\n(;B[f5];)\n", 1, 0},
		{"d.obf", "% problems\n" + engine.Start().String() + "; f5:+2;\n", 0, 1},
		{"e.txt", engine.Start().String() + "\n", 0, 1},
		{"f", string(sample["sample.wtb"]), 2, 0},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		require.NoError(t, os.WriteFile(path, []byte(c.content), 0o666))
		file, err := ReadFile(engine.Start(), path)
		require.NoError(t, err, c.name)
		assert.Len(t, file.Games, c.games, c.name)
		assert.Len(t, file.Problems, c.problems, c.name)
	}
}

func TestReadFileRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, content, says string }{
		{"empty.txt", "\n", "there is no content; a file holds games as GGF"},
		{"text.txt", "f5f5\nHello", "line 1: transcript, move 2: f5 is taken; a file holds games"},
		{"text.md", "5 words of prose", "a file holds games as GGF"},
		{"short.obf", engine.Start().Squares()[1:] + " X;", "line 1: "},
		{"cut.ggf", "(;B[f5]", "game 1, line 1: the text ends"},
		{"many.obf", engine.Start().String() + ";\n" + engine.Start().String() + strings.Repeat(";", 5000),
			"line 2: it has more than 4096 bytes"},
	} {
		path := filepath.Join(dir, c.name)
		require.NoError(t, os.WriteFile(path, []byte(c.content), 0o666))
		_, err := ReadFile(engine.Start(), path)
		assert.ErrorContains(t, err, path+": ", c.name)
		assert.ErrorContains(t, err, c.says, c.name)
	}
	_, err := ReadFile(engine.Start(), filepath.Join(dir, "missing"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// Names are optional: a damaged file of names is reported and ignored.
func TestDamagedNamesAreIgnored(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"WTH_2004.WTB": sample["sample.wtb"], "WTHOR.JOU": sample["wthor.jou"], "Wthor.Trn": []byte("short"),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o666))
	}
	file, err := ReadFile(engine.Start(), filepath.Join(dir, "WTH_2004.WTB"))
	require.NoError(t, err)
	assert.Equal(t, "Ant Adam against Cécile, tournament 1, 2004", file.Games[0].Title())
	require.Len(t, file.Faults, 1)
	assert.EqualError(t, file.Faults[0], "cannot read names from "+filepath.Join(dir, "Wthor.Trn")+": "+
		"the file has 5 bytes, but a WTHOR file begins with a header of 16")

	file, err = ReadFile(engine.Start(), "testdata/sample.wtb")
	require.NoError(t, err)
	assert.Empty(t, file.Faults)
}

func TestTheFFOPositionsRead(t *testing.T) {
	for name, want := range map[string]int{"ffo-01-19.obf": 19, "ffo-40-59.obf": 20} {
		file, err := ReadFile(engine.Start(), filepath.Join("..", "search", "testdata", name))
		require.NoError(t, err)
		assert.Len(t, file.Problems, want)
		for _, p := range file.Problems {
			_, known := p.Best()
			assert.True(t, known, "%s, line %d", name, p.Line)
		}
	}
}

// A champion's tables are in the directory of its file or the one above, for any working directory.
func TestWhereTablesMayLie(t *testing.T) {
	hash := strings.Repeat("a", 64)
	champion := `{"schema":1,"turns":[60],"phases":[{"patterns.w":1}],"tables":"` + hash + `"}`
	dir := filepath.Join(t.TempDir(), "run", "champions")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.json"), []byte(champion), 0o666))
	for _, c := range []struct{ from, path, where string }{
		{dir, "x.json", ". or .."},
		{filepath.Dir(dir), filepath.Join("champions", "x.json"), "champions or ."},
		{dir, filepath.Join("..", "champions", "x.json"), filepath.Join("..", "champions") + " or .."},
	} {
		t.Chdir(c.from)
		_, err := ReadSwitch(c.path)
		assert.EqualError(t, err, c.path+": the tables "+patterns.FileName(hash)+" are missing: "+
			"copy them into "+c.where+" from where the champion came from")
	}
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(dir), patterns.FileName(hash)), nil, 0o666))
	t.Chdir(dir)
	_, err := ReadSwitch("x.json")
	assert.ErrorContains(t, err, "it is not a file of pattern tables", "it was found above")
}

// The largest weights are those of all networks, different in every phase.
func TestReadSwitchOfTheMostWeights(t *testing.T) {
	turns, phases := weights.Turns{}, evaluators.Phases{}
	for turn := range 10 {
		weight := 0
		phases = append(phases, evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
			if s.Shapes == nil {
				return 0
			}
			weight = weight%f.Bound + 1
			return turn - weight // different in each phase, and mostly of three digits
		}))
		turns = append(turns, 51+turn)
	}
	path := filepath.Join(t.TempDir(), "many.json")
	written := weights.New(turns, nil, phases, nil)
	file := written.File()
	require.Greater(t, len(file), files.MaxSettings)
	assert.Less(t, 61*len(file)/10, files.MaxWeights, "as many phases as there can be")
	require.NoError(t, os.WriteFile(path, file, 0o666))
	read, err := ReadSwitch(path)
	require.NoError(t, err)
	assert.True(t, read.SameWeights(written))
}
