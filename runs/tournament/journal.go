package tournament

import (
	"fmt"
	"slices"

	"evothello/fitness"
	"evothello/internal/files"
)

// The first line of a journal identifies its tournament.json. Each other line is a finished pair, in the order in which
// pairs finished; the order has no meaning.

// A header is the first line of a journal.
type header struct {
	Tournament string `json:"tournament"` // SHA-256 of tournament.json
	files.CheckedLine
}

// An entry is one of the other lines.
type entry struct {
	Pair               int  `json:"pair"` // index of the pair in the tournament
	fitness.PairResult      // the first player is Black in the first game
	Elsewhere          bool `json:"elsewhere,omitempty"` // a worker returned it
	files.CheckedLine
}

// newEntry returns the entry of a pair. Only entries of workers have times: these must be subtracted if the
// pair is dropped. Other entries have none, because times are not reproducible.
func newEntry(i int, r fitness.PairResult, elsewhere bool) *entry {
	for j := range r.Games {
		if !elsewhere {
			r.Games[j].Times = [2]fitness.Thinking{}
		}
	}
	return &entry{Pair: i, PairResult: r, Elsewhere: elsewhere}
}

// readJournal calls visit for each entry of the journal in a directory. It returns the length of the complete lines in
// bytes. A damaged line is a DirectoryError.
func (c *Config) readJournal(dir *files.Dir, visit func(*entry) error) (length int64, err error) {
	return dir.ReadLines(JournalFile, func(number int, text []byte) error {
		if number == 1 {
			return c.readHeader(text)
		}
		e := new(entry)
		err := files.DecodeLine(text, e)
		if err == nil {
			err = visit(e)
		}
		if err != nil {
			return directoryErrorf("%w; delete the line, then its pair is played again", err)
		}
		return nil
	})
}

func (c *Config) readHeader(text []byte) error {
	var h header
	if files.DecodeLine(text, &h) != nil {
		return directoryErrorf("the journal's first line is damaged; delete the file to play the tournament from the start")
	}
	if h.Tournament != c.hash() {
		return directoryErrorf("the journal belongs to another %s; restore that file, or delete the journal to play the "+
			"tournament from the start", configFile)
	}
	return nil
}

// addEntry checks an entry of the journal and adds it to results.
func (t *Tournament) addEntry(e *entry, results []*fitness.PairResult) error {
	switch {
	case e.Pair < 0 || e.Pair >= len(results):
		return fmt.Errorf("there is no pair %d: the last one is %d", e.Pair, len(results)-1)
	case results[e.Pair] != nil:
		return fmt.Errorf("pair %d is listed twice", e.Pair)
	}
	opening := t.pair(e.Pair).Opening.Moves
	for i, game := range e.Games {
		if len(game.Moves) < len(opening) || !slices.Equal(game.Moves[:len(opening)], opening) {
			return fmt.Errorf("game %d does not begin with the opening of pair %d", i+1, e.Pair)
		}
	}
	results[e.Pair] = &e.PairResult
	if e.Elsewhere {
		t.elsewhere[e.Pair] = true
	}
	return nil
}
