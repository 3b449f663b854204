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

// toyFormat is the format of a training for tests.
var toyFormat = Format{
	NoneFound: "no toyFormat", Found: "a digging", Config: "dig.json", Checkpoint: "checkpoint.json", ConfigField: "depth",
	Unit: "hole", MaxCount: 1000, GoalSchema: 1,
	TimingColumns: []string{"round", "stage", "seconds", "cpu", "games", "nodes"},
	Outputs:       []string{"spade.json", "heaps/*.json"},
}

// A toyTrainer is the simplest trainer. It has no state.
type toyTrainer struct {
	Directory
	depth string
}

func (h *toyTrainer) ReadConfig(data []byte) error {
	h.depth = string(data)
	return nil
}

func (h *toyTrainer) ReadState(checkpoint string) error {
	_, err := h.Read(checkpoint, files.MaxSettings)
	return err
}

func (h *toyTrainer) Count() int         { return 0 }
func (h *toyTrainer) Last() int          { return 100 }
func (h *toyTrainer) Done() (Stop, bool) { return h.Directory.Done(0, 0) }

// makeToy makes a directory with a toyTrainer.
func makeToy(t *testing.T, dir string, goal Goal) *toyTrainer {
	h, err := MakeDirectory(&toyTrainer{}, &toyFormat, dir, goal, map[string][]byte{"dig.json": []byte("deep")})
	require.NoError(t, err)
	t.Cleanup(h.Close)
	return h
}

func TestMakeDirectoryErrors(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "made")
	makeToy(t, dir, Goal{})
	require.NoError(t, os.WriteFile(filepath.Join(parent, "notes.txt"), nil, 0o666))
	require.NoError(t, os.Symlink(dir, filepath.Join(parent, "link")))
	for path, says := range map[string]string{
		dir: " exists already: continue with `" + called.Evolve("resume", dir) +
			"`, or choose another --out",
		filepath.Join(parent, "link"): " exists already: continue with `" +
			called.Evolve("resume", filepath.Join(parent, "link")) + "`, or choose another --out",
		parent:                             " exists already and is not empty: choose another --out",
		filepath.Join(parent, "notes.txt"): " exists already and is not a directory: choose another --out",
	} {
		_, err := MakeDirectory(&toyTrainer{}, &toyFormat, path, Goal{}, map[string][]byte{})
		assert.EqualError(t, err, path+says)
		assert.ErrorIs(t, err, ErrExists)
	}
	assert.True(t, toyFormat.Is(dir))
	assert.False(t, toyFormat.Is(parent))
	empty := t.TempDir()
	makeToy(t, empty, Goal{})
	assert.True(t, toyFormat.Is(empty), "an empty directory may be used")
}

func TestInterruptAndResume(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	h := makeToy(t, dir, Goal{Count: 3, Budget: time.Hour})
	require.NoError(t, h.AddTiming(Timing{Round: 1, Stage: "toyFormat", Seconds: 1.5, CPU: 2.25, Games: 4, Nodes: 5}))
	_, err := ResumeDirectory[toyTrainer](&toyFormat, dir)
	assert.ErrorIs(t, err, files.ErrBusy)
	h.Close()
	h.Close() // a second call has no effect
	half := filepath.Join(dir, files.Partial+"half")
	require.NoError(t, os.WriteFile(half, nil, 0o666))

	read, err := LoadDirectory[toyTrainer](&toyFormat, dir)
	require.NoError(t, err)
	assert.FileExists(t, half, "reading changes nothing")
	assert.Equal(t, "deep", read.depth)
	again, err := ResumeDirectory[toyTrainer](&toyFormat, dir)
	require.NoError(t, err)
	defer again.Close()
	assert.NoFileExists(t, half)
	assert.Equal(t, Goal{Count: 3, Budget: time.Hour}, again.Goal)
	require.NoError(t, again.AddTiming(Timing{Round: 2, Stage: "toyFormat", Seconds: 0.5}))
	require.NoError(t, again.SetGoal(Goal{Count: 4}))
	again.Close()

	read, err = LoadDirectory[toyTrainer](&toyFormat, dir)
	require.NoError(t, err)
	assert.Equal(t, Goal{Count: 4}, read.Goal)
	assert.Equal(t, again.Timings, read.Timings)
	assert.Equal(t, 2*time.Second, read.Elapsed())
	cpu, seconds := read.CPU()
	assert.Equal(t, []float64{2.25, 1.5}, []float64{cpu, seconds}, "of the timings with CPU time")
}

func TestResumeDirectoryErrors(t *testing.T) {
	dir := t.TempDir()
	_, err := ResumeDirectory[toyTrainer](&toyFormat, dir)
	assert.EqualError(t, err, "no toyFormat at "+dir+": it has no readable dig.json")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries, "a failed attempt leaves no lock")
	_, err = ResumeDirectory[toyTrainer](&toyFormat, filepath.Join(dir, "no"))
	assert.EqualError(t, err, "no toyFormat at "+filepath.Join(dir, "no")+": there is no such directory")
}

func TestGoals(t *testing.T) {
	for text, want := range map[string]Goal{
		"{\n \"schema\": 1\n}\n":                                        {},
		"{\n \"schema\": 1,\n \"holes\": 7\n}\n":                        {Count: 7},
		"{\n \"schema\": 1,\n \"budget_ns\": 60000000000\n}\n":          {Budget: time.Minute},
		"{\n \"schema\": 1,\n \"holes\": 7,\n \"budget_ns\": 1000\n}\n": {Count: 7, Budget: time.Microsecond},
	} {
		goal, err := toyFormat.parseGoal([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, want, goal)
		assert.Equal(t, text, string(toyFormat.encodeGoal(want)))
	}
	byEffort := toyFormat
	byEffort.ByEffort = true
	effort := "{\n \"schema\": 1,\n \"games\": 900,\n \"cpu_ns\": 1000\n}\n"
	goal, err := byEffort.parseGoal([]byte(effort))
	require.NoError(t, err)
	assert.Equal(t, Goal{Games: 900, CPU: time.Microsecond}, goal)
	assert.Equal(t, effort, string(byEffort.encodeGoal(goal)))
	_, err = byEffort.parseGoal([]byte(`{"schema":1,"games":-1}`))
	assert.EqualError(t, err, "games is -1: must be 0 or more")
	dir := filepath.Join(t.TempDir(), "made")
	makeToy(t, dir, Goal{}).Close()
	for text, says := range map[string]string{
		`{"schema":2}`:                 "schema 2 is newer than this program",
		`{"schema":1,"holes":-1}`:      "holes is -1: must be 0 to 1000",
		`{"schema":1,"holes":1001}`:    "holes is 1001: must be 0 to 1000",
		`{"schema":1,"budget_ns":-1}`:  "budget_ns is -1: must be 0 or more",
		`{"schema":1,"rounds":3}`:      `unknown field "rounds"`,
		`{"schema":1,"games":3}`:       `unknown field "games"`,
		`{"schema":1,"holes":"three"}`: "is a text, want a whole number in digits",
		`[`:                            "not readable as JSON",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, GoalFile), []byte(text), 0o666))
		_, err := LoadDirectory[toyTrainer](&toyFormat, dir)
		assert.ErrorContains(t, err, says)
		assert.ErrorContains(t, err, "; delete the file, and give --holes or --budget again")
	}
	require.NoError(t, os.Remove(filepath.Join(dir, GoalFile)))
	h, err := LoadDirectory[toyTrainer](&toyFormat, dir)
	require.NoError(t, err)
	assert.Equal(t, Goal{}, h.Goal, "without goal.json there is no limit")
}

func TestDone(t *testing.T) {
	took := []Timing{{Round: 1, Seconds: 40}, {Round: 2, Stage: "toyFormat", Seconds: 15},
		{Round: 2, Stage: "resting", Seconds: 5}}
	for _, c := range []struct {
		goal  Goal
		count int
		next  time.Duration
		stop  Stop
	}{
		{Goal{}, 999, 0, ""},
		{Goal{}, 1000, 0, Finished}, // MaxCount
		{Goal{Count: 3}, 2, 0, ""},
		{Goal{Count: 3}, 3, 0, Finished},
		{Goal{Budget: time.Minute}, 2, 0, OutOfBudget},
		{Goal{Budget: time.Minute + plotReserve}, 2, 0, ""},
		{Goal{Budget: time.Minute + plotReserve}, 2, -time.Second, ""}, // a negative estimate counts as 0
		{Goal{Budget: time.Minute + plotReserve}, 2, 1, OutOfBudget},
		{Goal{Budget: 80*time.Second + plotReserve}, 2, 20 * time.Second, ""},
		{Goal{Budget: 80 * time.Second}, 2, 20 * time.Second, OutOfBudget}, // no time for the plots
		{Goal{Budget: 1}, 0, time.Hour, ""},                                // the first is always played
		{Goal{Count: 2, Budget: time.Second}, 2, 0, Finished},
		{Goal{Count: 3, Budget: time.Second}, 2, 0, OutOfBudget},
	} {
		w := Directory{Format: toyFormat, Goal: c.goal, Timings: took}
		assert.Equal(t, 20*time.Second, w.TimeOf(2))
		stop, done := w.Done(c.count, c.next)
		assert.Equal(t, c.stop, stop, "%+v", c)
		assert.Equal(t, c.stop != "", done)
	}
}

func TestCheckConfig(t *testing.T) {
	assert.NoError(t, toyFormat.CheckConfig("abc", "abc"))
	assert.EqualError(t, toyFormat.CheckConfig("0123456789abcdef", "f"),
		"it belongs to another dig.json (SHA-256 0123456789ab…, this one is f…)")
}
