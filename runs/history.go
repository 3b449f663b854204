package runs

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"evothello/evolution"
)

// historyCSV writes history.csv: a line a generation, win rates with six decimals,
// and of the reigning champion its score and 95 % interval against each opponent
// of the ladder.
func historyCSV(c *evolution.Config, rows []evolution.Row, champions []evolution.Champion) []byte {
	header := []string{"generation", "best", "mean", "worst", "spread", "diversity", "champion", "promoted", "gate", "gate_pairs"}
	for _, opponent := range c.Ladder.Opponents {
		header = append(header, opponent, opponent+" low", opponent+" high")
	}
	out := csvLine(append(header, "games"))
	reigning := -1
	for _, row := range rows {
		for reigning+1 < len(champions) && champions[reigning+1].Generation <= row.Generation {
			reigning++
		}
		out = append(out, historyLine(row, &champions[reigning])...)
	}
	return out
}

// historyLine is a generation's line.
func historyLine(row evolution.Row, reigning *evolution.Champion) []byte {
	gate := ""
	if row.Gate.Pairs() > 0 {
		gate = decimals(row.Gate.Score())
	}
	line := []string{
		strconv.Itoa(row.Generation), decimals(row.Best), decimals(row.Mean), decimals(row.Worst), decimals(row.Spread),
		decimals(row.Diversity), strconv.Itoa(row.Champion), strconv.FormatBool(row.Promoted), gate, strconv.Itoa(row.Gate.Pairs()),
	}
	for _, rung := range reigning.Ladder {
		low, high := rung.Result.Interval()
		line = append(line, decimals(rung.Result.Score()), decimals(low), decimals(high))
	}
	return csvLine(append(line, strconv.Itoa(row.Games)))
}

func csvLine(fields []string) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(fields) // a buffer takes everything
	w.Flush()
	return out.Bytes()
}

func decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
