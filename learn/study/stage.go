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

// A Trainer runs this program with arguments. It returns the CPU time of the call, user and system.
type Trainer func(ctx context.Context, args []string) (cpu time.Duration, err error)

// Processes returns a Trainer that starts a process for each call. Each process runs on one core.
func Processes(program string) Trainer {
	return func(ctx context.Context, args []string) (time.Duration, error) {
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Cancel = func() error {
			children.Kill(cmd)
			return nil
		}
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		var stderr children.Tail
		cmd.Stderr = &stderr
		err := children.Start(cmd)
		if err == nil {
			err = cmd.Wait()
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, &stderr)
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
	}
}

// A Stage is a training at a budget, the content of stage.json. A copy of the training directory lies
// beside that file. After the next stage only the player's files remain of the copy.
type Stage struct {
	Schema int     `json:"schema"`
	CPU    float64 `json:"cpu_seconds"`      // CPU time of the training so far, in all stages
	Wall   float64 `json:"seconds"`          // time by the clock, likewise
	Player string  `json:"player,omitempty"` // SHA-256 of the player's file; "" if there is none yet
}

const (
	stageFile   = "stage.json"
	trainingDir = "training"
)

// A training is a method with a random seed.
type training struct {
	method *Method
	seed   int
}

// String implements fmt.Stringer.
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

// stageName returns the name of the directory of a training's stage.
func (t training) stageName(budget time.Duration) string {
	return fmt.Sprintf("%s-%d-%s", t.method.Name, t.seed, seconds(budget))
}

// dirOf returns the training directory of a stage.
func (s *Study) dirOf(stage string) string { return s.Path(inner(stage)) }

// inner returns the name of the training directory of a stage in the study's.
func inner(stage string) string { return filepath.Join(playersDir, stage, trainingDir) }

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
			return s.refuseStage(t, name, err)
		}
		if i := len(s.finished(t)); s.Config.Budgets[i] != budget {
			err := fmt.Errorf("the stage of %s before it is missing", seconds(s.Config.Budgets[i]))
			return s.refuseStage(t, name, err)
		}
		s.stages[name], last = stage, name
	}
	if n := len(s.finished(t)); n == 0 || n == len(s.Config.Budgets) {
		return nil
	}
	if _, err := s.Stat(filepath.Join(inner(last), runs.GoalFile)); err != nil {
		return s.refuseStage(t, last, errors.New("training cannot go on from it, since only its player is left"))
	}
	return nil
}

// refuseStage returns the error of an unusable stage, with what to do about it.
func (s *Study) refuseStage(t training, stage string, err error) error {
	dir := s.Path(playersDir)
	all := filepath.Join(dir, fmt.Sprintf("%s-%d-*", t.method.Name, t.seed))
	return refuse("%s: %w; delete %s, and it is trained anew", filepath.Join(dir, stage), err, all)
}

// finished returns the finished stages of a training, without those after a gap.
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

// readStage reads a stage. A player's file that has changed is an error.
func (s *Study) readStage(m *Method, name string) (*Stage, error) {
	data, err := s.Read(filepath.Join(playersDir, name, stageFile), files.MaxSettings)
	if err != nil {
		return nil, err
	}
	stage := new(Stage)
	if err := files.DecodeJSON(data, Schema, stage); err != nil {
		return nil, fmt.Errorf("%s: %w", stageFile, err)
	}
	player, err := s.hashOf(filepath.Join(inner(name), m.player))
	switch {
	case err != nil:
		return nil, err
	case player != stage.Player:
		return nil, fmt.Errorf("%s has changed since it was trained", m.player)
	case !(stage.CPU > 0) || !(stage.Wall > 0):
		return nil, fmt.Errorf("%s: %g CPU seconds in %g seconds of training: both must be more than 0",
			stageFile, stage.CPU, stage.Wall)
	}
	return stage, nil
}

// hashOf returns the SHA-256 of a file, "" if there is no file.
func (s *Study) hashOf(name string) (string, error) {
	data, err := s.Read(name, files.MaxGames)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return files.SHA256(data), err
}

// Stages returns the number of finished stages and of all stages.
func (s *Study) Stages() (finished, all int) {
	for _, t := range s.trainings() {
		finished += len(s.finished(t))
		all += len(s.Config.Budgets)
	}
	return finished, all
}

// Train trains all unfinished stages, with that many trainings at a time. It calls trained after each
// stage, one call at a time. An interrupted stage is discarded; the next call repeats it from the stage
// before. The first error ends all trainings.
func (s *Study) Train(
	ctx context.Context, train Trainer, workers int, trained func(stage string, at *Stage),
) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	waiting := make(chan training)
	var mutex sync.Mutex // for s.stages and calls of trained
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for t := range waiting {
				if err := s.trainStages(ctx, t, train, &mutex, trained); err != nil {
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

// trainStages trains the unfinished stages of a training.
func (s *Study) trainStages(
	ctx context.Context, t training, train Trainer, mutex *sync.Mutex, trained func(string, *Stage),
) error {
	mutex.Lock()
	done := s.finished(t)
	mutex.Unlock()
	at, last := Stage{Schema: Schema}, ""
	for i, stage := range done {
		if last != "" { // a killed process may not have done this
			if err := s.keepPlayer(t.method, last); err != nil {
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
			if err := s.keepPlayer(t.method, last); err != nil {
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

// trainStage trains a stage from the stage before it, "" for the first. The stage's directory appears
// when the stage is finished.
func (s *Study) trainStage(
	ctx context.Context, t training, budget time.Duration, before string, at Stage, train Trainer,
) (Stage, error) {
	name := t.stageName(budget)
	partial := filepath.Join(playersDir, files.Partial+name)
	if err := s.RemoveAll(partial); err != nil {
		return at, err
	}
	if err := s.MakeAll(partial); err != nil {
		return at, err
	}
	dir, err := s.Inner(filepath.Join(partial, trainingDir))
	if err != nil {
		return at, err
	}
	args := t.method.begin(dir, t.seed, s.Config.paths())
	if before != "" {
		if err := os.CopyFS(dir, os.DirFS(s.dirOf(before))); err != nil {
			return at, err
		}
		args = t.method.resume(dir)
	}
	timings := func() []byte {
		data, _ := os.ReadFile(filepath.Join(dir, runs.TimingFile)) // missing before training begins
		return data
	}
	for progress := true; progress && at.CPU < enough*budget.Seconds(); args = t.method.resume(dir) {
		before := timings()
		if err := at.spend(ctx, budget, args, train); err != nil {
			return at, err
		}
		progress = !bytes.Equal(timings(), before) // otherwise the rest is too short for another round
	}
	if at.Player, err = s.hashOf(filepath.Join(partial, trainingDir, t.method.player)); err != nil {
		return at, err
	}
	if err := s.Write(filepath.Join(partial, stageFile), files.EncodeSummed(&at)); err != nil {
		return at, err
	}
	return at, s.Rename(partial, filepath.Join(playersDir, name))
}

// enough is the share of its budget that finishes a stage: another start of the command would cost more
// than it gains.
const enough = 0.95

// spend trains until a budget of CPU time is about spent. The commands take a budget of time by the
// clock, which spend estimates from the stage so far: it is longer on a busy machine.
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

// keepPlayer removes all files of a stage's training directory that the player does not need.
func (s *Study) keepPlayer(m *Method, stage string) error {
	entries, err := s.List(inner(stage))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if m.keeps(entry.Name()) {
			continue
		}
		if err := s.RemoveAll(filepath.Join(inner(stage), entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
