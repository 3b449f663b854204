package static

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "evothello/players/programs"
	"evothello/weights"
	"evothello/weights/scale"
)

// fake stands for a compiled engine.
var fake = &Engine{packed: []byte("packed"), runtime: []byte("runtime"), version: "v1"}

// published publishes a player, and returns the folder.
func published(t *testing.T, player string) string {
	edition, err := Of(player)
	require.NoError(t, err)
	folder := filepath.Join(t.TempDir(), "site")
	_, err = edition.Write(folder, fake)
	require.NoError(t, err)
	return folder
}

// filesIn returns the names of the files in a folder.
func filesIn(t *testing.T, folder string) (names []string) {
	require.NoError(t, fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	}))
	return names
}

func read(t *testing.T, path ...string) string {
	data, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(data)
}

// All that an edition refers to is in it, by relative addresses, and is kept for use without a network.
func TestEditionIsComplete(t *testing.T) {
	folder := published(t, "")
	names := filesIn(t, folder)
	var kept []string
	list := regexp.MustCompile(`files = (\[.*\]);`).FindStringSubmatch(read(t, folder, "sw.js"))
	require.NotNil(t, list)
	require.NoError(t, json.Unmarshal([]byte(list[1]), &kept))
	assert.ElementsMatch(t, names, append(kept[1:], "sw.js"), "all files are kept but the script that keeps them")
	assert.Equal(t, "./", kept[0])

	index := read(t, folder, "index.html")
	assert.NotContains(t, index, "{{")
	for _, address := range regexp.MustCompile(`(?:src|href|content)="([^"#]+\.\w+)"`).FindAllStringSubmatch(index, -1) {
		assert.Contains(t, names, address[1])
	}
	for _, part := range []string{
		"engine.bin", "champion.tables.bin", "human.network.bin", "wasm_exec.js", "worker.js", "edition.json", "js/main.js",
	} {
		assert.Regexp(t, `assets/[0-9a-f]{16}/`+part, strings.Join(names, " "))
	}
}

// The same player gives the same bytes. Another one has other addresses, and takes the place of the first.
func TestEditionIsReplaced(t *testing.T) {
	folder := published(t, "evolved")
	assert.Equal(t, filesIn(t, published(t, "evolved")), filesIn(t, folder))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "CNAME"), []byte("othello.example"), 0o666))
	before := filesIn(t, folder)
	other, err := Of("greedy")
	require.NoError(t, err)
	_, err = other.Write(folder, fake)
	require.NoError(t, err)
	after := filesIn(t, folder)
	assert.Len(t, after, len(before), "nothing of the first edition is left, and the user's file is still there")
	assert.NotEqual(t, before, after)
	assert.Contains(t, after, "CNAME")
}

func TestFoldersOfOthersAreLeftAlone(t *testing.T) {
	folder := t.TempDir()
	assert.NoError(t, CheckFolder(folder), "an empty folder will do")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "thesis.tex"), nil, 0o666))
	edition, err := Of("")
	require.NoError(t, err)
	_, err = edition.Write(folder, fake)
	assert.ErrorContains(t, err, "holds other files: name a new or empty folder")
	assert.Equal(t, []string{"thesis.tex"}, filesIn(t, folder))

	// Other pages have a service worker and a folder of assets too.
	require.NoError(t, os.WriteFile(filepath.Join(folder, serviceFile), []byte("self.skipWaiting();"), 0o666))
	assert.ErrorContains(t, CheckFolder(folder), "holds other files")
}

// A folder in which publish was stopped has assets alone. Those of others stay.
func TestAnUnfinishedEditionIsFinished(t *testing.T) {
	folder := t.TempDir()
	theirs := filepath.Join(folder, assetsFolder, "theirs", "logo.svg")
	require.NoError(t, os.MkdirAll(filepath.Dir(theirs), 0o777))
	require.NoError(t, os.WriteFile(theirs, nil, 0o666))
	edition, err := Of("")
	require.NoError(t, err)
	_, err = edition.Write(folder, fake)
	require.NoError(t, err)
	assert.FileExists(t, theirs)
	assert.FileExists(t, filepath.Join(folder, indexFile))
}

// A run comes with its earlier champions, a file alone.
func TestPlayers(t *testing.T) {
	run, err := Of("../../runs/reference")
	require.NoError(t, err)
	assert.Equal(t, "runs/reference", run.Player)
	assert.Contains(t, run.Files, "runs/reference/champion.json")
	assert.Contains(t, run.Files, "runs/reference/champions/00001.json")
	assert.Regexp(t, `^runs/reference, with \d+ champions of its run$`, run.About())

	evolved, err := weights.Named("evolved-classic")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "switch.json")
	require.NoError(t, os.WriteFile(file, evolved.File(), 0o666))
	mine, err := Of(file + ":depth=6")
	require.NoError(t, err)
	assert.Equal(t, "runs/switch", mine.About())
	assert.Len(t, mine.Files, 2)
	champion, err := weights.Read(mine.Files["runs/switch/champion.json"])
	require.NoError(t, err)
	assert.Equal(t, 6, champion.Search.Depth)
	assert.True(t, champion.SameWeights(evolved))

	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("strongest", nil, 0o666)) // these are not meant
	require.NoError(t, os.WriteFile("6", nil, 0o666))
	name, err := Of("strongest:depth=6")
	require.NoError(t, err)
	assert.Equal(t, "strongest:depth=6", name.Player)
	assert.Empty(t, name.Files)
}

func TestPlayersThatCannotBePublished(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.json")
	require.NoError(t, os.WriteFile(file, []byte("{}"), 0o666))
	for text, want := range map[string]string{
		"edaxx":                          "edaxx",
		"gtp:cmd=true":                   "browsers play only with weights",
		"switch:file=" + file:            "mine.json",
		"switch(random@29,edaxx)":        "edaxx",
		file:                             "mine.json",
		"../../runs/reference:book=Tora": "leave out book",
	} {
		_, err := Of(text)
		assert.ErrorContains(t, err, want, text)
	}
}

// Another edition's engine is taken if its page is the same.
func TestEngineOfEdition(t *testing.T) {
	folder := published(t, "")
	taken, err := EngineOf(folder, "v1")
	require.NoError(t, err)
	assert.Equal(t, fake, taken)
	_, err = EngineOf(t.TempDir(), "v1")
	assert.ErrorContains(t, err, "is not an edition")
	_, err = EngineOf(folder, "v2") // of the same page, but with other code
	assert.ErrorContains(t, err, "another version")
	pages, err := filepath.Glob(filepath.Join(folder, "assets/*/js/main.js"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(pages[0], []byte("// another version"), 0o666))
	_, err = EngineOf(folder, "v1")
	assert.ErrorContains(t, err, "another version")
}

// Without Go, the user learns what to do.
func TestCompileNeedsGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Compile(t.Context(), "v1")
	assert.ErrorContains(t, err, "https://go.dev/dl")
	assert.ErrorContains(t, err, "--engine")
}

// The source and modules that it needs are told apart.
func TestWhatCompileLacks(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the Go tool chain")
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	t.Chdir(dir)
	_, err := Compile(t.Context(), "v1")
	assert.ErrorContains(t, err, "which is not in the working directory: change to the directory of the source")
	require.NoError(t, os.MkdirAll(filepath.Join("cmd", "static"), 0o777))
	require.NoError(t, os.WriteFile("go.mod", []byte("module evothello\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join("cmd", "static", "main.go"),
		[]byte("package main\n\nimport _ \"example.org/missing\"\n\nfunc main() {}\n"), 0o666))
	_, err = Compile(t.Context(), "v1")
	assert.ErrorContains(t, err, "example.org/missing")
	assert.NotContains(t, err.Error(), "not here")
	assert.ErrorContains(t, err, "--engine")
}

// What was measured before is not measured again.
func TestScalesAreKept(t *testing.T) {
	edition, err := Of("../../runs/reference")
	require.NoError(t, err)
	edition.champions = edition.champions[:2] // the others take seconds
	require.NoError(t, edition.Measure())
	var scales map[string]*scale.Scale
	require.NoError(t, json.Unmarshal(edition.Files[scalesFile], &scales))
	evolved, err := weights.Named("evolved")
	require.NoError(t, err)
	known, measured := scales[evolved.Hash()], scale.Of(evolved)
	require.NotNil(t, known)
	scale.Use(scales)
	defer scale.Use(nil)
	assert.Equal(t, measured, scale.Of(evolved))
	_, err = json.Marshal(known)
	assert.NoError(t, err)
}
