package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
)

// paces lists the shortest times for a player's move. A user cannot follow moves without a pause.
var paces = []time.Duration{4 * time.Second, 2 * time.Second, time.Second, 500 * time.Millisecond,
	200 * time.Millisecond, 0}

const defaultPace = 3

// begin starts or continues a game in the model.
func (m *Model) begin(s *session.Session) {
	m.gameID.number++
	m.gameID.seed = m.options.Seed + uint64(m.gameID.number-1)
	m.session, m.paused, m.column = s, false, 0
	m.notice = notice{}
	if !m.isSquare(m.cursor) {
		m.cursor = engine.NoSquare
	}
	m.announcePass()
	m.placeCursor()
}

// isSquare reports whether s is a square of the board, not a hole.
func (m *Model) isSquare(s engine.Square) bool { return m.session.Start().HasSquare(s) }

// placeCursor puts the cursor on a legal move if it has no place yet.
func (m *Model) placeCursor() {
	if legal := m.session.Snapshot().Legal; m.cursor == engine.NoSquare && len(legal) > 0 {
		m.cursor, m.pointing = legal[0], true
	}
}

// turn returns the position with the side to move, after a forced pass.
func (m *Model) turn() engine.Position { return m.session.Position().Settle() }

// mover returns the player of the side to move.
func (m *Model) mover() *slot { return m.slots[m.turn().Side] }

// newGame begins a new game. If the present one has moves and is not over, it asks first; asked reports that it did.
func (m *Model) newGame(asked bool) {
	if !asked && !m.session.Over() && len(m.session.Game().Moves) > len(m.options.Begun.Moves) {
		m.asked = true
		m.say(m.text("Press n again to leave this game."))
		return
	}
	m.begin(session.New(m.options.Begun.Start, m.options.Begun.Moves...))
}

// userToMove reports whether it is the user's turn.
func (m *Model) userToMove() bool { return !m.session.Over() && m.mover().human() }

// watching reports whether two programs play each other.
func (m *Model) watching() bool { return !m.slots[0].human() && !m.slots[1].human() }

// stopped reports whether the game of two programs is paused.
func (m *Model) stopped() bool { return m.watching() && m.paused }

// opponentSide returns the side of the user's opponent, which a chosen player takes. It is Black if the user
// plays White only, else White.
func (m *Model) opponentSide() engine.Side {
	if m.slots[engine.White].human() && !m.slots[engine.Black].human() {
		return engine.Black
	}
	return engine.White
}

// play plays the user's move, or says why it cannot.
func (m *Model) play(move engine.Square) {
	switch {
	case m.session.Over():
		m.say(m.text("The game is over: press n for a new game, or u to go back."))
	case !m.userToMove() && m.watching():
		m.say(m.text("Two programs play each other: space pauses them, p changes the players."))
	case !m.userToMove():
		m.say(m.text("It is %s's turn.", m.turn().Side))
	case m.isSquare(move) && !slices.Contains(m.session.Snapshot().Legal, move):
		m.notice = notice{m.text("%s is not a legal move for %s.", move, m.turn().Side), true}
	default:
		if err := m.place(move); err != nil {
			m.showError(err)
		}
	}
}

// place plays a move for the side to move, and shows what it did.
func (m *Model) place(move engine.Square) error {
	side := m.turn().Side
	if err := m.session.Play(move); err != nil {
		return err
	}
	m.say(Played(m.theme.language, side, m.session.Snapshot()))
	m.announcePass()
	return nil
}

func (m *Model) announcePass() {
	if p := m.session.Position(); p.MustPass() {
		m.say(strings.TrimSpace(m.notice.text + " " + Pass(m.theme.language, p.Side)))
	}
}

// undo takes back the user's last move and the moves after it. If the user plays both sides or none, it takes back one
// move.
func (m *Model) undo() {
	if m.slots[0].human() != m.slots[1].human() {
		m.say(TakenBack(m.theme.language, m.session.UndoTo(m.opponentSide().Other())))
		return
	}
	moves := m.session.Game().Moves
	if !m.session.Undo() {
		m.say(m.text("There is no move to take back."))
		return
	}
	m.paused = m.watching()
	m.say(TakenBack(m.theme.language, moves[len(m.session.Game().Moves):]))
}

// redo plays undone moves again, up to the user's next turn.
func (m *Model) redo() {
	before := len(m.session.Game().Moves)
	for m.session.Redo() {
		if m.userToMove() || m.slots[0].human() == m.slots[1].human() {
			break
		}
	}
	again := m.session.Game().Moves[before:]
	if len(again) == 0 {
		m.say(m.text("There is no move to redo."))
		return
	}
	m.paused = m.watching()
	m.say(m.text("Played again: %s.", Moves(again)))
}

// A moveRequest asks a player for a move in a position of a game.
type moveRequest struct {
	slot   *slot
	gameID gameID
	at     engine.Position
}

// A moveMsg is a player's move.
type moveMsg struct {
	number int
	move   engine.Square
	err    error
}

// think starts the search of the player whose turn it is.
func (m *Model) think() tea.Cmd {
	wanted := moveRequest{}
	if !m.session.Over() && !m.userToMove() && !m.stopped() {
		wanted = moveRequest{m.mover(), m.gameID, m.turn()}
	}
	ctx, begin := m.thinking.switchTo(m.ctx, wanted)
	if !begin {
		return nil
	}
	number, game, pace := m.thinking.number, m.session.Game(), paces[m.pace]
	if m.instant {
		pace = 0
	}
	ask := func() tea.Msg {
		pause := time.After(pace)
		r, err := wanted.slot.move(ctx, wanted.gameID, game, wanted.at)
		select {
		case <-pause:
		case <-ctx.Done():
		}
		return moveMsg{number, r.Move, err}
	}
	m.frame = 0
	return tea.Batch(ask, m.nextTick(m.thinking.number))
}

// takeMove plays a player's move, unless the move is outdated.
func (m *Model) takeMove(a moveMsg) {
	if !m.thinking.finish(a.number) {
		return
	}
	at, name := m.turn(), m.mover().name
	if forfeit, ok := errors.AsType[*players.Forfeit](a.err); ok {
		m.session.Forfeit(at.Side, forfeit.Reason)
		m.notice = notice{}
		return
	}
	if a.err == nil {
		a.err = m.place(a.move)
	}
	if a.err != nil {
		m.showError(fmt.Errorf("%s cannot move: %w", name, a.err))
		m.notice.text += " Choose another player with p."
	}
}

func (m *Model) tick(t tickMsg) tea.Cmd {
	if !m.thinking.current(t.number) {
		return nil
	}
	m.frame++
	return m.nextTick(m.thinking.number)
}

// setUp replaces the game by another one. Play continues at its end.
func (m *Model) setUp(game *engine.Game) tea.Cmd {
	s, err := session.From(game)
	if err != nil {
		m.showError(err)
		return nil
	}
	cmd := m.moveTo(playerlist.BoardOf(game.Start, m.options.Board))
	m.options.Begun = engine.Game{Start: game.Start}
	m.begin(s)
	m.paused = m.watching()
	m.say(Continues(m.theme.language, game.Moves))
	m.announcePass()
	return cmd
}

// status returns a sentence about whose turn it is, or the result.
func (m *Model) status() string {
	v := m.session.Snapshot()
	side := m.text("%s (%s)", v.Side, m.name(v.Side))
	switch {
	case v.Over:
		return m.result(v)
	case m.userToMove():
		return ToMove(m.theme.language, v.Side, m.text(user))
	case m.stopped():
		return m.text("Paused; space continues. %s to move.", side)
	case !m.thinking.busy():
		return m.text("%s to move.", side)
	}
	return m.text("%s thinks ", side) + strings.Repeat(".", 1+m.frame%3)
}

// result returns a sentence with the result of a finished game.
func (m *Model) result(v session.Snapshot) string {
	if v.Forfeit == nil {
		return Result(m.theme.language, v)
	}
	return Forfeits(m.theme.language, v, m.name(v.Forfeit.Side), m.winner(v.Forfeit.Side.Other()))
}

// winner returns the start of a sentence about a winner.
func (m *Model) winner(side engine.Side) string {
	if m.slots[side].human() && !m.slots[side.Other()].human() {
		return m.text("You win")
	}
	return m.text("%s wins", side)
}

// name returns the printable name of a side's player.
func (m *Model) name(side engine.Side) string {
	if m.slots[side].human() {
		return m.text(user)
	}
	return cli.Plain(m.slots[side].name)
}

// moveToLegal moves the cursor to the next legal move in the order of squares, or to the previous one.
func (m *Model) moveToLegal(step int) {
	legal := m.session.Snapshot().Legal
	if len(legal) == 0 {
		return
	}
	i := 0 // the number of legal moves before the cursor
	for i < len(legal) && legal[i].Before(m.cursor) {
		i++
	}
	if step > 0 && (i == len(legal) || legal[i] != m.cursor) {
		step = 0
	}
	m.cursor, m.pointing = legal[(i+step+len(legal))%len(legal)], true
}

// moveCursor moves the cursor in a direction, across holes. If no square is straight ahead, the cursor moves to the
// nearest square in that half of the board. It stops at the edges.
func (m *Model) moveCursor(dx, dy int) {
	switch {
	case m.cursor == engine.NoSquare: // the game was over at its start
		m.cursor, m.pointing = m.nearest(engine.At(0, 0), func(int, int) bool { return true }), true
		return
	case !m.pointing: // the first key only shows the cursor
		m.pointing = true
		return
	}
	at := m.cursor
	straight := func(x, y int) bool { return x*dx+y*dy > 0 && x*dy == 0 && y*dx == 0 }
	if to := m.nearest(at, straight); to != engine.NoSquare {
		m.cursor = to
	} else if to := m.nearest(at, func(x, y int) bool { return x*dx+y*dy > 0 }); to != engine.NoSquare {
		m.cursor = to
	}
}

// nearest returns the nearest square to at whose offset in columns and rows satisfies lies, or NoSquare if
// there is none.
func (m *Model) nearest(at engine.Square, lies func(x, y int) bool) engine.Square {
	size := m.session.Start().Columns()
	best, least := engine.NoSquare, 2*size
	for i := range size * size {
		s := engine.At(i%size, i/size)
		x, y := s.Col()-at.Col(), s.Row()-at.Row()
		if far := max(x, -x) + max(y, -y); far < least && m.isSquare(s) && lies(x, y) {
			best, least = s, far
		}
	}
	return best
}
