package playerlist

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"strconv"
	"sync"
)

// Characters are the names of roster players that differ in style and strength, the weakest first. The page
// shows them before all others.
var Characters = []string{
	"random", "greedy", "corner", "montecarlo", "human", "evolved", "evolved-deep", "strongest",
}

// levelsCSV holds the ratings of characters at their levels, see docs/reference/players.md.
//
//go:embed levels.csv
var levelsCSV []byte

// elosByLevel returns the ratings of a player at its levels, from level 1 on, on the scale of players.Rating. It is
// empty for players that were not rated at their levels.
func elosByLevel(player string) []float64 { return levelRatings()[player] }

var levelRatings = sync.OnceValue(func() map[string][]float64 {
	rows, err := csv.NewReader(bytes.NewReader(levelsCSV)).ReadAll()
	if err != nil {
		panic("playerlist: levels.csv: " + err.Error())
	}
	byName := map[string][]float64{}
	for _, row := range rows[1:] { // player, level, elo, elo_error
		level, wrong := strconv.Atoi(row[1])
		elo, err := strconv.ParseFloat(row[2], 64)
		if err := cmp.Or(wrong, err); err != nil || level != len(byName[row[0]])+1 {
			panic("playerlist: levels.csv: the rows of a player are not in the order of its levels")
		}
		byName[row[0]] = append(byName[row[0]], elo)
	}
	return byName
})
