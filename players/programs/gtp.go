package programs

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"evothello/engine"
	"evothello/players"
)

// GTP returns a program with the Go Text Protocol in its Othello variant, in which rows count from the top.
// It plays only from the start position, because the protocol has no command to set up another one.
func GTP(c Command, timeout time.Duration) *Program {
	return &Program{command: c, timeout: timeout, protocol: &gtp{}}
}

// A gtp is the protocol with the state of the program's board.
type gtp struct {
	setup   []string        // commands that the program must accept after its start
	cleared bool            // the program's board is the start position and the moves in played
	played  []engine.Square // moves that it was told or chose
}

func (*gtp) quitMessage() string    { return "quit\n" }
func (*gtp) exitsAfterAnswer() bool { return false }

// greet selects the game. A program with only one game may refuse either command; a wrong game
// shows in its moves.
func (g *gtp) greet(ctx context.Context, p *process) error {
	g.cleared = false
	for _, command := range []string{"set_game Othello", "boardsize 8"} {
		if _, _, err := g.command(ctx, p, command); err != nil {
			return err
		}
	}
	for _, command := range g.setup {
		if err := g.must(ctx, p, command); err != nil {
			return err
		}
	}
	return nil
}

// tell plays the moves that the program does not know. It never sends passes: gtp-rhino
// refuses them, and programs infer them from the colour of the next command.
func (g *gtp) tell(ctx context.Context, p *process, game *engine.Game) error {
	if game.Start != engine.Start() {
		return errors.New("GTP has no command to set up a position: the game must begin at the start")
	}
	if !g.cleared || len(game.Moves) < len(g.played) || !slices.Equal(game.Moves[:len(g.played)], g.played) {
		if err := g.must(ctx, p, "clear_board"); err != nil {
			return err
		}
		g.cleared, g.played = true, nil
	} else if len(game.Moves) == len(g.played) { // nothing to play, for example after a pass
		if _, _, err := g.command(ctx, p, "protocol_version"); err != nil {
			return err
		}
	}
	positions := game.Positions()
	for i := len(g.played); i < len(game.Moves); i++ {
		if err := g.must(ctx, p, fmt.Sprintf("play %s %s", gtpColour(positions[i].Side), game.Moves[i])); err != nil {
			return err
		}
	}
	g.played = slices.Clone(game.Moves)
	return nil
}

// ask makes the program move.
func (g *gtp) ask(ctx context.Context, p *process, game *engine.Game) (engine.Square, error) {
	command := "genmove " + gtpColour(game.Final().Side)
	text, done, err := g.command(ctx, p, command)
	if err != nil {
		return engine.NoSquare, err
	}
	if !done {
		return engine.NoSquare, faultf("refuses %s: %.60q", command, text)
	}
	if strings.EqualFold(text, "resign") {
		return engine.NoSquare, faultf(players.Resigned)
	}
	move, err := parseMove(text)
	if err != nil {
		return engine.NoSquare, faultf("answers %.60q to %s", text, command)
	}
	g.played = append(g.played, move)
	return move, nil
}

// must sends a command that the program has no reason to refuse.
func (g *gtp) must(ctx context.Context, p *process, command string) error {
	text, done, err := g.command(ctx, p, command)
	if err == nil && !done {
		err = faultf("refuses %s: %.60q", command, text)
	}
	return err
}

// gtpReply matches the first line of a reply: success or failure, and the text. We send
// no ids, but Edax repeats earlier ones, after a blank, and may put them first.
var gtpReply = regexp.MustCompile(`^(?:\d+\s*)?([=?])\s*(?:\d+(?:\s+|$))?(.*)$`)

// command sends a command and reads the reply up to its empty line. text is the reply's first
// line.
func (g *gtp) command(ctx context.Context, p *process, command string) (text string, done bool, err error) {
	if err := p.send(ctx, command+"\n"); err != nil {
		return "", false, err
	}
	first := ""
	for {
		line, err := p.line(ctx)
		if err != nil {
			return "", false, err
		}
		line = strings.TrimSpace(line)
		switch {
		case line == "" && first != "":
			reply := gtpReply.FindStringSubmatch(first)
			return strings.TrimSpace(reply[2]), reply[1] == "=", nil
		case first == "" && line != "":
			if first = line; !gtpReply.MatchString(line) {
				return "", false, faultf("answers %.60q to %s, which is not a GTP reply", line, command)
			}
		}
	}
}

func gtpColour(s engine.Side) string { return [2]string{"b", "w"}[s] }

// parseMove parses a square or a word for a pass, in any case.
func parseMove(text string) (engine.Square, error) {
	if strings.EqualFold(text, "pass") || strings.EqualFold(text, "pa") {
		return engine.Pass, nil
	}
	return engine.ParseSquare(text)
}
