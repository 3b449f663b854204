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

// defaultTimeout is how long a program may take for a move, its start included: what
// the reversi library allows.
const defaultTimeout = 60 * time.Second

func init() {
	players.Register(players.Entry{
		Name: "external", About: "a program of the reversi library's protocol, from file=REGISTRATION.json, run by a " +
			"shell as there",
		Foreign: true, Needs: "file", New: func() players.Kind { return &Registered{} },
	})
	players.Register(players.Entry{
		Name: "gtp", About: "a GTP program: gtp:cmd=COMMAND, as gtp:timeout=10s,dir=DIR,cmd=edax -gtp",
		Foreign: true, Needs: "cmd", New: func() players.Kind { return &commanded{example: "gtp:cmd=edax -gtp -l 4"} },
	})
	players.Register(players.Entry{
		Name: "nboard", About: "an NBoard program, told to search to depth 4 unless given: nboard:depth=8,cmd=COMMAND",
		Foreign: true, Needs: "cmd", New: func() players.Kind {
			return &commanded{depth: 4,
				example: "nboard:depth=4,cmd=ntest x"}
		},
	})
}

// notOurs is why games with programs may differ when they are played again.
const notOurs = "an external program may play differently tomorrow; name a built-in player"

func timeoutOption(into *time.Duration) players.Option {
	return players.Option{Key: "timeout", Set: players.Duration(into, "the time a move may take at most, such as 10s")}
}

// dirOption sets the directory that a program runs in.
func dirOption(into *string) players.Option {
	return players.Option{Key: "dir", Set: func(value string) (err error) {
		if value == "" {
			return errors.New("want the directory to run it in")
		}
		*into, err = whole(value)
		return err
	}}
}

// commanded is the kind of players that are GTP or NBoard programs, the latter told a
// depth.
type commanded struct {
	example string
	depth   int // 0 for GTP
	timeout time.Duration
	dir     string // "" for this one
	command Command
}

// Options implements players.Kind.
func (k *commanded) Options() []players.Option {
	options := []players.Option{timeoutOption(&k.timeout), dirOption(&k.dir),
		{Key: "cmd", Set: func(value string) (err error) {
			k.command, err = ParseCommand(value, k.dir) // the last key: dir has been set
			return err
		}}}
	if k.depth == 0 {
		return options
	}
	return append([]players.Option{{Key: "depth", Set: players.Count(&k.depth, 1, search.MaxDepth)}}, options...)
}

// Varies implements players.Kind.
func (*commanded) Varies() string { return notOurs }

// Contestant implements players.Kind.
func (k *commanded) Contestant() (*players.Contestant, error) {
	switch {
	case k.command.String() == "":
		return nil, fmt.Errorf("name the program to run, as in %s", k.example)
	case k.depth == 0:
		c := contestant(k.command, k.timeout, "GTP", GTP)
		c.PlaysOn = standardOnly
		return c, nil
	}
	c := contestant(k.command, k.timeout, fmt.Sprintf("NBoard at depth %d", k.depth),
		func(c Command, timeout time.Duration) *Program {
			return NBoard(c, timeout, k.depth)
		})
	c.PlaysOn = wholeOnly
	return c, nil
}

// Registered is the kind of players that have a registration file of the reversi library.
type Registered struct {
	file    string
	timeout time.Duration
	dir     string // "" for this one
}

// Options implements players.Kind.
func (k *Registered) Options() []players.Option {
	return []players.Option{{Key: "file", Set: players.Path(&k.file, "a file's path")}, timeoutOption(&k.timeout),
		dirOption(&k.dir)}
}

// Varies implements players.Kind.
func (*Registered) Varies() string { return notOurs }

// Contestant implements players.Kind.
func (k *Registered) Contestant() (*players.Contestant, error) {
	command, timeout, err := k.read()
	if err != nil {
		return nil, err
	}
	c := contestant(command, timeout, startedForEach, External)
	c.PlaysOn = wholeOnly
	c.Large = func() players.LargePlayer { return &asker{command, timeout} }
	return c, nil
}

// startedForEach is how such a program is run.
const startedForEach = "started for each move by a shell (" + shellName + ")"

// read reads the file.
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

// standardOnly refuses boards that GTP, which has no command to set up a position, cannot
// tell a program of.
func standardOnly(board engine.Shape) error {
	if !board.IsStandard() {
		return fmt.Errorf("GTP knows the standard board alone, not %s", board.Name)
	}
	return nil
}

// wholeOnly refuses boards that a protocol of positions cannot say.
func wholeOnly(board engine.Shape) error {
	if board.Start.Holes() != 0 {
		return fmt.Errorf("its protocol cannot say where the board %s has holes", board.Name)
	}
	return nil
}

// contestant is a command at any number of seats.
func contestant(c Command, timeout time.Duration, how string,
	program func(Command, time.Duration) *Program) *players.Contestant {
	if timeout == 0 {
		timeout = defaultTimeout
	}
	return &players.Contestant{About: aboutOf(c, how, timeout), Runs: c.quoted(),
		New: func(*search.Searcher) players.Player {
			return &player{program(c, timeout)}
		}}
}

// aboutOf says of a program how it is asked.
func aboutOf(c Command, how string, timeout time.Duration) string {
	return fmt.Sprintf("%s, %s, at most %s a move", c.about(), how, timeout)
}

// A player is a program at one seat.
type player struct{ program *Program }

// NewGame does nothing: with each move the program hears which game it is.
func (p *player) NewGame(uint64) {}

// Move asks for a move in a position without a game that led to it.
func (p *player) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements players.Follower: what the program does wrong loses it the game.
func (p *player) MoveIn(ctx context.Context, game *engine.Game) (search.Result, error) {
	move, err := p.program.Move(ctx, game)
	if fault, ok := errors.AsType[*Fault](err); ok {
		return search.Result{}, &players.Forfeit{Reason: fault.Reason}
	}
	return search.Result{Move: move}, err
}

// Close ends the program.
func (p *player) Close() error { return p.program.Close() }
