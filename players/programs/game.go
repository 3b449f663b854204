package programs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"evothello/internal/names"
)

// A GameCommand is a command that plays a game of any kind between two sets of parameters and prints the
// result. It has placeholders, names in braces that Play replaces: {a} and {b} are the paths of the parameter files,
// for the first and the second player to move. {opening} is the number of the opening, and {seed} is the random
// seed.
type GameCommand struct {
	command Command
	timeout time.Duration
}

// gamePlaceholders are the placeholders of a GameCommand.
var gamePlaceholders = []string{"a", "b", "opening", "seed"}

// gameTimeout is how long a game may take.
const gameTimeout = 10 * time.Minute

// ParseGameCommand parses a command with placeholders, as ParseCommand does. {a} and {b} are required.
func ParseGameCommand(text string) (*GameCommand, error) {
	command, err := ParseCommand(text, "")
	if err != nil {
		return nil, err
	}
	found := command.Placeholders()
	for _, name := range found {
		if !slices.Contains(gamePlaceholders, name) {
			return nil, fmt.Errorf("{%s}: %w", name, names.New("placeholder", name, gamePlaceholders))
		}
	}
	if !slices.Contains(found, "a") || !slices.Contains(found, "b") {
		return nil, errors.New("the command needs {a} and {b}, the parameter files of the first and the second player")
	}
	return &GameCommand{command, gameTimeout}, nil
}

// Play plays a game and returns the result of the player that moves first: 1 for a win, 0 for a draw, −1 for
// a loss. first and second are the paths of the parameter files. A command that fails or prints no result is
// an error.
func (g *GameCommand) Play(ctx context.Context, first, second, opening, seed string) (result int, err error) {
	placeholders := map[string]string{"a": first, "b": second, "opening": opening, "seed": seed}
	text, err := g.command.Output(ctx, g.timeout, placeholders)
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("the match command (%s, opening %s): %w", g.command, opening, err)
	}
	switch text = strings.TrimSpace(text); text {
	case "1":
		return 1, nil
	case "0.5":
		return 0, nil
	case "0":
		return -1, nil
	}
	return 0, fmt.Errorf("the match command (%s, opening %s) prints %.60q: must be 1, 0.5 or 0, the points of the first "+
		"player", g.command, opening, text)
}

// Output runs the command without input and returns its output. placeholders maps each name that the command has in
// braces to its text. Output returns an error if the command fails. After limit it kills the command with its child
// processes and returns an error.
func (c Command) Output(ctx context.Context, limit time.Duration, placeholders map[string]string) (string, error) {
	timed, stop := context.WithTimeout(ctx, limit)
	defer stop()
	p, err := c.replaced(placeholders).start()
	if err != nil {
		return "", err
	}
	defer p.kill()
	_ = p.stdin.Close()
	text, err := p.rest(timed)
	switch {
	case ctx.Err() == nil && timed.Err() != nil:
		err = faultf("no result within %s", limit)
	case err == nil && !p.cmd.ProcessState.Success():
		err = p.exitFault()
	}
	return text, err
}

// Placeholders returns the names of the command's placeholders in order, such as a and b for "play {a} {b}".
func (c Command) Placeholders() (names []string) {
	for _, h := range placeholder.FindAllString(strings.Join(c.args, " "), -1) {
		names = append(names, strings.Trim(h, "{}"))
	}
	return names
}
