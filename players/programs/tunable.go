package programs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// A Tunable is a program with parameters. It makes players of recipes that hold values for these. The values reach the
// program through its command line, through a file that the command line names, or by GTP commands. Close it in the
// end.
type Tunable struct {
	names   []string // of the parameters, in order
	command Command  // with holes: {parameters} for a file's path, {NAME} for a value
	set     string   // a GTP command for each parameter, with {name} and {value}; "" for none
	timeout time.Duration
	make    func(c Command, timeout time.Duration, setup []string) *Program
	about   string // its protocol
	playsOn func(engine.Shape) error
	idle    *idlePlayers
	dir     string // temporary, for parameter files
	remove  func() // removes dir
	started atomic.Int64
}

// hole matches what a command may leave to be filled in.
var hole = regexp.MustCompile(`\{[A-Za-z_][A-Za-z0-9_.-]*\}`)

// fileHole is the hole for the path of a parameter file.
const fileHole = "parameters"

// NewTunable returns a program as of a spec, such as gtp:cmd=./engine --weights {parameters}. set is a GTP command that
// sets a parameter, such as set_param {name} {value}, or "". parameters are the names of all parameters. slots is the
// number of games at a time; it limits the programs that are kept running.
func NewTunable(spec, set string, parameters []string, slots int) (*Tunable, error) {
	t := &Tunable{names: parameters, set: set, idle: newIdlePlayers(slots)}
	if err := t.parse(spec); err != nil {
		return nil, err
	}
	if err := t.checkHoles(); err != nil {
		return nil, err
	}
	var err error
	t.dir, t.remove, err = files.MakeTemporary("evothello-tune-")
	return t, err
}

// parse reads the spec of the program.
func (t *Tunable) parse(text string) error {
	var kind players.Kind
	var entries []players.RosterEntry
	for _, entry := range players.Roster() {
		if entry.External {
			made := entry.New
			entry.New = func() players.Kind { kind = made(); return kind }
			entries = append(entries, entry)
		}
	}
	spec, known, err := players.ParseAmong(entries, text, "")
	switch {
	case !known:
		return fmt.Errorf("program %q: want PROTOCOL:cmd=COMMAND, such as gtp:cmd=./engine --weights {parameters}; the "+
			"protocols are %s", text, strings.Join(players.Names(entries), ", "))
	case err != nil:
		return err
	}
	switch k := kind.(type) {
	case *commandKind:
		err = t.use(k)
	case *Registered:
		t.command, t.timeout, err = k.read()
		t.about, t.playsOn = startedForEach, withoutHoles
		t.make = func(c Command, timeout time.Duration, _ []string) *Program { return External(c, timeout) }
	}
	if err != nil {
		return fmt.Errorf("program %s: %w", spec.Text, err)
	}
	if t.timeout == 0 {
		t.timeout = defaultTimeout
	}
	return nil
}

// use sets the command and the protocol of a GTP or NBoard program.
func (t *Tunable) use(k *commandKind) error {
	if _, err := k.Contestant(); err != nil {
		return err
	}
	t.command, t.timeout = k.command, k.timeout
	if k.depth > 0 {
		t.about, t.playsOn = "NBoard", withoutHoles
		t.make = func(c Command, timeout time.Duration, _ []string) *Program { return NBoard(c, timeout, k.depth) }
		return nil
	}
	t.about, t.playsOn = gtpName, standardOnly
	t.make = func(c Command, timeout time.Duration, setup []string) *Program {
		return &Program{command: c, timeout: timeout, protocol: &gtp{setup: setup}}
	}
	return nil
}

const gtpName = "GTP"

// checkHoles returns an error if the program would not be told its parameters, or if a hole is misspelt.
func (t *Tunable) checkHoles() error {
	words := strings.Join(append(slices.Clone(t.command.args), ""), " ")
	if t.command.shell {
		words = t.command.text
	}
	known := append([]string{fileHole}, t.names...)
	holes := hole.FindAllString(words, -1)
	for _, h := range holes {
		if name := strings.Trim(h, "{}"); !slices.Contains(known, name) {
			return fmt.Errorf("program %s: %s: %w", t.command, h, names.New("parameter", name, known))
		}
	}
	switch {
	case t.set == "" && len(holes) == 0:
		return fmt.Errorf("program %s: nothing tells it its parameters: write {parameters} for the path of a file, {%s} for "+
			"a value, or give --set", t.command, t.names[0])
	case t.set == "":
		return nil
	case t.about != gtpName:
		return fmt.Errorf("--set %s: only programs of the protocol gtp take commands", t.set)
	case !strings.Contains(t.set, "{name}") || !strings.Contains(t.set, "{value}") || strings.ContainsAny(t.set, "\r\n"):
		return fmt.Errorf("--set %q: want a line with {name} and {value}, such as set_param {name} {value}", t.set)
	}
	return nil
}

// Close ends all programs that wait for games, and removes the parameter files.
func (t *Tunable) Close() {
	t.idle.close()
	t.remove()
}

// Compile returns the player of a recipe. That of parameters is the program.
func (t *Tunable) Compile(r *players.Recipe) (*players.Contestant, error) {
	if r.Parameters == nil {
		return r.Contestant()
	}
	return &players.Contestant{
		Name: r.Name, About: aboutOf(t.command, t.about, t.timeout), Runs: t.command.quoted(), PlaysOn: t.playsOn,
		New: func(*search.Searcher) players.Player { return t.player(r) },
	}, nil
}

// player returns the player of a recipe: one whose program waits, or a new one.
func (t *Tunable) player(r *players.Recipe) players.Player {
	key := r.Hash()
	if waiting := t.idle.take(key); waiting != nil {
		return waiting
	}
	file := filepath.Join(t.dir, fmt.Sprintf("%d.json", t.started.Add(1)))
	holes := map[string]string{fileHole: file}
	var setup []string
	for _, name := range t.names {
		value := strconv.FormatFloat(r.Parameters[name], 'f', -1, 64)
		holes[name] = value
		if t.set != "" {
			setup = append(setup, strings.NewReplacer("{name}", name, "{value}", value).Replace(t.set))
		}
	}
	program := t.make(t.command.replaced(holes), t.timeout, setup)
	program.prepare = func() error {
		content := weights.Parameters{Schema: weights.Schema, Parameters: r.Parameters}
		return os.WriteFile(file, files.EncodeJSON(content), 0o666)
	}
	return &tunedPlayer{player: player{program}, key: key, file: file, idle: t.idle}
}

// checkPlies is the length of the games of Check.
const checkPlies = 8

// Check plays the beginning of a game of the program against itself, twice, with the parameters of a recipe. It returns
// an error if the program does not play, and in differs what the program answers differently.
func (t *Tunable) Check(ctx context.Context, r *players.Recipe, board engine.Shape) (differs string, err error) {
	c, err := t.Compile(r)
	if err == nil {
		err = c.CheckBoard(board)
	}
	if err != nil {
		return "", err
	}
	p := c.New(nil)
	defer players.Close(p)
	first := engine.Game{Start: board.Start}
	for range checkPlies {
		if first.Moves, err = nextMove(ctx, p, &first); err != nil {
			return "", err
		}
	}
	for n := range checkPlies {
		again := engine.Game{Start: first.Start, Moves: slices.Clone(first.Moves[:n])}
		moves, err := nextMove(ctx, p, &again)
		switch {
		case err != nil:
			return "", err
		case moves[n] != first.Moves[n]:
			return fmt.Sprintf("after %q it plays %s, then %s", again.Transcript(), first.Moves[n], moves[n]), nil
		}
	}
	return "", nil
}

// nextMove returns the moves of a game with the player's next one.
func nextMove(ctx context.Context, p players.Player, game *engine.Game) ([]engine.Square, error) {
	r, err := players.Choose(ctx, p, game, game.Final())
	if forfeit, is := errors.AsType[*players.Forfeit](err); is {
		return nil, fmt.Errorf("the program does not play with the parameters' start values: %s", forfeit.Reason)
	}
	return append(slices.Clone(game.Moves), r.Move), err
}
