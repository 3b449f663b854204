package runs

import (
	"strconv"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
)

// historyCSV writes history.csv: a line a generation, win rates with six decimals,
// and of the reigning champion its score and 95 % interval against each opponent
// of the ladder.
func historyCSV(c *evolution.Config, rows []evolution.Row, champions []evolution.Champion) []byte {
	header := []string{"generation", "best", "mean", "worst", "spread", "diversity", "success", "heritability", "champion",
		"promoted", "gate", "gate_pairs"}
	for _, opponent := range c.Ladder.Opponents {
		header = append(header, fitness.ScoreColumns(opponent)...)
	}
	header = append(header, "games", "refused", "selection", "parent_age")
	for _, scorer := range c.Evolving() {
		header = append(header, "genes "+scorer.Name)
	}
	out := files.CSV(header)
	reigning := -1
	refused := Refused(rows)
	for i, row := range rows {
		for reigning+1 < len(champions) && champions[reigning+1].Generation <= row.Generation {
			reigning++
		}
		out = append(out, historyLine(c, row, &champions[reigning], refused[i])...)
	}
	return out
}

// Refused returns, for each generation, how many candidates the gate has refused since the last promotion.
func Refused(rows []evolution.Row) []int {
	refused := make([]int, len(rows))
	for i := range rows {
		before := 0
		if i > 0 {
			before = refused[i-1]
		}
		refused[i] = refusedAfter(before, &rows[i])
	}
	return refused
}

// refusedAfter is that number after a generation, and before after the one before.
func refusedAfter(before int, row *evolution.Row) int {
	switch {
	case row.Promoted:
		return 0
	case row.Gate.Pairs() > 0:
		return before + 1
	}
	return before
}

// historyLine is a generation's line. What a run of an earlier version has not noted is empty.
func historyLine(c *evolution.Config, row evolution.Row, reigning *evolution.Champion, refused int) []byte {
	success, heritability, age, gate, selection := "", "", "", "", ""
	if h := row.Heredity; h != nil {
		success, heritability = files.Decimals(h.Success), files.Decimals(h.Heritability)
		if h.Age > 0 {
			age = files.Decimals(h.Age)
		}
	}
	if row.Gate.Pairs() > 0 {
		gate = files.Decimals(row.Gate.Score())
	}
	if row.Selection != nil {
		selection = files.Decimals(*row.Selection)
	}
	line := []string{
		strconv.Itoa(row.Generation), files.Decimals(row.Best), files.Decimals(row.Mean), files.Decimals(row.Worst),
		files.Decimals(row.Spread),
		files.Decimals(row.Diversity), success, heritability, strconv.Itoa(row.Champion), strconv.FormatBool(row.Promoted),
		gate, strconv.Itoa(row.Gate.Pairs()),
	}
	for _, rung := range reigning.Ladder {
		line = append(line, rung.Result.ScoreFields()...)
	}
	line = append(line, strconv.Itoa(row.Games), strconv.Itoa(refused), selection, age)
	for i := range c.Evolving() {
		spread := ""
		if i < len(row.Genes) {
			spread = files.Decimals(row.Genes[i])
		}
		line = append(line, spread)
	}
	return files.CSV(line)
}
