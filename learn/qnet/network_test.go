package qnet

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/learn/environment"
	"evothello/learn/nets"
	"evothello/players"
	"evothello/runs"
)

// A saved network chooses in its games as in training: its observations are the same.
func TestAgentsPlay(t *testing.T) {
	for _, board := range []engine.Shape{shapeNamed(t, "4x4"), engine.Large(10)} {
		config := short(t)
		config.Board, config.Frames, config.Passes = board, 3, true
		dir := filepath.Join(t.TempDir(), "qnet")
		one := trained(t, dir, config, 20)
		texts := []string{dir, "qnet:file=" + dir, "qnet:file=" + one.PlayerPath()}
		if board.IsLarge() {
			texts = texts[:1] // games there take long
		}
		for _, text := range texts {
			checkNetwork(t, text, &config, one.network())
		}
		_, err := ReadNetwork(one.Path(checkpointFile))
		assert.ErrorContains(t, err, "is a file of another kind")
	}
	empty, err := Create(filepath.Join(t.TempDir(), "empty"), short(t), runs.Goal{})
	require.NoError(t, err)
	defer empty.Close()
	_, err = ReadNetwork(empty.Path())
	var none *players.NoPlayer
	require.ErrorAs(t, err, &none)
	assert.Equal(t, empty.Path(), none.Dir)
}

// All players of a spec share its network and the evaluator.
func TestAnAgentIsOpenedOnce(t *testing.T) {
	one := trained(t, filepath.Join(t.TempDir(), "qnet"), short(t), 20)
	spec, err := players.ParseSpec(one.Path())
	require.NoError(t, err)
	require.NotNil(t, spec.HomeBoard())
	require.NoError(t, os.Remove(one.PlayerPath()))
	evaluatorOf := func() *evaluator {
		recipe, err := spec.Recipe()
		require.NoError(t, err)
		c, err := recipe.Contestant()
		require.NoError(t, err)
		return c.New(nil).(*player).evaluator
	}
	assert.Same(t, evaluatorOf(), evaluatorOf())
}

// checkNetwork plays games with a network's player, and compares each move with the best value in training.
func checkNetwork(t *testing.T, text string, config *Config, n *Network) {
	spec, err := players.SpecOn(config.Board, text)
	require.NoError(t, err)
	assert.Equal(t, config.Board, *spec.HomeBoard())
	c, err := spec.Contestant()
	require.NoError(t, err)
	assert.Contains(t, c.About, "trained by trial and error on "+config.Board.Name+", in 20 games with random")
	assert.NoError(t, c.CheckBoard(config.Board))
	for _, other := range []engine.Shape{engine.Standard(), engine.Large(12)} {
		assert.ErrorContains(t, c.CheckBoard(other),
			"it was trained on board "+config.Board.Name+" and plays only there, not on "+other.Name)
	}
	opponent, err := config.opponent()
	require.NoError(t, err)
	e, err := environment.New(config.Board, opponent, config.environment())
	require.NoError(t, err)
	trained, err := n.evaluator()
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
	assert.ErrorContains(t, err, "and plays only there")
	_, err = c.New(nil).Move(background, engine.LargeStart(12))
	assert.ErrorContains(t, err, "and plays only there")
}

// chosen returns a game with the move that a player chooses next.
func chosen(t *testing.T, c *players.Contestant, board engine.Shape, transcript string) string {
	game, err := engine.ParseTranscriptFrom(board.Start, transcript)
	require.NoError(t, err)
	r, err := players.Choose(background, c.New(nil), game, game.Final())
	require.NoError(t, err)
	return transcript + r.Move.String()
}

func squareName(board engine.Shape, action int) string {
	return environment.RulesOn(board).Square(action).String()
}

// FuzzNetwork reads networks with correct checksums.
func FuzzNetwork(f *testing.F) {
	one, err := Create(filepath.Join(f.TempDir(), "qnet"), tiny(f, 1), runs.Goal{Count: 40})
	require.NoError(f, err)
	defer one.Close()
	_, err = one.Run(background, fitness.Local{}, runs.Observer{})
	require.NoError(f, err)
	network := one.network()
	f.Add(network.Frames, network.Hidden[0], network.Board.Start.Squares())
	f.Add(0, 1<<30, "")
	f.Fuzz(func(t *testing.T, frames, width int, squares string) {
		changed := *network
		changed.Frames, changed.Hidden = frames, []int{width}
		if board, err := engine.ParseShape("fuzzed", squares); err == nil {
			changed.Board = board
		}
		path := filepath.Join(t.TempDir(), "player.qnet")
		data, err := nets.Encode(networkKind, changed, changed.weights)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, data, 0o666))
		read, err := ReadNetwork(path)
		if err != nil {
			return
		}
		if e, err := read.evaluator(); err == nil {
			game := &engine.Game{Start: read.Board.Start}
			seen := environment.RulesOn(read.Board).Observation(game, environment.Settings{Frames: read.Frames})
			_, err := e.values([]environment.Observation{seen})
			assert.NoError(t, err)
		}
	})
}
