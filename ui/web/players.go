package web

import (
	"cmp"
	"errors"
	"net/http"

	"evothello/engine"
	"evothello/players"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/playerlist"
	"evothello/weights"
)

// A playerList is the list of players and levels that can be chosen.
type playerList struct {
	Levels []playerlist.Level `json:"levels"`
	Usual  playerlist.Choice  `json:"usual"` // default opponent on boards without a run
	// Newest holds the champion of the newest run on each board, by board name. It is the default opponent
	// there, in place of Usual.
	Newest  map[string]playerlist.Choice `json:"newest"`
	Level   int                          `json:"level"`   // default level of other opponents
	Seconds float64                      `json:"seconds"` // maximum time per move, in seconds
	Players []playerlist.ListedPlayer    `json:"players"`
	// Characters are the names of players to show first, the weakest first.
	Characters []string          `json:"characters"`
	Ladder     []playerlist.Rung `json:"ladder"` // champions of the shipped or published run, by generation
}

// listPlayers answers /api/players.
func (s *Server) listPlayers(r *http.Request) (*playerList, error) {
	board := engine.Standard()
	if name := r.URL.Query().Get("board"); name != "" {
		var err error
		if board, err = boardNamed(name); err != nil {
			return nil, refuse(http.StatusUnprocessableEntity, err)
		}
	}
	list := &playerList{
		Levels: playerlist.Levels, Usual: playerlist.BeginnerOn(board), Newest: s.players.Newest(r.Context()),
		Level: playerlist.DefaultLevel, Seconds: s.MaxThink.Seconds(), Players: s.players.Players(r.Context()),
		Characters: playerlist.Characters, Ladder: s.players.LadderOf(s.Published),
	}
	if err := r.Context().Err(); err != nil {
		return nil, err // the client is gone, and the list is not whole
	}
	if board.IsLarge() {
		list.keepLarge(board)
	} else if len(list.Ladder) == 0 {
		list.Ladder = playerlist.Ladder()
	}
	if s.Published != "" {
		board := s.players.BoardOf(s.Published)
		list.Newest[cmp.Or(board, playerlist.BoardName(engine.Standard()))] = playerlist.Choice{Name: s.Published}
	}
	return list, nil
}

// keepLarge keeps the players and levels for a board larger than 8×8: players that play on it, and levels
// that do not take too long.
func (l *playerList) keepLarge(board engine.Shape) {
	l.Levels, l.Ladder = playerlist.Levels[:4], []playerlist.Rung{}
	var play []playerlist.ListedPlayer
	for _, one := range l.Players {
		if on, is := one.On(board); is {
			play = append(play, on)
		}
	}
	l.Players = play
}

// choiceError turns the error of a choice into a refusal: 404 for unknown players, else 422.
func choiceError(err error) error {
	if errors.Is(err, playerlist.ErrUnknown) {
		return refuse(http.StatusNotFound, err)
	}
	return refuse(http.StatusUnprocessableEntity, err)
}

// An analyser values positions by a player's weights.
type analyser struct {
	*analysis.Valuer
	weights *weights.Switch
	hash    string // of the weights
}

// maxAnalysers is the capacity of the cache of analysers. Caching pays because an analyser plays some
// games first, to measure what points are worth in discs.
const maxAnalysers = 64

// analyserOf returns the analyser that was chosen for a game. The default is the champion that ships
// for its board.
func (s *Server) analyserOf(chosen *playerlist.Choice, board engine.Shape) (name string, a *analyser, err error) {
	if name = weights.ChampionOf(board); chosen != nil {
		name = chosen.Name
	}
	if a, err = s.analyser(name); err == nil {
		err = a.playsOn(name, board)
	}
	return name, a, err
}

// playsOn refuses a board that the player's weights do not play on.
func (a *analyser) playsOn(name string, board engine.Shape) error {
	if err := a.weights.PlaysOn(board); err != nil {
		return refusef(http.StatusUnprocessableEntity, "player %s: %w", name, err)
	}
	return nil
}

// analyser returns the analyser of a player's weights, from the cache if it is there.
func (s *Server) analyser(player string) (*analyser, error) {
	w, err := s.players.Switch(player)
	if err != nil {
		return nil, choiceError(err)
	}
	if home := w.HomeBoard(); home.IsLarge() {
		return nil, refusef(http.StatusUnprocessableEntity, "player %s: there are no values on board %s", player, home.Name)
	}
	return s.analyserOfWeights(w)
}

// analyserOfWeights returns the analyser of weights, from the cache if it is there.
func (s *Server) analyserOfWeights(w *weights.Switch) (*analyser, error) {
	hash := players.Searching("", w, search.Settings{}).Hash()
	return s.analysers.get(hash, "", func() (*analyser, error) {
		return &analyser{analysis.NewValuer(w), w, hash}, nil
	})
}
