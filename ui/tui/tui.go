// Package tui is the game on a full screen: in a terminal, by keyboard and mouse. The game
// itself is package session's, who can be chosen package lobby's, what moves are worth
// package advice's.
package tui

import (
	"context"
	"fmt"
	"io"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/lobby"
)

// Options say what is played, and how it is shown.
type Options struct {
	Board   engine.Shape
	Start   engine.Position // on the board
	As      engine.Side     // the user's
	Against *players.Contestant
	Usual   lobby.Choice // who Against is, if the user has not chosen
	// Strength says how strong the opponent is, "" if that is not known.
	Strength string
	Seed     uint64 // of the first game; each further one counts it up
	Runs     string // the directory of the runs whose champions can be chosen
	Colour   bool
	ASCII    bool // the terminal knows no other characters
}

// Run plays on a terminal until the user quits or ctx is cancelled. Then the terminal is
// as it was, and what was played is printed.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	m := New(ctx, o)
	options := []tea.ProgramOption{tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler()}
	if !o.Colour {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	program := tea.NewProgram(m, options...)
	defer context.AfterFunc(ctx, func() { program.Send(interruptMsg{}) })()
	_, err := program.Run()
	m.close()
	if _, unwritten := fmt.Fprintln(out, m.farewell()); err == nil {
		err = unwritten
	}
	if err == nil && m.interrupted {
		return cli.ErrInterrupted
	}
	return err
}

// A screen is what the terminal is full of.
type screen int

const (
	atGame screen = iota
	atChooser
	atRuns
	atBoards
	atHelp
)

// A Model is all there is to know to draw the screen. It is a tea.Model.
type Model struct {
	options Options
	ctx     context.Context // of all that goes on in the background
	cancel  context.CancelFunc

	theme         theme
	width, height int // 0 before the terminal has told
	screen        screen
	notice        notice

	session  *session.Session
	round    round
	seats    [2]*seat
	leaving  []*seat // players whose seats were taken; they may still think
	thinking job[question]
	frame    int // of what moves while a player thinks
	paused   bool
	pace     int  // index of paces
	still    bool // nothing moves by itself, and players answer at once
	cursor   engine.Square
	pointing bool // the cursor is shown: clicks and typed squares need none
	column   rune // a square's that is half typed, 0 if none

	values  values
	graph   graph
	marks   marks
	chooser chooser
	runs    browser
	boards  boards
	prompt  prompt

	interrupted bool // by Ctrl-C or by the context
}

// A notice is what is said about what happened last.
type notice struct {
	text string
	bad  bool
}

// New makes a model with a game that has just begun.
func New(ctx context.Context, o Options) *Model {
	m := &Model{options: o, pace: usualPace, cursor: engine.NoSquare}
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.theme = newTheme(o.Colour, o.ASCII, colorprofile.TrueColor)
	m.seats[o.As] = userSeat()
	m.seats[o.As.Other()] = o.opponent()
	m.chooser, m.boards = newChooser(o), newBoards(o.Board)
	m.prompt = newPrompt()
	m.values.adviser.limits, m.marks.depths = studies, judgeSettings
	m.begin(session.New(o.Start))
	return m
}

// Init is the first thing that the program asks for.
func (m *Model) Init() tea.Cmd { return m.follow() }

// Update takes notice of what happened. Whatever it was, what goes on in the background
// follows.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.take(msg)
	m.measure()
	return m, tea.Batch(cmd, m.follow())
}

func (m *Model) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.theme = newTheme(m.options.Colour, m.options.ASCII, msg.Profile)
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.PasteMsg:
		return m.paste(msg.Content)
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return m.click(msg.X, msg.Y)
		}
	case tea.MouseWheelMsg:
		m.wheel(msg.Button)
	case tickMsg:
		return m.tick(msg)
	case answerMsg:
		m.answer(msg)
	case valuesMsg:
		return m.takeValues(msg)
	case worthMsg:
		m.graph.take(msg)
	case judgedMsg:
		m.takeMarks(msg)
	case offersMsg:
		m.chooser.takeOffers(msg)
	case chosenMsg:
		return m.takeChosen(msg)
	case leftMsg:
		m.leaving = slices.DeleteFunc(m.leaving, func(s *seat) bool { return s == msg.seat })
	case runsMsg:
		m.runs.take(msg)
	case interruptMsg:
		return m.interrupt()
	}
	return nil
}

// interruptMsg says that the command's context was cancelled.
type interruptMsg struct{}

// interrupt quits the program. tea.Interrupt would do so too, but then the program does
// not wait for its input goroutine and closes the file that it reads from.
func (m *Model) interrupt() tea.Cmd {
	m.interrupted = true
	return tea.Quit
}

// press does what a key says on the screen that is shown.
func (m *Model) press(k tea.KeyPressMsg) tea.Cmd {
	switch {
	case k.String() == "ctrl+c":
		return m.interrupt()
	case key.Matches(k, keys.suspend):
		return tea.Suspend
	case m.prompt.open:
		return m.pressInPrompt(k)
	case m.screen == atChooser:
		return m.pressInChooser(k)
	case m.screen == atRuns:
		return m.pressInRuns(k)
	case m.screen == atBoards:
		return m.pressInBoards(k)
	case m.screen == atHelp:
		if key.Matches(k, keys.back, keys.help, keys.quit, keys.choose) {
			m.screen = atGame
		}
		return nil
	}
	return m.pressInGame(k)
}

// follow has what goes on in the background follow what is shown: begun where it is
// wanted and not there yet, stopped where it is wanted no more.
func (m *Model) follow() tea.Cmd {
	return tea.Batch(m.think(), m.study(), m.weigh(), m.judge())
}

// close ends all that goes on in the background, and waits for it.
func (m *Model) close() {
	m.cancel()
	for _, s := range append(m.leaving, m.seats[:]...) {
		s.close()
	}
}

// farewell is what is left of the game on the terminal.
func (m *Model) farewell() string {
	record := Record(m.session, engine.Start())
	if v := m.session.Snapshot(); v.Over {
		record = Counts(v) + " " + m.result(v) + "\n" + record
		if command := JudgeCommand(m.session); command != "" {
			record += "\n" + command
		}
	}
	return record
}
