// Package environment is Othello as those who learn by reward see it: an agent plays one side
// on any board of up to 8×8 squares, and its opponent, any player, is part of the world. It is
// reset, shows an observation, takes an action, and pays at the end of the game.
package environment

import (
	"context"
	"errors"
	"fmt"

	"evothello/engine"
	"evothello/players"
)

// What the agent is paid when a game ends, as in the work that this follows.
const (
	Win  = 1.0
	Draw = -0.5
	Loss = -1.0
)

// MaxFrames is how many positions an observation may show.
const MaxFrames = 16

// Settings say how an environment looks to its agent. The zero value shows one position and
// asks the agent for moves alone.
type Settings struct {
	// Frames is how many positions an observation shows: that in which the agent is asked, and
	// those in which it was asked before. 0 counts as 1.
	Frames int
	// Passes has the agent asked when it must pass as well. Otherwise it passes without being
	// asked, so that a pass is no step.
	Passes bool
}

// An Environment is one game at a time. It must not be shared.
type Environment struct {
	Layout   *Layout
	board    engine.Shape
	opponent players.Player
	passes   bool

	side engine.Side
	game *engine.Game
	at   engine.Position
	past Episode
	done bool
}

// An Episode is a game as the agent lived it.
type Episode struct {
	// Seen are the positions in which it was asked, from its side, the oldest first; the last one
	// is where the game stands, or how it ended.
	Seen    []engine.Board
	Actions []engine.Square // what it did in each but the last
	Reward  float64         // 0 before the end
}

// New makes an environment on a board against an opponent, which must not be used elsewhere
// meanwhile. Call Reset first.
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
	return &Environment{Layout: NewLayout(board, s.Frames), board: board, opponent: opponent, passes: s.Passes,
		done: true}, nil
}

// Reset begins a game in which the agent plays a side, and in which the opponent draws its
// lots from seed. It goes on to the agent's first move.
func (e *Environment) Reset(ctx context.Context, side engine.Side, seed uint64) (Observation, error) {
	e.begin(side)
	e.opponent.NewGame(seed)
	if err := e.advance(ctx); err != nil {
		return nil, err
	}
	return e.Observation(), nil
}

// begin puts the board up for a game.
func (e *Environment) begin(side engine.Side) {
	e.side, e.done, e.past = side, false, Episode{}
	e.game, e.at = &engine.Game{Start: e.board.Start}, e.board.Start
}

// ErrDone is the error of a step where none is left.
var ErrDone = errors.New("the game is over: reset the environment")

// Step plays the agent's move on a square, or engine.Pass where it must pass and is asked, and
// goes on to the next one. The reward is 0 until the game is done. An illegal move is an error
// and changes nothing.
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
	return e.Observation(), e.past.Reward, e.done, nil
}

// act plays the agent's move.
func (e *Environment) act(s engine.Square) {
	e.past.Actions = append(e.past.Actions, s)
	e.play(s)
}

// play plays a move of the side to move.
func (e *Environment) play(s engine.Square) {
	e.at = e.at.Play(s)
	if s != engine.Pass {
		e.game.Moves = append(e.game.Moves, s)
	}
}

// advance goes on to where the agent is asked next, or to the end of the game.
func (e *Environment) advance(ctx context.Context) error {
	for {
		s, opponents := e.turn()
		if !opponents {
			return nil
		}
		if s == engine.NoSquare {
			r, err := players.Choose(ctx, e.opponent, e.game, e.at)
			if err != nil {
				e.done = true // there is no going on
				return err
			}
			s = r.Move
		}
		e.play(s)
	}
}

// turn plays the passes that need no answer. It reports whether it is the opponent's turn to
// choose, with the square NoSquare, or to pass, with the square Pass; else the agent is asked next,
// or the game is over.
func (e *Environment) turn() (s engine.Square, opponents bool) {
	switch mine := e.at.Side == e.side; {
	case e.at.Over():
		e.done, e.past.Reward = true, e.reward()
	case e.at.MustPass() && (!mine || !e.passes):
		return engine.Pass, true
	case !mine:
		return engine.NoSquare, true
	}
	e.past.Seen = append(e.past.Seen, e.own())
	return engine.Pass, false
}

// own is the board from the agent's side.
func (e *Environment) own() engine.Board {
	if e.at.Side != e.side {
		return e.at.Swap()
	}
	return e.at.Board
}

// Observation is what the agent sees now: at the end of a game, how that ended.
func (e *Environment) Observation() Observation {
	return e.past.Observation(len(e.past.Seen)-1, e.Layout.Frames)
}

// Observation is what the agent saw, of so many positions, when it was asked for the i-th time.
func (p *Episode) Observation(i, frames int) Observation {
	o := make(Observation, frames)
	copy(o, p.Seen[i:i+1])
	for j := 1; j <= min(i, frames-1); j++ {
		o[j] = p.Seen[i-j]
	}
	return o
}

// Retrace replays a known game and returns it as an episode of the agent.
func (e *Environment) Retrace(side engine.Side, moves []engine.Square) (Episode, error) {
	e.begin(side)
	for {
		s, opponents := e.turn()
		if e.done {
			if len(moves) > 0 {
				return Episode{}, fmt.Errorf("the game ends before its move %s", moves[0])
			}
			return e.past, nil
		}
		if s == engine.NoSquare || !opponents && !e.at.MustPass() {
			if len(moves) == 0 {
				return Episode{}, errors.New("the game breaks off")
			}
			s, moves = moves[0], moves[1:]
			if err := engine.CheckLegal(e.at, s); err != nil {
				return Episode{}, err
			}
		}
		if opponents {
			e.play(s)
		} else {
			e.act(s)
		}
	}
}

// Legal is the set of the agent's legal moves; it is empty where it must pass, and when the
// game is over.
func (e *Environment) Legal() uint64 {
	if e.done {
		return 0
	}
	return e.at.Moves()
}

// reward is what the agent is paid at the end of a game.
func (e *Environment) reward() float64 {
	switch winner, discs := e.at.Winner(); {
	case discs == 0:
		return Draw
	case winner == e.side:
		return Win
	}
	return Loss
}

// Episode is the game so far as the agent lived it. It must not be changed.
func (e *Environment) Episode() Episode { return e.past }

// Done reports whether the game is over.
func (e *Environment) Done() bool { return e.done }

// Position is how the game stands.
func (e *Environment) Position() engine.Position { return e.at }

// Game is the game so far. It must not be changed.
func (e *Environment) Game() *engine.Game { return e.game }
