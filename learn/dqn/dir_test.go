package dqn

import (
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/learn/environment"
	"evothello/learn/nets"
	"evothello/players"
	"evothello/players/roster"
	"evothello/runs"
)

var background = context.Background()

// short returns settings with short rounds.
func short(t *testing.T) Config {
	c := tiny(t, 5)
	c.Round, c.Hidden = 20, []int{8}
	return c
}

// trained makes a directory and trains that many episodes.
func trained(t *testing.T, dir string, config Config, episodes int) *Training {
	one, err := Create(dir, config, runs.Goal{Count: episodes})
	require.NoError(t, err)
	t.Cleanup(one.Close)
	runTo(t, one, episodes)
	return one
}

func runTo(t *testing.T, one *Training, episodes int) {
	require.NoError(t, one.SetGoal(runs.Goal{Count: episodes}))
	stop, err := one.Run(background, Observer{})
	require.NoError(t, err)
	assert.Equal(t, runs.Finished, stop)
}

// contents returns the files of a directory that depend on dqn.json alone.
func contents(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	for _, name := range []string{configFile, checkpointFile, agentFile, historyFile} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		all[name] = string(data)
	}
	return all
}

func sameFiles(t *testing.T, want, got map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		assert.True(t, want[name] == got[name], "%s differs", name)
	}
}

func TestResumedGivesTheSameBytes(t *testing.T) {
	for name, config := range map[string]Config{"usual": short(t), "stacked": func() Config {
		c := short(t)
		c.Frames, c.Passes, c.Double, c.Memory, c.Opponent = 3, true, false, 100, "episode"
		return c
	}()} {
		straight, stopped := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "stopped")
		trained(t, straight, config, 120)
		trained(t, stopped, config, 60).Close()
		again, err := Resume(stopped)
		require.NoError(t, err, name)
		defer again.Close()
		assert.Equal(t, 60, again.Count())

		ctx, cancel := context.WithCancel(background) // a moment into a round
		stop, err := again.Run(ctx, Observer{Game: func(int) { cancel() }})
		require.NoError(t, err)
		assert.Equal(t, runs.Finished, stop, "the goal was reached before")
		require.NoError(t, again.SetGoal(runs.Goal{Count: 120}))
		stop, err = again.Run(ctx, Observer{Game: func(int) { cancel() }})
		require.NoError(t, err)
		assert.Equal(t, runs.Interrupted, stop)
		assert.Equal(t, 60, again.Count())
		again.Close()

		again, err = Resume(stopped)
		require.NoError(t, err)
		defer again.Close()
		runTo(t, again, 120)
		sameFiles(t, contents(t, straight), contents(t, stopped))
	}
}

// A NaN stops training with an error that says where, and leaves the last good files.
func TestNaNStopsTraining(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "agent")
	one := trained(t, dir, short(t), 100)
	before := contents(t, dir)
	one.saved.Target[0].Values[3] = float32(math.NaN())
	require.NoError(t, one.SetGoal(runs.Goal{Count: 200}))
	_, err := one.Run(background, Observer{})
	fault, is := errors.AsType[*Divergence](err)
	require.True(t, is, "%v", err)
	assert.Equal(t, 100, fault.Episode)
	assert.ErrorContains(t, err, "the loss is not finite at training step ")
	sameFiles(t, before, contents(t, dir))
	one.Close()

	again, err := Resume(dir)
	require.NoError(t, err)
	defer again.Close()
	runTo(t, again, 200)
}

func TestDamagedCheckpoints(t *testing.T) {
	dir, straight := filepath.Join(t.TempDir(), "agent"), filepath.Join(t.TempDir(), "straight")
	one := trained(t, dir, short(t), 60)
	runTo(t, one, 100)
	one.Close()
	trained(t, straight, short(t), 120)
	path := filepath.Join(dir, checkpointFile)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.Remove(path)) // the former checkpoint may be a hard link to the same file
	require.NoError(t, os.WriteFile(path, data[:len(data)/2], 0o666))
	_, err = Open(dir)
	assert.ErrorContains(t, err, "; resume continues from checkpoint.prev.dqn")
	again, err := Resume(dir)
	require.NoError(t, err)
	assert.Regexp(t, `checkpoint.dqn is damaged: .*; continuing from checkpoint.prev.dqn, after episode \d0$`,
		again.Notice)
	runTo(t, again, 120)
	again.Close()
	sameFiles(t, contents(t, straight), contents(t, dir))

	require.NoError(t, os.Remove(path))
	again, err = Resume(dir)
	require.NoError(t, err)
	assert.Contains(t, again.Notice, "; continuing from checkpoint.prev.dqn, after episode ", "it is lost")
	again.Close()

	for name, damage := range map[string]func([]byte) []byte{
		"is damaged":                  func(d []byte) []byte { return d[:100] },
		"is no file of a trained net": func([]byte) []byte { return []byte("hello") },
		"belongs to another dqn.json": func([]byte) []byte {
			c := short(t)
			c.Seed++
			other := trained(t, filepath.Join(t.TempDir(), "other"), c, 20)
			d, err := os.ReadFile(other.Path(checkpointFile))
			require.NoError(t, err)
			return d
		},
	} {
		for _, file := range []string{checkpointFile, "checkpoint.prev.dqn"} {
			require.NoError(t, files.At(dir).Remove(file))
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), damage(data), 0o666))
		}
		_, err := Open(dir)
		assert.ErrorContains(t, err, name)
		assert.ErrorContains(t, err, "and checkpoint.prev.dqn cannot replace it (")
	}
}

func TestInvalidDirectories(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(filepath.Join(dir, "nothing"))
	assert.ErrorContains(t, err, "there is no such directory")
	_, err = Open(dir)
	assert.ErrorContains(t, err, "it has no readable dqn.json")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x"), nil, 0o666))
	_, err = Create(dir, short(t), runs.Goal{})
	assert.ErrorIs(t, err, runs.ErrExists)
	one := trained(t, filepath.Join(dir, "agent"), short(t), 20)
	_, err = Create(one.Path(), short(t), runs.Goal{})
	assert.ErrorContains(t, err, "continue with `"+called.Evolve("resume"))
	_, err = Resume(one.Path())
	assert.ErrorIs(t, err, files.ErrBusy)
}

func TestUnbeatenStops(t *testing.T) {
	c := short(t)
	c.Unbeaten = 2
	one, err := Create(filepath.Join(t.TempDir(), "agent"), c, runs.Goal{Count: 10_000})
	require.NoError(t, err)
	defer one.Close()
	stop, err := one.Run(background, Observer{})
	require.NoError(t, err)
	assert.Equal(t, Unbeaten, stop)
	assert.Less(t, one.Count(), 10_000)
}

func TestStatus(t *testing.T) {
	one := trained(t, filepath.Join(t.TempDir(), "agent"), short(t), 100)
	s := one.Status()
	assert.Equal(t, 100, s.Episodes)
	assert.Equal(t, 100, s.Wins+s.Draws+s.Losses)
	assert.True(t, s.Finished)
	assert.InDelta(t, float64(s.Wins+s.Draws)/100, s.Thousand.Unbeaten, 1e-9)
	assert.Equal(t, Record{1, 100, s.Thousand.Unbeaten, float64(s.Wins) / 100}, s.Last)
	assert.FileExists(t, s.Agent)
	assert.Positive(t, s.CPUSeconds)
	one.Close()
	require.NoError(t, os.WriteFile(one.Path(runs.TimingFile), []byte("round,seconds\n1,1.500\n2,2.500\n"), 0o666))
	old, err := Open(one.Path())
	require.NoError(t, err)
	s = old.Status()
	assert.Equal(t, []float64{4, 0}, []float64{s.Seconds, s.CPUSeconds}, "a file without processor times")

	rounds := []Round{
		{Episodes: 40, Wins: 10, Draws: 10}, {Episodes: 40, Wins: 40}, {Episodes: 40}, {Episodes: 40, Draws: 20},
	}
	assert.Equal(t, []Record{{1, 80, 0.75, 0.625}, {81, 80, 0.25, 0}}, Records(rounds, 50))
	assert.Equal(t, Record{121, 40, 0.5, 0}, Trailing(rounds, 40))
	assert.Equal(t, Record{1, 160, 0.5, 0.3125}, Trailing(rounds, 1000))
}

// A saved agent chooses in its games as in training: its observations are the same.
func TestAgentsPlay(t *testing.T) {
	for _, board := range []engine.Shape{shapeNamed(t, "4x4"), engine.Large(10)} {
		config := short(t)
		config.Board, config.Frames, config.Passes = board, 3, true
		dir := filepath.Join(t.TempDir(), "agent")
		one := trained(t, dir, config, 20)
		texts := []string{dir, "dqn:file=" + dir, "dqn:file=" + one.AgentFile()}
		if board.IsLarge() {
			texts = texts[:1] // games there take long
		}
		for _, text := range texts {
			checkAgent(t, text, &config, one.agent())
		}
		_, err := ReadAgent(one.Path(checkpointFile))
		assert.ErrorContains(t, err, "is a file of another kind")
	}
	empty, err := Create(filepath.Join(t.TempDir(), "empty"), short(t), runs.Goal{})
	require.NoError(t, err)
	defer empty.Close()
	_, err = ReadAgent(empty.Path())
	var none *players.NoPlayer
	require.ErrorAs(t, err, &none)
	assert.Equal(t, empty.Path(), none.Dir)
}

// checkAgent plays games with an agent's player, and compares each move with the best value in training.
func checkAgent(t *testing.T, text string, config *Config, agent *Agent) {
	spec, err := roster.SpecOn(config.Board, text)
	require.NoError(t, err)
	assert.Equal(t, config.Board, *spec.HomeBoard())
	c, err := spec.Contestant()
	require.NoError(t, err)
	assert.Contains(t, c.About, "learnt by trial and error on "+config.Board.Name+", in 20 games with random")
	assert.NoError(t, c.CheckBoard(config.Board))
	for _, other := range []engine.Shape{engine.Standard(), engine.Large(12)} {
		assert.ErrorContains(t, c.CheckBoard(other),
			"it has learnt on "+config.Board.Name+", and its network is for that board alone, not "+other.Name)
	}
	opponent, err := config.opponent()
	require.NoError(t, err)
	e, err := environment.New(config.Board, opponent, config.environment())
	require.NoError(t, err)
	trained, err := agent.evaluator()
	require.NoError(t, err)
	for seed := range uint64(4) {
		o, err := e.Reset(background, engine.Side(seed&1), seed)
		require.NoError(t, err)
		for !e.Done() {
			values, err := trained.values([]environment.Observation{o})
			require.NoError(t, err)
			move, _ := best(values[0], e.Legal())
			if move != environment.Pass {
				assert.Equal(t, e.Transcript()+squareName(config.Board, move), chosen(t, c, config.Board, e.Transcript()))
			}
			o, _, _, err = e.Step(background, move)
			require.NoError(t, err)
		}
	}
	_, err = c.New(nil).Move(background, engine.Start())
	assert.ErrorContains(t, err, "knows no other board")
	_, err = c.Large().Move(background, large.Start(12))
	assert.ErrorContains(t, err, "knows no other board")
}

// chosen returns a game with the move that a player chooses next.
func chosen(t *testing.T, c *players.Contestant, board engine.Shape, transcript string) string {
	if board.IsLarge() {
		game, err := large.ParseTranscript(large.Start(board.Size), transcript)
		require.NoError(t, err)
		r, err := roster.Choose(background, c.Large(), game, game.Final())
		require.NoError(t, err)
		return transcript + r.Move.String()
	}
	game, err := engine.ParseTranscriptFrom(board.Start, transcript)
	require.NoError(t, err)
	r, err := players.Choose(background, c.New(nil), game, game.Final())
	require.NoError(t, err)
	return transcript + r.Move.String()
}

func squareName(board engine.Shape, action int) string {
	if board.IsLarge() {
		return environment.Large(board).Square(action).String()
	}
	return environment.Small(board).Square(action).String()
}

// FuzzAgent reads agents with correct checksums.
func FuzzAgent(f *testing.F) {
	one, err := Create(filepath.Join(f.TempDir(), "agent"), tiny(f, 1), runs.Goal{Count: 40})
	require.NoError(f, err)
	defer one.Close()
	_, err = one.Run(background, Observer{})
	require.NoError(f, err)
	agent := one.agent()
	f.Add(agent.Frames, agent.Hidden[0], agent.Board.Start.Squares())
	f.Add(0, 1<<30, "")
	f.Fuzz(func(t *testing.T, frames, width int, squares string) {
		changed := *agent
		changed.Frames, changed.Hidden = frames, []int{width}
		if board, err := engine.ParseShape("fuzzed", squares); err == nil {
			changed.Board = board
		}
		path := filepath.Join(t.TempDir(), "agent.dqn")
		data, err := nets.Encode(agentKind, changed, changed.weights)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, data, 0o666))
		read, err := ReadAgent(path)
		if err != nil {
			return
		}
		if e, err := read.evaluator(); err == nil {
			game := &engine.Game{Start: read.Board.Start}
			seen := environment.Small(read.Board).Observation(game, environment.Settings{Frames: read.Frames})
			_, err := e.values([]environment.Observation{seen})
			assert.NoError(t, err)
		}
	})
}
