package web

import (
	"context"
	"fmt"
	"net/http"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/formats"
	"evothello/ui/playerlist"
)

// The limits of /api/read and /api/write.
const (
	maxGames     = 1000 // in one answer
	maxFaults    = 20
	maxNameBytes = 200 // of a player's name, and of a date
)

type readQuestion struct {
	Text  string `json:"text"`
	Board string `json:"board"` // board of transcripts; "" for the standard board
	File  []byte `json:"file"`  // content of a file, in place of Text
	From  int    `json:"from"`  // number of games to skip, because earlier answers have them
	// The contents of WTHOR.JOU and WTHOR.TRN, which hold the names of players and tournaments for WTHOR files.
	// Without Players, players have numbers in place of names.
	Players     []byte `json:"players"`
	Tournaments []byte `json:"tournaments"`
}

// A readAnswer lists the games that a text contains, up to maxGames of them.
type readAnswer struct {
	Format formats.Format `json:"format"`
	Games  []readGame     `json:"games"`
	Total  int            `json:"total"`  // number of games in the text
	Faults []string       `json:"faults"` // problems that are not fatal
}

type readGame struct {
	Number int           `json:"number"` // number of the game in the text, counting unreadable games; 0 for a position
	Title  string        `json:"title"`
	Black  string        `json:"black"`
	White  string        `json:"white"`
	Date   string        `json:"date"`
	Game   game          `json:"game"`
	End    *positionView `json:"end"` // last position
}

// newReadGame returns a game that was read. now is the board of the client's present game.
func newReadGame(now engine.Shape, g *formats.Annotated) (readGame, error) {
	played, err := session.From(&g.Game)
	if err != nil {
		return readGame{}, err
	}
	end := newPositionView(played.Snapshot())
	return readGame{
		Number: g.Number, Black: g.Black, White: g.White, Date: g.Date, Game: gameQuestion(now, &g.Game), End: &end,
	}, nil
}

// readGames answers /api/read.
func (s *Server) readGames(_ context.Context, q readQuestion) (*readAnswer, error) {
	if len(q.File) > 0 {
		q.Text = string(q.File)
	}
	board, _, err := (&game{Board: q.Board}).boardAndStart()
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, err)
	}
	file, format, err := formats.ReadNamedText(board.Start, q.Text, q.Players, q.Tournaments)
	if err != nil || board.IsLarge() && len(file.Games)+len(file.Problems) == 0 { // it may be a game on 8×8
		file, format, err = formats.ReadText(engine.Start(), q.Text)
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, err)
	}
	answer := &readAnswer{Format: format, Games: []readGame{}, Faults: []string{}}
	for _, fault := range file.Faults[:min(len(file.Faults), maxFaults)] {
		answer.Faults = append(answer.Faults, fault.Error())
	}
	if more := len(file.Faults) - maxFaults; more > 0 {
		answer.Faults = append(answer.Faults, fmt.Sprintf("and %d more problems", more))
	}
	titles := make([]string, len(file.Games))
	for i := range file.Games {
		titles[i] = file.Games[i].Title()
	}
	for _, p := range file.Problems {
		titles = append(titles, fmt.Sprintf("line %d", p.Line))
		file.Games = append(file.Games, formats.Annotated{Game: engine.Game{Start: p.Position}})
	}
	answer.Total = len(titles)
	from := min(max(q.From, 0), answer.Total)
	for i := from; i < min(from+maxGames, answer.Total); i++ {
		read, err := newReadGame(board, &file.Games[i])
		if err != nil {
			return nil, err
		}
		read.Title = titles[i]
		answer.Games = append(answer.Games, read)
	}
	return answer, nil
}

// gameQuestion converts a game to the form of requests. now is the board of the client's present game.
func gameQuestion(now engine.Shape, g *engine.Game) game {
	board := playerlist.BoardOf(g.Start, now)
	q := game{Moves: g.Transcript()}
	if !board.IsStandard() {
		q.Board = nameOfBoard(board)
	}
	if g.Start != board.Start || board.Name == playerlist.UnnamedBoard {
		q.Start = g.Start.String()
	}
	return q
}

type writeQuestion struct {
	Game  game   `json:"game"`
	Black string `json:"black"`
	White string `json:"white"`
	Date  string `json:"date"`
}

// A writeAnswer is a game in the formats of other programs.
type writeAnswer struct {
	Transcript string `json:"transcript"` // "" if the game does not begin at its board's start position
	GGF        string `json:"ggf"`
	Board      string `json:"board"`
}

// write answers /api/write.
func (s *Server) write(_ context.Context, q writeQuestion) (*writeAnswer, error) {
	if max(len(q.Black), len(q.White), len(q.Date)) > maxNameBytes {
		return nil, refusef(http.StatusUnprocessableEntity,
			"a player's name or the date is longer than %d bytes", maxNameBytes)
	}
	played, err := q.Game.session()
	if err != nil {
		return nil, err
	}
	g := formats.Annotated{
		Game: *played.Game(), Black: q.Black, White: q.White, Date: q.Date, Result: resultOf(played),
	}
	answer := &writeAnswer{GGF: g.GGF(), Board: played.Position().Settle().String()}
	if g.Start == played.board.Start {
		answer.Transcript = g.Transcript()
	}
	return answer, nil
}

// resultOf returns the result of a game, or nil if the game is not over.
func resultOf(played *playedGame) *formats.Result {
	end := played.Snapshot()
	switch {
	case !end.Over:
		return nil
	case end.Forfeit != nil:
		return &formats.Result{Discs: float64(end.Discs), How: "r"}
	}
	return &formats.Result{Discs: float64(end.Discs)}
}
