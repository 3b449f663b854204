// Package environment is Othello as a reinforcement learning environment. An agent plays one side on
// any board of up to 8×8 squares; its opponent, any player, is part of the environment. The methods are
// Reset and Step, which return observations. The reward comes at the end of the game.
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

// MaxFrames is the largest number of positions in an observation.
const MaxFrames = 16

// Settings are the settings of an environment. The zero value has one position in an observation, and
// steps for moves only.
type Settings struct {
	// Frames is the number of positions in an observation: the present one and those of the agent's
	// last steps. 0 means 1.
	Frames int
	// Passes makes a pass of the agent a step. Otherwise the agent passes without a step.
	Passes bool
}

// An Environment plays one game at a time. It is not safe for concurrent use.
type Environment struct {
	Layout   *Layout
	board    engine.Shape
	opponent players.Player
	passes   bool

	side    engine.Side
	game    *engine.Game
	at      engine.Position
	episode Episode
	done    bool
}

// An Episode is a game as the steps of the agent.
type Episode struct {
	// Positions are the positions of the steps, from the agent's side, the oldest first. The last one is
	// the present position, or the final one.
	Positions []engine.Board
	Actions   []engine.Square // the agent's moves, one for each of Seen but the last
	Reward    float64         // 0 before the end
}

// New makes an environment on a board against an opponent. The opponent must not be in use elsewhere.
// Call Reset before Step.
func New(board engine.Shape, opponent players.Player, s Settings) (*Environment, error) {
	if err := board.Validate(); err != nil {
		return nil, err
	}
	if s.Frames == 0 {
		s.Frames = 1
	}
	if s.Frames < 1 || s.Frames > MaxFrames {
		return nil, fmt.Errorf("an observation shows 1 to %d positions, not %d", MaxFrames, s.Frames)
	}
	return &Environment{
		Layout: NewLayout(board, s.Frames), board: board, opponent: opponent, passes: s.Passes, done: true,
	}, nil
}

// Reset begins a game and plays to the agent's first step. Side is the agent's, and seed is the random
// seed of the opponent.
func (e *Environment) Reset(ctx context.Context, side engine.Side, seed uint64) (Observation, error) {
	e.begin(side)
	e.opponent.NewGame(seed)
	if err := e.advance(ctx); err != nil {
		return nil, err
	}
	return e.Observation(), nil
}

// begin sets up the board for a game.
func (e *Environment) begin(side engine.Side) {
	e.side, e.done, e.episode = side, false, Episode{}
	e.game, e.at = &engine.Game{Start: e.board.Start}, e.board.Start
}

// ErrDone is the error of a step after the end of the game.
var ErrDone = errors.New("the game is over: reset the environment")

// Step plays the agent's move to a square, or engine.Pass, and plays to the agent's next step. The
// reward is 0 until the game is done. An illegal move is an error and changes nothing.
func (e *Environment) Step(ctx context.Context, s engine.Square) (o Observation, reward float64, done bool, err error) {
	if e.done {
		return nil, 0, true, ErrDone
	}
	if err := engine.CheckLegal(e.at, s); err != nil {
		return nil, 0, false, err
	}
	e.act(s)
	if err := e.advance(ctx); err != nil {
		return nil, 0, false, err
	}
	return e.Observation(), e.episode.Reward, e.done, nil
}

// act plays the agent's move.
func (e *Environment) act(s engine.Square) {
	e.episode.Actions = append(e.episode.Actions, s)
	e.play(s)
}

// play plays a move of the side to move.
func (e *Environment) play(s engine.Square) {
	e.at = e.at.Play(s)
	if s != engine.Pass {
		e.game.Moves = append(e.game.Moves, s)
	}
}

// advance plays to the agent's next step or to the end of the game.
func (e *Environment) advance(ctx context.Context) error {
	for {
		s, automatic := e.turn()
		if !automatic {
			return nil
		}
		if s == engine.NoSquare {
			r, err := players.Choose(ctx, e.opponent, e.game, e.at)
			if err != nil {
				e.done = true // the game cannot continue without a move
				return err
			}
			s = r.Move
		}
		e.play(s)
	}
}

// turn says what comes next. With automatic true, the environment must move: s is Pass for a forced pass
// of either side, and NoSquare if the opponent must choose. With automatic false, it is the agent's step
// or the game is over.
func (e *Environment) turn() (s engine.Square, automatic bool) {
	switch mine := e.at.Side == e.side; {
	case e.at.Over():
		e.done, e.episode.Reward = true, e.reward()
	case e.at.MustPass() && (!mine || !e.passes):
		return engine.Pass, true
	case !mine:
		return engine.NoSquare, true
	}
	e.episode.Positions = append(e.episode.Positions, e.agentBoard())
	return engine.Pass, false
}

// agentBoard returns the board from the agent's side.
func (e *Environment) agentBoard() engine.Board {
	if e.at.Side != e.side {
		return e.at.Swap()
	}
	return e.at.Board
}

// Observation returns the agent's present observation; after the end of a game that of the final board.
func (e *Environment) Observation() Observation {
	return e.episode.Observation(len(e.episode.Positions)-1, e.Layout.Frames)
}

// Observation returns the observation at step i, counted from 0, with that many positions.
func (p *Episode) Observation(i, frames int) Observation {
	o := make(Observation, frames)
	copy(o, p.Positions[i:i+1])
	for j := 1; j <= min(i, frames-1); j++ {
		o[j] = p.Positions[i-j]
	}
	return o
}

// Replay replays a known game and returns it as an episode of the agent.
func (e *Environment) Replay(side engine.Side, moves []engine.Square) (Episode, error) {
	e.begin(side)
	for {
		s, automatic := e.turn()
		if e.done {
			if len(moves) > 0 {
				return Episode{}, fmt.Errorf("the game ends before its move %s", moves[0])
			}
			return e.episode, nil
		}
		if s == engine.NoSquare || !automatic && !e.at.MustPass() {
			if len(moves) == 0 {
				return Episode{}, errors.New("the game is unfinished")
			}
			s, moves = moves[0], moves[1:]
			if err := engine.CheckLegal(e.at, s); err != nil {
				return Episode{}, err
			}
		}
		if automatic {
			e.play(s)
		} else {
			e.act(s)
		}
	}
}

// Legal returns the set of the agent's legal moves. It is empty if the agent must pass, and after the end
// of the game.
func (e *Environment) Legal() uint64 {
	if e.done {
		return 0
	}
	return e.at.Moves()
}

// reward returns the agent's reward at the end of a game.
func (e *Environment) reward() float64 {
	switch winner, discs := e.at.Winner(); {
	case discs == 0:
		return Draw
	case winner == e.side:
		return Win
	}
	return Loss
}

// Episode returns the steps of the game so far. Callers must not change it.
func (e *Environment) Episode() Episode { return e.episode }

// Done reports whether the game is over.
func (e *Environment) Done() bool { return e.done }

// Position returns the present position.
func (e *Environment) Position() engine.Position { return e.at }

// Game returns the game so far. Callers must not change it.
func (e *Environment) Game() *engine.Game { return e.game }
