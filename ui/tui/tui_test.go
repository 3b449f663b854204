package tui

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/players"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/playerlist"
)

var update = flag.Bool("update", false, "write the golden files anew")

// contestant returns a compiled player of the roster.
func contestant(t testing.TB, text string) *players.Contestant {
	t.Helper()
	spec, err := players.ParseSpec(text)
	require.NoError(t, err)
	made, err := spec.Contestant()
	require.NoError(t, err)
	return made
}

// newModel returns a game as Black at 80×24, without animation, against a player that never changes.
func newModel(t testing.TB, change ...func(*Options)) *Model {
	t.Helper()
	o := Options{Board: engine.Standard(), Begun: *engine.NewGame(), Against: contestant(t, "table"), Runs: t.TempDir()}
	for _, c := range change {
		c(&o)
	}
	m := New(context.Background(), o)
	m.instant = true
	t.Cleanup(m.close)
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	return m
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	lines := strings.Split(got, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ") // editors strip trailing spaces
	}
	got = strings.Join(lines, "\n")
	path := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got+"\n"), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got+"\n")
}

// Games whose next event is known:
const (
	// nearEnd leads to a position with h4, g8, a7 and a2 empty and Black to move.
	nearEnd = "d3c3b3e3f3f4f5f6e6d6c7c6b7c4b5a8c5b6d7d8g7c2b1h8f7d2c1f2f1g3" +
		"b4g5g4d1b8a1h5e1h7e7h2g6g2h1f8a3g1e2a4a6b2a5h6e8c8h3"
	// beforePass leads to a position where White's move c1 makes Black pass.
	beforePass = "d3c3e6d2d1e1b2"
)

// at sets up a game that starts after a transcript.
func at(t testing.TB, transcript string) func(*Options) {
	p, err := engine.ParsePosition(transcript)
	require.NoError(t, err)
	return func(o *Options) { o.Begun.Start = p }
}

// on sets up a game on a board.
func on(name string) func(t testing.TB) []func(*Options) {
	return func(t testing.TB) []func(*Options) {
		board, err := engine.ShapeNamed(name)
		require.NoError(t, err)
		return []func(*Options){func(o *Options) { o.Board, o.Begun.Start = board, board.Start }}
	}
}

// valued returns a message with values.
func valued(m *Model) valuesMsg {
	moves := []analysis.MoveValue{}
	for i, s := range m.session.Snapshot().Legal {
		moves = append(moves, analysis.MoveValue{Square: s,
			Value: analysis.Value{Discs: 3.4 - 5.1*float64(i), Points: 340 - 510*i}})
	}
	line := []engine.Square{moves[0].Square, engine.At(7, 0), engine.Pass, engine.At(7, 7)}
	return valuesMsg{number: m.values.search.number, values: analysis.Values{Depth: 12, Moves: moves}, line: line}
}

// leads fills the graph.
func leads(m *Model) {
	m.graph.values = map[engine.Position]float64{}
	for i, p := range m.positions() {
		m.graph.values[p] = float64((i%9 - 3) * i / 6)
	}
}

// someRuns returns two runs. The first has champions.
func someRuns(m *Model) runsMsg {
	champion := func(generation int, score fitness.Pentanomial) evolution.Champion {
		return evolution.Champion{Generation: generation, Reference: []evolution.ReferenceScore{
			{Opponent: "reversi-switch", Result: score}, {Opponent: "reversi-alphabeta", Result: fitness.Pentanomial{0,
				0, 1, 0, 3}},
		}}
	}
	return runsMsg{m.runs.loads.number, []run{
		{name: "seed-7", board: engine.Standard(), generations: 60, champions: []evolution.Champion{
			champion(1, fitness.Pentanomial{8, 0, 2, 0, 0}), champion(11, fitness.Pentanomial{4, 0, 4, 0, 2}),
			champion(41, fitness.Pentanomial{1, 0, 4, 0, 5}),
		}},
		{name: "broken", err: assert.AnError},
		{name: "young"},
	}}
}

// analysed returns an analysis of the game so far, whose third move was a blunder.
func analysed(m *Model) analysedMsg {
	game := m.session.Game()
	positions := game.Positions()
	moves := make([]analysis.Move, len(game.Moves))
	for i, s := range game.Moves {
		moves[i] = analysis.Move{Number: i + 1, Side: positions[i].Side, Played: s, Best: s, Before: positions[i]}
	}
	last := len(moves) - 1
	moves[2].Mark, moves[2].Best = analysis.Blunder, engine.At(0, 0)
	moves[last].Mark, moves[last].Best = analysis.Mistake, engine.At(1, 0)
	return analysedMsg{number: m.annotations.analysing.number, moves: moves}
}

// analysedWorse returns an analysis of the game so far in which every second move was a mistake.
func analysedWorse(m *Model) analysedMsg {
	msg := analysed(m)
	for i := range msg.moves {
		j := &msg.moves[i]
		if j.Mark = analysis.Good; i%2 == 0 {
			j.Mark = []analysis.Annotation{analysis.Mistake, analysis.Blunder}[i/2%2]
			j.BestDiscs, j.InDiscs = float64(i), true
		}
	}
	return msg
}

// states holds models in all states that a user can see, by name. A state that differs in kind has golden files for
// some looks. Of the others, says is what the screen shows at every size, and panel what it shows where there is room.
var states = []struct {
	name        string
	change      func(testing.TB) []func(*Options)
	reach       func(*driver)
	golden      string // looks
	says, panel string
}{
	{name: "start", golden: "80x24 80x24-colour 44x13-ascii"},
	{name: "moves", reach: func(d *driver) { d.send(typed("d3")...) },
		says: "White plays c3, flips 1.", panel: "1 X d3    2 O c3"},
	{name: "thinking", reach: func(d *driver) { d.Update(press("enter")) }, says: "White (table) thinks ."},
	{name: "values", reach: showValues, golden: "80x24 80x24-colour 120x40"},
	{name: "looking", reach: func(d *driver) { d.Update(press("v")) }, panel: "Values: searching …"},
	{name: "pass", change: func(t testing.TB) []func(*Options) {
		return []func(*Options){at(t, beforePass), func(o *Options) { o.As = engine.White }}
	}, reach: func(d *driver) { d.send(typed("c1")...) }, says: "flips 1. Black has no mov",
		panel: "White plays c1, flips 1. Black has no move and passes."},
	{name: "finished", reach: func(d *driver) { d.send(tea.PasteMsg{Content: nearEnd + "h4g8a7a2"}) },
		says: "White wins 40-24.", panel: "58 O g8   59 X a7   60 O a2"},
	{name: "analysed", reach: func(d *driver) { showAnalysis(d, analysed) },
		says: "Mistakes ? and blunders ??: Black 0 and 1", panel: "60 O a2?"},
	{name: "mistakes", reach: func(d *driver) { showAnalysis(d, analysedWorse) }, golden: "80x24"},
	{name: "forfeit", reach: func(d *driver) {
		d.Update(press("enter"))
		d.Update(moveMsg{number: d.thinking.number, err: &players.Forfeit{Reason: "no answer within 1s"}})
	}, says: "table forfeits: no answer within 1s. You", panel: "You win 64-0."},
	{name: "chooser", reach: func(d *driver) { d.send(keystrokes("p down down down")...) }, golden: "80x24 80x24-colour"},
	{name: "filtered", reach: func(d *driver) { d.send(append(keystrokes("p > > right tab"), typed("seed")...)...) },
		says: "runs/seed-7: champion of generation 41.", panel: "5 moves ahead, solves the last 10."},
	{name: "xyz", reach: func(d *driver) { d.send(append(keystrokes("p"), typed("xyzzy")...)...) },
		says: "No player matches the filter."},
	{name: "runs", reach: func(d *driver) {
		d.Update(press("o"))
		d.Update(someRuns(d.Model))
		d.Update(press("left"))
	}, golden: "80x24"},
	{name: "no-runs", change: func(testing.TB) []func(*Options) {
		return []func(*Options){func(o *Options) { o.Runs = "runs" }}
	}, reach: func(d *driver) {
		d.Update(press("o"))
		d.Update(runsMsg{number: d.runs.loads.number})
	}, says: "There is no run in runs yet: go run ./cmd", panel: "evolve run --budget 45s"},
	{name: "help", reach: func(d *driver) { d.send(press("?")) }, golden: "80x24 44x13-ascii"},
	{name: "boards", reach: func(d *driver) { d.send(keystrokes("N down down down down")...) }, golden: "80x24"},
	{name: "x", change: on("X"), reach: func(d *driver) { d.send(keystrokes("tab enter")...) },
		says: "White plays d6, flips 1.", panel: "Moves, board X"},
	{name: "diamond", change: on("Diamond"), reach: showValues, golden: "80x24-colour"},
	{name: "error", reach: func(d *driver) { d.send(tea.PasteMsg{Content: "f5d6\nf5f5"}) },
		says: "line 2: transcript, move 2: f5 is taken."},
	{name: "illegal", reach: func(d *driver) { d.send(typed("a1")...) }, says: "a1 is not a legal move for Black."},
	{name: "prompt", reach: func(d *driver) { d.send(append(keystrokes("t"), typed("f5d6")...)...) },
		says: "Square, transcript, position or GGF: f5d6"},
	{name: "watching", reach: func(d *driver) {
		d.Update(press("enter"))
		d.setPlayer(engine.Black, d.slots[engine.White])
		d.send(keystrokes("space")...)
	}, says: "Paused; space continues. White (table)", panel: "Black is table now. Press n to restart."},
}

// showValues plays a move and shows values.
func showValues(d *driver) {
	d.send(typed("d3")...)
	d.Update(press("v"))
	d.Update(valued(d.Model))
	leads(d.Model)
}

// showAnalysis shows a finished game with an analysis.
func showAnalysis(d *driver, analysis func(*Model) analysedMsg) {
	d.send(tea.PasteMsg{Content: nearEnd + "h4g8a7a2"})
	d.Update(press("m"))
	leads(d.Model)
	d.Update(analysis(d.Model))
}

// TestScreens draws every state at several sizes, with and without colours, and in ASCII.
func TestScreens(t *testing.T) {
	for _, state := range states {
		for _, look := range []struct {
			name          string
			width, height int
			colour, ascii bool
		}{
			{name: "80x24", width: 80, height: 24},
			{name: "80x24-colour", width: 80, height: 24, colour: true},
			{name: "120x40", width: 120, height: 40},
			{name: "44x13-ascii", width: 44, height: 13, ascii: true},
		} {
			t.Run(state.name+"-"+look.name, func(t *testing.T) {
				change := []func(*Options){func(o *Options) { o.Colour, o.ASCII = look.colour, look.ascii }}
				if state.change != nil {
					change = append(change, state.change(t)...)
				}
				d := &driver{Model: newModel(t, change...)}
				d.Update(tea.WindowSizeMsg{Width: look.width, Height: look.height})
				if state.reach != nil {
					state.reach(d)
				}
				d.Update(playersMsg(someListed()))
				screen := d.draw()
				checkFits(t, screen, look.width, look.height)
				if look.ascii {
					assert.Less(t, strings.IndexFunc(screen, func(r rune) bool { return r > '~' }), 0)
				}
				if slices.Contains(strings.Fields(state.golden), look.name) {
					checkGolden(t, state.name+"-"+look.name, screen)
				}
				shown := ansi.Strip(screen)
				assert.Contains(t, shown, state.says)
				if look.width >= 80 {
					assert.Contains(t, shown, state.panel)
				}
			})
		}
	}
}

// someListed returns a fixed list of players, because the real list changes with the champions.
func someListed() []playerlist.ListedPlayer {
	strong, weak := 304.1, -680.0
	return []playerlist.ListedPlayer{
		{Name: "table", About: "looks one ply ahead", Elo: &weak, Kind: playerlist.Roster},
		{Name: "reversi-blank", About: "weights of another program", Kind: playerlist.Roster, Levels: true, Weights: true},
		{Name: "strongest", About: "the champion that ships with this program, which looks quite far ahead and has a long " +
			"description", Elo: &strong, Kind: playerlist.Roster, Levels: true, Weights: true},
		{Name: "runs/seed-7", About: "champion of generation 41", Kind: playerlist.Run, Levels: true, Weights: true},
	}
}

// If the terminal is too small, the screen says which size it needs.
func TestTooSmall(t *testing.T) {
	m := newModel(t)
	for _, c := range []struct {
		width, height int
		says          string
	}{{0, 0, ""}, {1, 1, "T"}, {7, 3, "The"}, {44, 12, "The board needs 44 columns and 13 rows; this"}, {40, 10, ""}} {
		m.Update(tea.WindowSizeMsg{Width: c.width, Height: c.height})
		screen := m.draw()
		checkFits(t, screen, c.width, c.height)
		assert.Contains(t, screen, c.says)
		m.Update(tea.MouseClickMsg{X: 3, Y: 3, Button: tea.MouseLeft})
	}
	checkGolden(t, "small-40x10", m.draw())
	assert.Empty(t, m.session.Plies())
}

// The final text has the result and the transcript of the game.
func TestFinalText(t *testing.T) {
	d := &driver{Model: newModel(t)}
	assert.Equal(t, "transcript: ", d.finalText())
	d.send(typed("d3")...)
	assert.Equal(t, "transcript: d3c3", d.finalText())
	d.send(tea.PasteMsg{Content: nearEnd + "h4g8a7a2"})
	assert.Contains(t, d.finalText(), Result(English, d.session.Snapshot()))
	assert.Contains(t, d.finalText(), "transcript: "+nearEnd+"h4g8a7a2\n")
	assert.Contains(t, d.finalText(), " analyze ")
}

// A pausing player thinks until it is cancelled.
type pausing struct{}

func (pausing) NewGame(uint64) {}

func (pausing) Move(ctx context.Context, p engine.Position) (search.Result, error) {
	<-ctx.Done()
	return search.Result{Move: engine.NoSquare}, ctx.Err()
}
