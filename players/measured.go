package players

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"
)

// ratingsCSV holds the ratings of a tournament of the whole roster, see docs/reference/players.md.
//
//go:generate cp ../docs/ratings/ratings.csv ratings.csv
//go:embed ratings.csv
var ratingsCSV []byte

// A Rating is a player's strength in the tournament of ratings.csv: Elo points above the mean of all players,
// and half of the 95 % interval. Players with a search searched to depth 4 and solved the last 8 empty
// squares.
type Rating struct{ Elo, Error float64 }

// Rating returns the player's rating. known is false if it did not take part in the tournament.
func (e RosterEntry) Rating() (r Rating, known bool) {
	r, known = ratings()[e.Name]
	return r, known
}

var ratings = sync.OnceValue(func() map[string]Rating {
	rows, err := csv.NewReader(bytes.NewReader(ratingsCSV)).ReadAll()
	if err != nil {
		panic("players: ratings.csv: " + err.Error())
	}
	byName := make(map[string]Rating, len(rows))
	for _, row := range rows[1:] { // rank, player, elo, elo_error, …
		elo, wrong := strconv.ParseFloat(row[2], 64)
		plusMinus, err := strconv.ParseFloat(row[3], 64)
		if err := cmp.Or(wrong, err); err != nil {
			panic("players: ratings.csv: " + err.Error())
		}
		name, _, _ := strings.Cut(row[1], ":") // montecarlo has a number of games in place of its clock
		byName[name] = Rating{elo, plusMinus}
	}
	return byName
})
