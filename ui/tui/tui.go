// Package tui is the full-screen game in a terminal, with keyboard and mouse. Package session holds the game, package
// playerlist lists the players, and package analysis values the moves.
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
	"evothello/ui/playerlist"
)

// Options holds the settings of a game and of its display.
type Options struct {
	Board    engine.Shape
	Begun    engine.Game // beginning of each new game
	As       engine.Side // side of the user
	Against  *players.Contestant
	Default  playerlist.Choice // default opponent; empty if the user chose an opponent
	Strength string            // sentence about the opponent's strength, "" if unknown
	Seed     uint64            // seed of the first game; each new game adds one
	Runs     string            // directory of the runs whose champions can be chosen
	Colour   bool
	ASCII    bool // uses only ASCII characters
	Language Language
}

// Run plays on a terminal until the user quits or ctx is cancelled. Then it restores the terminal and prints the
// transcript of the game.
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
	if _, unwritten := fmt.Fprintln(out, m.finalText()); err == nil {
		err = unwritten
	}
	if err == nil && m.interrupted {
		return cli.ErrInterrupted
	}
	return err
}

// A screen is one of the screens that fill the terminal.
type screen int

const (
	atGame screen = iota
	atChooser
	atRuns
	atBoards
	atHelp
)

// A Model is the state of the program. It implements tea.Model.
type Model struct {
	options Options
	ctx     context.Context // of all background jobs
	cancel  context.CancelFunc

	terminal
	screen screen

	session  *session.Session
	gameID   gameID
	slots    [2]*slot
	leaving  []*slot // replaced players, which may still be thinking
	thinking job[moveRequest]
	paused   bool
	pace     int // index of paces
	cursor   engine.Square
	asked    bool // the last key asked for a new game while one is underway
	pointing bool // the cursor is shown; clicks and typed squares hide it
	column   rune // the column of a half typed square, 0 if there is none

	values      values
	graph       graph
	annotations annotations
	chooser     chooser
	runs        browser
	boards      boards
}

// New returns a model with a new game.
func New(ctx context.Context, o Options) *Model {
	m := &Model{options: o, pace: defaultPace, cursor: engine.NoSquare}
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.theme = newTheme(o.Colour, o.ASCII, o.Language, colorprofile.TrueColor)
	m.slots[o.As] = userSlot()
	m.slots[o.As.Other()] = o.opponent()
	m.chooser, m.boards = newChooser(o), newBoards(o.Board)
	m.prompt = newPrompt()
	m.values.searcher.limits, m.annotations.depths = valueLimits, analysisSettings
	m.begin(session.New(o.Begun.Start, o.Begun.Moves...))
	return m
}

// Init returns the first command of the program.
func (m *Model) Init() tea.Cmd { return m.updateJobs() }

// Update handles a message, and then updates the background jobs.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.handle(msg)
	m.measure()
	return m, tea.Batch(cmd, m.updateJobs())
}

func (m *Model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.theme = newTheme(m.options.Colour, m.options.ASCII, m.options.Language, msg.Profile)
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
	case moveMsg:
		m.takeMove(msg)
	case valuesMsg:
		return m.takeValues(msg)
	case graphMsg:
		m.graph.handle(msg)
	case analysedMsg:
		m.takeAnalysis(msg)
	case playersMsg:
		m.chooser.takePlayers(msg)
	case preparedMsg:
		return m.takePrepared(msg)
	case leftMsg:
		m.leaving = slices.DeleteFunc(m.leaving, func(s *slot) bool { return s == msg.slot })
	case runsMsg:
		m.runs.handle(msg)
	case interruptMsg:
		return m.interrupt()
	}
	return nil
}

// press handles a key on the current screen.
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

// updateJobs starts the background jobs that the screen needs, and stops those that it no longer needs.
func (m *Model) updateJobs() tea.Cmd {
	return tea.Batch(m.think(), m.searchValues(), m.searchGraph(), m.analyse())
}

// close stops all background jobs and waits for them.
func (m *Model) close() {
	m.cancel()
	for _, s := range append(m.leaving, m.slots[:]...) {
		s.close()
	}
}

// finalText returns the text to print after the program: the result and the transcript of the game.
func (m *Model) finalText() string {
	record := Record(m.session)
	if v := m.session.Snapshot(); v.Over {
		record = Counts(m.theme.language, v) + " " + m.result(v) + "\n" + record
		if command := AnalyseCommand(m.session); command != "" {
			record += "\n" + command
		}
	}
	return record
}
