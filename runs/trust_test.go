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

// A lender is an arena whose worker helps from a generation on. In some of its pairs it swaps the players. It is
// caught in some generations, and comes back under another name in the next one.
type lender struct {
	fitness.Local
	run      *Run
	from, to int   // the first and the last generation that it helps with
	caught   []int // the generations in which it is caught, once for each time that one is played
	times    int
	helps    bool
	onCaught func()
}

func (l *lender) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	generation := l.run.Count() + 1
	l.helps = generation >= l.from && generation <= l.to && l.times <= len(l.caught)
	results, err := l.Local.Play(ctx, pairs, played)
	if !l.helps || len(l.caught) > 0 && l.times == len(l.caught) {
		return results, err
	}
	for i := range results {
		if i%5 == 0 {
			games := &results[i].Games
			games[0].Discs, games[1].Discs = -games[0].Discs, -games[1].Discs
		}
	}
	if l.times < len(l.caught) && generation == l.caught[l.times] {
		if l.times++; l.onCaught != nil {
			l.onCaught()
		}
	}
	return results, err
}

func (l *lender) FromWorker(int) bool { return l.helps }

func (l *lender) Caught() (times int, reason string) { return l.times, "the liar lied" }

var _ fitness.Trusting = &lender{}

// What workers returned has changed no byte of the run in the end if one of them was caught, whichever it was, however
// long ago others lied, and however often they come back. The run says what it plays again.
func TestWrongResultsArePlayedAgain(t *testing.T) {
	const last = 9
	honest := filepath.Join(t.TempDir(), "honest")
	play(t, honest, tiny(3), last, 1)
	redone := func(pairs ...int) (all []Redone) {
		for i := 0; i < len(pairs); i += 2 {
			all = append(all, Redone{pairs[i], pairs[i+1], "the liar lied"})
		}
		return all
	}
	for _, c := range []struct {
		name   string
		from   int
		caught []int
		redone []Redone
	}{
		{"at once", 4, []int{4}, redone(4, 4)},
		{"later", 4, []int{7}, redone(4, 6)},
		{"in the last generation", 2, []int{last}, redone(2, last-1)},
		{"who helped from the start", 1, []int{5}, redone(1, 4)},
		{"again and again", 2, []int{5, 2, 7}, redone(2, 4, 2, 2, 2, 6)},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			run := create(t, dir, tiny(3), last)
			var again []Redone
			stop, err := run.Run(t.Context(), &lender{run: run, from: c.from, to: last, caught: c.caught},
				Observer{Redone: func(r Redone) { again = append(again, r) }})
			require.NoError(t, err)
			assert.Equal(t, Finished, stop)
			run.Close()
			assert.Equal(t, c.redone, again)
			assertSame(t, honest, dir)
			read, err := Open(dir)
			require.NoError(t, err)
			assert.Equal(t, again, read.Status().Redone)
			assert.Empty(t, Evolution.Kind().Check(files.At(dir)))
			assert.Len(t, read.Timings, last)
		})
	}
}

// A run goes back when it is resumed if it was killed or interrupted on the way, and if a worker is caught in a later
// process, whose own workers were honest.
func TestTheWayBackSurvives(t *testing.T) {
	honest := filepath.Join(t.TempDir(), "honest")
	play(t, honest, tiny(3), 6, 1)
	require.NoError(t, Doubt(honest, "no worker helped with it"))
	assert.Empty(t, resume(t, honest, Goal{Count: 6}).Status().Redone)
	for _, c := range []struct {
		name string
		lend func(t *testing.T, run *Run)
		to   int
	}{
		{"a kill", func(t *testing.T, run *Run) {
			_, err := run.Run(t.Context(), &lender{run: run, from: 3, to: 6}, Observer{})
			require.NoError(t, err)
			run.open.trust.Pending = "the liar lied"
			require.NoError(t, run.writeTrust(run.open.trust))
		}, 6},
		{"Ctrl-C", func(t *testing.T, run *Run) {
			ctx, interrupt := context.WithCancel(t.Context())
			stop, err := run.Run(ctx, &lender{run: run, from: 3, to: 6, caught: []int{5}, onCaught: interrupt}, Observer{})
			require.NoError(t, err)
			assert.Equal(t, Interrupted, stop)
		}, 4},
		{"a later process", func(t *testing.T, run *Run) {
			require.NoError(t, run.SetGoal(Goal{Count: 4}))
			_, err := run.Run(t.Context(), &lender{run: run, from: 3, to: 6}, Observer{})
			require.NoError(t, err)
			run.Close()
			require.NoError(t, Doubt(run.Path(), "the liar lied"))
			doubt, err := InDoubt(run.Path())
			require.NoError(t, err)
			assert.True(t, doubt)
		}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "run")
			run := create(t, dir, tiny(3), 6)
			c.lend(t, run)
			run.Close()
			for range 2 { // it goes back once
				again := resume(t, dir, Goal{Count: 6})
				assertSame(t, honest, dir)
				assert.Equal(t, []Redone{{3, c.to, "the liar lied"}}, again.Status().Redone)
			}
		})
	}
}

// What cannot be written is not taken for done.
func TestTheWayBackOnAFullDisk(t *testing.T) {
	honest, dir := filepath.Join(t.TempDir(), "honest"), filepath.Join(t.TempDir(), "run")
	play(t, honest, tiny(3), 6, 1)
	run := create(t, dir, tiny(3), 6)
	_, err := run.Run(t.Context(), &lender{run: run, from: 3, to: 6}, Observer{})
	require.NoError(t, err)
	run.Close()
	require.NoError(t, Doubt(dir, "full"))
	require.NoError(t, os.Remove(run.Path("checkpoint.prev.json")))
	require.NoError(t, os.MkdirAll(run.Path("checkpoint.prev.json", "in the way"), 0o777)) // cannot be removed
	_, err = Resume(dir)
	require.Error(t, err)
	doubt, err := InDoubt(dir)
	require.NoError(t, err)
	assert.True(t, doubt)
	require.NoError(t, os.RemoveAll(run.Path("checkpoint.prev.json")))
	resume(t, dir, Goal{Count: 6})
	assertSame(t, honest, dir)
}

// Damage of what a run knows about its workers is named, and repaired by forgetting it.
func TestDamagedTrust(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	run := create(t, dir, tiny(3), 3)
	_, err := run.Run(t.Context(), &lender{run: run, from: 2, to: 3}, Observer{})
	require.NoError(t, err)
	run.Close()
	require.Empty(t, Evolution.Kind().Check(files.At(dir)))
	path := filepath.Join(dir, trustFile)
	require.NoError(t, os.WriteFile(path, []byte(changeByte(string(read(t, path)))), 0o666))
	damage := Evolution.Kind().Check(files.At(dir))
	require.Len(t, damage, 1)
	assert.Equal(t, path, damage[0].Path)
	did, left, err := Repair(dir, Evolution.Kind().Check)
	require.NoError(t, err)
	assert.Len(t, did, 1)
	assert.Empty(t, left)
}

func changeByte(content string) string {
	data := []byte(content)
	data[len(data)/2] ^= 1
	return string(data)
}
