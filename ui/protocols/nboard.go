package protocols

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/formats"
	"evothello/players"
	"evothello/search"
	"evothello/weights/scale"
)

// NBoard serves a player by the NBoard protocol, version 1 or 2.
type NBoard struct {
	Spec     players.Spec // the player; the graphical board may change its depth
	Searcher *search.Searcher
	Seed     uint64           // seed of the first game; each new game adds one
	Now      func() time.Time // time.Now, except in tests

	player     players.Player
	checkBoard func(engine.Shape) error // of the player
	scale      func() *scale.Scale      // measured when it is needed first; see scaleOf
	game       *session.Session
	lost       error // why the position is unknown, nil if it is known
	input      *input
	out        *bufio.Writer
}

// Serve runs commands until quit, the end of the input, or the end of ctx.
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
		quit := n.run(ctx, line)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := n.out.Flush(); err != nil || quit {
			return err
		}
	}
}

// begin starts the first game.
func (n *NBoard) begin(in *input, out io.Writer) error {
	n.game = session.New(engine.Start())
	n.input, n.out = in, bufio.NewWriter(out)
	n.scale = sync.OnceValue(func() *scale.Scale { return scaleOf(n.Spec) })
	return n.setPlayer(n.Spec)
}

// isPing reports whether a line is a ping, which stops the current search.
func isPing(line string) bool {
	word, _ := command(line)
	return word == "ping"
}

// isQuit reports whether a line ends the session.
func isQuit(line string) bool {
	word, _ := command(line)
	return word == "quit"
}

// command splits a line into its command and the rest.
func command(line string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimSpace(line), " ")
	return word, strings.TrimSpace(rest)
}

// setPlayer replaces the player. The game continues.
func (n *NBoard) setPlayer(spec players.Spec) error {
	contestant, err := spec.Contestant()
	if err != nil {
		return err
	}
	if n.player != nil {
		players.Close(n.player)
	}
	n.player, n.checkBoard = contestant.New(n.Searcher), contestant.CheckBoard
	n.player.NewGame(n.Seed)
	return nil
}

// say writes a line. The board receives it at the next flush.
func (n *NBoard) say(format string, args ...any) { fmt.Fprintf(n.out, format+"\n", args...) }

// status writes a text for the board's user.
func (n *NBoard) status(text string) { n.say("status %s", oneLine(text)) }

// run runs a line. It ignores unknown lines, as the protocol requires.
func (n *NBoard) run(ctx context.Context, line string) (quit bool) {
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
	default: // boards of version 1 send moves without a command
		if _, err := n.game.Start().ParseMove(strings.TrimSpace(line)); err == nil {
			n.move(line)
		}
	}
	return false
}

// setDepth sets the player's search depth, and tells the board the player's name. By convention the name ends with the
// depth.
func (n *NBoard) setDepth(value string) {
	depth, err := strconv.Atoi(value)
	if err != nil {
		n.status(fmt.Sprintf("set depth %.20q: want a whole number", value))
		return
	}
	depth = min(max(depth, 1), search.MaxDepth)
	name := n.Spec.Name
	if spec, searches := n.Spec.AtDepth(depth); searches {
		if err := n.setPlayer(spec); err != nil {
			n.status(err.Error())
			return
		}
		name += strconv.Itoa(depth)
	}
	n.say("set myname %s", name)
}

// setGame sets up the position at the end of a game. Unless the game continues the last one, it is a new game for the
// player.
func (n *NBoard) setGame(ggf string) {
	game, err := readGame(ggf)
	if err == nil && game.Start().IsLarge() {
		err = n.checkBoard(engine.Large(game.Start().Columns()))
	}
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

// readGame parses a game, with the pass at its end if there is one.
func readGame(ggf string) (*session.Session, error) {
	games, wrong := formats.ParseGGF(ggf)
	if len(games) == 0 && len(wrong) > 0 {
		return nil, wrong[0]
	}
	if len(games) != 1 {
		return nil, fmt.Errorf("set game: %d games: must be 1", len(games))
	}
	game, err := session.From(&games[0].Game)
	if err == nil && games[0].Passed {
		err = game.Play(engine.Pass)
	}
	return game, err
}

// move plays a move or a pass. It adds a forced pass that the board left out. An evaluation and a time may follow the
// move in the text.
func (n *NBoard) move(text string) {
	if n.lost != nil {
		return
	}
	word, _, _ := strings.Cut(text, "/")
	move, err := n.game.Start().ParseMove(strings.TrimSpace(word))
	switch at := n.game.Position(); {
	case err != nil:
	case move == engine.Pass && at.Over():
		return
	case move == engine.Pass && !at.MustPass():
		err = fmt.Errorf("%s has a legal move, so it cannot pass", at.Side)
	default:
		err = n.game.Play(move)
	}
	if err != nil {
		n.lost = fmt.Errorf("move %.20q: %w", text, err)
		n.status(n.lost.Error())
	}
}
