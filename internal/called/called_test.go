package called

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNames(t *testing.T) {
	for _, c := range []struct {
		word          string
		files         []string // existing files
		evolve, plays string
	}{
		{"evolve", []string{"/bin/evolve", "/bin/play"}, "evolve", "play"},
		{"./evolve", []string{"play"}, "./evolve", "./play"},
		{"./evolve", nil, "./evolve", "play"},
		{"bin/ev", []string{"bin/play"}, "bin/ev", "bin/play"},
		{"bin/ev", []string{"play", "cmd/play/main.go"}, "bin/ev", "go run ./cmd/play"},
		{"/my tools/ev", []string{"/my tools/play"}, "'/my tools/ev'", "'/my tools/play'"},
		{"./ev.exe", []string{"play.exe"}, "./ev.exe", "./play"},
		{"/tmp/go-build12/b001/exe/evolve", nil, "go run ./cmd/evolve", "go run ./cmd/play"},
		{"/cache/00/0a-d/evolve", nil, "go run ./cmd/evolve", "go run ./cmd/play"},
	} {
		asked := call{
			word: c.word, program: "evolve", cache: "/cache",
			isFile: func(path string) bool { return slices.Contains(c.files, path) },
			find: func(word string) (string, error) {
				if word == "evolve" {
					return "/bin/evolve", nil
				}
				return "", errors.New("not on the path")
			},
		}
		assert.Equal(t, c.evolve, asked.name("evolve"), c.word)
		assert.Equal(t, c.plays, asked.name("play"), c.word)
	}
}

// go test builds programs in the same cache as go run.
func TestArgumentsAreQuoted(t *testing.T) {
	assert.Equal(t, "go run ./cmd/evolve resume 'my runs/a' --budget 10m",
		Evolve("resume", "my runs/a", "--budget", "10m"))
	assert.Equal(t, "go run ./cmd/play list", Play("list"))
	assert.Equal(t, `'it'\''s'`, quoted("it's", false))
	assert.Equal(t, "''", quoted("", false))
	assert.Equal(t, `'C:\evolve.exe'`, quoted(`C:\evolve.exe`, false))
	assert.Equal(t, `C:\evolve.exe`, quoted(`C:\evolve.exe`, true))
	assert.Equal(t, `"C:\my tools\it's.exe"`, quoted(`C:\my tools\it's.exe`, true))
	assert.Equal(t, `$'a\x1b[31mb\x0ac\'d\\e\xe2\x80\xae\xff é�'`, quoted("a\x1b[31mb\nc'd\\e\u202e\xff é�", false))
}

// Programs of another module stand where that module has them.
func TestFolderOf(t *testing.T) {
	for _, c := range []struct{ program, module, folder, play string }{
		{"evothello/cmd/evolve", "evothello", "cmd", "go run ./cmd/play"},
		{"ownscorer/evolve", "ownscorer", ".", "go run ./play"},
		{"example.org/mine/tools/evolve", "example.org/mine", "tools", "go run ./tools/play"},
		{"evothello/ui/cli/evolve.test", "evothello", "", "go run ./cmd/play"},
		{"command-line-arguments", "", "", "go run ./cmd/play"},
	} {
		folder := folderOf(c.program, c.module)
		assert.Equal(t, c.folder, folder, c.program)
		assert.Equal(t, c.play, call{word: "/tmp/go-build1/b001/exe/evolve", program: "evolve", folder: folder}.name("play"))
	}
}
