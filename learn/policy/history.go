package policy

import (
	"strconv"

	"evothello/fitness"
	"evothello/internal/files"
)

// historyCSV returns history.csv, with a line for each round. The last columns are the player's score
// and 95 % interval against each opponent. Numbers have six decimals.
func historyCSV(c *Config, rounds []Round) []byte {
	header := []string{"round", "samples", "loss", "held_out_positions", "agreement"}
	for _, opponent := range c.Opponents {
		header = append(header, fitness.ScoreColumns(opponent.Spec)...)
	}
	lines := [][]string{header}
	for _, r := range rounds {
		line := []string{
			strconv.Itoa(r.Round), strconv.Itoa(r.Samples), files.Decimals(r.Loss),
			strconv.Itoa(r.HeldOut.Positions), files.Decimals(r.HeldOut.Share()),
		}
		for _, against := range r.Reference {
			line = append(line, against.Result.ScoreFields()...)
		}
		lines = append(lines, line)
	}
	return files.CSV(lines...)
}
