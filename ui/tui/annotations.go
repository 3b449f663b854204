package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/weights"
)

// analysisSettings are the search settings for the analysis of a game.
var analysisSettings = search.Settings{Depth: 8, Endgame: 16}

// annotations holds the analysis of a game.
type annotations struct {
	asked     *engine.Game // the game to analyse, or nil
	analysing job[*engine.Game]
	moves     []analysis.Move // of the last analysed game
	depths    search.Settings
}

// known reports whether moves have been analysed.
func (k *annotations) known() bool { return len(k.moves) > 0 }

// of returns the analysis of a move in a position, or nil if there is none.
func (k *annotations) of(number int, at engine.Position, played engine.Square) *analysis.Move {
	if number < 0 || number >= len(k.moves) {
		return nil
	}
	if j := &k.moves[number]; j.Before == at && j.Played == played {
		return j
	}
	return nil
}

// An analysedMsg holds the analysis of a game's moves.
type analysedMsg struct {
	number int
	moves  []analysis.Move
	err    error
}

// requestAnalysis asks for the analysis of the game so far.
func (m *Model) requestAnalysis() {
	game := m.session.Game()
	if len(game.Moves) == 0 {
		m.say(m.text("There is no move to analyse yet."))
		return
	}
	m.annotations.asked = game
	m.say(m.text("The shipped champion analyses the moves …"))
}

// analyse starts the requested analysis.
func (m *Model) analyse() tea.Cmd {
	game := m.annotations.asked
	ctx, begin := m.annotations.analysing.switchTo(m.ctx, game)
	if !begin {
		return nil
	}
	number, depths, board := m.annotations.analysing.number, m.annotations.depths, m.options.Board
	return func() tea.Msg {
		moves, err := analyse(ctx, board, game, depths)
		return analysedMsg{number, moves, err}
	}
}

func analyse(ctx context.Context, board engine.Shape, game *engine.Game,
	depths search.Settings) ([]analysis.Move, error) {
	champion, err := weights.Named(weights.ChampionOf(board))
	if err != nil {
		return nil, err
	}
	valuer, err := analyser(board)
	if err != nil {
		return nil, err
	}
	analyst := analysis.New(champion, depths)
	moves, err := analyst.Analyse(ctx, game)
	if err != nil {
		return nil, err
	}
	analysis.InDiscs(moves, valuer.Scale())
	return moves, analyst.Explain(ctx, moves)
}

func (m *Model) takeAnalysis(msg analysedMsg) {
	if !m.annotations.analysing.finish(msg.number) {
		return
	}
	if msg.err != nil {
		m.showError(msg.err)
		return
	}
	m.annotations.moves = msg.moves
	black, white := analysis.SumOf(msg.moves, engine.Black), analysis.SumOf(msg.moves, engine.White)
	m.say(m.text("Mistakes ? and blunders ??: Black %d and %d, White %d and %d.",
		black.Mistakes, black.Blunders, white.Mistakes, white.Blunders))
}

// lastMoveText returns sentences about the last move if it was a mistake, else "".
func (m *Model) lastMoveText() string {
	game := m.session.Game()
	last := len(game.Moves) - 1
	if last < 0 {
		return ""
	}
	j := m.annotations.of(last, game.Positions()[last], game.Moves[last])
	if j == nil || j.Mark == analysis.Good {
		return ""
	}
	word := map[analysis.Annotation]string{analysis.Mistake: "a mistake", analysis.Blunder: "a blunder"}[j.Mark]
	said := m.text("%s's %s was %s: %s was better.", j.Side, j.Played, m.text(word), j.Best)
	if j.Compared == nil {
		return said
	}
	for _, r := range j.Compared.Reasons {
		says := r.Sentences()
		if m.theme.language == nil {
			said += " " + says.English
		} else {
			said += says.Japanese
		}
	}
	return said
}
