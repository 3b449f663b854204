package runs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/internal/files"
	"evothello/runs/ladder"
	"evothello/runs/reference"
	"evothello/weights"
)

// The timing.csv of older runs has no CPU times. Such a run can be resumed, and then measures them.
func TestTimingWithoutCPUColumn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "old")
	play(t, dir, tiny(4), 2, 2)
	old := "generation,seconds,games,nodes\n1,10.000,60,1000\n2,20.000,60,1000\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "timing.csv"), []byte(old), 0o666))
	again := resume(t, dir, Goal{Count: 3})
	require.Len(t, again.Timings, 3)
	assert.Equal(t, Timing{Round: 2, Seconds: 20, Games: 60, Nodes: 1000}, again.Timings[1])
	assert.Positive(t, again.Timings[2].CPU)
	assert.Greater(t, again.Status().Seconds, 30.0)
	assert.Equal(t, again.Timings[2].CPU, again.Status().CPUSeconds)
	assert.Contains(t, string(read(t, dir, "timing.csv")), "generation,seconds,cpu,games,nodes\n1,10.000,0.000,60,1000\n")
}

// Champions of documented runs name the run.json that they are of. evolved-deep was fitted, so it names none.
func TestRunsOfShippedPlayers(t *testing.T) {
	for _, name := range []string{weights.NetworksName, weights.RobustName} {
		config, err := os.ReadFile("../docs/results/" + name + ".json")
		require.NoError(t, err)
		c, err := evolution.ParseConfig(config, nil)
		require.NoError(t, err)
		shipped, err := weights.Named(name)
		require.NoError(t, err)
		assert.Equal(t, c.Hash(), shipped.Origin.Run, "the player is of this run")
	}
}

// The documents tell readers to evolve by these configurations.
func TestDocumentedConfigurations(t *testing.T) {
	names, err := filepath.Glob("../docs/*/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		config, err := os.ReadFile(name)
		require.NoError(t, err)
		_, err = evolution.ParseConfig(config, nil)
		assert.NoError(t, err, name)
	}
}

func TestReferenceRunIsConsistent(t *testing.T) {
	shipped, err := Open("reference")
	require.NoError(t, err)
	champion := shipped.Config.Switch(shipped.State.CurrentChampion()).File()
	assert.Equal(t, string(champion), string(reference.Champion), "the built-in champion is that of the run")
	assert.Equal(t, string(historyCSV(&shipped.Config, shipped.History, shipped.State.Champions)),
		string(read(t, "reference", "history.csv")))
	_, done := shipped.Done()
	assert.True(t, done)
}

// The run of the ladder is whole, and what is embedded is its champion.
func TestTheLaddersRunIsSound(t *testing.T) {
	assert.Empty(t, Evolution.Kind().Check(files.At("ladder")))
	run, err := Open("ladder")
	require.NoError(t, err)
	assert.Equal(t, string(ladder.Champion), string(run.Config.ChampionFile(run.State.CurrentChampion())))
}

// Champions of a climb are each stronger than the one before, and the strongest is among them.
func TestClimb(t *testing.T) {
	for _, name := range []string{"ladder", "reference"} {
		run, err := Open(name)
		require.NoError(t, err)
		strength := map[int]float64{}
		strongest := 0.0
		for i := range run.State.Champions {
			c := &run.State.Champions[i]
			strength[c.Generation], _ = referenceScore(c.Reference)
			strongest = max(strongest, strength[c.Generation])
		}
		for _, n := range []int{2, 6, 100} {
			climb := run.Climb(n)
			require.NotEmpty(t, climb)
			assert.LessOrEqual(t, len(climb), n)
			assert.IsIncreasing(t, climb)
			for i := 1; i < len(climb); i++ {
				assert.Greater(t, strength[climb[i]], strength[climb[i-1]])
			}
			assert.InDelta(t, strongest, strength[climb[len(climb)-1]], 1e-9)
		}
	}
}
