// Package environment is Othello as a reinforcement learning environment. An agent plays one side on a board of any
// size and shape. Its opponent, which may be any player, is part of the environment. The methods are Reset and Step,
// which return observations. A move is an action: the number of its square among the board's squares. The reward comes
// at the end of the game.
package environment

import (
	"context"
	"errors"
	"fmt"

	"evothello/engine"
	"evothello/players"
)

// The rewards at the end of a game, as in the reversi library.
const (
	Win  = 1.0
	Draw = -0.5
	Loss = -1.0
)

// Pass is the action of a pass.
const Pass = -1

// MaxFrames is the largest number of positions in an observation.
const MaxFrames = 16

// Settings are the settings of an environment. With the zero value an observation has one position, and passes are not
// steps.
type Settings struct {
	// Frames is the number of positions in an observation, 1 to MaxFrames: the current position, and the positions of
	// the agent's last steps. 0 means 1.
	Frames int
	// Passes means that a pass of the agent is a step. Otherwise the environment passes for the agent.
	Passes bool
}

// An Environment is a reinforcement learning environment that plays one game at a time. It is not safe for concurrent
// use.
type Environment struct {
	Layout  *Layout
	passes  bool
	side    engine.Side
	game    *game
	episode Episode
	done    bool
}

// An Episode is a game as a sequence of the agent's steps.
type Episode struct {
	// Views are the positions of the steps, the oldest first. The last one is the current position, or the final
	// position of a finished game.
	Views   []View
	Actions []int   // the agent's action in each of Views except the last
	Reward  float64 // Win, Draw or Loss; 0 before the end of the game
}

// New returns an environment on a board against an opponent. The opponent may be nil if the environment only replays
// games. Call Reset before Step.
func New(board engine.Shape, opponent *players.Contestant, s Settings) (*Environment, error) {
	if err := board.Validate(); err != nil {
		return nil, err
	}
	if s.Frames == 0 {
		s.Frames = 1
	}
	if s.Frames < 1 || s.Frames > MaxFrames {
		return nil, fmt.Errorf("an observation shows 1 to %d positions, not %d", MaxFrames, s.Frames)
	}
	game, err := newGame(board, opponent)
	if err != nil {
		return nil, err
	}
	return &Environment{Layout: NewLayout(board, s.Frames), game: game, passes: s.Passes, done: true}, nil
}

// Reset begins a game, plays to the agent's first step and returns the observation there. side is the agent's side, and
// seed the random seed of the opponent.
func (e *Environment) Reset(ctx context.Context, side engine.Side, seed uint64) (Observation, error) {
	e.begin(side)
	e.game.opponent.NewGame(seed)
	if err := e.advance(ctx); err != nil {
		return nil, err
	}
	return e.Observation(), nil
}

// begin sets up the board for a game.
func (e *Environment) begin(side engine.Side) {
	e.side, e.done, e.episode = side, false, Episode{}
	e.game.begin()
}

// ErrDone is the error of Step after the end of the game.
var ErrDone = errors.New("the game is over: reset the environment")

// Step plays the agent's move, an action of the layout or Pass, and plays to the agent's next step. The
// reward is 0 until the game is done. An illegal move is an error and changes nothing.
func (e *Environment) Step(ctx context.Context, action int) (o Observation, reward float64, done bool, err error) {
	if e.done {
		return nil, 0, true, ErrDone
	}
	if err := e.act(action); err != nil {
		return nil, 0, false, err
	}
	if err := e.advance(ctx); err != nil {
		return nil, 0, false, err
	}
	return e.Observation(), e.episode.Reward, e.done, nil
}

// act plays the agent's move.
func (e *Environment) act(action int) error {
	err := e.game.play(action)
	if err == nil {
		e.episode.Actions = append(e.episode.Actions, action)
	}
	return err
}

// advance plays to the agent's next step or to the end of the game.
func (e *Environment) advance(ctx context.Context) error {
	for {
		var err error
		switch e.turn() {
		case agentsStep, end:
			return nil
		case forcedPass:
			err = e.game.play(Pass)
		case opponentsMove:
			err = e.game.reply(ctx)
		}
		if err != nil {
			e.done = true // the game cannot continue without a move
			return err
		}
	}
}

// A turn is what comes next in a game.
type turn int

const (
	agentsStep turn = iota
	opponentsMove
	forcedPass // of either side; the agent's is one only if its passes are no steps
	end
)

// turn returns what comes next. At the agent's step and at the end it adds the position to the episode.
func (e *Environment) turn() (next turn) {
	switch mine := e.game.at.Side == e.side; {
	case e.game.at.Over():
		e.done, e.episode.Reward = true, e.reward()
		next = end
	case e.game.at.MustPass() && (!mine || !e.passes):
		return forcedPass
	case !mine:
		return opponentsMove
	}
	e.episode.Views = append(e.episode.Views, e.game.view(e.game.at, e.side))
	return next
}

// Observation returns the agent's current observation. After the end of a game it begins with the final position.
func (e *Environment) Observation() Observation {
	return e.episode.Observation(len(e.episode.Views)-1, e.Layout.Frames)
}

// Observation returns the observation at step i, counted from 0, with the given number of positions.
func (p *Episode) Observation(i, frames int) Observation {
	o := make(Observation, frames)
	copy(o, p.Views[i:i+1])
	for j := 1; j <= min(i, frames-1); j++ {
		o[j] = p.Views[i-j]
	}
	return o
}

// Replay replays the game of a transcript and returns it as an episode of an agent that plays side.
func (e *Environment) Replay(side engine.Side, transcript string) (Episode, error) {
	moves, err := e.game.read(transcript)
	if err != nil {
		return Episode{}, err
	}
	e.begin(side)
	for {
		next := e.turn()
		if next == end {
			return e.episode, nil
		}
		action := Pass
		if !e.game.at.MustPass() {
			if len(moves) == 0 {
				return Episode{}, errors.New("the game is unfinished")
			}
			action, moves = moves[0], moves[1:]
		}
		if next == agentsStep {
			err = e.act(action)
		} else {
			err = e.game.play(action)
		}
		if err != nil {
			return Episode{}, err
		}
	}
}

// Legal returns the agent's legal moves in the order of the squares. It returns none if the agent must pass, and after
// the end of the game.
func (e *Environment) Legal() []int {
	if e.done {
		return nil
	}
	return e.episode.Views[len(e.episode.Views)-1].Legal()
}

// reward returns the agent's reward at the end of a game.
func (e *Environment) reward() float64 {
	switch discs := e.game.result(e.side); {
	case discs == 0:
		return Draw
	case discs > 0:
		return Win
	}
	return Loss
}

// Episode returns the steps of the game so far. Callers must not change it.
func (e *Environment) Episode() Episode { return e.episode }

// Done reports whether the game is over, or cannot continue after an error.
func (e *Environment) Done() bool { return e.done }

// Position returns the current position as text: the squares and the side to move.
func (e *Environment) Position() string { return e.game.at.String() }

// Transcript returns the moves of the game so far.
func (e *Environment) Transcript() string { return e.game.played.Transcript() }
