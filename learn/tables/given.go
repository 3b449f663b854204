package tables

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/files"
)

// Given counts what the files of games had to offer.
type Given struct {
	Games      int `json:"games"`      // to learn from
	Unfinished int `json:"unfinished"` // that break off
	Elsewhere  int `json:"elsewhere"`  // that do not begin as the standard game does
	Unreadable int `json:"unreadable"` // with illegal moves and the like
}

// Skipped counts the games that nothing is learnt from.
func (g Given) Skipped() int { return g.Unfinished + g.Elsewhere + g.Unreadable }

// NewSource is the source that a file is now. A file without a game is an error.
func NewSource(path string) (Source, error) {
	data, err := files.Read(path, files.MaxGames)
	if err != nil {
		return Source{}, err
	}
	_, given, err := gamesOf(path)
	if err == nil && given.Games == 0 {
		err = fmt.Errorf("%s: no finished game in it; %s", path, formats.Kinds)
	}
	return Source{Path: path, Sum: files.SHA256(data)}, err
}

// Games reads the source's finished games, if it is what it was.
func (s Source) Games() ([]Game, Given, error) {
	data, err := files.Read(s.Path, files.MaxGames)
	if err != nil {
		return nil, Given{}, err
	}
	if sum := files.SHA256(data); sum != s.Sum {
		return nil, Given{}, fmt.Errorf("%s is not what it was when learning began from it: put the same file back "+
			"(SHA-256 %.12s…)", s.Path, s.Sum)
	}
	return gamesOf(s.Path)
}

// gamesOf reads the finished games of a file.
func gamesOf(path string) (games []Game, given Given, err error) {
	file, err := formats.ReadSound(engine.Start(), path)
	if err != nil {
		return nil, given, err
	}
	if len(file.Problems) > 0 {
		return nil, given, fmt.Errorf("%s: positions, not games, which are learnt from", path)
	}
	given.Unreadable = file.Lost.Games
	for i := range file.Games {
		g := Game{Moves: file.Games[i].Moves}
		switch {
		case file.Games[i].Start != engine.Start():
			given.Elsewhere++
		case !g.finished():
			given.Unfinished++
		default:
			games = append(games, g)
		}
	}
	given.Games = len(games)
	return games, given, nil
}

// givenName names the games of the files: those of the same content in the same order.
func (c *Config) givenName() name {
	sums := []string{"given"}
	for _, s := range c.From {
		sums = append(sums, s.Sum)
	}
	data, _ := json.Marshal(sums) // texts always marshal
	return sha256.Sum256(data)
}

// gather copies the games of the files into a store, if it does not have them all, and
// counts them. again says that it did.
func (l *Learning) gather(ctx context.Context) (again bool, err error) {
	s, err := openStore(l.givenFile(), l.Config.givenName())
	if err != nil {
		return false, err
	}
	defer func() { s.close() }()
	if s.whole && l.Given != nil {
		return false, nil
	}
	if err := s.restart(l.givenFile(), l.Config.givenName()); err != nil {
		return false, err
	}
	var given Given
	var waiting []Game // for a chunk to be full
	for _, source := range l.Config.From {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		games, of, err := source.Games()
		if err != nil {
			return false, err
		}
		given.Add(of)
		waiting = append(waiting, games...)
		for ; len(waiting) >= packSize; waiting = waiting[packSize:] {
			if err := s.add(packSize, pack(waiting[:packSize])); err != nil {
				return false, err
			}
		}
	}
	if len(waiting) > 0 {
		if err := s.add(len(waiting), pack(waiting)); err != nil {
			return false, err
		}
	}
	if err := s.end(); err != nil {
		return false, err
	}
	l.Given = &given
	return true, files.Write(l.givenCounts(), files.EncodeJSON(given))
}

// readGiven reads the counts, if they are there.
func (l *Learning) readGiven() {
	data, err := files.ReadKept(l.givenCounts(), files.MaxSettings)
	given := new(Given)
	if err == nil && json.Unmarshal(data, given) == nil { // else the files are read again
		l.Given = given
	}
}

// Add counts what other files had to offer.
func (g *Given) Add(other Given) {
	g.Games += other.Games
	g.Unfinished += other.Unfinished
	g.Elsewhere += other.Elsewhere
	g.Unreadable += other.Unreadable
}
