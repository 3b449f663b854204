package protocols

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/players"
)

// GTP serves a player by the Go Text Protocol, version 2, in its Othello variant: rows count from the top,
// and forced passes need no command.
type GTP struct {
	Name    string // name of the program and the player
	Version string
	Board   engine.Shape
	// CheckBoard returns an error for boards on which the player does not play.
	CheckBoard func(engine.Shape) error
	Player     players.Player
	Seed       uint64 // seed of the first game; each new game adds one

	game   *session.Session
	clocks [2]clock // by side
}

// errQuit is the result of the command quit.
var errQuit = errors.New("quit")

// Serve answers commands until quit, the end of the input, or the end of ctx.
func (g *GTP) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	g.begin()
	input := listen(in, func(string) bool { return false }, isQuitGTP)
	for {
		line, err := input.next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		searching, done := input.search(ctx)
		reply, quit := g.answer(searching, line)
		done()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := io.WriteString(out, reply); err != nil || quit {
			return err
		}
	}
}

// begin starts a game with the current seed.
func (g *GTP) begin() {
	g.game = session.New(g.Board.Start)
	for side, c := range g.clocks {
		g.clocks[side] = c.reset()
	}
	g.Player.NewGame(g.Seed)
}

// answer returns the reply to a line, with the empty line that ends it. The reply to an empty line is "".
func (g *GTP) answer(ctx context.Context, line string) (reply string, quit bool) {
	id, command, args := readGTP(line)
	if id == "" && command == "" {
		return "", false
	}
	text, err := g.run(ctx, command, args)
	sign := "="
	if quit = errors.Is(err, errQuit); err != nil && !quit {
		sign, text = "?", oneLine(err.Error())
	}
	return strings.TrimSpace(sign+id+" "+text) + "\n\n", quit
}

// isQuitGTP reports whether a line ends the session.
func isQuitGTP(line string) bool {
	_, command, _ := readGTP(line)
	return command == "quit"
}

// readGTP parses a request. It ignores control characters and comments.
func readGTP(line string) (id, command string, args []string) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, line))
	if len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
		id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		command, args = words[0], words[1:]
	}
	return id, command, args
}

// oneLine replaces the line breaks of a text, because an empty line would end the reply.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// The error messages of GTP.
var (
	errUnknown  = errors.New("unknown command")
	errSyntax   = errors.New("syntax error")
	errIllegal  = errors.New("illegal move")
	errSize     = errors.New("unacceptable size")
	errUndo     = errors.New("cannot undo")
	errScore    = errors.New("cannot score")
	errGame     = errors.New("unsupported game")
	errStopped  = errors.New("the search was stopped")
	errNoPlayer = errors.New("the player failed")
)

// clear starts another game.
func (g *GTP) clear() {
	g.Seed++
	g.begin()
}

// turn returns the position with a side to move, after a forced pass of the other side.
func (g *GTP) turn(side engine.Side) (engine.Position, error) {
	at := g.game.Position()
	if at.Side != side {
		at = at.Settle()
	}
	if at.Side != side {
		return at, errIllegal
	}
	return at, nil
}

// place plays a move, or a forced pass.
func (g *GTP) place(side engine.Side, move engine.Square) error {
	at, err := g.turn(side)
	if err != nil {
		return err
	}
	if move == engine.Pass && g.game.Over() {
		return nil
	}
	if engine.CheckLegal(at, move) != nil {
		return errIllegal
	}
	return g.game.Play(move)
}

// choose returns the player's move for a side, or a pass if the side has no move.
func (g *GTP) choose(ctx context.Context, side engine.Side) (engine.Square, error) {
	at, err := g.turn(side)
	switch {
	case g.game.Over():
		return engine.Pass, nil
	case err != nil:
		return engine.NoSquare, err
	case at.MustPass():
		return engine.Pass, nil
	}
	began := time.Now()
	if player, ok := g.Player.(players.Clocked); ok {
		player.AtMost(g.clocks[side].share(at.Empties()))
	}
	r, err := players.Choose(ctx, g.Player, g.game.Game(), at)
	g.clocks[side] = g.clocks[side].spend(time.Since(began))
	if ctx.Err() != nil {
		return engine.NoSquare, errStopped
	}
	if err != nil {
		return engine.NoSquare, fmt.Errorf("%w: %w", errNoPlayer, err)
	}
	return r.Move, nil
}
