package learn

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"evothello/internal/files"
)

// A Timing is a line of timing.csv: what a stage of a round took in one sitting. It is no part
// of what is reproducible.
type Timing struct {
	Round   int
	Stage   Stage
	Seconds float64
	Games   int // that were played
	Nodes   uint64
}

// A Stage is a part of a round.
type Stage string

// The stages of a round, in order.
const (
	Reading Stage = "reading"  // games that are given in files
	Playing Stage = "playing"  // games to learn from
	Learns  Stage = "fitting"  // tables to games
	Matches Stage = "matching" // of the candidate
)

var timingHeader = []string{"round", "stage", "seconds", "games", "nodes"}

func timingCSV(timings []Timing) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(timingHeader) // a buffer takes everything
	for _, t := range timings {
		_ = w.Write(t.fields())
	}
	w.Flush()
	return out.Bytes()
}

func (t Timing) fields() []string {
	return []string{strconv.Itoa(t.Round), string(t.Stage), strconv.FormatFloat(t.Seconds, 'f', 3, 64), strconv.Itoa(t.Games), strconv.FormatUint(t.Nodes, 10)}
}

// took notes what a stage took that began at that time.
func (l *Learning) took(round int, stage Stage, began time.Time, games int, nodes uint64) error {
	t := Timing{round, stage, math.Round(time.Since(began).Seconds()*1000) / 1000, games, nodes}
	l.Timings = append(l.Timings, t)
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	_ = w.Write(t.fields())
	w.Flush()
	return l.timing.Add(line.Bytes())
}

// Elapsed is the time that learning took, over all sittings, but for what a kill cut short.
func (l *Learning) Elapsed() time.Duration {
	seconds := 0.0
	for _, t := range l.Timings {
		seconds += t.Seconds
	}
	return time.Duration(seconds * float64(time.Second))
}

func (l *Learning) readTimings() error {
	data, err := files.ReadKept(l.path(timingFile), files.MaxGames)
	if isMissing(err) {
		return nil
	}
	if err == nil {
		l.Timings, err = parseTimings(data[:bytes.LastIndexByte(data, '\n')+1]) // a line may have been cut short
	}
	if err != nil {
		return fmt.Errorf("%s: %w; delete it, only the times are lost", l.path(timingFile), err)
	}
	return nil
}

func parseTimings(data []byte) ([]Timing, error) {
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || !slices.Equal(lines[0], timingHeader) {
		return nil, errors.New("its first line is not round,stage,seconds,games,nodes")
	}
	timings := make([]Timing, len(lines)-1)
	for i, line := range lines[1:] {
		t := &timings[i]
		var errs [4]error
		t.Round, errs[0] = strconv.Atoi(line[0])
		t.Stage = Stage(line[1])
		t.Seconds, errs[1] = strconv.ParseFloat(line[2], 64)
		t.Games, errs[2] = strconv.Atoi(line[3])
		t.Nodes, errs[3] = strconv.ParseUint(line[4], 10, 64)
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		const year = 365 * 24 * 60 * 60
		if !(t.Seconds >= 0 && t.Seconds < year) || t.Games < 0 || t.Round < 1 {
			return nil, fmt.Errorf("line %d: round %d, %g seconds, %d games: must be within reason", i+2, t.Round, t.Seconds, t.Games)
		}
	}
	return timings, nil
}
