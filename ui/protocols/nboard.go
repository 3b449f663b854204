package protocols

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/formats"
	"evothello/players"
	"evothello/search"
)

// NBoard is a player behind a graphical board that speaks the NBoard protocol,
// version 1 or 2.
type NBoard struct {
	Spec     players.Spec // the board may set another depth
	Searcher *search.Searcher
	Seed     uint64           // of the first game; each further one counts it up
	Now      func() time.Time // time.Now, but for tests

	player players.Player
	game   *session.Session
	lost   error // why the position is not known, nil if it is
	input  *input
	out    *bufio.Writer
}

// Serve obeys commands until quit, the end of the input or ctx's.
func (n *NBoard) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	if err := n.begin(listen(in, isPing, isQuit), out); err != nil {
		return err
	}
	defer func() { players.Close(n.player) }()
	for {
		line, err := n.input.next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		quit := n.obey(ctx, line)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := n.out.Flush(); err != nil || quit {
			return err
		}
	}
}

// begin sets up the first game.
func (n *NBoard) begin(in *input, out io.Writer) error {
	n.game = session.New(engine.Start())
	n.input, n.out = in, bufio.NewWriter(out)
	return n.seat(n.Spec)
}

// isPing reports whether a line is a ping, which stops what goes on.
func isPing(line string) bool {
	word, _ := command(line)
	return word == "ping"
}

// isQuit reports whether a line ends the conversation.
func isQuit(line string) bool {
	word, _ := command(line)
	return word == "quit"
}

// command takes a line apart.
func command(line string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimSpace(line), " ")
	return word, strings.TrimSpace(rest)
}

// seat has another player play, at the same place.
func (n *NBoard) seat(spec players.Spec) error {
	contestant, err := spec.Contestant()
	if err != nil {
		return err
	}
	if n.player != nil {
		players.Close(n.player)
	}
	n.player = contestant.New(n.Searcher)
	n.player.NewGame(n.Seed)
	return nil
}

// say writes a line, which the board sees when it is flushed.
func (n *NBoard) say(format string, args ...any) { fmt.Fprintf(n.out, format+"\n", args...) }

// status shows the board's user a text.
func (n *NBoard) status(text string) { n.say("status %s", oneLine(text)) }

// obey does what a line says. Lines it does not know are ignored, as the protocol
// wants it.
func (n *NBoard) obey(ctx context.Context, line string) (quit bool) {
	word, rest := command(line)
	switch word {
	case "quit":
		return true
	case "ping":
		n.say("pong %s", rest)
	case "learn":
		n.say("learned")
	case "set":
		what, value, _ := strings.Cut(rest, " ")
		switch what {
		case "depth":
			n.setDepth(strings.TrimSpace(value))
		case "game":
			n.setGame(value)
		}
	case "move":
		n.move(rest)
	case "hint", "go", "analyze":
		n.think(ctx, word, rest)
	default: // version 1 boards send moves bare
		if _, err := engine.ParseMove(strings.TrimSpace(line)); err == nil {
			n.move(line)
		}
	}
	return false
}

// setDepth makes the player look as deep as the board wants, and says its name,
// which by convention ends with the depth.
func (n *NBoard) setDepth(value string) {
	depth, err := strconv.Atoi(value)
	if err != nil {
		n.status(fmt.Sprintf("set depth %.20q: want a whole number", value))
		return
	}
	depth = min(max(depth, 1), search.MaxDepth)
	name := n.Spec.Name
	if spec, searches := n.Spec.AtDepth(depth); searches {
		if err := n.seat(spec); err != nil {
			n.status(err.Error())
			return
		}
		name += strconv.Itoa(depth)
	}
	n.say("set myname %s", name)
}

// setGame goes to the end of a game. Unless that continues the last one, it is
// another game for the player, too.
func (n *NBoard) setGame(ggf string) {
	game, err := readGame(ggf)
	if n.lost = err; err != nil {
		n.status(err.Error())
		return
	}
	if !game.Continues(n.game) {
		n.Seed++
		n.player.NewGame(n.Seed)
	}
	n.game = game
}

// readGame reads a game, and the pass at its end if one is written there.
func readGame(ggf string) (*session.Session, error) {
	games, wrong := formats.ParseGGF(ggf)
	if len(games) == 0 && len(wrong) > 0 {
		return nil, wrong[0]
	}
	if len(games) != 1 {
		return nil, fmt.Errorf("set game: %d games, want one", len(games))
	}
	game, err := session.From(&games[0].Game)
	if err == nil && games[0].Passed {
		err = game.Play(engine.Pass)
	}
	return game, err
}

// move plays a move or a pass; a pass that is due and left out is implied. An
// evaluation and a time may follow the move.
func (n *NBoard) move(text string) {
	if n.lost != nil {
		return
	}
	word, _, _ := strings.Cut(text, "/")
	move, err := engine.ParseMove(strings.TrimSpace(word))
	switch at := n.game.Position(); {
	case err != nil:
	case move == engine.Pass && !at.MustPass():
		err = fmt.Errorf("%s need not pass", at.Side)
	default:
		err = n.game.Play(move)
	}
	if err != nil {
		n.lost = fmt.Errorf("move %.20q: %w", text, err)
		n.status(n.lost.Error())
	}
}
