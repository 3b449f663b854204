package tournament

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"time"

	"evothello/fitness"
	"evothello/internal/files"
)

// timingFile is the name of the file with the players' thinking times. They are not in the results because they are not
// reproducible. Times of killed processes are missing.
const timingFile = "timing.csv"

// Times are the thinking times of players, by spec.
type Times map[string]fitness.Thinking

var timingHeader = []string{"player", "moves", "seconds"}

// add adds the times of players a and b in a pair. They are zero if the arena is not Timed.
func (t Times) add(a, b string, r fitness.PairResult) { t.sum(a, b, r, 1) }

// remove undoes add.
func (t Times) remove(a, b string, r fitness.PairResult) { t.sum(a, b, r, -1) }

// sum adds the times of players a and b in a pair, multiplied by times.
func (t Times) sum(a, b string, r fitness.PairResult, times int) {
	for i, game := range r.Games {
		players := [2]string{a, b}
		if i == 1 { // B is Black
			players = [2]string{b, a}
		}
		for side, took := range game.Times {
			sum := t[players[side]]
			sum = fitness.Thinking{Moves: sum.Moves + times*took.Moves, Time: sum.Time + time.Duration(times)*took.Time}
			if t[players[side]] = sum; sum.Moves == 0 {
				delete(t, players[side])
			}
		}
	}
}

// ReadTimes reads the thinking times of the tournament in a directory. They are empty if the file is missing.
func ReadTimes(dir *files.Dir) (Times, error) {
	data, err := dir.Read(timingFile, files.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return Times{}, nil
	}
	if err != nil {
		return nil, err
	}
	times, err := parseTimes(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; delete the file: only the times are lost", dir.Path(timingFile), err)
	}
	return times, nil
}

func parseTimes(data []byte) (Times, error) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], timingHeader) {
		return nil, errors.New("its first line is not player,moves,seconds")
	}
	times := Times{}
	for i, row := range rows[1:] {
		moves, err1 := strconv.Atoi(row[1])
		seconds, err2 := strconv.ParseFloat(row[2], 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		const century = 100 * 365 * 24 * 60 * 60
		if moves < 1 || !(seconds >= 0 && seconds < century) {
			return nil, fmt.Errorf("line %d: %g seconds for %d moves: must be 0 to 100 years, for 1 move or more", i+2,
				seconds, moves)
		}
		times[files.CSVField(row[0])] = fitness.Thinking{Moves: moves, Time: time.Duration(seconds * float64(time.Second))}
	}
	return times, nil
}

func (t Times) csv() []byte {
	rows := [][]string{timingHeader}
	for _, player := range slices.Sorted(maps.Keys(t)) {
		took := t[player]
		rows = append(rows, []string{player, strconv.Itoa(took.Moves), decimals(took.Time.Seconds(), 6)})
	}
	return files.CSV(rows...)
}

// Times returns the thinking times of all pairs that were played in a Timed arena, including those of earlier
// processes.
func (t *Tournament) Times() Times { return t.times }

// writeTimes writes the times to the directory, if there is one. It writes nothing if there are no times,
// unless pairs were dropped: the file may then contain their times.
func (t *Tournament) writeTimes() error {
	if t.dir == nil || len(t.times) == 0 && t.dropped == 0 {
		return nil
	}
	return t.dir.Write(timingFile, t.times.csv())
}
