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

// FileGameCounts counts the games of the files in Config.From.
type FileGameCounts struct {
	Games      int `json:"games"`      // training games
	Unfinished int `json:"unfinished"` // skipped: without an end
	Elsewhere  int `json:"elsewhere"`  // skipped: not from the standard start
	Unreadable int `json:"unreadable"` // skipped: illegal moves and other errors
}

// Skipped returns the number of games that are not training games.
func (g FileGameCounts) Skipped() int { return g.Unfinished + g.Elsewhere + g.Unreadable }

// NewSource returns the source of a file with its present content. A file without a finished game is
// an error.
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

// Games reads the finished games of the source. A file whose content has changed is an error.
func (s Source) Games() ([]Game, FileGameCounts, error) {
	data, err := files.Read(s.Path, files.MaxGames)
	if err != nil {
		return nil, FileGameCounts{}, err
	}
	if sum := files.SHA256(data); sum != s.Sum {
		return nil, FileGameCounts{}, fmt.Errorf("%s has changed since training began: put the same file back (SHA-256 "+
			"%.12s…)",
			s.Path, s.Sum)
	}
	return gamesOf(s.Path)
}

// gamesOf reads the finished games of a file.
func gamesOf(path string) (games []Game, given FileGameCounts, err error) {
	file, err := formats.ReadSound(engine.Start(), path)
	if err != nil {
		return nil, given, err
	}
	if len(file.Problems) > 0 {
		return nil, given, fmt.Errorf("%s holds positions: training needs finished games", path)
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

// givenID identifies the games of the files by the files' contents and order.
func (c *Config) givenID() gamesID {
	sums := []string{"given"}
	for _, s := range c.GameFiles {
		sums = append(sums, s.Sum)
	}
	data, _ := json.Marshal(sums) // texts always marshal
	return sha256.Sum256(data)
}

// gather copies the games of the files into a store and counts them. It does nothing if the store is
// complete and they are counted; copied is false then.
func (l *Learning) gather(ctx context.Context) (copied bool, err error) {
	s, err := openStore(l.givenFile(), l.Config.givenID())
	if err != nil {
		return false, err
	}
	defer func() { s.close() }()
	if s.complete && l.FileGames != nil {
		return false, nil
	}
	if err := s.restart(l.givenFile(), l.Config.givenID()); err != nil {
		return false, err
	}
	var given FileGameCounts
	var waiting []Game // for a full chunk
	for _, source := range l.Config.GameFiles {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		games, of, err := source.Games()
		if err != nil {
			return false, err
		}
		given.Add(of)
		waiting = append(waiting, games...)
		for ; len(waiting) >= chunkGames; waiting = waiting[chunkGames:] {
			if err := s.add(chunkGames, encodeGames(waiting[:chunkGames])); err != nil {
				return false, err
			}
		}
	}
	if len(waiting) > 0 {
		if err := s.add(len(waiting), encodeGames(waiting)); err != nil {
			return false, err
		}
	}
	if err := s.end(); err != nil {
		return false, err
	}
	l.FileGames = &given
	return true, files.Write(l.givenCounts(), files.EncodeSummed(given))
}

// readGiven reads the counts if their file exists.
func (l *Learning) readGiven() {
	data, err := files.ReadInternal(l.givenCounts(), files.MaxSettings)
	given := new(FileGameCounts)
	if err == nil && files.DecodeJSON(data, 0, given) == nil { // otherwise gather reads the files again
		l.FileGames = given
	}
}

// Add adds the counts of other files.
func (g *FileGameCounts) Add(other FileGameCounts) {
	g.Games += other.Games
	g.Unfinished += other.Unfinished
	g.Elsewhere += other.Elsewhere
	g.Unreadable += other.Unreadable
}
