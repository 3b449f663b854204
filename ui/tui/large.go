package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/players"
	largeplayers "evothello/players/large"
	"evothello/ui/cli"
)

// LargeOptions holds the settings of a game on a board larger than 8×8, and of its display.
type LargeOptions struct {
	Begun    large.Game  // each new game continues it
	As       engine.Side // the user's side
	Against  *players.Contestant
	Default  bool   // the user has not chosen the opponent
	Seed     uint64 // seed of the first game; each new game adds one
	Colour   bool
	ASCII    bool // use ASCII characters only
	Language Language
}

// RunLarge is Run on a board larger than 8×8.
func RunLarge(ctx context.Context, in io.Reader, out io.Writer, o LargeOptions) error {
	return show(ctx, in, out, o.Colour, newLarge(ctx, o))
}

// A largeModel is the state of a game on a board larger than 8×8. It implements tea.Model. There are no
// values, no annotations and no other players to choose on these boards.
type largeModel struct {
	options LargeOptions
	ctx     context.Context // of the player
	cancel  context.CancelFunc

	terminal
	helping bool

	session  *large.Session
	number   int // of the game, from 1
	opponent largeSlot
	thinking job[largeRequest]
	cursor   large.Square
	pointing bool // the cursor is shown; clicks and typed squares hide it
}

// A largeSlot is the opponent. It thinks about one position at a time.
type largeSlot struct {
	mu     sync.Mutex // held while it thinks
	player largeplayers.Player
	game   int // number of its current game, 0 before the first
}

// A largeRequest asks the opponent for its move in a position of a game.
type largeRequest struct {
	number int
	at     large.Position
}

// A largeMsg is the opponent's move.
type largeMsg struct {
	number int
	move   large.Square
	err    error
}

func newLarge(ctx context.Context, o LargeOptions) *largeModel {
	m := &largeModel{options: o, opponent: largeSlot{player: o.Against.Large()}}
	m.prompt = newPrompt()
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.theme = newTheme(o.Colour, o.ASCII, o.Language, colorprofile.TrueColor)
	m.begin(large.NewSession(o.Begun.Start, o.Begun.Moves...))
	return m
}

// begin starts or continues a game in the model.
func (m *largeModel) begin(s *large.Session) {
	m.number++
	m.session, m.notice = s, notice{}
	m.cursor, m.pointing = large.At(m.size()/2, m.size()/2), false
	if legal := s.Snapshot().Legal; len(legal) > 0 && m.userToMove() {
		m.cursor, m.pointing = legal[0], true
	}
	m.announcePass()
}

func (m *largeModel) size() int { return m.options.Begun.Start.Size }

// Init returns the first command of the program.
func (m *largeModel) Init() tea.Cmd { return m.think() }

// Update handles a message, and then lets the opponent think if it is its turn.
func (m *largeModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.handle(msg)
	m.prompt.input.SetWidth(max(m.width-ansi.StringWidth(m.prompt.input.Prompt)-1, 1))
	return m, tea.Batch(cmd, m.think())
}

func (m *largeModel) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.theme = newTheme(m.options.Colour, m.options.ASCII, m.options.Language, msg.Profile)
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.PasteMsg:
		m.prompt.open = false
		m.read(msg.Content)
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft && !m.prompt.open && !m.helping {
			m.click(msg.X, msg.Y)
		}
	case tickMsg:
		if m.thinking.current(msg.number) {
			m.frame++
			return m.nextTick(m.thinking.number)
		}
	case largeMsg:
		m.takeMove(msg)
	case interruptMsg:
		return m.interrupt()
	}
	return nil
}

// userToMove reports whether it is the user's turn.
func (m *largeModel) userToMove() bool {
	return !m.session.Over() && m.session.Position().Settle().Side == m.options.As
}

// play plays the user's move, or says why it cannot.
func (m *largeModel) play(s large.Square) {
	switch {
	case m.session.Over():
		m.say(m.text("The game is over: press n for a new game, or u to go back."))
	case !m.userToMove():
		m.say(m.text("It is %s's turn.", m.options.As.Other()))
	case !slices.Contains(m.session.Snapshot().Legal, s):
		m.notice = notice{m.text("%s is no legal move for %s.", s, m.options.As), true}
	default:
		if err := m.place(s); err != nil {
			m.showError(err)
		}
	}
}

// place plays a move for the side to move, and shows what it did.
func (m *largeModel) place(s large.Square) error {
	side := m.session.Position().Settle().Side
	if err := m.session.Play(s); err != nil {
		return err
	}
	m.say(Played(m.theme.language, side, m.session.Snapshot()))
	m.announcePass()
	return nil
}

func (m *largeModel) announcePass() {
	if p := m.session.Position(); p.MustPass() {
		m.say(strings.TrimSpace(m.notice.text + " " + Pass(m.theme.language, p.Side)))
	}
}

// redo plays undone moves again, up to the user's next turn.
func (m *largeModel) redo() {
	before := len(m.session.Moves())
	for m.session.Redo() && !m.userToMove() {
		continue
	}
	again := m.session.Moves()[before:]
	if len(again) == 0 {
		m.say(m.text("There is no move to redo."))
		return
	}
	m.say(m.text("Played again: %s.", Moves(again)))
}

// think starts the opponent's search if it is its turn.
func (m *largeModel) think() tea.Cmd {
	wanted := largeRequest{}
	if !m.session.Over() && !m.userToMove() {
		wanted = largeRequest{m.number, m.session.Position().Settle()}
	}
	ctx, begin := m.thinking.switchTo(m.ctx, wanted)
	if !begin {
		return nil
	}
	number, pace, seed := m.thinking.number, paces[defaultPace], m.options.Seed+uint64(m.number-1)
	game := m.session.Game()
	if m.instant {
		pace = 0
	}
	m.frame = 0
	return tea.Batch(func() tea.Msg {
		pause := time.After(pace)
		move, err := m.opponent.move(ctx, wanted, game, seed)
		select {
		case <-pause:
		case <-ctx.Done():
		}
		return largeMsg{number, move, err}
	}, m.nextTick(m.thinking.number))
}

// move returns the opponent's move. It first waits until the opponent has stopped a cancelled search.
func (s *largeSlot) move(ctx context.Context, r largeRequest, game *large.Game, seed uint64) (large.Square, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return large.NoSquare, err
	}
	if s.game != r.number {
		s.game = r.number
		s.player.NewGame(seed)
	}
	result, err := largeplayers.Choose(ctx, s.player, game, r.at)
	return result.Move, err
}

// takeMove plays the opponent's move, unless the move is outdated.
func (m *largeModel) takeMove(msg largeMsg) {
	if !m.thinking.finish(msg.number) {
		return
	}
	side := m.options.As.Other()
	if forfeit, ok := errors.AsType[*players.Forfeit](msg.err); ok {
		m.session.Forfeit(side, forfeit.Reason)
		m.notice = notice{}
		return
	}
	if msg.err == nil {
		msg.err = m.place(msg.move)
	}
	if msg.err != nil {
		m.showError(fmt.Errorf("%s cannot move: %w", m.name(side), msg.err))
	}
}

// name returns the printable name of a side's player.
func (m *largeModel) name(side engine.Side) string {
	if side == m.options.As {
		return m.text(user)
	}
	return cli.Plain(m.options.Against.Name)
}

func (m *largeModel) close() {
	m.cancel()
	m.opponent.mu.Lock() // waits until it has stopped thinking
	defer m.opponent.mu.Unlock()
}

func (m *largeModel) finalText() string {
	record := Record(m.session, large.Start(m.size()))
	if v := m.session.Snapshot(); v.Over {
		record = Counts(m.theme.language, v) + " " + m.result(v) + "\n" + record
	}
	return record
}

// result returns a sentence with the result of a finished game.
func (m *largeModel) result(v large.Snapshot) string {
	if v.Forfeit != nil {
		return Forfeits(m.theme.language, v, m.name(v.Forfeit.Side), m.text("You win"))
	}
	return Result(m.theme.language, v)
}
