package web

import (
	"context"
	"fmt"
	"net/http"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/english"
	"evothello/ui/lobby"
)

// The bounds of what is read and written for other people's programs.
const (
	mostGames   = 1000
	longestName = 200 // bytes
)

type readQuestion struct {
	Text  string `json:"text"`
	Board string `json:"board"` // of transcripts, "" for the standard one
	File  []byte `json:"file"`  // what a file holds, instead of a text
}

// A reading is what a text holds.
type reading struct {
	Format formats.Format `json:"format"`
	Games  []readGame     `json:"games"`
	Faults []string       `json:"faults"` // what is wrong with it all the same
}

type readGame struct {
	Title string `json:"title"`
	Black string `json:"black"`
	White string `json:"white"`
	Game  game   `json:"game"`
}

// recognize answers /api/read.
func (s *Server) recognize(_ context.Context, q readQuestion) (*reading, error) {
	if len(q.File) > 0 {
		q.Text = string(q.File)
	}
	if onLarge(q.Board) {
		if read := recognizeLarge(q); read != nil {
			return read, nil
		}
		q.Board = "" // it may be another board's
	}
	board, _, err := (&game{Board: q.Board}).origin()
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, err)
	}
	file, format, err := formats.ReadText(board.Start, q.Text)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, err)
	}
	answer := &reading{Format: format, Games: []readGame{}, Faults: []string{}}
	for _, fault := range file.Faults {
		answer.Faults = append(answer.Faults, fault.Error())
	}
	if lost := file.Lost; lost.Games > 0 {
		answer.Faults = append(answer.Faults, fmt.Sprintf("%s left out, the first one for this: %v",
			english.Count(lost.Games, "game"), lost.First))
	}
	for i := range file.Games {
		g := &file.Games[i]
		answer.Games = append(answer.Games, readGame{g.Title(), g.Black, g.White, asked(board, &g.Game)})
	}
	for _, p := range file.Problems {
		answer.Games = append(answer.Games, readGame{Title: fmt.Sprintf("line %d", p.Line),
			Game: asked(board, &engine.Game{Start: p.Position})})
	}
	if n := len(answer.Games); n > mostGames {
		answer.Games = answer.Games[:mostGames]
		answer.Faults = append(answer.Faults, fmt.Sprintf("there are %d games: only the first %d are shown", n, mostGames))
	}
	answer.Faults = answer.Faults[:min(len(answer.Faults), mostGames)]
	return answer, nil
}

// asked is a game as questions hold it, when the present one is on a board.
func asked(now engine.Shape, g *engine.Game) game {
	board := lobby.BoardOf(g.Start, now)
	q := game{Moves: g.Transcript()}
	if !board.IsStandard() {
		q.Board = nameOfBoard(board)
	}
	if g.Start != board.Start || board.Name == lobby.OneOfItsOwn {
		q.Start = g.Start.String()
	}
	return q
}

type writeQuestion struct {
	Game  game   `json:"game"`
	Black string `json:"black"`
	White string `json:"white"`
}

// A writing is a game in other people's formats.
type writing struct {
	Transcript string `json:"transcript"` // "" where the game does not start as games on its board do
	GGF        string `json:"ggf"`
	Board      string `json:"board"`
}

// write answers /api/write.
func (s *Server) write(_ context.Context, q writeQuestion) (*writing, error) {
	if len(q.Black) > longestName || len(q.White) > longestName {
		return nil, refusef(http.StatusUnprocessableEntity, "a player's name is longer than %d bytes", longestName)
	}
	if onLarge(q.Game.Board) {
		return q.writeLarge()
	}
	played, err := q.Game.session()
	if err != nil {
		return nil, err
	}
	g := formats.Annotated{Game: *played.Game(), Black: q.Black, White: q.White, Result: resultOf(played)}
	answer := &writing{GGF: g.GGF(), Board: played.Position().Settle().String()}
	if g.Start == played.board.Start {
		answer.Transcript = g.Transcript()
	}
	return answer, nil
}

// resultOf is how a game ended, nil if it has not.
func resultOf(played *match) *formats.Result {
	end := played.Snapshot()
	switch {
	case !end.Over:
		return nil
	case end.Forfeit != nil:
		return &formats.Result{Discs: float64(end.Discs), How: "r"}
	}
	return &formats.Result{Discs: float64(end.Discs)}
}
