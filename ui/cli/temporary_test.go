package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A missing directory for temporary files is named with the remedy. Errors of other files stay as they are.
func TestAMissingDirectoryForTemporaryFiles(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for dir, says := range map[string]string{
		missing: "tool: cannot make temporary files in " + missing + ": no such file or directory; create the directory, " +
			"or name another one in the environment variable TMPDIR\n",
		t.TempDir(): "tool: open /no/such/file: no such file or directory\n",
	} {
		t.Setenv("TMPDIR", dir)
		var stderr bytes.Buffer
		root := &cobra.Command{Use: "tool", RunE: func(*cobra.Command, []string) error {
			made, err := os.MkdirTemp("", "x")
			if err == nil {
				require.NoError(t, os.Remove(made))
				_, err = os.Open("/no/such/file")
			}
			return err
		}}
		assert.NotEqual(t, Done, Run(root, []string{}, &bytes.Buffer{}, &stderr))
		assert.Equal(t, says, stderr.String())
	}
}
