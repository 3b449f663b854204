package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestABoardIsANameOrAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	squares := strings.Repeat("#", 24) + "--OX----" + strings.Repeat("#", 32)
	for _, name := range []string{"X", "strip", "strip.txt"} {
		require.NoError(t, os.WriteFile(name, []byte(squares), 0o666))
	}
	for word, name := range map[string]string{
		"X": "X", "x": "x", "diamond": "Diamond", // they come with the program
		"strip": "strip", "strip.txt": "strip", "./X": "X",
	} {
		shape, err := Board(word)
		require.NoError(t, err, word)
		assert.Equal(t, name, shape.Name)
		assert.Equal(t, name == "strip" || word == "./X", shape.Start.Squares() == squares, word)
	}
}

func TestWhatIsNoBoard(t *testing.T) {
	for word, says := range map[string]string{
		"Triangle":  `unknown board "Triangle"; known: X, x, Square-8, `,
		"absent.b":  "board cannot read absent.b: ",
		"absent#xx": "board cannot read absent: ",
		"":          `unknown board ""`,
		"28x28":     "board 28x28: square boards are Square-4, Square-6, Square-8 and even sizes from 10 to 26",
		"9x9":       "board 9x9: square boards are Square-4, ",
		"12x10":     `unknown board "12x10"`,
	} {
		root := &cobra.Command{Use: "tool", RunE: func(*cobra.Command, []string) error {
			_, err := Board(word)
			return err
		}}
		var stderr bytes.Buffer
		assert.Equal(t, Wrong, Run(root, []string{}, &bytes.Buffer{}, &stderr), word)
		assert.Contains(t, stderr.String(), says)
	}
	_, err := Board(filepath.Join(t.TempDir()))
	assert.ErrorContains(t, err, "is a directory: name a file")
}
