package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/report/analysis"
	"evothello/search"
	"evothello/weights"
)

// judgeSettings are those of evolve analyze.
var judgeSettings = search.Settings{Depth: 8, Endgame: 16}

// marks are what is known of the mistakes in a game.
type marks struct {
	asked   *engine.Game // to be judged, or nil
	judging job[*engine.Game]
	moves   []analysis.Move // of the game judged last
	depths  search.Settings
}

// known reports whether moves have been judged.
func (k *marks) known() bool { return len(k.moves) > 0 }

// of is the judgement of a move that was played in a position, nil if there is none.
func (k *marks) of(number int, at engine.Position, played engine.Square) *analysis.Move {
	if number < 0 || number >= len(k.moves) {
		return nil
	}
	if j := &k.moves[number]; j.Before == at && j.Played == played {
		return j
	}
	return nil
}

// A judgedMsg has the moves of a game judged.
type judgedMsg struct {
	number int
	moves  []analysis.Move
	err    error
}

// askForMarks has the game so far judged.
func (m *Model) askForMarks() {
	game := m.session.Game()
	if len(game.Moves) == 0 {
		m.say("There is no move to judge yet.")
		return
	}
	m.marks.asked = game
	m.say("The shipped champion judges the moves …")
}

// judge judges the game that was asked for.
func (m *Model) judge() tea.Cmd {
	game := m.marks.asked
	ctx, begin := m.marks.judging.turnTo(m.ctx, game)
	if !begin {
		return nil
	}
	number, depths, board := m.marks.judging.number, m.marks.depths, m.options.Board
	return func() tea.Msg {
		moves, err := judge(ctx, board, game, depths)
		return judgedMsg{number, moves, err}
	}
}

func judge(ctx context.Context, board engine.Shape, game *engine.Game,
	depths search.Settings) ([]analysis.Move, error) {
	champion, err := weights.Named(weights.ChampionOf(board))
	if err != nil {
		return nil, err
	}
	return analysis.New(champion, depths).Analyse(ctx, game)
}

func (m *Model) takeMarks(msg judgedMsg) {
	if !m.marks.judging.finish(msg.number) {
		return
	}
	if msg.err != nil {
		m.refuse(msg.err)
		return
	}
	m.marks.moves = msg.moves
	black, white := analysis.SumOf(msg.moves, engine.Black), analysis.SumOf(msg.moves, engine.White)
	m.say(fmt.Sprintf("Mistakes ? and blunders ??: Black %d and %d, White %d and %d.",
		black.Mistakes, black.Blunders, white.Mistakes, white.Blunders))
}

// remark says what was wrong with the last move, "" if nothing is known to be.
func (m *Model) remark() string {
	game := m.session.Game()
	last := len(game.Moves) - 1
	if last < 0 {
		return ""
	}
	j := m.marks.of(last, game.Positions()[last], game.Moves[last])
	if j == nil || j.Mark == analysis.Good {
		return ""
	}
	word := map[analysis.Annotation]string{analysis.Mistake: "a mistake", analysis.Blunder: "a blunder"}[j.Mark]
	return fmt.Sprintf("%s's %s was %s: %s was better.", j.Side, j.Played, word, j.Best)
}
