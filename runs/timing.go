package runs

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

// TimingFile is the name of the file of timings.
const TimingFile = "timing.csv"

// A Timing is a line of timing.csv: what a part of the work took in one process. It is no part
// of what is reproducible: times differ between machines, nodes between versions of the search.
type Timing struct {
	Round   int     // or generation, from 1 on
	Stage   string  // of the round, "" if it is all of it
	Seconds float64 // on the clock
	CPU     float64 // seconds of this process on all cores, 0 if it is not known
	Games   int     // that were played
	Nodes   uint64
}

// A Clock measures what parts of the work take.
type Clock struct {
	began time.Time
	used  time.Duration
}

// StartClock begins to measure.
func StartClock() Clock { return Clock{time.Now(), processTime()} }

// Took is what a part took that began with the clock, or where the part before it ended; to the
// millisecond.
func (c *Clock) Took(round int, stage string) Timing {
	now := StartClock()
	t := Timing{Round: round, Stage: stage, Seconds: rounded(now.began.Sub(c.began)), CPU: rounded(now.used - c.used)}
	*c = now
	return t
}

// rounded are seconds as the file keeps them.
func rounded(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

// Took notes what a part of the work took.
func (d *Directory) Took(t Timing) error {
	d.Timings = append(d.Timings, t)
	return d.timing.Add(d.Format.timingLine(&t))
}

// Elapsed returns the time that the finished work took, in all processes.
func (d *Directory) Elapsed() time.Duration {
	seconds := 0.0
	for _, t := range d.Timings {
		seconds += t.Seconds
	}
	const most = 1e9 // the longest Duration is some three centuries
	return time.Duration(min(seconds, most) * float64(time.Second))
}

// Spent is the time that a round took so far, in all its stages.
func (d *Directory) Spent(round int) time.Duration {
	one := Directory{}
	for _, t := range d.Timings {
		if t.Round == round {
			one.Timings = append(one.Timings, t)
		}
	}
	return one.Elapsed()
}

// CPU returns the CPU seconds of the parts that measured them, and the wall-clock seconds of the same
// parts.
func (d *Directory) CPU() (cpu, seconds float64) {
	for _, t := range d.Timings {
		if t.CPU > 0 {
			cpu, seconds = cpu+t.CPU, seconds+t.Seconds
		}
	}
	return cpu, seconds
}

// ReadTimings reads the times of all rounds up to the last that counts.
func (d *Directory) ReadTimings(last int) error {
	data, err := files.ReadInternal(d.Path(TimingFile), files.MaxGames)
	if files.IsMissing(err) {
		return nil
	}
	if err == nil {
		d.Timings, err = d.Format.parseTimings(data[:bytes.LastIndexByte(data, '\n')+1]) // a line may have been cut short
	}
	if err != nil {
		return fmt.Errorf("%s: %w; delete it, only the times are lost", d.Path(TimingFile), err)
	}
	d.Timings = slices.DeleteFunc(d.Timings, func(t Timing) bool { return t.Round > last })
	return nil
}

func (f *Format) timingCSV(timings []Timing) []byte {
	out := files.CSV(f.Timings)
	for i := range timings {
		out = append(out, f.timingLine(&timings[i])...)
	}
	return out
}

func (f *Format) timingLine(t *Timing) []byte {
	line := make([]string, len(f.Timings))
	for i, column := range f.Timings {
		switch column {
		case "stage":
			line[i] = t.Stage
		case "seconds":
			line[i] = strconv.FormatFloat(t.Seconds, 'f', 3, 64)
		case "cpu":
			line[i] = strconv.FormatFloat(t.CPU, 'f', 3, 64)
		case "games":
			line[i] = strconv.Itoa(t.Games)
		case "nodes":
			line[i] = strconv.FormatUint(t.Nodes, 10)
		default:
			line[i] = strconv.Itoa(t.Round)
		}
	}
	return files.CSV(line)
}

// parseTimings reads a timing.csv by the names of its columns. Of those that it has not, every
// line has a zero.
func (f *Format) parseTimings(data []byte) (timings []Timing, err error) {
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || !slices.Contains(lines[0], f.Timings[0]) || !slices.Contains(lines[0], "seconds") {
		return nil, fmt.Errorf("its first line does not name the columns %s and seconds", f.Timings[0])
	}
	for i, line := range lines[1:] {
		one, err := f.parseTiming(lines[0], line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		timings = append(timings, one)
	}
	return timings, nil
}

// parseTiming reads a line.
func (f *Format) parseTiming(header, line []string) (t Timing, err error) {
	for i, text := range line {
		var wrong error
		switch header[i] {
		case f.Timings[0]:
			t.Round, wrong = strconv.Atoi(text)
		case "stage":
			t.Stage = text
		case "seconds":
			t.Seconds, wrong = parseSeconds(text)
		case "cpu":
			t.CPU, wrong = parseSeconds(text)
		case "games":
			t.Games, wrong = strconv.Atoi(text)
		case "nodes":
			t.Nodes, wrong = strconv.ParseUint(text, 10, 64)
		}
		err = errors.Join(err, wrong)
	}
	if err == nil && (t.Round < 1 || t.Games < 0) {
		err = fmt.Errorf("%s %d, %d games: must be within reason", f.Timings[0], t.Round, t.Games)
	}
	return t, err
}

// parseSeconds reads a time of less than a century, which many cores use up in less.
func parseSeconds(text string) (float64, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	const century = 100 * 365 * 24 * 60 * 60
	if err == nil && !(seconds >= 0 && seconds < century) {
		err = fmt.Errorf("%s seconds: must be within reason", text)
	}
	return seconds, err
}
