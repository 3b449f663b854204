package qnet

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/learn/environment"
	"evothello/learn/nets"
	"evothello/players"
)

func shapeNamed(t require.TestingT, name string) engine.Shape {
	shape, err := engine.ShapeNamed(name)
	require.NoError(t, err)
	return shape
}

// tiny returns settings that train on 4×4 within seconds.
func tiny(t require.TestingT, seed uint64) Config {
	c, err := Usual.Config(shapeNamed(t, "4x4"), seed)
	require.NoError(t, err)
	c.Opponent = "random"
	c.Hidden = []int{24}
	c.Round, c.Games = 40, 16
	c.Memory, c.Warmup, c.Every, c.Batch, c.Target = 2_000, 100, 4, 32, 50
	c.Epsilon.Steps = 2_000
	c.Steps = 2
	require.NoError(t, c.Validate())
	return c
}

// trainedLearner returns a learner after some rounds.
func trainedLearner(t require.TestingT, c *Config, rounds int) (*learner, []Round) {
	l, err := newLearner(c)
	require.NoError(t, err)
	return l, playOn(t, l, 1, rounds)
}

// playOn plays rounds.
func playOn(t require.TestingT, l *learner, from, to int) (all []Round) {
	slots, err := l.config.slots()
	require.NoError(t, err)
	for i := from; i <= to; i++ {
		r, err := l.play(background, i, slots, nil)
		require.NoError(t, err)
		all = append(all, r)
	}
	return all
}

func TestItLearns(t *testing.T) {
	c := tiny(t, 1)
	_, rounds := trainedLearner(t, &c, 40)
	first, last := Trailing(rounds[:8], 300), Trailing(rounds, 300)
	assert.Less(t, first.Unbeaten, 0.75, "moves are random at first")
	assert.Greater(t, last.Unbeaten, 0.8)
	assert.Less(t, rounds[39].Loss, 0.3)
	for i, r := range rounds {
		assert.Equal(t, 40, r.Episodes)
		assert.Equal(t, 40, r.Wins+r.Draws+r.Losses)
		assert.Equal(t, c.Epsilon.at(r.Steps), r.Epsilon)
		assert.Equal(t, max(0, (r.Steps-c.Warmup)/c.Every), r.Trained, "round %d", i+1)
	}
}

// The preset Original trains, with several positions in an observation.
func TestOriginalRuns(t *testing.T) {
	c, err := Original.Config(shapeNamed(t, "4x4"), 1)
	require.NoError(t, err)
	c.Hidden = []int{8, 8}
	c.Warmup, c.Batch, c.Unbeaten = 20, 16, 3
	l, rounds := trainedLearner(t, &c, 4)
	assert.Positive(t, rounds[3].Trained)
	assert.Equal(t, 9*4*16, l.net.Spec.Inputs)
}

func TestPresetsFitAllBoards(t *testing.T) {
	for _, p := range Presets {
		for _, shape := range engine.Shapes {
			c, err := p.Config(shape, 1)
			require.NoError(t, err, shape.Name)
			read, err := ParseConfig(c.Marshal())
			require.NoError(t, err)
			assert.Equal(t, c, read)
		}
	}
	c, err := Original.Config(shapeNamed(t, "6x6"), 1)
	require.NoError(t, err)
	assert.Equal(t, slices.Repeat([]int{1296}, 9), c.Hidden)
	c, err = Original.Config(engine.Standard(), 1)
	require.NoError(t, err)
	assert.Equal(t, 2304, c.Hidden[0])
	_, err = Preset("other").Config(engine.Standard(), 1)
	assert.ErrorContains(t, err, `unknown preset "other"; known: usual, original`)
}

func TestInvalidSettingsAreErrors(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string
	}{
		{func(c *Config) { c.Schema = 2 }, `"schema" is 2`},
		{func(c *Config) { c.Frames = 0 }, "frames is 0: must be 1 to 16"},
		{func(c *Config) { c.Memory = 0 }, "memory is 0"},
		{func(c *Config) { c.Steps = 0 }, "ahead is 0: must be 1 to 61"},
		{func(c *Config) { c.Discount = 1.5 }, "discount is 1.5: must be 0 to 1"},
		{func(c *Config) { c.Epsilon.To = math.NaN() }, "epsilon.to is NaN: must be 0 to 1"},
		{func(c *Config) { c.Loss = "mean" }, `loss is "mean": must be huber or squared`},
		{func(c *Config) { c.Optimizer.Rate = 0 }, "the learning rate is 0: must be above 0"},
		{func(c *Config) { c.Hidden = []int{0} }, "the width of a layer is 0: must be 1 to"},
		{func(c *Config) { c.Opponent = "xyz" }, `unknown player "xyz"`},
		{func(c *Config) { c.Opponent = "montecarlo" }, "games with a time limit"},
		{func(c *Config) { c.Opponent = "evolved-heart" }, ""},
		{func(c *Config) { c.Opponent = "qnet:file=x" }, "a file may change"},
	} {
		config := tiny(t, 1)
		c.change(&config)
		err := config.Validate()
		require.Error(t, err)
		assert.ErrorContains(t, err, c.says)
	}
}

// The memory holds the last steps of the added games.
func TestMemoryHoldsTheLastSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := tiny(t, 1)
		c.Memory = rapid.IntRange(1, 60).Draw(t, "memory")
		m, err := newMemory(&c)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "lots"), 0))
		type step struct {
			game Game
			at   int
		}
		var all []step
		for range rapid.IntRange(1, 15).Draw(t, "games") {
			g := randomGame(rng, c.Board)
			require.NoError(t, m.add(g))
			for i := range m.games[len(m.games)-1].Actions {
				all = append(all, step{g, i})
			}
		}
		last := all[max(0, len(all)-c.Memory):]
		assert.Equal(t, len(last), m.size())
		assert.LessOrEqual(t, len(m.games), c.Memory+1, "older games are forgotten")
		found := map[step]bool{}
		for _, p := range m.draw(rng, 40) {
			one := step{p.game.Game, p.step}
			assert.Contains(t, last, one)
			found[one] = true
		}
		assert.Greater(t, len(found), min(len(last), 40)/4)
	})
}

// randomGame plays a game of random moves.
func randomGame(rng *rand.Rand, board engine.Shape) Game {
	g := engine.Game{Start: board.Start}
	for p := g.Start; p.Moves() != 0; p = g.Final() {
		g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
	}
	return Game{engine.Side(rng.IntN(2)), g.Transcript()}
}

// The returns of a batch are those that slowReturn computes one by one, with all settings.
func TestReturns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := tiny(t, rapid.Uint64Range(1, 1000).Draw(t, "seed"))
		c.Discount = rapid.SampledFrom([]float64{1, 0.9}).Draw(t, "discount")
		c.Steps = rapid.IntRange(1, 9).Draw(t, "ahead")
		c.Legal, c.Double = rapid.Bool().Draw(t, "legal"), rapid.Bool().Draw(t, "double")
		c.DrawsLose, c.Passes = rapid.Bool().Draw(t, "draws lose"), rapid.Bool().Draw(t, "passes")
		c.Frames = rapid.IntRange(1, 3).Draw(t, "frames")
		l, err := newLearner(&c)
		require.NoError(t, err)
		other, err := nets.New(c.Spec(), c.Seed+1)
		require.NoError(t, err)
		l.target = other
		s := &session{learner: l}
		rng := rand.New(rand.NewPCG(c.Seed, 0))
		for range 4 {
			require.NoError(t, l.memory.add(randomGame(rng, c.Board)))
		}
		steps := l.memory.draw(rng, 10)
		symmetries := make([]int, len(steps))
		for i := range symmetries {
			symmetries[i] = rng.IntN(8)
		}
		got, err := s.returns(steps, symmetries)
		require.NoError(t, err)
		for i, p := range steps {
			assert.InDelta(t, slowReturn(t, s, p, symmetries[i]), got[i], 1e-5)
		}
	})
}

func slowReturn(t require.TestingT, s *session, p sample, symmetry int) float64 {
	c := s.config
	discount := 1.0
	for i := p.step; i < p.step+c.Steps; i++ {
		if i == len(p.game.Actions)-1 {
			if c.DrawsLose && p.game.Reward == environment.Draw {
				return -discount
			}
			return discount * p.game.Reward
		}
		discount *= c.Discount
	}
	l := s.evaluator.layout
	inputs := make([]float32, l.Inputs())
	l.Fill(inputs, p.game.Observation(p.step+c.Steps, c.Frames), symmetry)
	chooses := s.target
	if c.Double {
		chooses = s.net
	}
	guess, err := chooses.Forward(inputs)
	require.NoError(t, err)
	values, err := s.target.Forward(inputs)
	require.NoError(t, err)
	legal := map[int]bool{}
	for _, action := range p.game.Views[p.step+c.Steps].Legal() {
		legal[l.Transformed(action, symmetry)] = true
	}
	best, most := 0.0, math.Inf(-1)
	for action := range l.Squares() {
		pass := len(legal) == 0 && action == l.Squares()-1
		if c.Legal && !pass && !legal[action] {
			continue
		}
		if v := float64(guess[action]); v > most {
			best, most = float64(values[action]), v
		}
	}
	return discount * best
}

// An evaluator with symmetries gives mirror images the same values.
func TestMirrorImagesHaveTheSameValues(t *testing.T) {
	for _, board := range []engine.Shape{shapeNamed(t, "4x4"), engine.Large(10)} {
		c := tiny(t, 3)
		c.Board = board
		l, err := newLearner(&c)
		require.NoError(t, err)
		layout := l.evaluator.layout
		e, err := environment.New(board, opponentOn(t, board), c.environment())
		require.NoError(t, err)
		_, err = e.Reset(background, engine.Black, 1)
		require.NoError(t, err)
		o, _, _, err := e.Step(background, e.Legal()[0])
		require.NoError(t, err)
		want, err := l.evaluator.values([]environment.Observation{o})
		require.NoError(t, err)
		for _, k := range board.Symmetries() {
			got, err := l.evaluator.values([]environment.Observation{{mirrored(layout, o[0], k)}})
			require.NoError(t, err)
			for action := range want[0] {
				assert.InDelta(t, want[0][action], got[0][layout.Transformed(action, k)], 1e-5)
			}
		}
	}
	move, value := best([]float32{9, 1, 2, 3, 2, 9, 9, 3}, []int{1, 3, 7})
	assert.Equal(t, 3, move, "the first of equal legal moves")
	assert.EqualValues(t, 3, value)
	move, _ = best([]float32{1, 2}, nil)
	assert.Equal(t, environment.Pass, move)
}

// mirrored returns a position under a symmetry.
func mirrored(l *environment.Layout, v environment.View, k int) environment.View {
	image, words := make(environment.View, len(v)), len(v)/environment.Planes
	for plane := range environment.Planes {
		for action := range l.Squares() {
			to := l.Transformed(action, k)
			image[plane*words+to/64] |= v[plane*words+action/64] >> (action % 64) & 1 << (to % 64)
		}
	}
	return image
}

func opponentOn(t require.TestingT, board engine.Shape) *players.Contestant {
	c := Config{Board: board, Opponent: "random"}
	opponent, err := c.opponent()
	require.NoError(t, err)
	return opponent
}
