package tournament

import (
	"fmt"
	"path/filepath"
	"slices"

	"evothello/fitness"
	"evothello/internal/files"
)

// A journal gets a line for every finished pair. The first line says to which
// tournament.json it belongs. The order of the others is that in which pairs ended and
// means nothing.

// A header is the first line of a journal.
type header struct {
	Tournament string `json:"tournament"` // SHA-256 of tournament.json
	files.CheckedLine
}

// An entry is any other line.
type entry struct {
	Pair               int `json:"pair"` // index in the tournament
	fitness.PairResult     // the first player has Black in the first game
	files.CheckedLine
}

func newEntry(i int, r fitness.PairResult) *entry {
	for j := range r.Games {
		r.Games[j].Times = [2]fitness.Thinking{} // they are not of the game
	}
	return &entry{Pair: i, PairResult: r}
}

// readJournal visits the entries of the journal in a directory and returns how many bytes of it
// stay. A damaged line is a Refusal that names it.
func (c *Config) readJournal(dir string, visit func(*entry) error) (length int64, err error) {
	return files.ReadLines(filepath.Join(dir, journalFile), func(number int, text []byte) error {
		if number == 1 {
			return c.readHeader(text)
		}
		e := new(entry)
		err := files.DecodeLine(text, e)
		if err == nil {
			err = visit(e)
		}
		if err != nil {
			return refuse("%w; delete the line, and its pair is played again", err)
		}
		return nil
	})
}

func (c *Config) readHeader(text []byte) error {
	var h header
	if files.DecodeLine(text, &h) != nil {
		return refuse("the journal's first line is damaged; delete the file to play the tournament from the start")
	}
	if h.Tournament != c.hash() {
		return refuse("the journal belongs to another %s; put that one back, or delete the journal to play the tournament "+
			"from the start", configFile)
	}
	return nil
}

// take puts an entry of the journal into the results.
func (t *Tournament) take(e *entry, results []*fitness.PairResult) error {
	switch {
	case e.Pair < 0 || e.Pair >= len(results):
		return fmt.Errorf("there is no pair %d, the last one is %d", e.Pair, len(results)-1)
	case results[e.Pair] != nil:
		return fmt.Errorf("pair %d is there already", e.Pair)
	}
	opening := t.pair(e.Pair).Opening.Moves
	for i, game := range e.Games {
		if len(game.Moves) < len(opening) || !slices.Equal(game.Moves[:len(opening)], opening) {
			return fmt.Errorf("game %d does not begin with the opening of pair %d", i+1, e.Pair)
		}
	}
	results[e.Pair] = &e.PairResult
	return nil
}
