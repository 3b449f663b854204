package programs

import (
	"context"
	"fmt"
	"strings"
	"time"

	"evothello/engine"
	"evothello/formats"
)

// NBoard returns a program with the NBoard protocol that searches to the given depth. It ignores the
// program's output during a search.
func NBoard(c Command, timeout time.Duration, depth int) *Program {
	return &Program{command: c, timeout: timeout, protocol: &nboard{depth: depth}}
}

type nboard struct{ depth, pings int }

func (*nboard) quitMessage() string    { return "quit\n" }
func (*nboard) exitsAfterAnswer() bool { return false }

func (n *nboard) greet(ctx context.Context, p *process) error {
	return p.send(ctx, fmt.Sprintf("nboard 1\nset depth %d\n", n.depth))
}

// tell sends the whole game for each move, so that the program cannot be at another position. It
// waits for the pong, so that no later answer belongs to an earlier question.
func (n *nboard) tell(ctx context.Context, p *process, game *engine.Game) error {
	n.pings++
	record := formats.Annotated{Game: *game, Passed: true} // Passed writes a pass that is due
	if err := p.send(ctx, fmt.Sprintf("set game %s\nping %d\n", record.GGF(), n.pings)); err != nil {
		return err
	}
	_, err := n.await(ctx, p, fmt.Sprintf("pong %d", n.pings))
	return err
}

func (n *nboard) ask(ctx context.Context, p *process, _ *engine.Game) (engine.Square, error) {
	if err := p.send(ctx, "go\n"); err != nil {
		return engine.NoSquare, err
	}
	answer, err := n.await(ctx, p, "===")
	if err != nil {
		return engine.NoSquare, err
	}
	// /eval/time follows the move, in Edax with blanks between them.
	words := strings.FieldsFunc(answer, func(r rune) bool { return r == '/' || r == ' ' || r == '\t' })
	if len(words) > 0 {
		if move, err := parseMove(words[0]); err == nil {
			return move, nil
		}
	}
	return engine.NoSquare, faultf("answers %.60q to go, which is not a move", "==="+answer)
}

// await reads lines until one begins with the given words. It returns the rest of that line.
func (n *nboard) await(ctx context.Context, p *process, words string) (string, error) {
	for {
		line, err := p.line(ctx)
		if err != nil {
			return "", err
		}
		rest, found := strings.CutPrefix(strings.TrimSpace(line), words)
		if found && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return rest, nil
		}
	}
}
