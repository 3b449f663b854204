package web

import (
	"errors"
	"net/http"

	"evothello/advice"
	"evothello/lobby"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// A company is who can be played, and how.
type company struct {
	Levels  []lobby.Level `json:"levels"`
	Usual   lobby.Choice  `json:"usual"`
	Players []lobby.Offer `json:"players"`
}

// company answers /api/players.
func (s *Server) company(*http.Request) (*company, error) {
	return &company{lobby.Levels, lobby.Usual, s.lobby.Offers()}, nil
}

// choiceError is why a player cannot be had.
func choiceError(err error) error {
	if errors.Is(err, lobby.ErrUnknown) {
		return refuse(http.StatusNotFound, err)
	}
	return refuse(http.StatusUnprocessableEntity, err)
}

// A judge is a player's weights, made ready to say what positions are worth.
type judge struct {
	*advice.Counsel
	weights *weights.Switch
	hash    string // of the weights
}

// mostJudges are kept ready: what points are worth to them takes games to find out.
const mostJudges = 64

// judge makes a player's weights ready.
func (s *Server) judge(player string) (*judge, error) {
	w, err := s.lobby.Switch(player)
	if err != nil {
		return nil, choiceError(err)
	}
	hash := players.Searching("", w, search.Settings{}).Hash()
	return s.judges.get(hash, "", func() (*judge, error) { return &judge{advice.New(w), w, hash}, nil })
}
