package runs

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/internal/files"
)

// digging is work that is counted in rounds, which come in stages.
var digging = Format{
	Absent: "no digging", Present: "a digging", Config: "dig.json", Checkpoint: "checkpoint.json", Mark: "depth",
	Unit: "hole", Most: 1000, GoalSchema: 1,
	Timings: []string{"round", "stage", "seconds", "cpu", "games", "nodes"},
	Makes:   []string{"spade.json", "heaps/*.json"},
}

// A hole is the simplest trainer: one that leaves nothing behind.
type hole struct {
	Directory
	depth string
}

func (h *hole) ReadConfig(data []byte) error {
	h.depth = string(data)
	return nil
}

func (h *hole) ReadState(checkpoint string) error {
	_, err := files.ReadInternal(h.Path(checkpoint), files.MaxSettings)
	return err
}

func (h *hole) Count() int         { return 0 }
func (h *hole) Last() int          { return 100 }
func (h *hole) Done() (Stop, bool) { return h.Directory.Done(0, 0) }

// dig makes a directory.
func dig(t *testing.T, dir string, goal Goal) *hole {
	h, err := Make(&hole{}, &digging, dir, goal, map[string][]byte{"dig.json": []byte("deep")})
	require.NoError(t, err)
	t.Cleanup(h.Close)
	return h
}

func TestADirectoryIsMadeOnce(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "made")
	dig(t, dir, Goal{})
	require.NoError(t, os.WriteFile(filepath.Join(parent, "notes.txt"), nil, 0o666))
	require.NoError(t, os.Symlink(dir, filepath.Join(parent, "link")))
	for path, says := range map[string]string{
		dir: " exists already: go on with `" + called.Evolve("resume", dir) +
			"`, or choose another --out",
		filepath.Join(parent, "link"): " exists already: go on with `" +
			called.Evolve("resume", filepath.Join(parent, "link")) + "`, or choose another --out",
		parent:                             " exists already and is something else: choose another --out",
		filepath.Join(parent, "notes.txt"): " exists already and is no directory: choose another --out",
	} {
		_, err := Make(&hole{}, &digging, path, Goal{}, map[string][]byte{})
		assert.EqualError(t, err, path+says)
		assert.ErrorIs(t, err, ErrExists)
	}
	assert.True(t, digging.Is(dir))
	assert.False(t, digging.Is(parent))
	empty := t.TempDir()
	dig(t, empty, Goal{})
	assert.True(t, digging.Is(empty), "an empty directory is as good as none")
}

func TestOneSittingAfterTheOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	h := dig(t, dir, Goal{Count: 3, Budget: time.Hour})
	require.NoError(t, h.Took(Timing{Round: 1, Stage: "digging", Seconds: 1.5, CPU: 2.25, Games: 4, Nodes: 5}))
	_, err := Reopen[hole](&digging, dir)
	assert.ErrorIs(t, err, files.ErrBusy)
	h.Close()
	h.Close() // once more does no harm
	half := filepath.Join(dir, files.Partial+"half")
	require.NoError(t, os.WriteFile(half, nil, 0o666))

	read, err := Load[hole](&digging, dir)
	require.NoError(t, err)
	assert.FileExists(t, half, "a reader changes nothing")
	assert.Equal(t, "deep", read.depth)
	again, err := Reopen[hole](&digging, dir)
	require.NoError(t, err)
	defer again.Close()
	assert.NoFileExists(t, half)
	assert.Equal(t, Goal{Count: 3, Budget: time.Hour}, again.Goal)
	require.NoError(t, again.Took(Timing{Round: 2, Stage: "digging", Seconds: 0.5}))
	require.NoError(t, again.SetGoal(Goal{Count: 4}))
	again.Close()

	read, err = Load[hole](&digging, dir)
	require.NoError(t, err)
	assert.Equal(t, Goal{Count: 4}, read.Goal)
	assert.Equal(t, again.Timings, read.Timings)
	assert.Equal(t, 2*time.Second, read.Elapsed())
	cpu, seconds := read.CPU()
	assert.Equal(t, []float64{2.25, 1.5}, []float64{cpu, seconds}, "of what is known")
}

func TestWhatIsNoSuchDirectory(t *testing.T) {
	dir := t.TempDir()
	_, err := Reopen[hole](&digging, dir)
	assert.EqualError(t, err, "no digging at "+dir+": it has no readable dig.json")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries, "to try leaves no lock behind")
	_, err = Reopen[hole](&digging, filepath.Join(dir, "no"))
	assert.EqualError(t, err, "no digging at "+filepath.Join(dir, "no")+": there is no such directory")
}

func TestGoals(t *testing.T) {
	for text, want := range map[string]Goal{
		"{\n \"schema\": 1\n}\n":                                        {},
		"{\n \"schema\": 1,\n \"holes\": 7\n}\n":                        {Count: 7},
		"{\n \"schema\": 1,\n \"budget_ns\": 60000000000\n}\n":          {Budget: time.Minute},
		"{\n \"schema\": 1,\n \"holes\": 7,\n \"budget_ns\": 1000\n}\n": {Count: 7, Budget: time.Microsecond},
	} {
		goal, err := digging.parseGoal([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, want, goal)
		assert.Equal(t, text, string(digging.encodeGoal(want)))
	}
	byEffort := digging
	byEffort.ByEffort = true
	effort := "{\n \"schema\": 1,\n \"games\": 900,\n \"cpu_ns\": 1000\n}\n"
	goal, err := byEffort.parseGoal([]byte(effort))
	require.NoError(t, err)
	assert.Equal(t, Goal{Games: 900, CPU: time.Microsecond}, goal)
	assert.Equal(t, effort, string(byEffort.encodeGoal(goal)))
	_, err = byEffort.parseGoal([]byte(`{"schema":1,"games":-1}`))
	assert.EqualError(t, err, "games must be 0 or more")
	dir := filepath.Join(t.TempDir(), "made")
	dig(t, dir, Goal{}).Close()
	for text, says := range map[string]string{
		`{"schema":2}`:                 "schema 2 is newer than this program",
		`{"schema":1,"holes":-1}`:      "holes must be 0 to 1000",
		`{"schema":1,"holes":1001}`:    "holes must be 0 to 1000",
		`{"schema":1,"budget_ns":-1}`:  "budget_ns must be 0 or more",
		`{"schema":1,"rounds":3}`:      `unknown field "rounds"`,
		`{"schema":1,"games":3}`:       `unknown field "games"`,
		`{"schema":1,"holes":"three"}`: "must not be of type string",
		`[`:                            "not readable as JSON",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, GoalFile), []byte(text), 0o666))
		_, err := Load[hole](&digging, dir)
		assert.ErrorContains(t, err, says)
		assert.ErrorContains(t, err, "; delete it, and say --holes or --budget again")
	}
	require.NoError(t, os.Remove(filepath.Join(dir, GoalFile)))
	h, err := Load[hole](&digging, dir)
	require.NoError(t, err)
	assert.Equal(t, Goal{}, h.Goal, "it goes on as long as it is told to")
}

func TestDone(t *testing.T) {
	took := []Timing{{Round: 1, Seconds: 40}, {Round: 2, Stage: "digging", Seconds: 15},
		{Round: 2, Stage: "resting", Seconds: 5}}
	for _, c := range []struct {
		goal  Goal
		count int
		next  time.Duration
		stop  Stop
	}{
		{Goal{}, 999, 0, ""},
		{Goal{}, 1000, 0, Finished}, // there may be no more
		{Goal{Count: 3}, 2, 0, ""},
		{Goal{Count: 3}, 3, 0, Finished},
		{Goal{Budget: time.Minute}, 2, 0, OutOfBudget},
		{Goal{Budget: time.Minute + plotting}, 2, 0, ""},
		{Goal{Budget: time.Minute + plotting}, 2, -time.Second, ""}, // more of the round is done than the last one took
		{Goal{Budget: time.Minute + plotting}, 2, 1, OutOfBudget},
		{Goal{Budget: 80*time.Second + plotting}, 2, 20 * time.Second, ""},
		{Goal{Budget: 80 * time.Second}, 2, 20 * time.Second, OutOfBudget}, // the plots would not fit
		{Goal{Budget: 1}, 0, time.Hour, ""},                                // the first is always finished
		{Goal{Count: 2, Budget: time.Second}, 2, 0, Finished},
		{Goal{Count: 3, Budget: time.Second}, 2, 0, OutOfBudget},
	} {
		w := Directory{Format: digging, Goal: c.goal, Timings: took}
		assert.Equal(t, 20*time.Second, w.Spent(2))
		stop, done := w.Done(c.count, c.next)
		assert.Equal(t, c.stop, stop, "%+v", c)
		assert.Equal(t, c.stop != "", done)
	}
}

func TestCheckpointsBelongToTheirConfiguration(t *testing.T) {
	assert.NoError(t, digging.CheckConfig("abc", "abc"))
	assert.EqualError(t, digging.CheckConfig("0123456789abcdef", "f"),
		"it belongs to another dig.json (SHA-256 0123456789ab…, this one is f…)")
}
