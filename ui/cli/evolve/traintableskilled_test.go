//go:build scripts

package evolve

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTablesKilledTenTimes(t *testing.T) {
	straight, killed := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "killed")
	began := time.Now()
	trainTablesIn(t, straight)
	whole := time.Since(began)

	rng := rand.New(rand.NewPCG(1, 1))
	start := append(smallTables(t), "--out", killed)
	for range 10 {
		args := []string{"resume", killed, "--quiet"}
		if _, err := os.Stat(killed); err != nil {
			args = start
		}
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		require.NoError(t, cmd.Start())
		time.Sleep(time.Duration(rng.Int64N(int64(whole / 3))))
		_ = cmd.Process.Kill() // fails if the command has finished
		_ = cmd.Wait()
	}
	if _, err := os.Stat(killed); err != nil {
		mustEvolve(t, start...)
	}
	mustEvolve(t, "resume", killed, "--quiet")
	assert.Equal(t, tablesFiles(t, straight), tablesFiles(t, killed))
}
