package tournament

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"evothello/fitness"
)

// A journal gets a line for every finished pair. The first line says to which
// tournament.json it belongs. The order of the others is that in which pairs ended and
// means nothing.

// A header is the first line of a journal.
type header struct {
	Tournament string `json:"tournament"` // SHA-256 of tournament.json
}

// An entry is any other line.
type entry struct {
	Pair               int    `json:"pair"` // index in the tournament
	fitness.PairResult        // the first player has Black in the first game
	Sum                string `json:"sum"` // CRC-32 of the line with this field empty
}

func newEntry(i int, r fitness.PairResult) entry {
	for j := range r.Games {
		r.Games[j].Times = [2]fitness.Thinking{} // they are not of the game
	}
	e := entry{Pair: i, PairResult: r}
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
	e, err := readSound(text)
	switch {
	case err != nil:
		return err
	case e.Pair < 0 || e.Pair >= len(results):
		return fmt.Errorf("there is no pair %d, the last one is %d%s", e.Pair, len(results)-1, remedy)
	case results[e.Pair] != nil:
		return fmt.Errorf("pair %d is there already%s", e.Pair, remedy)
	}
	opening := t.pair(e.Pair).Opening.Moves
	for i, game := range e.Games {
		if len(game.Moves) < len(opening) || !slices.Equal(game.Moves[:len(opening)], opening) {
			return fmt.Errorf("game %d does not begin with the opening of pair %d%s", i+1, e.Pair, remedy)
		}
	}
	results[e.Pair] = &e.PairResult
	return nil
}

// remedy is what to do about a line that is wrong.
const remedy = "; delete the line, and its pair is played again"

// readSound reads an entry that is as it was written.
func readSound(text []byte) (e entry, err error) {
	switch {
	case !decode(text, &e):
		return e, errors.New("the line is damaged" + remedy)
	case e.Sum != e.sum():
		return e, errors.New("the line does not match its checksum" + remedy)
	}
	return e, nil
}

// decode reads a line and reports whether it is just as this program writes it.
func decode[T header | entry](text []byte, into *T) bool {
	return json.Unmarshal(text, into) == nil && bytes.Equal(line(*into), text)
}
