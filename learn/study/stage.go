package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"evothello/internal/children"
	"evothello/internal/files"
	"evothello/runs"
)

// A Trainer runs this program with arguments, and returns the CPU time that it took, user and
// system.
type Trainer func(ctx context.Context, args []string) (cpu time.Duration, err error)

// Processes trains in processes of their own, each on one core.
func Processes(program string) Trainer {
	return func(ctx context.Context, args []string) (time.Duration, error) {
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Cancel = func() error {
			children.Kill(cmd)
			return nil
		}
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		var words children.Tail
		cmd.Stderr = &words
		err := children.Start(cmd)
		if err == nil {
			err = cmd.Wait()
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, &words)
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
	}
}

// A Stage is a training when it reached a budget: stage.json, beside the directory of the training
// as it was then. Of stages that training has gone on from only the player is left.
type Stage struct {
	Schema int     `json:"schema"`
	CPU    float64 `json:"cpu_seconds"`      // of the training so far, all stages
	Wall   float64 `json:"seconds"`          // likewise
	Player string  `json:"player,omitempty"` // SHA-256 of its file; "" if there was no player yet
}

const (
	stageFile   = "stage.json"
	trainingDir = "training"
)

// A training is a method from a seed.
type training struct {
	method *Method
	seed   int
}

func (t training) String() string { return fmt.Sprintf("%s, seed %d", t.method.Name, t.seed) }

// trainings returns all trainings, seed by seed, so that early results cover all methods.
func (s *Study) trainings() (all []training) {
	for seed := 1; seed <= s.Config.Seeds; seed++ {
		for _, name := range s.Config.Methods {
			m, _ := named(name) // the configuration is valid
			all = append(all, training{m, seed})
		}
	}
	return all
}

// stageName is the name of the directory of a training's stage.
func (t training) stageName(budget time.Duration) string {
	return fmt.Sprintf("%s-%d-%s", t.method.Name, t.seed, seconds(budget))
}

// dirOf is where a stage's training is.
func (s *Study) dirOf(stage string) string {
	return filepath.Join(s.Dir, playersDir, stage, trainingDir)
}

// readTraining reads the stages of a training.
func (s *Study) readTraining(t training) error {
	last := ""
	for _, budget := range s.Config.Budgets {
		name := t.stageName(budget)
		stage, err := s.readStage(t.method, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return s.anew(t, name, err)
		}
		if i := len(s.finished(t)); s.Config.Budgets[i] != budget {
			return s.anew(t, name, fmt.Errorf("training came here without a stage of %s", seconds(s.Config.Budgets[i])))
		}
		s.stages[name], last = stage, name
	}
	if n := len(s.finished(t)); n == 0 || n == len(s.Config.Budgets) {
		return nil
	}
	if _, err := os.Stat(filepath.Join(s.dirOf(last), runs.GoalFile)); err != nil {
		return s.anew(t, last, errors.New("only its player is left, from which training cannot go on"))
	}
	return nil
}

// anew says what to do about a stage with which something is wrong.
func (s *Study) anew(t training, stage string, err error) error {
	at := filepath.Join(s.Dir, playersDir)
	return refuse("%s: %w; delete %s, and it is trained anew", filepath.Join(at, stage), err,
		filepath.Join(at, fmt.Sprintf("%s-%d-*", t.method.Name, t.seed)))
}

// finished are the stages of a training that are.
func (s *Study) finished(t training) (all []*Stage) {
	for _, budget := range s.Config.Budgets {
		stage := s.stages[t.stageName(budget)]
		if stage == nil {
			break
		}
		all = append(all, stage)
	}
	return all
}

// readStage reads a stage, whose player must be what it was.
func (s *Study) readStage(m *Method, name string) (*Stage, error) {
	data, err := files.ReadInternal(filepath.Join(s.Dir, playersDir, name, stageFile), files.MaxSettings)
	if err != nil {
		return nil, err
	}
	stage := new(Stage)
	if err := files.DecodeJSON(data, Schema, stage); err != nil {
		return nil, fmt.Errorf("%s: %w", stageFile, err)
	}
	player, err := hashOf(filepath.Join(s.dirOf(name), m.player))
	switch {
	case err != nil:
		return nil, err
	case player != stage.Player:
		return nil, fmt.Errorf("%s is not the player that it was", m.player)
	case !(stage.CPU > 0) || !(stage.Wall > 0):
		return nil, fmt.Errorf("%s: training takes time, and not %g CPU seconds in %g", stageFile, stage.CPU, stage.Wall)
	}
	return stage, nil
}

// hashOf is the SHA-256 of a file, "" if there is none.
func hashOf(path string) (string, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return files.SHA256(data), err
}

// Stages counts the stages of all trainings, and those that are finished.
func (s *Study) Stages() (finished, all int) {
	for _, t := range s.trainings() {
		finished += len(s.finished(t))
		all += len(s.Config.Budgets)
	}
	return finished, all
}

// Train trains all that is not trained yet, so many trainings at a time, and tells trained, one
// call at a time, of each stage. A stage that is cut short counts for nothing: it begins again
// from the one before. The first error ends all trainings.
func (s *Study) Train(ctx context.Context, train Trainer, workers int, trained func(stage string, at *Stage)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	waiting := make(chan training)
	var mutex sync.Mutex // of stages and of trained
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for t := range waiting {
				if err := s.trainOn(ctx, t, train, &mutex, trained); err != nil {
					stop(fmt.Errorf("%s: %w", t, err))
				}
			}
		})
	}
	for _, t := range s.trainings() {
		if ctx.Err() == nil {
			waiting <- t
		}
	}
	close(waiting)
	all.Wait()
	return context.Cause(ctx)
}

// trainOn takes a training through the budgets that it has not reached.
func (s *Study) trainOn(ctx context.Context, t training, train Trainer, mutex *sync.Mutex,
	trained func(string, *Stage)) error {
	mutex.Lock()
	done := s.finished(t)
	mutex.Unlock()
	at, last := Stage{Schema: Schema}, ""
	for i, stage := range done {
		if last != "" { // a kill may have kept it from being done
			if err := s.thin(t.method, last); err != nil {
				return err
			}
		}
		at, last = *stage, t.stageName(s.Config.Budgets[i])
	}
	for _, budget := range s.Config.Budgets[len(done):] {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		name := t.stageName(budget)
		next, err := s.trainStage(ctx, t, budget, last, at, train)
		if err != nil {
			return err
		}
		if last != "" {
			if err := s.thin(t.method, last); err != nil {
				return err
			}
		}
		mutex.Lock()
		s.stages[name] = &next
		trained(name, &next)
		mutex.Unlock()
		at, last = next, name
	}
	return nil
}

// trainStage takes a training to a budget, from the stage before it, "" if this is the first. The
// stage's directory appears when it is finished.
func (s *Study) trainStage(ctx context.Context, t training, budget time.Duration, before string, at Stage,
	train Trainer) (Stage, error) {
	name := t.stageName(budget)
	partial := filepath.Join(s.Dir, playersDir, files.Partial+name)
	dir := filepath.Join(partial, trainingDir)
	if err := os.RemoveAll(partial); err != nil {
		return at, err
	}
	if err := os.MkdirAll(partial, 0o755); err != nil {
		return at, err
	}
	args := t.method.begin(dir, t.seed, s.Config.paths())
	if before != "" {
		if err := os.CopyFS(dir, os.DirFS(s.dirOf(before))); err != nil {
			return at, err
		}
		args = t.method.goOn(dir)
	}
	timings := func() []byte {
		data, _ := os.ReadFile(filepath.Join(dir, runs.TimingFile)) // none before training begins
		return data
	}
	for went := true; went && at.CPU < nearly*budget.Seconds(); args = t.method.goOn(dir) {
		before := timings()
		if err := at.spend(ctx, budget, args, train); err != nil {
			return at, err
		}
		went = !bytes.Equal(timings(), before) // else the rest of the budget holds no round more
	}
	var err error
	if at.Player, err = hashOf(filepath.Join(dir, t.method.player)); err != nil {
		return at, err
	}
	if err := files.Write(filepath.Join(partial, stageFile), files.EncodeJSON(&at)); err != nil {
		return at, err
	}
	final := filepath.Join(s.Dir, playersDir, name)
	if err := os.Rename(partial, final); err != nil {
		return at, err
	}
	files.SyncDir(filepath.Dir(final))
	return at, nil
}

// nearly is the share of its budget that a stage has at least: what a resumption costs is not
// worth the rest.
const nearly = 0.95

// spend trains for as long as what is left of a budget of CPU time should take. The commands know
// only time by the clock, which is more if others are at work.
func (at *Stage) spend(ctx context.Context, budget time.Duration, args []string, train Trainer) error {
	slowness := 1.0
	if at.CPU > 0 {
		slowness = max(1, at.Wall/at.CPU)
	}
	until := at.Wall + (budget.Seconds()-at.CPU)*slowness
	began := time.Now()
	cpu, err := train(ctx, append(slices.Clone(args), "--budget", fmt.Sprintf("%.1fs", until), "--quiet"))
	at.CPU += cpu.Seconds()
	at.Wall += time.Since(began).Seconds()
	return err
}

// thin leaves nothing of a stage but its player.
func (s *Study) thin(m *Method, stage string) error {
	entries, err := os.ReadDir(s.dirOf(stage))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if m.keeps(entry.Name()) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(s.dirOf(stage), entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
