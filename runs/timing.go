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

// TimingFile is the name of the file with the timings.
const TimingFile = "timing.csv"

// A Timing is a line of timing.csv: the time of a generation, or of a stage of a round, in one process. Timings are not
// reproducible: times depend on the machine, and nodes on the version of the search.
type Timing struct {
	Round   int     // number of the round or generation, from 1
	Stage   string  // stage of the round, "" for the whole round
	Seconds float64 // wall-clock time
	CPU     float64 // CPU time of this process in seconds, 0 if unknown
	Games   int     // games played
	Nodes   uint64  // positions searched
}

// A Clock measures wall-clock and CPU time.
type Clock struct {
	start time.Time
	cpu   time.Duration
}

// StartClock returns a clock that starts now.
func StartClock() Clock { return Clock{time.Now(), cpuTime()} }

// Lap returns the time since the clock started, rounded to milliseconds, and restarts the clock.
func (c *Clock) Lap(round int, stage string) Timing {
	next := StartClock()
	t := Timing{Round: round, Stage: stage, Seconds: roundedSeconds(next.start.Sub(c.start)),
		CPU: roundedSeconds(next.cpu - c.cpu)}
	*c = next
	return t
}

// roundedSeconds converts a duration to seconds with three decimals, the precision of timing.csv.
func roundedSeconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

// AddTiming appends a timing to timing.csv.
func (d *Directory) AddTiming(t Timing) error {
	d.Timings = append(d.Timings, t)
	return d.timing.Add(d.Format.timingLine(&t))
}

// Elapsed returns the total wall-clock time of all timings, including those of earlier processes.
func (d *Directory) Elapsed() time.Duration {
	seconds := 0.0
	for _, t := range d.Timings {
		seconds += t.Seconds
	}
	const maxSeconds = 1e9 // 32 years; Duration overflows after about three centuries
	return time.Duration(min(seconds, maxSeconds) * float64(time.Second))
}

// TimeOf returns the time that a round has taken so far, in all its stages.
func (d *Directory) TimeOf(round int) time.Duration {
	one := Directory{}
	for _, t := range d.Timings {
		if t.Round == round {
			one.Timings = append(one.Timings, t)
		}
	}
	return one.Elapsed()
}

// CPU returns the CPU seconds of all timings that have them, and the wall-clock seconds of these timings.
func (d *Directory) CPU() (cpu, seconds float64) {
	for _, t := range d.Timings {
		if t.CPU > 0 {
			cpu, seconds = cpu+t.CPU, seconds+t.Seconds
		}
	}
	return cpu, seconds
}

// CPUByRound returns for each of the first rounds the total CPU seconds up to its end.
func (d *Directory) CPUByRound(rounds int) []float64 {
	sums := make([]float64, rounds)
	for _, t := range d.Timings {
		if t.Round <= rounds {
			sums[t.Round-1] += t.CPU
		}
	}
	for i := 1; i < rounds; i++ {
		sums[i] += sums[i-1]
	}
	return sums
}

// RoundAt returns the finished round whose end is nearest to a total CPU time, with reached = true. If the
// finished rounds do not reach that time, it returns the last of them.
func (d *Directory) RoundAt(cpu time.Duration, finished int) (round int, reached bool) {
	for i, spent := range d.CPUByRound(finished) {
		if met(spent, cpu.Seconds(), i+1) {
			return i + 1, true
		}
	}
	return finished, false
}

// ReadTimings reads the timings of all rounds up to last. It omits later ones: they belong to rounds that
// were lost.
func (d *Directory) ReadTimings(last int) error {
	data, err := d.Read(TimingFile, files.MaxGames)
	if files.IsMissing(err) {
		return nil
	}
	if _, link := errors.AsType[*files.LinkError](err); link {
		return err
	}
	if err == nil {
		d.Timings, err = d.Format.parseTimings(data[:bytes.LastIndexByte(data, '\n')+1]) // the last line may be incomplete
	}
	if err != nil {
		return fmt.Errorf("%s: %w; delete the file: only the times are lost", d.Path(TimingFile), err)
	}
	d.Timings = slices.DeleteFunc(d.Timings, func(t Timing) bool { return t.Round > last })
	return nil
}

func (f *Format) timingCSV(timings []Timing) []byte {
	out := files.CSV(f.TimingColumns)
	for i := range timings {
		out = append(out, f.timingLine(&timings[i])...)
	}
	return out
}

func (f *Format) timingLine(t *Timing) []byte {
	line := make([]string, len(f.TimingColumns))
	for i, column := range f.TimingColumns {
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

// parseTimings parses the content of timing.csv by column names. Values of missing columns are 0, and unknown columns
// are ignored.
func (f *Format) parseTimings(data []byte) (timings []Timing, err error) {
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || !slices.Contains(lines[0], f.TimingColumns[0]) || !slices.Contains(lines[0], "seconds") {
		return nil, fmt.Errorf("its first line must contain the columns %s and seconds", f.TimingColumns[0])
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

// parseTiming parses a line. header contains the column names.
func (f *Format) parseTiming(header, line []string) (t Timing, err error) {
	for i, text := range line {
		var wrong error
		switch header[i] {
		case f.TimingColumns[0]:
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
	switch {
	case err != nil:
	case t.Round < 1:
		err = fmt.Errorf("%s is %d: must be 1 or more", f.TimingColumns[0], t.Round)
	case t.Games < 0:
		err = fmt.Errorf("games is %d: must be 0 or more", t.Games)
	}
	return t, err
}

// parseSeconds parses a number of seconds. It must be less than a century, so that sums do not overflow.
func parseSeconds(text string) (float64, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	const century = 100 * 365 * 24 * 60 * 60
	if err == nil && !(seconds >= 0 && seconds < century) {
		err = fmt.Errorf("%s seconds: must be 0 to 100 years", text)
	}
	return seconds, err
}
