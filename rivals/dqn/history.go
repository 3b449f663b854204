package dqn

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"evothello/internal/files"
)

// historyCSV writes history.csv: a line a round, with six decimals.
func historyCSV(rounds []Round) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write([]string{"round", "episodes", "wins", "draws", "losses", "steps", "trained", "loss", "value", "epsilon"}) // a buffer takes everything
	for _, r := range rounds {
		var line []string
		for _, n := range []int{r.Round, r.Episodes, r.Wins, r.Draws, r.Losses, r.Steps, r.Trained} {
			line = append(line, strconv.Itoa(n))
		}
		for _, x := range []float64{r.Loss, r.Value, r.Epsilon} {
			line = append(line, strconv.FormatFloat(x, 'f', 6, 64))
		}
		_ = w.Write(line)
	}
	w.Flush()
	return out.Bytes()
}

// A Timing is a line of timing.csv: how long a round took. It is no part of what is
// reproducible.
type Timing struct {
	Round   int
	Seconds float64
}

var timingHeader = []string{"round", "seconds"}

func timingCSV(timings []Timing) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(timingHeader) // a buffer takes everything
	for _, t := range timings {
		_ = w.Write([]string{strconv.Itoa(t.Round), strconv.FormatFloat(t.Seconds, 'f', 3, 64)})
	}
	w.Flush()
	return out.Bytes()
}

// readTimings reads the times of the rounds that count.
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
	t.Timings = slices.DeleteFunc(t.Timings, func(one Timing) bool { return one.Round > len(t.Rounds) })
	return nil
}

func parseTimings(data []byte) ([]Timing, error) {
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || !slices.Equal(lines[0], timingHeader) {
		return nil, errors.New("its first line is not round,seconds")
	}
	timings := make([]Timing, len(lines)-1)
	for i, line := range lines[1:] {
		t := &timings[i]
		var errs [2]error
		t.Round, errs[0] = strconv.Atoi(line[0])
		t.Seconds, errs[1] = strconv.ParseFloat(line[1], 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		const year = 365 * 24 * 60 * 60
		if !(t.Seconds >= 0 && t.Seconds < year) || t.Round < 1 {
			return nil, fmt.Errorf("line %d: round %d, %g seconds: must be within reason", i+2, t.Round, t.Seconds)
		}
	}
	return timings, nil
}

// Elapsed is the time that learning took, over all sittings, but for what a kill cut short.
func (t *Training) Elapsed() time.Duration {
	seconds := 0.0
	for _, one := range t.Timings {
		seconds += one.Seconds
	}
	return time.Duration(seconds * float64(time.Second))
}
