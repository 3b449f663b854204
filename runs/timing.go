package runs

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"evothello/internal/files"
)

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
	out := csvLine(timingHeader)
	for _, t := range timings {
		out = append(out, t.line()...)
	}
	return out
}

func (t Timing) line() []byte {
	return csvLine([]string{strconv.Itoa(t.Generation), strconv.FormatFloat(t.Seconds, 'f', 3, 64), strconv.Itoa(t.Games), strconv.FormatUint(t.Nodes, 10)})
}

// addTiming adds a generation's timing.
func (r *Run) addTiming(t Timing) error {
	t.Seconds = math.Round(t.Seconds*1000) / 1000 // as the file keeps it
	r.Timings = append(r.Timings, t)
	return r.work.timing.Add(t.line())
}

func (r *Run) readTimings() error {
	data, err := files.ReadKept(r.path(timingFile), files.MaxGames)
	if isMissing(err) {
		return nil
	}
	if err == nil {
		r.Timings, err = parseTimings(data[:bytes.LastIndexByte(data, '\n')+1]) // a line may have been cut short
	}
	r.Timings = slices.DeleteFunc(r.Timings, func(t Timing) bool { return t.Generation > r.State.Generation })
	if err != nil {
		return fmt.Errorf("%s: %w; delete it, only the times are lost", r.path(timingFile), err)
	}
	return nil
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
