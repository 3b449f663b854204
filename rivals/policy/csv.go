package policy

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"evothello/internal/files"
)

// historyCSV writes history.csv: a line a round, and of its player the score and 95 % interval
// against each opponent, with six decimals.
func historyCSV(c *Config, rounds []Round) []byte {
	header := []string{"round", "lessons", "loss", "held_out_positions", "agreement"}
	for _, opponent := range c.Opponents {
		header = append(header, opponent.Spec, opponent.Spec+" low", opponent.Spec+" high")
	}
	lines := [][]string{header}
	for _, r := range rounds {
		line := []string{strconv.Itoa(r.Round), strconv.Itoa(r.Lessons), decimals(r.Loss, 6), strconv.Itoa(r.HeldOut.Positions), decimals(r.HeldOut.Share(), 6)}
		for _, rung := range r.Ladder {
			low, high := rung.Result.Interval()
			line = append(line, decimals(rung.Result.Score(), 6), decimals(low, 6), decimals(high, 6))
		}
		lines = append(lines, line)
	}
	return csvOf(lines)
}

func decimals(x float64, n int) string { return strconv.FormatFloat(x, 'f', n, 64) }

func csvOf(lines [][]string) []byte {
	var out bytes.Buffer
	_ = csv.NewWriter(&out).WriteAll(lines) // a buffer takes everything
	return out.Bytes()
}

// A Timing is a line of timing.csv: the seconds that the parts of a round took. It is no part of
// what is reproducible.
type Timing struct {
	Round                      int
	Playing, Learning, Matches float64
}

var timingHeader = []string{"round", "playing", "learning", "matches"}

func timingCSV(timings []Timing) []byte {
	lines := [][]string{timingHeader}
	for _, t := range timings {
		lines = append(lines, []string{strconv.Itoa(t.Round), decimals(t.Playing, 3), decimals(t.Learning, 3), decimals(t.Matches, 3)})
	}
	return csvOf(lines)
}

// readTimings reads the times of the finished rounds.
func (t *Training) readTimings() error {
	data, err := files.ReadKept(t.path(timingFile), files.MaxGames)
	if isMissing(err) {
		return nil
	}
	if err == nil {
		t.Timings, err = parseTimings(data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; delete it, only the times are lost", t.path(timingFile), err)
	}
	t.Timings = slices.DeleteFunc(t.Timings, func(one Timing) bool { return one.Round > t.round() })
	return nil
}

func parseTimings(data []byte) ([]Timing, error) {
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || !slices.Equal(lines[0], timingHeader) {
		return nil, errors.New("its first line is not round,playing,learning,matches")
	}
	timings := make([]Timing, len(lines)-1)
	for i, line := range lines[1:] {
		one := &timings[i]
		var errs [4]error
		one.Round, errs[0] = strconv.Atoi(line[0])
		for j, into := range []*float64{&one.Playing, &one.Learning, &one.Matches} {
			if *into, errs[j+1] = strconv.ParseFloat(line[j+1], 64); errs[j+1] == nil && !(*into >= 0 && *into < 1e9) {
				errs[j+1] = fmt.Errorf("%s seconds: must be within reason", line[j+1])
			}
		}
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return timings, nil
}
