package evolve

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/cli"
)

// The commands check that output files can be written before they compute anything.
func TestOutputFilesAreCheckedFirst(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	for _, command := range [][]string{
		{"match", "random", "table", "--pairs", "1", "--ggf"},
		{"solve", "../../../search/testdata/ffo-01-19.obf", "--json", "--obf"},
		{"analyze", "f5d6", "--depth", "1", "--plot"},
	} {
		flag := command[len(command)-1]
		for path, says := range map[string]string{
			"/no/such/directory/x.svg":      "there is no directory /no/such/directory; create it, or name another file",
			filepath.Join(file, "game.svg"): "cannot write a file in the directory " + file + ": not a directory",
		} {
			out, errs, code := evolveIn(t, "", append(command, path)...)
			assert.Equal(t, cli.Wrong, code)
			assert.Empty(t, out)
			assert.Contains(t, errs, flag+" "+path+": "+says)
		}
	}
	dir := t.TempDir()
	_, errs, code := evolveIn(t, "", "match", "random", "table", "--ggf", dir)
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "--ggf "+dir+" is a directory; name a file in it")
	require.NoError(t, checkWritable("ggf", filepath.Join(dir, "x")))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries, "looking leaves nothing behind")
}

// If a file cannot be written after all, the report is printed anyway.
func TestTheReportComesBeforeTheFile(t *testing.T) {
	for says, command := range map[string][]string{
		`"pentanomial"`: {"match", "random", "table", "--pairs", "1", "--json", "--ggf"},
		`"positions"`:   {"solve", games, "--empties", "3", "--json", "--obf"},
		`"games"`:       {"analyze", "f5d6", "--depth", "1", "--json", "--plot"},
	} {
		dir := filepath.Join(t.TempDir(), "dir")
		require.NoError(t, os.Mkdir(dir, 0o777))
		stdout := &remover{dir: dir}
		var errs bytes.Buffer
		code := cli.Run(Command(), append(command, filepath.Join(dir, "file.svg")), stdout, &errs)
		assert.Equal(t, cli.Failed, code)
		assert.Contains(t, stdout.String(), says)
		assert.Contains(t, errs.String(), filepath.Join(dir, "file.svg"))
	}
}

// A remover is a writer that removes a directory at the first write.
type remover struct {
	bytes.Buffer
	dir string
}

func (r *remover) Write(text []byte) (int, error) {
	if err := os.Remove(r.dir); err != nil && !os.IsNotExist(err) {
		return 0, err
	}
	return r.Buffer.Write(text)
}
