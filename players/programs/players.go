package programs

import (
	"cmp"
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
		Name: "external", About: registeredAbout, AboutLarge: registeredAbout, Group: players.Programs, External: true,
		Default: &registered{},
	})
	players.Register(players.RosterEntry{
		Name: "gtp", About: "a GTP program: gtp:cmd=COMMAND, as gtp:timeout=10s,dir=DIR,cmd=edax -gtp",
		Group: players.Programs, External: true, Default: &gtpKind{},
	})
	players.Register(players.RosterEntry{
		Name: "nboard", About: "an NBoard program, told to search to depth 4 unless given: nboard:depth=8,cmd=COMMAND",
		Group: players.Programs, External: true, Default: &nboardKind{Depth: 4},
	})
}

const registeredAbout = "a program of the reversi library's protocol, from file=REGISTRATION.json, run by a " +
	"shell as there"

// A launch is how a kind of player starts a program.
type launch struct {
	Timeout time.Duration `key:"timeout" want:"the time a move may take at most, such as 10s"`
	Dir     string        `key:"dir" want:"the directory to run it in"` // "" for the current directory
}

// WhyUnrepeatable implements players.Kind.
func (*launch) WhyUnrepeatable() string {
	return "the games of an external program cannot be repeated; name a built-in player"
}

// A programKind is a kind of player that runs a program.
type programKind interface {
	// setup returns the program to run, or an error if the program does not exist.
	setup() (*setup, error)
}

// A setup is a program of a protocol, ready to play.
type setup struct {
	command Command
	timeout time.Duration
	about   string                                          // its protocol
	playsOn func(engine.Shape) error                        // the protocol's boards
	make    func(c Command, timeout time.Duration) *Program // with the command, or one with its placeholders filled
}

// contestant returns a contestant that runs the program.
func (s *setup) contestant() *players.Contestant {
	return &players.Contestant{
		About: fmt.Sprintf("%s, %s, at most %s a move", s.command.about(), s.about, s.timeout), Runs: s.command.quoted(),
		PlaysOn: s.playsOn,
		New:     func(*search.Searcher) players.Player { return &player{s.make(s.command, s.timeout)} },
	}
}

// gtpKind is the kind of GTP programs.
type gtpKind struct {
	launch
	Cmd string `key:"cmd" required:"name the program to run, as in gtp:cmd=edax -gtp -l 4"`
}

func (k *gtpKind) setup() (*setup, error) {
	c, err := ParseCommand(k.Cmd, k.Dir)
	return &setup{c, cmp.Or(k.Timeout, defaultTimeout), gtpName, standardOnly, GTP}, err
}

// Contestant implements players.Kind.
func (k *gtpKind) Contestant() (*players.Contestant, error) { return contestantOf(k) }

func contestantOf(k programKind) (*players.Contestant, error) {
	s, err := k.setup()
	if err != nil {
		return nil, err
	}
	return s.contestant(), nil
}

// nboardKind is the kind of NBoard programs.
type nboardKind struct {
	Depth int `key:"depth" range:"1 to 60"`
	launch
	Cmd string `key:"cmd" required:"name the program to run, as in nboard:depth=4,cmd=ntest x"`
}

func (k *nboardKind) setup() (*setup, error) {
	c, err := ParseCommand(k.Cmd, k.Dir)
	program := func(c Command, timeout time.Duration) *Program { return NBoard(c, timeout, k.Depth) }
	about := fmt.Sprintf("NBoard at depth %d", k.Depth)
	return &setup{c, cmp.Or(k.Timeout, defaultTimeout), about, withoutHoles, program}, err
}

// Contestant implements players.Kind.
func (k *nboardKind) Contestant() (*players.Contestant, error) { return contestantOf(k) }

// registered is the kind of players with a registration file of the reversi library.
type registered struct {
	File players.File[*Registration] `key:"file" required:"name its registration file, as in external:file=extra/topleft.json"`
	launch
}

func (k *registered) setup() (*setup, error) {
	r, err := k.File.Read(LoadRegistration)
	if err != nil {
		return nil, err
	}
	c, err := ShellCommand(r.Cmd, k.Dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.File.Path, err)
	}
	return &setup{c, cmp.Or(k.Timeout, r.Timeout()), startedForEach, squaresOnly, External}, nil
}

// Contestant implements players.Kind.
func (k *registered) Contestant() (*players.Contestant, error) {
	s, err := k.setup()
	if err != nil {
		return nil, err
	}
	c := s.contestant()
	c.PlaysLarge = true
	return c, nil
}

// startedForEach describes how the program of a registration runs.
const startedForEach = "started for each move by a shell (" + shellName + ")"

// standardOnly returns an error for boards other than the standard one. GTP has no command to set
// up a position.
func standardOnly(board engine.Shape) error {
	if !board.IsStandard() {
		return fmt.Errorf("GTP knows only the standard board, not %s", board.Name)
	}
	return nil
}

// squaresOnly returns an error for boards that are not square, because registered programs do not get the
// board's shape.
func squaresOnly(board engine.Shape) error {
	if board.Start.SquareSize() == 0 {
		return fmt.Errorf("its protocol knows only square boards, not %s", board.Name)
	}
	return nil
}

// withoutHoles returns an error for boards with holes, which NBoard cannot represent.
func withoutHoles(board engine.Shape) error {
	if board.Holes() != 0 {
		return fmt.Errorf("its protocol cannot represent the holes of the board %s", board.Name)
	}
	return nil
}

// A player is a Program as a players.Player.
type player struct{ program *Program }

// NewGame does nothing: each move sends the whole game.
func (p *player) NewGame(uint64) {}

// Move returns the move in a position whose earlier moves are unknown.
func (p *player) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	return p.MoveIn(ctx, &engine.Game{Start: at})
}

// MoveIn implements players.Follower. After a fault of its program the player loses the game.
func (p *player) MoveIn(ctx context.Context, game *engine.Game) (search.Result, error) {
	move, err := p.program.Move(ctx, game)
	if fault, ok := errors.AsType[*Fault](err); ok {
		return search.Result{}, &players.Forfeit{Reason: fault.Reason}
	}
	return search.Result{Move: move}, err
}

// Close ends the program.
func (p *player) Close() error { return p.program.Close() }
