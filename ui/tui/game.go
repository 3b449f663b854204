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
	"evothello/ui/lobby"
)

// paces are how long a player takes over a move at least: moves that come at once cannot
// be followed.
var paces = []time.Duration{4 * time.Second, 2 * time.Second, time.Second, 500 * time.Millisecond,
	200 * time.Millisecond, 0}

const usualPace = 3

// say puts a sentence where people look for what happened last.
func (m *Model) say(sentence string) { m.notice = notice{text: sentence} }

// refuse says what is wrong, on one line.
func (m *Model) refuse(err error) {
	m.notice = notice{text: strings.ReplaceAll(err.Error(), "\n", "; ") + ".", bad: true}
}

// begin starts a game.
func (m *Model) begin(s *session.Session) {
	m.round.number++
	m.round.seed = m.options.Seed + uint64(m.round.number-1)
	m.session, m.paused, m.column = s, false, 0
	m.notice = notice{}
	if !m.isSquare(m.cursor) {
		m.cursor = engine.NoSquare
	}
	m.announcePass()
	m.settle()
}

// isSquare reports whether the board has a square there.
func (m *Model) isSquare(s engine.Square) bool {
	return s >= 0 && s < 64 && m.session.Start().Holes()&s.Bit() == 0
}

// settle puts the cursor on a legal move where it was on none yet.
func (m *Model) settle() {
	if legal := m.session.Snapshot().Legal; m.cursor == engine.NoSquare && len(legal) > 0 {
		m.cursor, m.pointing = legal[0], true
	}
}

// turn is the position of the side to move.
func (m *Model) turn() engine.Position { return m.session.Position().Settle() }

// mover is who sits at the side to move.
func (m *Model) mover() *seat { return m.seats[m.turn().Side] }

// users reports whether it is the user's turn.
func (m *Model) users() bool { return !m.session.Over() && m.mover().human() }

// watching reports whether two players play each other.
func (m *Model) watching() bool { return !m.seats[0].human() && !m.seats[1].human() }

// stopped reports whether they have been stopped.
func (m *Model) stopped() bool { return m.watching() && m.paused }

// against is the side that the user plays against, and where a player is put that is
// chosen: White's unless only Black's is not the user's.
func (m *Model) against() engine.Side {
	if m.seats[engine.White].human() && !m.seats[engine.Black].human() {
		return engine.Black
	}
	return engine.White
}

// play makes the user's move, or says why not.
func (m *Model) play(move engine.Square) {
	switch {
	case m.session.Over():
		m.say("The game is over: n starts another one, u goes back.")
	case !m.users() && m.watching():
		m.say("Two players play each other: space stops them, p changes who plays.")
	case !m.users():
		m.say(fmt.Sprintf("It is %s's turn.", m.turn().Side))
	default:
		if err := m.place(move); err != nil {
			m.refuse(err)
		}
	}
}

// place makes a move for the side to move and says what it did.
func (m *Model) place(move engine.Square) error {
	side := m.turn().Side
	if err := m.session.Play(move); err != nil {
		return err
	}
	m.say(Played(side, m.session.Snapshot()))
	m.announcePass()
	return nil
}

func (m *Model) announcePass() {
	if p := m.session.Position(); p.MustPass() {
		m.say(strings.TrimSpace(m.notice.text + " " + Pass(p.Side)))
	}
}

// undo takes back the user's last move and what followed, or a single move where the user
// plays both sides or neither.
func (m *Model) undo() {
	if m.seats[0].human() != m.seats[1].human() {
		m.say(TakenBack(m.session.UndoTo(m.against().Other())))
		return
	}
	moves := m.session.Game().Moves
	if !m.session.Undo() {
		m.say("There is no move to take back.")
		return
	}
	m.paused = m.watching()
	m.say(TakenBack(moves[len(m.session.Game().Moves):]))
}

// redo makes moves again up to the user's next one.
func (m *Model) redo() {
	before := len(m.session.Game().Moves)
	for m.session.Redo() {
		if m.users() || m.seats[0].human() == m.seats[1].human() {
			break
		}
	}
	again := m.session.Game().Moves[before:]
	if len(again) == 0 {
		m.say("There is no move to make again.")
		return
	}
	m.paused = m.watching()
	m.say(fmt.Sprintf("Made again: %s.", Moves(again)))
}

// A question is what a player is asked: for a move in a position of a round.
type question struct {
	seat  *seat
	round round
	at    engine.Position
}

// An answerMsg is a player's move.
type answerMsg struct {
	number int
	move   engine.Square
	err    error
}

// think asks the player whose turn it is for a move.
func (m *Model) think() tea.Cmd {
	wanted := question{}
	if !m.session.Over() && !m.users() && !m.stopped() {
		wanted = question{m.mover(), m.round, m.turn()}
	}
	ctx, begin := m.thinking.turnTo(m.ctx, wanted)
	if !begin {
		return nil
	}
	number, game, pace := m.thinking.number, m.session.Game(), paces[m.pace]
	if m.still {
		pace = 0
	}
	ask := func() tea.Msg {
		ripe := time.After(pace)
		r, err := wanted.seat.move(ctx, wanted.round, game, wanted.at)
		select {
		case <-ripe:
		case <-ctx.Done():
		}
		return answerMsg{number, r.Move, err}
	}
	m.frame = 0
	return tea.Batch(ask, m.nextTick())
}

// answer plays a player's move, unless it is outdated.
func (m *Model) answer(a answerMsg) {
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
		m.refuse(fmt.Errorf("%s cannot move: %w", name, a.err))
		m.notice.text += " Choose another player with p."
	}
}

// A tickMsg moves what moves while a player thinks.
type tickMsg struct{ number int }

func (m *Model) nextTick() tea.Cmd {
	if m.still {
		return nil
	}
	number := m.thinking.number
	return tea.Tick(250*time.Millisecond, func(time.Time) tea.Msg { return tickMsg{number} })
}

func (m *Model) tick(t tickMsg) tea.Cmd {
	if !m.thinking.current(t.number) {
		return nil
	}
	m.frame++
	return m.nextTick()
}

// setUp goes to the end of a game.
func (m *Model) setUp(game *engine.Game) tea.Cmd {
	s, err := session.From(game)
	if err != nil {
		m.refuse(err)
		return nil
	}
	cmd := m.moveTo(lobby.BoardOf(game.Start, m.options.Board))
	m.options.Start = game.Start
	m.begin(s)
	m.paused = m.watching()
	m.say(Continues(game.Moves))
	m.announcePass()
	return cmd
}

// status says whose turn it is, or how the game ended.
func (m *Model) status() string {
	v := m.session.Snapshot()
	side := fmt.Sprintf("%s (%s)", v.Side, m.name(v.Side))
	switch {
	case v.Over:
		return m.result(v)
	case m.users():
		return ToMove(v.Side, user)
	case m.stopped():
		return fmt.Sprintf("Paused; space goes on. %s to move.", side)
	case !m.thinking.busy():
		return side + " to move."
	}
	return side + " thinks " + strings.Repeat(".", 1+m.frame%3)
}

// result says how a finished game ended.
func (m *Model) result(v session.Snapshot) string {
	if v.Forfeit == nil {
		return Result(v)
	}
	return Forfeits(v, m.name(v.Forfeit.Side), m.winner(v.Forfeit.Side.Other()))
}

// winner is how a sentence about a winner begins.
func (m *Model) winner(side engine.Side) string {
	if m.seats[side].human() && !m.seats[side.Other()].human() {
		return "You win"
	}
	return side.String() + " wins"
}

// name is who plays a side, as it can be shown.
func (m *Model) name(side engine.Side) string { return cli.Plain(m.seats[side].name) }

// jump moves the cursor to the next legal move in the order of squares, or the one before.
func (m *Model) jump(step int) {
	legal := m.session.Snapshot().Legal
	if len(legal) == 0 {
		return
	}
	i, exact := slices.BinarySearch(legal, m.cursor)
	if step > 0 && !exact {
		step = 0
	}
	m.cursor, m.pointing = legal[(i+step+len(legal))%len(legal)], true
}

// move moves the cursor over the holes that way, else, where nothing is ahead, to the
// nearest square that lies that way at all. At edges it stops.
func (m *Model) move(dx, dy int) {
	switch {
	case m.cursor == engine.NoSquare: // a game that was over before it began
		m.cursor, m.pointing = m.nearest(engine.At(0, 0), func(int, int) bool { return true }), true
		return
	case !m.pointing: // the first key only shows where the cursor is
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

// nearest is the square nearest to a place, of those so many columns and rows away that lie
// where they should; NoSquare if there is none.
func (m *Model) nearest(at engine.Square, lies func(x, y int) bool) engine.Square {
	best, least := engine.NoSquare, 15
	for s := range engine.Square(64) {
		x, y := s.Col()-at.Col(), s.Row()-at.Row()
		if far := max(x, -x) + max(y, -y); far < least && m.isSquare(s) && lies(x, y) {
			best, least = s, far
		}
	}
	return best
}
