package runs

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"evothello/internal/files"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseTimings(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []Timing
	}{
		"as written": {
			"round,stage,seconds,cpu,games,nodes\n1,digging,0.500,0.750,10,1000\n2,resting,1.000,0.001,0,18446744073709551615\n",
			[]Timing{{1, "digging", 0.5, 0.75, 10, 1000}, {2, "resting", 1, 0.001, 0, 1<<64 - 1}},
		},
		"without CPU times": {
			"round,stage,seconds,games,nodes\n1,digging,0.500,10,1000\n",
			[]Timing{{1, "digging", 0.5, 0, 10, 1000}},
		},
		"in another order, with an unknown column": {
			"weather,seconds,round\nrain,2.000,1\n",
			[]Timing{{Round: 1, Seconds: 2}},
		},
		"without lines": {"round,seconds\n", nil},
	} {
		timings, err := toyFormat.parseTimings([]byte(c.text))
		require.NoError(t, err, name)
		assert.Equal(t, c.want, timings, name)
		again, err := toyFormat.parseTimings(toyFormat.timingCSV(timings))
		require.NoError(t, err, name)
		assert.Equal(t, c.want, again, name)
	}
}

func TestInvalidTimings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	makeToy(t, dir, Goal{}).Close()
	for text, says := range map[string]string{
		"":                              "its first line must contain the columns round and seconds",
		"epoch,seconds\n1,1\n":          "its first line must contain the columns round and seconds",
		"round,weather\n1,rain\n":       "its first line must contain the columns round and seconds",
		"round,seconds\nx,1\n":          "line 2: ",
		"round,seconds\n1,1\n1\n":       "line 3: ",
		"round,seconds\n0,1\n":          "line 2: round is 0: must be 1 or more",
		"round,seconds,games\n1,1,-1\n": "line 2: games is -1: must be 0 or more",
		"round,seconds\n1,-1\n":         "line 2: -1 seconds: must be 0 to 100 years",
		"round,seconds\n1,NaN\n":        "line 2: NaN seconds: must be 0 to 100 years",
		"round,seconds,cpu\n1,1,1e10\n": "line 2: 1e10 seconds: must be 0 to 100 years",
		"round,seconds,nodes\n1,1,-1\n": "line 2: ",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, TimingFile), []byte(text), 0o666))
		_, err := LoadDirectory[toyTrainer](&toyFormat, dir)
		assert.ErrorContains(t, err, says, "%q", text)
		assert.ErrorContains(t, err, "; delete the file: only the times are lost")
	}
}

// An incomplete last line and the timings of rounds that were lost with a checkpoint do not count.
func TestTimingsOfLostRoundsAreDropped(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	makeToy(t, dir, Goal{}).Close()
	require.NoError(t, os.WriteFile(filepath.Join(dir, TimingFile), []byte("round,seconds\n100,1.000\n101,1.000\n7,1.0"),
		0o666))
	h, err := ResumeDirectory[toyTrainer](&toyFormat, dir)
	require.NoError(t, err)
	defer h.Close()
	assert.Equal(t, []Timing{{Round: 100, Seconds: 1}}, h.Timings)
	require.NoError(t, h.Begin())
	require.NoError(t, h.AddTiming(Timing{Round: 101, Seconds: 2, CPU: 3}))
	data, err := os.ReadFile(filepath.Join(dir, TimingFile))
	require.NoError(t, err)
	assert.Equal(t, "round,stage,seconds,cpu,games,nodes\n100,,1.000,0.000,0,0\n101,,2.000,3.000,0,0\n", string(data))
}

// A busy loop uses CPU time.
func TestClockMeasuresCPUTime(t *testing.T) {
	clock := StartClock()
	for began := cpuTime(); cpuTime()-began < 20*time.Millisecond; {
		_ = files.SHA256(make([]byte, 1<<16))
	}
	took := clock.Lap(3, "digging")
	assert.Equal(t, Timing{Round: 3, Stage: "digging", Seconds: took.Seconds, CPU: took.CPU}, took)
	assert.GreaterOrEqual(t, took.CPU, 0.02)
	assert.Positive(t, took.Seconds)
	next := clock.Lap(3, "resting")
	assert.Less(t, next.CPU, took.CPU, "Lap restarts the clock")
}

func FuzzParseTimings(f *testing.F) {
	f.Add(toyFormat.timingCSV([]Timing{{1, "digging", 0.5, 1.5, 10, 1000}}))
	f.Add([]byte("round,digging,resting\n1,2,3\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		timings, err := toyFormat.parseTimings(data)
		if err != nil {
			return
		}
		w := Directory{Format: toyFormat, Timings: timings}
		assert.GreaterOrEqual(t, w.Elapsed(), time.Duration(0))
		again, err := toyFormat.parseTimings(toyFormat.timingCSV(timings))
		require.NoError(t, err)
		assert.Len(t, again, len(timings))
	})
}
