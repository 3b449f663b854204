package web

import (
	"errors"
	"net/http"

	"evothello/engine"
	"evothello/players"
	"evothello/report/analysis"
	"evothello/search"
	"evothello/ui/lobby"
	"evothello/weights"
)

// A playerList lists the players that can be chosen, and how they may play.
type playerList struct {
	Levels []lobby.Level `json:"levels"`
	Usual  lobby.Choice  `json:"usual"` // the default opponent where there is no run
	// Newest are the champions of the newest runs, by the board's name. They come before Usual.
	Newest  map[string]lobby.Choice `json:"newest"`
	Level   int                     `json:"level"` // where that of another player stands first
	Players []lobby.Offer           `json:"players"`
}

// listPlayers answers /api/players.
func (s *Server) listPlayers(r *http.Request) (*playerList, error) {
	if onLarge(r.URL.Query().Get("board")) {
		return s.largePlayers(), nil
	}
	return &playerList{lobby.Levels, lobby.Beginners, s.lobby.Newest(), lobby.UsualLevel, s.lobby.Offers()}, nil
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
	*analysis.Valuer
	weights *weights.Switch
	hash    string // of the weights
}

// mostJudges are kept ready: what points are worth to them takes games to find out.
const mostJudges = 64

// judgeOf returns the judge that was chosen for a game, by default the champion that ships for its
// board.
func (s *Server) judgeOf(chosen *lobby.Choice, board engine.Shape) (name string, j *judge, err error) {
	if name = weights.ChampionOf(board); chosen != nil {
		name = chosen.Name
	}
	if j, err = s.judge(name); err == nil {
		err = j.playsOn(name, board)
	}
	return name, j, err
}

// playsOn refuses a board that the judge of a name was not bred for.
func (j *judge) playsOn(name string, board engine.Shape) error {
	if err := j.weights.PlaysOn(board); err != nil {
		return refusef(http.StatusUnprocessableEntity, "player %s: %w", name, err)
	}
	return nil
}

// judge makes a player's weights ready.
func (s *Server) judge(player string) (*judge, error) {
	w, err := s.lobby.Switch(player)
	if err != nil {
		return nil, choiceError(err)
	}
	hash := players.Searching("", w, search.Settings{}).Hash()
	return s.judges.get(hash, "", func() (*judge, error) { return &judge{analysis.NewValuer(w), w, hash}, nil })
}
