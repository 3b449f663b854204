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

	"evothello/engine"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// A Tunable is a program with parameters. It makes players from recipes with values of the parameters. The
// values reach the program through its command line, through a file whose path is on the command line, or by
// GTP commands. The caller must Close it.
type Tunable struct {
	names   []string // of the parameters, in order
	program *setup   // its command has placeholders: {parameters} for a file's path, {NAME} for a value
	set     string   // a GTP command for each parameter, with {name} and {value}; "" for none
	idle    *idlePlayers
	dir     string // temporary, for parameter files
	remove  func() // removes dir
	started atomic.Int64
}

// placeholder matches a placeholder of a command: a name in braces.
var placeholder = regexp.MustCompile(`\{[A-Za-z_][A-Za-z0-9_.-]*\}`)

// filePlaceholder is the placeholder for the path of a parameter file.
const filePlaceholder = "parameters"

// NewTunable returns the program of a spec, such as gtp:cmd=./engine --weights {parameters}. set is the GTP
// command that sets a parameter, such as set_param {name} {value}; "" if there is none. parameters are the
// names of all parameters. slots is the number of games in parallel; it limits the number of idle programs.
func NewTunable(spec, set string, parameters []string, slots int) (*Tunable, error) {
	t := &Tunable{names: parameters, set: set, idle: newIdlePlayers(slots)}
	parsed, err := players.ParseSpec(spec)
	kind, is := parsed.Kind.(programKind)
	if !is {
		external := slices.DeleteFunc(players.Roster(), func(e players.RosterEntry) bool { return !e.External })
		return nil, fmt.Errorf("program %q: want PROTOCOL:cmd=COMMAND, such as gtp:cmd=./engine --weights "+
			"{parameters}; the protocols are %s", spec, strings.Join(players.Names(external), ", "))
	}
	if err == nil {
		_, err = parsed.Contestant()
	}
	if err == nil {
		t.program, err = kind.setup()
	}
	if err == nil {
		err = t.checkPlaceholders()
	}
	if err != nil {
		return nil, err
	}
	t.dir, t.remove, err = files.MakeTemporary("evothello-tune-")
	return t, err
}

const gtpName = "GTP"

// checkPlaceholders returns an error if the program would not be told its parameters, or if a placeholder is misspelt.
func (t *Tunable) checkPlaceholders() error {
	words := strings.Join(append(slices.Clone(t.program.command.args), ""), " ")
	if t.program.command.shell {
		words = t.program.command.text
	}
	known := append([]string{filePlaceholder}, t.names...)
	placeholders := placeholder.FindAllString(words, -1)
	for _, h := range placeholders {
		if name := strings.Trim(h, "{}"); !slices.Contains(known, name) {
			return fmt.Errorf("program %s: %s: %w", t.program.command, h, names.New("parameter", name, known))
		}
	}
	switch {
	case t.set == "" && len(placeholders) == 0:
		return fmt.Errorf("program %s does not get its parameters: write {parameters} for the path of a file, {%s} for "+
			"a value, or give --set", t.program.command, t.names[0])
	case t.set == "":
		return nil
	case t.program.about != gtpName:
		return fmt.Errorf("--set %s works only with programs of the protocol gtp: leave out --set", t.set)
	case !strings.Contains(t.set, "{name}") || !strings.Contains(t.set, "{value}") || strings.ContainsAny(t.set, "\r\n"):
		return fmt.Errorf("--set %q: want a line with {name} and {value}, such as set_param {name} {value}", t.set)
	}
	return nil
}

// Close ends all idle programs and removes the parameter files.
func (t *Tunable) Close() {
	t.idle.close()
	t.remove()
}

// Compile returns the player of a recipe. If the recipe has Parameters, the player is the program with these
// values.
func (t *Tunable) Compile(r *players.Recipe) (*players.Contestant, error) {
	if r.Parameters == nil {
		return r.Contestant()
	}
	c := t.program.contestant()
	c.Name, c.New = r.Name, func(*search.Searcher) players.Player { return t.player(r) }
	return c, nil
}

// player returns the player of a recipe: one whose program waits, or a new one.
func (t *Tunable) player(r *players.Recipe) players.Player {
	key := r.Hash()
	if waiting := t.idle.take(key); waiting != nil {
		return waiting
	}
	file := filepath.Join(t.dir, fmt.Sprintf("%d.json", t.started.Add(1)))
	placeholders := map[string]string{filePlaceholder: file}
	var setup []string
	for _, name := range t.names {
		value := strconv.FormatFloat(r.Parameters[name], 'f', -1, 64)
		placeholders[name] = value
		if t.set != "" {
			setup = append(setup, strings.NewReplacer("{name}", name, "{value}", value).Replace(t.set))
		}
	}
	program := t.program.make(t.program.command.replaced(placeholders), t.program.timeout)
	if t.set != "" {
		program.protocol.(*gtp).setup = setup
	}
	program.prepare = func() error {
		content := weights.Parameters{Schema: weights.Schema, Parameters: r.Parameters}
		return os.WriteFile(file, files.EncodeJSON(content), 0o666)
	}
	return &tunedPlayer{player: player{program}, key: key, file: file, idle: t.idle}
}

// checkPlies is the length of the games of Check.
const checkPlies = 8

// Check plays the first moves of a game of the program against itself, twice, with the parameters of a
// recipe. It returns an error if the program does not play. If the two games differ, differs describes the
// first difference; otherwise it is "".
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
