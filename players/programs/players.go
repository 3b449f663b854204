package programs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// defaultTimeout is how long a program may take for a move, including its start. It is the reversi
// library's default.
const defaultTimeout = 60 * time.Second

func init() {
	players.Register(players.RosterEntry{
		Name:  "external",
		About: "a program of the reversi library's protocol, from file=REGISTRATION.json, run by a shell as there",
		Group: players.Programs, External: true, RequiredKey: "file", New: func() players.Kind { return &Registered{} },
	})
	players.Register(players.RosterEntry{
		Name: "gtp", About: "a GTP program: gtp:cmd=COMMAND, as gtp:timeout=10s,dir=DIR,cmd=edax -gtp",
		Group: players.Programs, External: true, RequiredKey: "cmd",
		New: func() players.Kind { return &commandKind{example: "gtp:cmd=edax -gtp -l 4"} },
	})
	players.Register(players.RosterEntry{
		Name: "nboard", About: "an NBoard program, told to search to depth 4 unless given: nboard:depth=8,cmd=COMMAND",
		Group: players.Programs, External: true, RequiredKey: "cmd",
		New: func() players.Kind { return &commandKind{depth: 4, example: "nboard:depth=4,cmd=ntest x"} },
	})
}

// whyUnrepeatable says why games of external programs cannot be repeated.
const whyUnrepeatable = "an external program may play differently tomorrow; name a built-in player"

func timeoutOption(into *time.Duration) players.Option {
	return players.Option{Key: "timeout", Set: players.Duration(into, "the time a move may take at most, such as 10s")}
}

// dirOption sets the working directory of a program.
func dirOption(into *string) players.Option {
	return players.Option{Key: "dir", Set: func(value string) (err error) {
		if value == "" {
			return errors.New("want the directory to run it in")
		}
		*into, err = absoluteDir(value)
		return err
	}}
}

// commandKind is the kind of GTP and NBoard programs.
type commandKind struct {
	example string
	depth   int // the depth of an NBoard program, 0 for GTP
	timeout time.Duration
	dir     string // "" for the current directory
	command Command
}

// Options implements players.Kind.
func (k *commandKind) Options() []players.Option {
	cmd := players.Option{Key: "cmd", Set: func(value string) (err error) {
		k.command, err = ParseCommand(value, k.dir) // cmd is the last key, so dir is set
		return err
	}}
	options := []players.Option{timeoutOption(&k.timeout), dirOption(&k.dir), cmd}
	if k.depth == 0 {
		return options
	}
	return append([]players.Option{{Key: "depth", Set: players.Count(&k.depth, 1, search.MaxDepth)}}, options...)
}

// WhyUnrepeatable implements players.Kind.
func (*commandKind) WhyUnrepeatable() string { return whyUnrepeatable }

// Contestant implements players.Kind.
func (k *commandKind) Contestant() (*players.Contestant, error) {
	switch {
	case k.command.String() == "":
		return nil, fmt.Errorf("name the program to run, as in %s", k.example)
	case k.depth == 0:
		c := contestant(k.command, k.timeout, "GTP", GTP)
		c.PlaysOn = standardOnly
		return c, nil
	}
	nboard := func(c Command, timeout time.Duration) *Program { return NBoard(c, timeout, k.depth) }
	c := contestant(k.command, k.timeout, fmt.Sprintf("NBoard at depth %d", k.depth), nboard)
	c.PlaysOn = withoutHoles
	return c, nil
}

// Registered is the kind of players with a registration file of the reversi library.
type Registered struct {
	file    string
	timeout time.Duration
	dir     string // "" for the current directory
}

// Options implements players.Kind.
func (k *Registered) Options() []players.Option {
	file := players.Option{Key: "file", Set: players.Path(&k.file, "a file's path")}
	return []players.Option{file, timeoutOption(&k.timeout), dirOption(&k.dir)}
}

// WhyUnrepeatable implements players.Kind.
func (*Registered) WhyUnrepeatable() string { return whyUnrepeatable }

// Contestant implements players.Kind.
func (k *Registered) Contestant() (*players.Contestant, error) {
	command, timeout, err := k.read()
	if err != nil {
		return nil, err
	}
	c := contestant(command, timeout, startedForEach, External)
	c.PlaysOn = squaresOnly
	c.Large = func() players.LargePlayer { return &largePlayer{command, timeout} }
	return c, nil
}

// startedForEach describes how the program of a registration runs.
const startedForEach = "started for each move by a shell (" + shellName + ")"

// read reads the registration file.
func (k *Registered) read() (command Command, timeout time.Duration, err error) {
	if k.file == "" {
		return command, 0, errors.New("name its registration file, as in external:file=extra/topleft.json")
	}
	r, err := LoadRegistration(k.file)
	if err != nil {
		return command, 0, err
	}
	if command, err = ShellCommand(r.Cmd, k.dir); err != nil {
		return command, 0, fmt.Errorf("%s: %w", k.file, err)
	}
	if timeout = k.timeout; timeout == 0 {
		timeout = r.Timeout()
	}
	return command, timeout, nil
}

// standardOnly returns an error for boards other than the standard one. GTP has no command to set
// up a position.
func standardOnly(board engine.Shape) error {
	if !board.IsStandard() {
		return fmt.Errorf("GTP knows only the standard board, not %s", board.Name)
	}
	return nil
}

// squaresOnly returns an error for boards that are not square, which registered programs are not told of.
func squaresOnly(board engine.Shape) error {
	if board.Start.SquareSize() == 0 {
		return fmt.Errorf("its protocol knows square boards, not %s", board.Name)
	}
	return nil
}

// withoutHoles returns an error for boards with holes, which NBoard cannot represent.
func withoutHoles(board engine.Shape) error {
	if board.Start.Holes() != 0 {
		return fmt.Errorf("its protocol cannot represent the holes of the board %s", board.Name)
	}
	return nil
}

// contestant returns a contestant that runs a program with the given constructor.
func contestant(
	c Command, timeout time.Duration, how string, program func(Command, time.Duration) *Program,
) *players.Contestant {
	if timeout == 0 {
		timeout = defaultTimeout
	}
	makePlayer := func(*search.Searcher) players.Player { return &player{program(c, timeout)} }
	return &players.Contestant{About: aboutOf(c, how, timeout), Runs: c.quoted(), New: makePlayer}
}

// aboutOf describes a program, its protocol and its time limit.
func aboutOf(c Command, how string, timeout time.Duration) string {
	return fmt.Sprintf("%s, %s, at most %s a move", c.about(), how, timeout)
}

// A player is a Program as a players.Player.
type player struct{ program *Program }

// NewGame does nothing: each move sends the whole game.
func (p *player) NewGame(uint64) {}

// Move returns the move in a position without a game that led to it.
func (p *player) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements players.Follower. A fault of the program loses it the game.
func (p *player) MoveIn(ctx context.Context, game *engine.Game) (search.Result, error) {
	move, err := p.program.Move(ctx, game)
	if fault, ok := errors.AsType[*Fault](err); ok {
		return search.Result{}, &players.Forfeit{Reason: fault.Reason}
	}
	return search.Result{Move: move}, err
}

// Close ends the program.
func (p *player) Close() error { return p.program.Close() }
