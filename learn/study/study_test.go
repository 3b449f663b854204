package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/weights"
)

// A fakeTrainer writes the files of a training at once. Its players have the weights of reversi-switch and
// the number of the call in their note.
type fakeTrainer struct {
	sync.Mutex
	calls   []string // the arguments without the directory
	late    string   // suffix of the stages that have a player
	stop    func()   // unless nil, called for the stage endless
	endless string   // suffix of the stage that is interrupted
	idle    bool     // no round fits into the rest of the budget
}

func (s *fakeTrainer) train(ctx context.Context, args []string) (time.Duration, error) {
	s.Lock()
	defer s.Unlock()
	dir := args[slices.IndexFunc(args, filepath.IsAbs)]
	stage := filepath.Base(filepath.Dir(dir))
	s.calls = append(s.calls, strings.Join(slices.DeleteFunc(slices.Clone(args), filepath.IsAbs), " "))
	if err := os.MkdirAll(filepath.Join(dir, "plots"), 0o755); err != nil {
		return 0, err
	}
	w, err := weights.Named("reversi-switch")
	if err != nil {
		return 0, err
	}
	w.Note = fmt.Sprint("call ", len(s.calls))
	data, _ := json.Marshal(w)
	if strings.HasSuffix(stage, s.late) {
		err = os.WriteFile(filepath.Join(dir, "champion.json"), data, 0o666)
	}
	if !s.idle {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "timing.csv"), []byte(w.Note), 0o666))
	}
	err = errors.Join(err,
		os.WriteFile(filepath.Join(dir, "goal.json"), nil, 0o666),
		os.WriteFile(filepath.Join(dir, "plots", "a.svg"), nil, 0o666))
	if s.stop != nil && strings.HasSuffix(stage, s.endless) {
		s.stop()
		return 0, ctx.Err()
	}
	return 2 * time.Second, err
}

func smallStudy() Config {
	c := Defaults()
	c.Methods, c.Budgets = []string{"ga", "networks"}, []time.Duration{time.Second, 3 * time.Second}
	c.Seeds, c.Pairs = 2, 1
	return c
}

func mustOpen(t *testing.T, dir string, c Config) *Study {
	t.Helper()
	s, err := Open(dir, c)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

func ignore(string, *Stage) {}

func TestAStudyFromBeginningToEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	s, fake := mustOpen(t, dir, smallStudy()), new(fakeTrainer)
	var told []string
	trained := func(stage string, at *Stage) { told = append(told, fmt.Sprint(stage, " ", at.CPU)) }
	require.NoError(t, s.Train(t.Context(), fake.train, 1, trained))
	assert.Equal(t, []string{
		"ga-1-1s 2", "ga-1-3s 4", "networks-1-1s 2", "networks-1-3s 4",
		"ga-2-1s 2", "ga-2-3s 4", "networks-2-1s 2", "networks-2-3s 4",
	}, told)
	assert.Equal(t, "run --optimizer ga --seed 1 --out --budget 1.0s --quiet", fake.calls[0])
	assert.Regexp(t, `^resume --budget 1\.\ds --quiet$`, fake.calls[1], "the first second and what starting took")
	assert.Contains(t, fake.calls[2], "run --optimizer cmaes-mirrored")
	assert.FileExists(t, filepath.Join(s.dirOf("ga-1-1s"), "champion.json"))
	assert.NoFileExists(t, filepath.Join(s.dirOf("ga-1-1s"), "goal.json"), "only the player is left")
	assert.NoDirExists(t, filepath.Join(s.dirOf("ga-1-1s"), "plots"))
	assert.DirExists(t, filepath.Join(s.dirOf("ga-1-3s"), "plots"))

	require.NoError(t, s.Pace(t.Context()))
	games, err := s.Play(t.Context(), fitness.Local{Workers: 2}, func(int, int) {})
	require.NoError(t, err)
	r := s.Results(games)
	require.NoError(t, s.WriteResults(r))
	s.Close()

	require.Len(t, r.Training, 4)
	ply, plies := r.Training[0], r.Training[1]
	assert.Equal(t, "ga", ply.Method)
	assert.Equal(t, []int{1, 4}, []int{ply.Depth, plies.Depth})
	require.Len(t, ply.Points, 2)
	assert.InDelta(t, 2, ply.Points[0].CPU, 1e-9)
	assert.InDelta(t, 4, ply.Points[1].CPU, 1e-9)
	assert.Greater(t, plies.Points[1].Elo, ply.Points[1].Elo, "four plies are stronger than one")
	require.Len(t, r.Thinking, 3)
	assert.Equal(t, Baseline, r.Thinking[0].Method)
	assert.Len(t, r.Thinking[0].Points, 6)
	var depths []int
	for _, p := range r.Thinking[1].Points {
		depths = append(depths, p.Depth)
		assert.Positive(t, p.SecondsPerMove)
	}
	assert.Equal(t, []int{1, 2, 4, 6}, depths)
	assert.Zero(t, r.Players[0].Elo, "random has rating 0")
	table, err := os.ReadFile(filepath.Join(dir, "study.csv"))
	require.NoError(t, err)
	assert.Contains(t, string(table), "\nga-1-3s at depth 4,ga,1,3,4.00,4,")

	// A second call trains, plays and times nothing.
	s = mustOpen(t, dir, smallStudy())
	require.NoError(t, s.Train(t.Context(), failingTrainer, 1, ignore))
	require.NoError(t, s.Pace(t.Context()))
	games, err = s.Play(t.Context(), failingArena{}, func(int, int) {})
	require.NoError(t, err)
	assert.Equal(t, r, s.Results(games))
	s.Close()

	// With another seed only the new trainings run.
	more := smallStudy()
	more.Seeds = 3
	s = mustOpen(t, dir, more)
	done, all := s.Stages()
	assert.Equal(t, []int{8, 12}, []int{done, all})
	before := len(fake.calls)
	require.NoError(t, s.Train(t.Context(), fake.train, 2, ignore))
	assert.Len(t, fake.calls[before:], 4)
}

func failingTrainer(context.Context, []string) (time.Duration, error) {
	return 0, errors.New("training fails")
}

// failingArena is an arena that plays no games.
type failingArena struct{}

func (failingArena) Slots() int { return 1 }
func (failingArena) Play(
	_ context.Context, pairs []fitness.Pair, _ func(int, fitness.PairResult),
) ([]fitness.PairResult, error) {
	if len(pairs) > 0 {
		return nil, errors.New("a game to play")
	}
	return nil, nil
}

// An interrupted stage leaves no files, and its time does not count.
func TestInterruptedStagesBeginAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	ctx, cancel := context.WithCancel(t.Context())
	s, cut := mustOpen(t, dir, smallStudy()), &fakeTrainer{endless: "ga-1-3s", stop: cancel}
	require.ErrorIs(t, s.Train(ctx, cut.train, 1, ignore), context.Canceled)
	assert.DirExists(t, filepath.Join(dir, playersDir, files.Partial+"ga-1-3s"))
	s.Close()

	s = mustOpen(t, dir, smallStudy())
	assert.NoDirExists(t, filepath.Join(dir, playersDir, files.Partial+"ga-1-3s"))
	again := new(fakeTrainer)
	require.NoError(t, s.Train(t.Context(), again.train, 1, ignore))
	assert.Equal(t, "resume --budget 1.0s --quiet", again.calls[0])
	assert.InDelta(t, 4, s.stages["ga-1-3s"].CPU, 1e-9)
}

// Commands take a budget of time by the clock. On a busy machine they get more of it, until the CPU time
// is spent.
func TestBudgetsAreOfCPUTime(t *testing.T) {
	c := smallStudy()
	c.Methods, c.Seeds = []string{"ga"}, 1
	c.Budgets = []time.Duration{2 * time.Second, 3 * time.Second, 10 * time.Second}
	s, fake := mustOpen(t, filepath.Join(t.TempDir(), "study"), c), new(fakeTrainer)
	slow := func(ctx context.Context, args []string) (time.Duration, error) {
		_, err := fake.train(ctx, args)
		return []time.Duration{1, 2, 7}[len(fake.calls)-1] * time.Second, err
	}
	require.NoError(t, s.Train(t.Context(), slow, 1, ignore))
	assert.Len(t, fake.calls, 3, "two calls for the first budget, which also reach the second, and one for the last")
	assert.InDelta(t, 3, s.stages["ga-1-2s"].CPU, 1e-9)
	assert.InDelta(t, 3, s.stages["ga-1-3s"].CPU, 1e-9)
	assert.InDelta(t, 10, s.stages["ga-1-10s"].CPU, 1e-9)

	busy := Stage{CPU: 10, Wall: 40}
	train := func(_ context.Context, args []string) (time.Duration, error) {
		assert.Equal(t, []string{"resume", "/dir", "--budget", "60.0s", "--quiet"}, args)
		return 4 * time.Second, nil
	}
	require.NoError(t, busy.spend(t.Context(), 15*time.Second, []string{"resume", "/dir"}, train))
	assert.InDelta(t, 14, busy.CPU, 1e-9)
}

// If the rest of a budget is too short for a round, the command is not called again.
func TestRestWithoutARound(t *testing.T) {
	c := smallStudy()
	c.Methods, c.Seeds, c.Budgets = []string{"ga"}, 1, []time.Duration{time.Minute}
	s, idle := mustOpen(t, filepath.Join(t.TempDir(), "study"), c), &fakeTrainer{idle: true}
	require.NoError(t, s.Train(t.Context(), idle.train, 1, ignore))
	assert.Len(t, idle.calls, 1)
}

// The first training that fails ends the others, and the error names it.
func TestATrainingThatFails(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "study"), smallStudy())
	err := s.Train(t.Context(), failingTrainer, 2, ignore)
	assert.ErrorContains(t, err, "seed 1: training fails")
}

func TestProcesses(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	cpu, err := Processes(program)(t.Context(), []string{"-test.run", "^$"})
	require.NoError(t, err)
	assert.Positive(t, cpu)
	_, err = Processes(program)(t.Context(), []string{"-no-such-flag"})
	assert.ErrorContains(t, err, "-no-such-flag: exit status 2: ")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Processes(program)(ctx, []string{"-test.run", "^$"})
	assert.ErrorIs(t, err, context.Canceled)
}

// A stage without a player has no point in the results and is listed as missing.
func TestNoPlayerYet(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "study"), smallStudy())
	require.NoError(t, s.Train(t.Context(), (&fakeTrainer{late: "-3s"}).train, 1, ignore))
	games, err := s.Play(t.Context(), fitness.Local{}, func(int, int) {})
	require.NoError(t, err)
	r := s.Results(games)
	assert.Equal(t, []string{"ga-1-1s", "networks-1-1s", "ga-2-1s", "networks-2-1s"}, r.Missing)
	assert.Len(t, r.Training[0].Points, 1)
}

func TestEveryMethodNamesItsPlayer(t *testing.T) {
	for _, m := range Methods() {
		assert.True(t, m.keeps(m.player), m.Name)
		assert.False(t, m.keeps("goal.json"), m.Name)
		assert.Contains(t, m.specIn("dir", 4), filepath.Join("dir", m.player))
		assert.Equal(t, m.searches, strings.HasSuffix(m.specIn("dir", 4), ":depth=4,endgame=0"), m.Name)
		begin := m.begin("dir", 7, []string{"a.wtb", "b.wtb"})
		assert.Subset(t, begin, []string{"--seed", "7", "--out", "dir"})
		assert.Equal(t, m.Name == Experts, slices.Contains(begin, "b.wtb"))
	}
}

func TestMeansOfSeeds(t *testing.T) {
	r := &Results{Players: []RatedPlayer{
		{Method: "ga", Budget: 1, Depth: 1, CPU: 1, Elo: 100, Error: 10},
		{Method: "ga", Budget: 1, Depth: 1, CPU: 4, Elo: 140, Error: 10, Move: 2},
		{Method: "ga", Budget: 1, Depth: 4, CPU: 4, Elo: 500, Error: 30},
		{Method: "networks", Budget: 1, Depth: 1, CPU: 1, Elo: 100, Error: 10},
		{Method: "networks", Budget: 1, Depth: 1, CPU: 1, Elo: 100, Error: 10},
	}}
	two, any := r.mean("ga", 1, 1)
	require.True(t, any)
	assert.InDelta(t, 120, two.Elo, 1e-9)
	assert.InDelta(t, 2, two.CPU, 1e-9, "the geometric mean")
	assert.InDelta(t, 2, two.SecondsPerMove, 0)
	assert.InDelta(t, 12.7062*20, two.PlusMinus, 0.01, "Student's t with one degree of freedom times the standard error")
	one, _ := r.mean("ga", 1, 4)
	assert.InDelta(t, 30, one.PlusMinus, 1e-9, "with one seed, the interval of the rating")
	equal, _ := r.mean("networks", 1, 1)
	assert.InDelta(t, 7.07, equal.PlusMinus, 0.01, "not less than the interval of the ratings")
	_, any = r.mean("ga", 2, 1)
	assert.False(t, any)
}

func TestMeetings(t *testing.T) {
	base := []Point{{Depth: 1, Elo: 500}, {Depth: 2, Elo: 900}, {Depth: 3, Elo: 880}, {Depth: 4, Elo: 1200}}
	for elo, want := range map[float64]EquivalentDepth{
		499:  {Method: "x", Depth: 1, Beyond: -1},
		500:  {Method: "x", Depth: 1},
		600:  {Method: "x", Depth: 1.25},
		890:  {Method: "x", Depth: 1.975},
		1040: {Method: "x", Depth: 3.5},
		1201: {Method: "x", Depth: 4, Beyond: 1},
	} {
		assert.Equal(t, want, meeting(base, "x", elo), elo)
	}
}

func FuzzStudyFile(f *testing.F) {
	c := smallStudy()
	f.Add([]byte(`{"schema":1,"build":"go","methods":["ga"],"budgets_ns":[1000000000],"seeds":1,"pairs":1}`))
	f.Add([]byte(`{"schema":1,"methods":["experts"],"budgets_ns":[5,5]}`))
	data, _ := json.Marshal(c)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := readConfig(data); err == nil {
			require.NoError(t, c.Validate())
			written, err := json.Marshal(c)
			require.NoError(t, err)
			again, err := readConfig(written)
			require.NoError(t, err)
			require.Equal(t, c, again)
		}
	})
}
