package players

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"
)

// ratingsCSV holds the ratings of a tournament of the whole roster, see docs/reference/players.md.
//
//go:generate cp ../docs/reference/ratings.csv ratings.csv
//go:embed ratings.csv
var ratingsCSV []byte

// Rating returns the player's strength in the tournament of ratings.csv, in Elo points above the mean of all
// its players. known is false for players that took no part.
func (e RosterEntry) Rating() (elo float64, known bool) {
	elo, known = ratings()[e.Name]
	return elo, known
}

var ratings = sync.OnceValue(func() map[string]float64 {
	rows, err := csv.NewReader(bytes.NewReader(ratingsCSV)).ReadAll()
	if err != nil {
		panic("players: ratings.csv: " + err.Error())
	}
	byName, standIns := make(map[string]float64, len(rows)), map[string]float64{}
	for _, row := range rows[1:] { // rank, player, elo, …
		elo, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			panic("players: ratings.csv: " + err.Error())
		}
		switch name, settings, _ := strings.Cut(row[1], ":"); settings {
		case "":
			byName[name] = elo
		case "nodes=200000", "games=1000": // in place of the player's clock
			standIns[name] = elo
		}
	}
	for name, elo := range standIns {
		if _, is := byName[name]; !is {
			byName[name] = elo
		}
	}
	return byName
})
