package qnet

import (
	"strconv"

	"evothello/internal/files"
)

// historyCSV returns history.csv, with a line for each round. Numbers have six decimals.
func historyCSV(rounds []Round) []byte {
	lines := [][]string{{"round", "episodes", "wins", "draws", "losses", "steps", "trained", "loss", "value", "epsilon"}}
	for _, r := range rounds {
		var line []string
		for _, n := range []int{r.Round, r.Episodes, r.Wins, r.Draws, r.Losses, r.Steps, r.Trained} {
			line = append(line, strconv.Itoa(n))
		}
		for _, x := range []float64{r.Loss, r.Value, r.Epsilon} {
			line = append(line, files.Decimals(x))
		}
		lines = append(lines, line)
	}
	return files.CSV(lines...)
}
