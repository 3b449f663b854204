package study

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/internal/files/filestest"
	"evothello/weights"
)

// trainInFiles trains as long as the budget says. Like a training in another process, it syncs its player alone.
func trainInFiles(_ context.Context, args []string) (time.Duration, error) {
	dir := args[slices.IndexFunc(args, filepath.IsAbs)]
	if err := os.Mkdir(dir, 0o777); err != nil && !os.IsExist(err) {
		return 0, err
	}
	w, err := weights.Named("reversi-switch")
	if err != nil {
		return 0, err
	}
	old, _ := os.ReadFile(filepath.Join(dir, "timing.csv"))
	w.Note = filepath.Base(filepath.Dir(dir)) + " after " + string(old)
	for _, name := range []string{"timing.csv", "goal.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), append(old, 'x'), 0o666); err != nil {
			return 0, err
		}
	}
	return 2 * time.Second, files.Write(filepath.Join(dir, "champion.json"), w.File())
}

// After any fault of the disk a study ends with an error, and goes on to the same players.
func TestFaults(t *testing.T) {
	config := smallStudy()
	config.Seeds, config.Methods = 1, []string{"ga"}
	run := func(dir string) error {
		s, err := Open(filepath.Join(dir, "study"), config)
		if err != nil {
			return err
		}
		defer s.Close()
		err = s.Train(t.Context(), trainInFiles, 1, ignore)
		return cmp.Or(s.Owned(), err)
	}
	players := func(dir string) string {
		paths, err := filepath.Glob(filepath.Join(dir, "study", playersDir, "*", trainingDir, "champion.json"))
		require.NoError(t, err)
		var all strings.Builder
		for _, path := range paths {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			all.Write(data)
		}
		return all.String()
	}
	straight := t.TempDir()
	require.NoError(t, run(straight))
	require.Contains(t, players(straight), "after x\"")
	work := filestest.Work{
		Run:    run,
		Same:   func(t *testing.T, dir, how string) { assert.Equal(t, players(straight), players(dir), how) },
		Faults: 12, Crashes: 4, Swaps: 4,
	}
	work.Test(t)
}

// A byte that changes in any file of a study changes no result. The files of its trainings have tests of their own.
func TestEveryByte(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	config := smallStudy()
	config.Seeds, config.Methods, config.Budgets = 1, []string{"ga"}, config.Budgets[:1]
	goOn := func(train Trainer) error {
		s, err := Open(dir, config)
		if err != nil {
			return err
		}
		defer s.Close()
		if err := s.Train(t.Context(), train, 1, ignore); err != nil {
			return err
		}
		if err := s.Pace(t.Context()); err != nil {
			return err
		}
		games, err := s.Play(t.Context(), fitness.Local{Workers: 1}, func(int, int) {})
		if err != nil {
			return err
		}
		return s.WriteResults(s.Results(games))
	}
	require.NoError(t, goOn(trainInFiles))
	damaged := filestest.Bytes{
		Dir: dir,
		Check: func(dir string) (all []string) {
			for _, d := range Check(files.At(dir)) {
				all = append(all, d.Error())
			}
			return all
		},
		Answer: func(dir string) (map[string]string, error) {
			answer := map[string]string{}
			if err := goOn(failingTrainer); err != nil {
				return nil, err
			}
			for _, name := range []string{configFile, resultsFile, tableFile} {
				data, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				answer[name] = string(data)
			}
			return answer, nil
		},
		Skip: []string{"timing.csv", "goal.json"}, Samples: 12,
	}
	damaged.Test(t)
}
