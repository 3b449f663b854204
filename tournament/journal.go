package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"time"

	"evothello/engine"
	"evothello/fitness"
)

// A journal is a file to which every finished pair adds a line. The first line
// says to which tournament.json it belongs. The order of the others is that in
// which pairs ended and means nothing.
type journal struct {
	file   *os.File
	synced time.Time
	err    error // the first that writing met; nothing is added after it
}

// A header is the first line of a journal.
type header struct {
	Tournament string `json:"tournament"` // SHA-256 of tournament.json
}

// An entry is any other line.
type entry struct {
	Pair  int       `json:"pair"`  // index in the tournament
	Games [2]record `json:"games"` // the first player has Black in the first
	Sum   string    `json:"sum"`   // CRC-32 of the line with this field empty
}

// A record is one game.
type record struct {
	Moves string `json:"moves"` // those of the opening included, passes implied
	Discs int    `json:"discs"` // Black's result
	Nodes uint64 `json:"nodes"`
	// Forfeit is why the game ended before its end, if it did.
	Forfeit string `json:"forfeit,omitempty"`
}

func newEntry(i int, r fitness.PairResult) entry {
	e := entry{Pair: i}
	for j, g := range r.Games {
		e.Games[j] = record{Moves: engine.Transcript(g.Moves), Discs: g.Discs, Nodes: g.Nodes, Forfeit: g.Forfeit}
	}
	e.Sum = e.sum()
	return e
}

func (e entry) sum() string {
	e.Sum = ""
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(line(e)))
}

// line is a header or an entry as the journal holds it.
func line(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("tournament: " + err.Error()) // our types always marshal
	}
	return append(data, '\n')
}

// readJournal reads the pairs in a journal of the tournament. whole is its length
// without a last line that was cut short. Errors begin with the line's number.
func (t *Tournament) readJournal(data []byte) (results []*fitness.PairResult, whole int, err error) {
	results = make([]*fitness.PairResult, len(t.results))
	whole = bytes.LastIndexByte(data, '\n') + 1
	number := 0
	for text := range bytes.Lines(data[:whole]) {
		number++
		if number == 1 {
			err = t.Config.readHeader(text)
		} else {
			err = t.readEntry(text, results)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%d: %w", number, err)
		}
	}
	return results, whole, nil
}

func (c *Config) readHeader(text []byte) error {
	var h header
	if !decode(text, &h) {
		return errors.New("the journal's first line is damaged; delete the file to play the tournament from the start")
	}
	if h.Tournament != c.hash() {
		return fmt.Errorf("the journal belongs to another %s; put that one back, or delete the journal to play the tournament from the start", configFile)
	}
	return nil
}

func (t *Tournament) readEntry(text []byte, results []*fitness.PairResult) error {
	const remedy = "; delete the line, and its pair is played again"
	var e entry
	switch {
	case !decode(text, &e):
		return errors.New("the line is damaged" + remedy)
	case e.Sum != e.sum():
		return errors.New("the line does not match its checksum" + remedy)
	case e.Pair < 0 || e.Pair >= len(results):
		return fmt.Errorf("there is no pair %d, the last one is %d%s", e.Pair, len(results)-1, remedy)
	case results[e.Pair] != nil:
		return fmt.Errorf("pair %d is there already%s", e.Pair, remedy)
	}
	var r fitness.PairResult
	opening := t.pair(e.Pair).Opening.Moves
	for i, game := range e.Games {
		replayed, err := engine.ParseTranscript(game.Moves)
		if err != nil {
			return fmt.Errorf("game %d: %w%s", i+1, err, remedy)
		}
		if len(replayed.Moves) < len(opening) || !slices.Equal(replayed.Moves[:len(opening)], opening) {
			return fmt.Errorf("game %d does not begin with the opening of pair %d%s", i+1, e.Pair, remedy)
		}
		r.Games[i] = fitness.Game{Moves: replayed.Moves, Discs: game.Discs, Nodes: game.Nodes, Forfeit: game.Forfeit}
	}
	results[e.Pair] = &r
	return nil
}

// decode reads a line and reports whether it is just as this program writes it.
func decode[T header | entry](text []byte, into *T) bool {
	return json.Unmarshal(text, into) == nil && bytes.Equal(line(*into), text)
}

// add writes a line. It is with the operating system at once, which outlives this
// process, and on the disk a second later at most while pairs keep ending.
func (j *journal) add(i int, r fitness.PairResult) error {
	if j.err == nil {
		_, j.err = j.file.Write(line(newEntry(i, r)))
	}
	if j.err == nil && time.Since(j.synced) > time.Second {
		j.err = j.sync()
	}
	return j.err
}

func (j *journal) sync() error {
	j.synced = time.Now()
	return j.file.Sync()
}
