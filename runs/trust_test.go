package runs

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
)

// A lender is an arena whose worker helps from a generation on, and then returns wrong results in some of its pairs
// until it is caught.
type lender struct {
	fitness.Local
	run     *Run
	from    int // the first generation that it helps with
	caught  int // the generation in which it is caught
	reason  string
	helped  []string
	refuses func() // is called when it is caught
}

func (l *lender) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	results, err := l.Local.Play(ctx, pairs, played)
	generation := l.run.Count() + 1
	if l.reason != "" || generation < l.from {
		return results, err
	}
	l.helped = []string{"liar", "other"}
	for i := range results {
		if i%5 == 0 { // it swaps the players
			games := &results[i].Games
			games[0].Discs, games[1].Discs = -games[0].Discs, -games[1].Discs
		}
	}
	if generation >= l.caught {
		l.reason = "the liar lied"
		if l.refuses != nil {
			l.refuses()
		}
	}
	return results, err
}

func (l *lender) Helpers() []string {
	defer func() { l.helped = nil }()
	return l.helped
}

func (l *lender) ReturnedBy(int) []string { return nil }

func (l *lender) Wrong(worker string) string {
	if worker == "liar" {
		return l.reason
	}
	return ""
}

// A worker that is caught has changed no byte of the run in the end, however long ago it lied. The run says so.
func TestWrongResultsArePlayedAgain(t *testing.T) {
	const last = 9
	honest := filepath.Join(t.TempDir(), "honest")
	play(t, honest, tiny(3), last, 1)
	for _, c := range []struct {
		name         string
		from, caught int
		damage       func(dir string)
		redone       Redone
	}{
		{"at once", 4, 4, nil, Redone{4, 4, "the liar lied"}},
		{"later", 4, 7, nil, Redone{4, 7, "the liar lied"}},
		{"in the last generation", 2, last, nil, Redone{2, last, "the liar lied"}},
		{"who helped from the start", 1, 5, nil, Redone{1, 5, "the liar lied"}},
		{"and the kept checkpoint is damaged", 4, 7, func(dir string) {
			assert.NoError(t, os.WriteFile(filepath.Join(dir, "checkpoints", "00003.json"), []byte("{"), 0o666))
		}, Redone{1, 7, "the liar lied"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			run := create(t, dir, tiny(3), last)
			arena := &lender{run: run, from: c.from, caught: c.caught}
			if c.damage != nil {
				arena.refuses = func() { c.damage(dir) }
			}
			var again []Redone
			stop, err := run.Run(t.Context(), arena, Observer{Redone: func(r Redone) { again = append(again, r) }})
			require.NoError(t, err)
			assert.Equal(t, Finished, stop)
			run.Close()
			assert.Equal(t, []Redone{c.redone}, again)
			assertSame(t, honest, dir)
			read, err := Open(dir)
			require.NoError(t, err)
			assert.Equal(t, again, read.Status().Redone)
			assert.Empty(t, Check(files.At(dir)))
			assert.Len(t, read.Timings, last)
		})
	}
}

// A run that is killed on the way back goes back when it is resumed.
func TestTheWayBackSurvivesAKill(t *testing.T) {
	honest, dir := filepath.Join(t.TempDir(), "honest"), filepath.Join(t.TempDir(), "run")
	play(t, honest, tiny(3), 6, 1)
	run := create(t, dir, tiny(3), 6)
	_, err := run.Run(t.Context(), &lender{run: run, from: 3, caught: 100}, Observer{})
	require.NoError(t, err)
	run.open.trust.Pending = &Redone{3, 6, "killed"}
	require.NoError(t, run.writeTrust(run.open.trust))
	run.Close()

	again := resume(t, dir, Goal{Count: 6})
	assertSame(t, honest, dir)
	assert.Equal(t, []Redone{{3, 6, "killed"}}, again.Status().Redone)
	resume(t, dir, Goal{Count: 6}) // does not go back again
	assertSame(t, honest, dir)
}

// Ctrl-C in the generation in which a worker is caught does not forget it.
func TestDoubtSurvivesAnInterruption(t *testing.T) {
	honest, dir := filepath.Join(t.TempDir(), "honest"), filepath.Join(t.TempDir(), "run")
	play(t, honest, tiny(3), 6, 1)
	run := create(t, dir, tiny(3), 6)
	ctx, interrupt := context.WithCancel(t.Context())
	stop, err := run.Run(ctx, &lender{run: run, from: 2, caught: 5, refuses: interrupt}, Observer{})
	require.NoError(t, err)
	assert.Equal(t, Interrupted, stop)
	run.Close()
	again := resume(t, dir, Goal{Count: 6})
	assertSame(t, honest, dir)
	assert.Equal(t, []Redone{{2, 4, "the liar lied"}}, again.Status().Redone)
}

// What cannot be written is not taken for done.
func TestTheWayBackOnAFullDisk(t *testing.T) {
	honest, dir := filepath.Join(t.TempDir(), "honest"), filepath.Join(t.TempDir(), "run")
	play(t, honest, tiny(3), 6, 1)
	run := create(t, dir, tiny(3), 6)
	_, err := run.Run(t.Context(), &lender{run: run, from: 3, caught: 100}, Observer{})
	require.NoError(t, err)
	run.open.trust.Pending = &Redone{3, 6, "full"}
	require.NoError(t, run.writeTrust(run.open.trust))
	run.Close()
	kept, aside := run.Path(checkpointFile), filepath.Join(t.TempDir(), "aside")
	require.NoError(t, os.Rename(run.Path("checkpoint.prev.json"), aside))
	require.NoError(t, os.MkdirAll(run.Path("checkpoint.prev.json", "in the way"), 0o777)) // cannot be removed
	_, err = Resume(dir)
	require.Error(t, err)
	trusted, err := run.readTrust()
	require.NoError(t, err)
	assert.NotNil(t, trusted.Pending)
	assert.FileExists(t, kept)
	require.NoError(t, os.RemoveAll(run.Path("checkpoint.prev.json")))
	resume(t, dir, Goal{Count: 6})
	assertSame(t, honest, dir)
}

// A run keeps some checkpoints only, however often new workers join, and the oldest always.
func TestFewCheckpointsAreKept(t *testing.T) {
	run := create(t, filepath.Join(t.TempDir(), "run"), tiny(3), 1)
	defer run.Close()
	for generation := range 100 {
		run.State.Generation = generation
		require.NoError(t, run.keepCheckpoint())
	}
	kept := run.kept()
	assert.Len(t, kept, maxKept)
	assert.Equal(t, []int{0, 99}, []int{kept[0], kept[maxKept-1]})
}

// Damage of what a run knows about its workers is named, and repaired by forgetting it.
func TestDamagedTrust(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	run := create(t, dir, tiny(3), 3)
	_, err := run.Run(t.Context(), &lender{run: run, from: 2, caught: 100}, Observer{})
	require.NoError(t, err)
	run.Close()
	require.Empty(t, Check(files.At(dir)))
	for _, name := range []string{"trust.json", "checkpoints/00001.json"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.WriteFile(path, []byte(changeByte(string(read(t, path)))), 0o666))
		damage := Check(files.At(dir))
		require.Len(t, damage, 1, name)
		assert.Equal(t, path, damage[0].Path)
		did, left, err := Repair(dir, Check)
		require.NoError(t, err)
		assert.Len(t, did, 1)
		assert.Empty(t, left)
	}
}

func changeByte(content string) string {
	data := []byte(content)
	data[len(data)/2] ^= 1
	return string(data)
}

// A worker that comes back with wrong results under other names does not keep a run busy for ever.
func TestEndlessLies(t *testing.T) {
	run := create(t, filepath.Join(t.TempDir(), "run"), tiny(3), 3)
	defer run.Close()
	_, err := run.Run(t.Context(), &alwaysWrong{}, Observer{})
	assert.ErrorContains(t, err, "find the faulty one, or resume without workers")
}

// alwaysWrong is an arena whose worker is always caught.
type alwaysWrong struct{ fitness.Local }

var _ fitness.Trusting = &alwaysWrong{}

func (*alwaysWrong) Helpers() []string       { return []string{"liar"} }
func (*alwaysWrong) ReturnedBy(int) []string { return nil }
func (*alwaysWrong) Wrong(string) string     { return "the liar lied" }
