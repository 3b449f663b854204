package players

import (
	"context"
	"errors"
	"fmt"
	"time"

	"evothello/engine"
	"evothello/programs"
	"evothello/search"
)

// defaultTimeout is how long another program may take for a move, its start
// included: what the seed library allows.
const defaultTimeout = 60 * time.Second

// otherPrograms are the players of the roster that other people's programs are.
var otherPrograms = []Entry{
	{
		Name: "external", About: "a program of the seed library's protocol, from file=REGISTRATION.json",
		keys: []string{"file", "timeout"}, make: fromRegistration,
	},
	{
		Name: "gtp", About: "a GTP program: gtp:cmd=COMMAND, as gtp:timeout=10s,cmd=edax -gtp",
		keys: []string{"timeout", "cmd"}, make: func(s Spec) (*Contestant, error) {
			return s.program("GTP", "gtp:cmd=edax -gtp -l 4", programs.GTP)
		},
	},
	{
		Name: "nboard", About: "an NBoard program, told to search to depth 4 unless given: nboard:depth=8,cmd=COMMAND",
		keys: []string{"depth", "timeout", "cmd"}, make: func(s Spec) (*Contestant, error) {
			depth := s.changes.Depth
			if depth == 0 {
				depth = 4
			}
			how := fmt.Sprintf("NBoard at depth %d", depth)
			return s.program(how, "nboard:depth=4,cmd=ntest x", func(c programs.Command, timeout time.Duration) *programs.Program {
				return programs.NBoard(c, timeout, depth)
			})
		},
	},
}

// program makes a contestant of the spec's command.
func (s Spec) program(how, example string, start func(programs.Command, time.Duration) *programs.Program) (*Contestant, error) {
	if s.command.String() == "" {
		return nil, fmt.Errorf("player %s: name the program to run, as in %s", s.Text, example)
	}
	timeout := s.timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	about := fmt.Sprintf("the program %s, %s, at most %s a move", s.command, how, timeout)
	return &Contestant{Name: s.Text, About: about, New: func(*search.Searcher) Player {
		return &programPlayer{start(s.command, timeout)}
	}}, nil
}

// fromRegistration makes a contestant of a registration file of the seed library.
func fromRegistration(s Spec) (*Contestant, error) {
	if s.File == "" {
		return nil, fmt.Errorf("player %s: name its registration file, as in external:file=extra/topleft.json", s.Text)
	}
	r, err := programs.LoadRegistration(s.File)
	if err != nil {
		return nil, err
	}
	if s.command, err = programs.ParseCommand(r.Cmd); err != nil {
		return nil, fmt.Errorf("%s: %w", s.File, err)
	}
	if s.timeout == 0 {
		s.timeout = r.Timeout()
	}
	return s.program("started for each move", "", programs.External)
}

// A programPlayer is another program at one seat.
type programPlayer struct{ program *programs.Program }

// NewGame does nothing: with each move the program hears which game it is.
func (p *programPlayer) NewGame(uint64) {}

// Move asks for a move in a position that nobody knows the way to.
func (p *programPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements Follower: what the program does wrong loses it the game.
func (p *programPlayer) MoveIn(ctx context.Context, game *engine.Game) (search.Result, error) {
	move, err := p.program.Move(ctx, game)
	var fault *programs.Fault
	if errors.As(err, &fault) {
		return search.Result{}, &Forfeit{Reason: fault.Reason}
	}
	return search.Result{Move: move}, err
}

// Close ends the program.
func (p *programPlayer) Close() error { return p.program.Close() }
