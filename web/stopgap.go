package web

import (
	"net/http"
	"slices"

	"evothello/players"
	"evothello/weights"
)

type stopgap struct{}

type choice struct {
	Name    string `json:"name"`
	Level   int    `json:"level"`
	Depth   int    `json:"depth"`
	Endgame int    `json:"endgame"`
	Loss    int    `json:"loss"`
}

type offer struct {
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Elo     *float64 `json:"elo"`
	Kind    string   `json:"kind"`
	Levels  bool     `json:"levels"`
	Weights bool     `json:"weights"`
}

func (stopgap) Contestant(c choice) (*players.Contestant, error) {
	if !slices.Contains(players.Names(), c.Name) {
		return nil, refusef(http.StatusNotFound, "no player %s", c.Name)
	}
	spec, err := players.ParseSpec(c.Name)
	if err != nil {
		return nil, refuse(422, err)
	}
	depth := max(c.Depth, c.Level)
	if depth > 0 {
		spec, _ = spec.AtDepth(depth)
	}
	return spec.Contestant()
}

func (stopgap) Switch(name string) (*weights.Switch, error) {
	spec, err := players.ParseSpec(name)
	if err != nil {
		return nil, refuse(404, err)
	}
	w, err := spec.Switch()
	return w, refuse(422, err)
}

func (s *Server) players(*http.Request) (any, error) {
	var offers []offer
	for _, e := range players.Roster() {
		if e.Foreign {
			continue
		}
		spec, err := players.ParseSpec(e.Name)
		if err != nil {
			continue
		}
		_, heeds := spec.AtDepth(1)
		_, err = spec.Switch()
		o := offer{Name: e.Name, About: e.About, Kind: "roster", Levels: heeds, Weights: err == nil}
		if elo, known := e.Rating(); known {
			o.Elo = &elo
		}
		offers = append(offers, o)
	}
	type level struct {
		Level   int `json:"level"`
		Depth   int `json:"depth"`
		Endgame int `json:"endgame"`
	}
	var levels []level
	for i := range 10 {
		levels = append(levels, level{i + 1, i + 1, 2 * (i + 1)})
	}
	return map[string]any{"levels": levels, "usual": choice{Name: "champion", Level: 4}, "players": offers}, nil
}
