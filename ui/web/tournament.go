//go:build !js

package web

import (
	"errors"
	"net/http"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/runs"
	"evothello/runs/tournament"
)

// A tournamentView is what only tournaments have.
type tournamentView struct {
	Board   boardView `json:"board"`
	Players []string  `json:"players"` // specs, in the order of the standings
}

// tournamentOf returns what only tournaments have, nil for other kinds.
func tournamentOf(kind *runs.Kind, dir *files.Dir, tables []tableView) (*tournamentView, error) {
	if kind.Format != &tournament.Format {
		return nil, nil
	}
	c, err := tournament.ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	v := &tournamentView{newBoardView(c.HomeBoard()), make([]string, len(c.Players))}
	for i, p := range c.Players {
		v.Players[i] = p.Spec
	}
	if len(tables) > 0 && len(tables[0].Rows) == len(v.Players) { // ratings.csv: rank, player, …
		for i, row := range tables[0].Rows {
			v.Players[i] = row[1]
		}
	}
	return v, nil
}

// A cupGame is a game of a tournament.
type cupGame struct {
	Opening int    `json:"opening"` // number of the opening, from 1; both games of a pair have the same number
	Black   string `json:"black"`
	White   string `json:"white"`
	Discs   int    `json:"discs"` // result for Black, in discs
	Moves   string `json:"moves"`
	Forfeit string `json:"forfeit,omitempty"` // reason why a player lost before the end
}

// gamesOfTwo are the games of two players of a tournament.
type gamesOfTwo struct {
	Games   []cupGame `json:"games"`
	LeftOff int       `json:"left_off"` // number of games left off because the list is too long
}

// games answers /api/runs/NAME/games.
func (s *Server) games(r *http.Request) (*gamesOfTwo, error) {
	kind, err := s.kindOf(r.PathValue("name"))
	if err != nil {
		return nil, err
	}
	if kind.Format != &tournament.Format {
		return nil, refusef(http.StatusNotFound, "%.100q is not a tournament", r.PathValue("name"))
	}
	query := r.URL.Query()
	all, err := tournament.ReadGames(files.At(s.dir(r.PathValue("name"))), query.Get("a"), query.Get("b"))
	if errors.Is(err, tournament.ErrNoPairing) {
		return nil, refuse(http.StatusNotFound, err)
	}
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, err)
	}
	shown := all[:min(len(all), maxRows)]
	answer := &gamesOfTwo{[]cupGame{}, len(all) - len(shown)}
	for _, g := range shown {
		answer.Games = append(answer.Games, cupGame{
			g.Opening, g.Black, g.White, g.Discs, engine.Transcript(g.Moves), g.ForfeitReason,
		})
	}
	return answer, nil
}
