package runs

import (
	"strconv"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
)

// historyCSV returns the content of history.csv. It has one line per generation, with the statistics of the generation
// and the scores of the current champion against each opponent of the ladder.
func historyCSV(c *evolution.Config, rows []evolution.Row, champions []evolution.Champion) []byte {
	header := []string{"generation", "best", "mean", "worst", "spread", "diversity", "success", "heritability", "champion",
		"promoted", "gate", "gate_pairs", "gate_results"}
	for _, opponent := range c.Ladder.Opponents {
		header = append(header, fitness.ScoreColumns(opponent)...)
	}
	out := files.CSV(append(header, "games"))
	current := -1
	for _, row := range rows {
		for current+1 < len(champions) && champions[current+1].Generation <= row.Generation {
			current++
		}
		out = append(out, historyLine(row, &champions[current])...)
	}
	return out
}

// historyLine returns the line of a generation with its current champion.
func historyLine(row evolution.Row, champion *evolution.Champion) []byte {
	success, heritability := "", ""
	if h := row.Heredity; h != nil {
		success, heritability = files.Decimals(h.Success), files.Decimals(h.Heritability)
	}
	gate := ""
	if row.Gate.Pairs() > 0 {
		gate = files.Decimals(row.Gate.Score())
	}
	line := []string{
		strconv.Itoa(row.Generation), files.Decimals(row.Best), files.Decimals(row.Mean), files.Decimals(row.Worst),
		files.Decimals(row.Spread),
		files.Decimals(row.Diversity), success, heritability, strconv.Itoa(row.Champion), strconv.FormatBool(row.Promoted),
		gate, strconv.Itoa(row.Gate.Pairs()), row.Gate.CountsField(),
	}
	for _, rung := range champion.Ladder {
		line = append(line, rung.Result.ScoreFields()...)
	}
	return files.CSV(append(line, strconv.Itoa(row.Games)))
}
