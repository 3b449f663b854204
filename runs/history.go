package runs

import (
	"strconv"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
)

// historyCSV returns the content of history.csv. It has one line per generation, with the statistics of the generation
// and the scores of the current champion against each opponent of the reference opponents.
func historyCSV(c *evolution.Config, rows []evolution.Row, champions []evolution.Champion) []byte {
	header := []string{"generation", "best", "mean", "worst", "spread", "diversity", "success", "heritability", "champion",
		"promoted", "gate", "gate_pairs", "gate_results"}
	if c.HasStart() {
		header = append(header, fitness.ScoreColumns(startColumn)...)
	}
	for _, opponent := range c.Reference.Opponents {
		header = append(header, fitness.ScoreColumns(opponent)...)
	}
	header = append(header, "games", "refused", "selection", "parent_age")
	for _, group := range c.GeneGroups() {
		header = append(header, "genes "+group)
	}
	out := files.CSV(header)
	current := -1
	refused := Refused(rows)
	for i, row := range rows {
		for current+1 < len(champions) && champions[current+1].Generation <= row.Generation {
			current++
		}
		out = append(out, historyLine(c, row, &champions[current], refused[i])...)
	}
	return out
}

// startColumn is the first column with the scores against the start of the run.
const startColumn = "start"

// scoreFields returns the fields of a result against an opponent, empty ones if nothing was played.
func scoreFields(opponent string, result fitness.Pentanomial) []string {
	if result.Pairs() == 0 {
		return make([]string, len(fitness.ScoreColumns(opponent)))
	}
	return result.ScoreFields()
}

// Refused returns for each generation the number of candidates that the gate has refused since the last
// promotion.
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

// refusedAfter returns that number after a generation; before is the number of the previous generation.
func refusedAfter(before int, row *evolution.Row) int {
	switch {
	case row.Promoted:
		return 0
	case row.Gate.Pairs() > 0:
		return before + 1
	}
	return before
}

// historyLine returns the line of a generation with its current champion. Fields that a run of an earlier version
// has not measured are empty.
func historyLine(c *evolution.Config, row evolution.Row, champion *evolution.Champion, refused int) []byte {
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
		gate, strconv.Itoa(row.Gate.Pairs()), row.Gate.CountsField(),
	}
	if c.HasStart() {
		line = append(line, scoreFields(startColumn, champion.Start)...)
	}
	for i, opponent := range c.Reference.Opponents {
		var result fitness.Pentanomial // of the start
		if i < len(champion.Reference) {
			result = champion.Reference[i].Result
		}
		line = append(line, scoreFields(opponent, result)...)
	}
	line = append(line, strconv.Itoa(row.Games), strconv.Itoa(refused), selection, age)
	for i := range c.GeneGroups() {
		spread := ""
		if i < len(row.Genes) {
			spread = files.Decimals(row.Genes[i])
		}
		line = append(line, spread)
	}
	return files.CSV(line)
}
