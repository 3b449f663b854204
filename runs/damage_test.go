package runs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/internal/files"
)

func TestDamagedCheckpointFallsBackToThePreviousOne(t *testing.T) {
	straight, damaged := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "damaged")
	play(t, straight, tiny(5), 4, 2)
	for name, damage := range map[string]func([]byte) []byte{
		"cut":   func(data []byte) []byte { return data[:len(data)/2] },
		"empty": func([]byte) []byte { return nil },
		"a digit": func(data []byte) []byte {
			i := len(data)/2 + bytes.IndexAny(data[len(data)/2:], "12345678")
			return slices.Concat(data[:i], []byte{data[i] + 1}, data[i+1:])
		},
		"garbled": func(data []byte) []byte {
			return []byte(strings.Replace(string(data), `"generation":3`, `"generation":9`, 1))
		},
	} {
		os.RemoveAll(damaged)
		play(t, damaged, tiny(5), 3, 2)
		path := filepath.Join(damaged, "checkpoint.json")
		require.NoError(t, os.WriteFile(path, damage(read(t, damaged, "checkpoint.json")), 0o666))
		before := snapshot(t, damaged)

		_, err := Open(damaged)
		assert.ErrorContains(t, err, "checkpoint.json is damaged", name)
		assert.ErrorContains(t, err, "resume continues from checkpoint.prev.json", name)
		assert.Equal(t, before, snapshot(t, damaged), "a reader changes nothing")

		run := resume(t, damaged, Goal{Count: 4})
		assert.Contains(t, run.noticeAtStart, "continuing from checkpoint.prev.json, after generation 2", name)
		assertSame(t, straight, damaged)
	}
}

// A journal that does not match the newest checkpoint may match the previous one. Lines after the checkpoint do not
// count.
func TestDamagedJournal(t *testing.T) {
	straight := filepath.Join(t.TempDir(), "straight")
	play(t, straight, tiny(5), 4, 2)
	for _, c := range []struct {
		name   string
		damage func(journal string) string
		from   int // the generation from which the run continues, 0 if it cannot
	}{
		{"killed between journal and checkpoint", func(j string) string {
			return j + `{"row":{"generation":4,"best":1}}` +
				"\n"
		}, 3},
		{"killed in the middle of a line", func(j string) string { return j + `{"row":{"gener` }, 3},
		{"the last line is cut", func(j string) string { return j[:len(j)-9] }, 2},
		{"a digit in the last line", func(j string) string {
			i := strings.LastIndex(j, `"mean":0.`) + len(`"mean":0.`)
			return j[:i] + "0" + j[i:]
		}, 2},
		{"a digit in the first line", func(j string) string { return strings.Replace(j, `"mean":0.`, `"mean":0.0`, 1) }, 0},
		{"a weight's name", func(j string) string { return strings.Replace(j, `"table.c"`, `"table.d"`, 1) }, 0},
		{"a line gone", func(j string) string { return j[strings.Index(j, "\n")+1:] }, 0},
		{"missing", func(string) string { return "" }, 0},
	} {
		dir := filepath.Join(t.TempDir(), "damaged")
		play(t, dir, tiny(5), 3, 2)
		path := filepath.Join(dir, "journal.jsonl")
		require.NoError(t, os.WriteFile(path, []byte(c.damage(string(read(t, path)))), 0o666))
		before := snapshot(t, dir)
		run, err := Open(dir)
		assert.Equal(t, before, snapshot(t, dir), "a reader changes nothing")
		if c.from == 3 {
			require.NoError(t, err, c.name)
			assert.Equal(t, 3, run.State.Generation)
		} else {
			assert.ErrorContains(t, err, path+" is damaged: ", c.name)
		}
		if c.from == 0 {
			_, err := Resume(dir)
			assert.ErrorContains(t, err, path+" is damaged: ", c.name)
			assert.ErrorContains(t, err, "restore one of the two checkpoints from a copy, or start again with "+
				called.Evolve("run", "--config", filepath.Join(dir, "run.json")), c.name)
			assert.Equal(t, before, snapshot(t, dir), c.name)
			continue
		}
		again := resume(t, dir, Goal{Count: 4})
		if c.from == 2 {
			assert.Contains(t, again.noticeAtStart, "continuing from checkpoint.prev.json, after generation 2", c.name)
		}
		assertSame(t, straight, dir)
	}
}

// The size of a checkpoint does not depend on the number of generations.
func TestCheckpointSizeIsConstant(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, tiny(5), 2, 2)
	early := len(read(t, dir, "checkpoint.json"))
	resume(t, dir, Goal{Count: 40})
	assert.InDelta(t, early, len(read(t, dir, "checkpoint.json")), 0.1*float64(early))
}

func TestTwoDamagedCheckpointsAreAnError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, tiny(5), 3, 2)
	for _, name := range []string{"checkpoint.json", "checkpoint.prev.json"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("{"), 0o666))
	}
	before := snapshot(t, dir)
	_, err := Resume(dir)
	assert.ErrorContains(t, err, "checkpoint.prev.json cannot replace it")
	assert.Equal(t, before, snapshot(t, dir))
}

// A process may be killed between any two renames. Whichever files are missing then, resume gives the same files.
func TestMissingFilesAreRestored(t *testing.T) {
	straight := filepath.Join(t.TempDir(), "straight")
	play(t, straight, tiny(4), 3, 2)
	for _, missing := range [][]string{
		{"history.csv"}, {"champion.json"}, {"champions"}, {"timing.csv"}, {"checkpoint.json"},
		{"history.csv", "checkpoint.json"},
		{"history.csv", "champion.json", "champions", "timing.csv"},
	} {
		dir := filepath.Join(t.TempDir(), "killed")
		play(t, dir, tiny(4), 2, 2)
		for _, name := range missing {
			require.NoError(t, os.RemoveAll(filepath.Join(dir, name)))
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, files.Partial+"checkpoint.json-1"), []byte("{"), 0o666))
		resume(t, dir, Goal{Count: 3})
		assertSame(t, straight, dir)
		assert.NoFileExists(t, filepath.Join(dir, files.Partial+"checkpoint.json-1"))
	}
}

// Files of a generation whose checkpoint was lost are removed.
func TestUnfinishedGenerationsAreRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, tiny(4), 2, 2)
	history, champions := read(t, dir, "history.csv"), namesIn(t, filepath.Join(dir, "champions"))
	for name, more := range map[string]string{"history.csv": "3,0.5\n", "timing.csv": "3,100.000,150.000,9,9\n",
		"champions/00003.json": "{}\n"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.True(t, err == nil || files.IsMissing(err))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), append(data, more...), 0o666))
	}
	run, err := Resume(dir)
	require.NoError(t, err)
	defer run.Close()
	assert.Less(t, run.Elapsed(), 100*time.Second)
	assert.Equal(t, history, read(t, dir, "history.csv"))
	assert.Equal(t, champions, namesIn(t, filepath.Join(dir, "champions")))
}

// namesIn lists the names in a directory.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestDirectoryNamesWithSpecialCharacters(t *testing.T) {
	for _, name := range []string{"a[b", "a[1]", "white space", "*"} {
		dir := filepath.Join(t.TempDir(), name)
		play(t, dir, tiny(4), 1, 2)
		stale := filepath.Join(dir, "champions", "00009.json")
		require.NoError(t, os.WriteFile(stale, nil, 0o666))
		resume(t, dir, Goal{Count: 2})
		assert.NoFileExists(t, stale, name)
	}
}

func TestRemainsOfAKilledCreateAreRemoved(t *testing.T) {
	parent := t.TempDir()
	dead, busy := filepath.Join(parent, ".run"+files.Partial+"1"), filepath.Join(parent, ".run"+files.Partial+"2")
	require.NoError(t, os.Mkdir(dead, 0o755))
	require.NoError(t, os.Mkdir(busy, 0o755))
	fresh := filepath.Join(parent, ".run"+files.Partial+"3")
	require.NoError(t, os.Mkdir(fresh, 0o755))
	long := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(dead, long, long))
	require.NoError(t, os.Chtimes(busy, long, long))
	lock := files.At(busy)
	require.NoError(t, lock.Lock())
	defer lock.Close()
	create(t, filepath.Join(parent, "run"), tiny(1), 1).Close()
	assert.NoDirExists(t, dead)
	assert.DirExists(t, busy, "another process is making it")
	assert.DirExists(t, fresh, "another process may be about to lock it")
}

func TestCreateRefusesAnExistingDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, tiny(1), 1, 2)
	before := snapshot(t, dir)
	_, err := Create(dir, tiny(2), Goal{Count: 1})
	assert.ErrorIs(t, err, ErrExists)
	assert.ErrorContains(t, err, "continue with `"+called.Evolve("resume"))
	assert.Equal(t, before, snapshot(t, dir))

	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "letter.txt"), nil, 0o666))
	_, err = Create(other, tiny(2), Goal{Count: 1})
	assert.ErrorContains(t, err, "is not empty: choose another --out")

	file := filepath.Join(t.TempDir(), "notes.txt")
	require.NoError(t, os.WriteFile(file, []byte("precious"), 0o666))
	_, err = Create(file, tiny(2), Goal{Count: 1})
	assert.ErrorContains(t, err, "is not a directory: choose another --out")
	assert.Equal(t, "precious", string(read(t, file)))

	empty := t.TempDir()
	run, err := Create(empty, tiny(2), Goal{Count: 1})
	require.NoError(t, err, "an empty directory may be used")
	run.Close()
}

// Of eight starts of one directory at the same time one begins, and seven say what to do.
func TestEightStarts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	var mu sync.Mutex
	var all sync.WaitGroup
	begun := 0
	for i := range 8 {
		all.Go(func() {
			run, err := Create(dir, tiny(uint64(i)), Goal{Count: 1})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				begun++
				defer run.Close()
				return
			}
			if !strings.HasPrefix(err.Error(), dir+" exists already and is not empty") { // before it has a run.json
				assert.EqualError(t, err,
					dir+" exists already: continue with `"+called.Evolve("resume", dir)+"`, or choose another --out")
			}
		})
	}
	all.Wait()
	assert.Equal(t, 1, begun)
	resume(t, dir, Goal{Count: 1})
}

func TestOnlyOneProcessWorksOnARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	run := create(t, dir, tiny(1), 1)
	_, err := Resume(dir)
	assert.ErrorIs(t, err, files.ErrBusy)
	run.Close()
	again, err := Resume(dir)
	require.NoError(t, err)
	again.Close()
}

func TestInvalidFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, tiny(1), 1, 2)
	for _, c := range []struct{ file, old, new, says string }{
		{"run.json", `"schema": 3`, `"schema": 4`, "run.json: schema 4 is newer than this program"},
		{"run.json", `"schema": 3`, `"schema": 0`, `"schema" is missing, want "schema": 3`},
		{"run.json", `"panel"`, `"panels"`, `unknown field "panels"`},
		{"run.json", `"seed": 1`, `"seed": 2`, "it belongs to another run.json"},
		{"run.json", `"pairs": 4`, `"pairs": 0`, "pairs is 0: must be 1 to"},
		{"goal.json", `{`, `[`, "goal.json: "},
		{"timing.csv", "generation", "epoch", "delete the file: only the times are lost"},
		{"timing.csv", "1,0.", "one,0.", "line 2: "},
		{"timing.csv", "1,0.", "1,-7", "must be 0 to 100 years"},
		{"timing.csv", "1,0.", "1,1e300", "value out of range"},
		{"timing.csv", "1,0.", "1,9999999999", "must be 0 to 100 years"},
		{"timing.csv", "1,0.", "1,NaN", "line 2: "},
		{"timing.csv", "1,0.", "0,0.", "line 2: generation is 0: must be 1 or more"},
	} {
		sound := read(t, dir, c.file)
		broken := strings.Replace(string(sound), c.old, c.new, 1)
		require.NotEqual(t, string(sound), broken)
		require.NoError(t, os.WriteFile(filepath.Join(dir, c.file), []byte(broken), 0o666))
		_, err := Resume(dir)
		assert.ErrorContains(t, err, c.says, "%s: %s", c.file, c.new)
		require.NoError(t, os.WriteFile(filepath.Join(dir, c.file), sound, 0o666))
	}
	_, err := Open(filepath.Join(dir, "nothing"))
	assert.ErrorContains(t, err, "there is no such directory")
	_, err = Resume(t.TempDir())
	assert.ErrorContains(t, err, "it has no readable run.json")
}
