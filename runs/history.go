package runs

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
)

// HistoryCSV writes history.csv: a line a generation, win rates with six decimals,
// and of the reigning champion its score and 95 % interval against each opponent
// of the ladder.
func HistoryCSV(c *Config, state *Checkpoint) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	header := []string{"generation", "best", "mean", "worst", "spread", "diversity", "champion", "promoted", "gate", "gate_pairs"}
	for _, opponent := range c.Ladder.Opponents {
		header = append(header, opponent, opponent+" low", opponent+" high")
	}
	_ = w.Write(append(header, "games")) // a buffer takes everything
	for _, row := range state.History {
		gate := ""
		if row.Gate.Pairs() > 0 {
			gate = decimals(row.Gate.Score())
		}
		line := []string{
			strconv.Itoa(row.Generation), decimals(row.Best), decimals(row.Mean), decimals(row.Worst), decimals(row.Spread),
			decimals(row.Diversity), strconv.Itoa(row.Champion), strconv.FormatBool(row.Promoted), gate, strconv.Itoa(row.Gate.Pairs()),
		}
		for _, rung := range state.ChampionAt(row.Generation).Ladder {
			low, high := rung.Result.Interval()
			line = append(line, decimals(rung.Result.Score()), decimals(low), decimals(high))
		}
		_ = w.Write(append(line, strconv.Itoa(row.Games)))
	}
	w.Flush()
	return out.Bytes()
}

func decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// A Timing is a line of timing.csv: what a generation took. It is no part of what
// is reproducible: times differ between machines, nodes between versions of the
// search.
type Timing struct {
	Generation int
	Seconds    float64
	Games      int
	Nodes      uint64
}

var timingHeader = []string{"generation", "seconds", "games", "nodes"}

func timingCSV(timings []Timing) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(timingHeader)
	for _, t := range timings {
		_ = w.Write([]string{strconv.Itoa(t.Generation), strconv.FormatFloat(t.Seconds, 'f', 3, 64), strconv.Itoa(t.Games), strconv.FormatUint(t.Nodes, 10)})
	}
	w.Flush()
	return out.Bytes()
}

func parseTimings(data []byte) ([]Timing, error) {
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || fmt.Sprint(lines[0]) != fmt.Sprint(timingHeader) {
		return nil, errors.New("its first line is not generation,seconds,games,nodes")
	}
	timings := make([]Timing, len(lines)-1)
	for i, line := range lines[1:] {
		t := &timings[i]
		var errs [4]error
		t.Generation, errs[0] = strconv.Atoi(line[0])
		t.Seconds, errs[1] = strconv.ParseFloat(line[1], 64)
		t.Games, errs[2] = strconv.Atoi(line[2])
		t.Nodes, errs[3] = strconv.ParseUint(line[3], 10, 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		if i > 0 && t.Generation <= timings[i-1].Generation || t.Generation < 1 {
			return nil, fmt.Errorf("line %d: generation %d is out of order", i+2, t.Generation)
		}
		const year = 365 * 24 * 60 * 60
		if !(t.Seconds >= 0 && t.Seconds < year) || t.Games < 0 {
			return nil, fmt.Errorf("line %d: %g seconds, %d games: must be 0 or more, and within reason", i+2, t.Seconds, t.Games)
		}
	}
	return timings, nil
}
