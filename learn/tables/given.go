package tables

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/english"
	"evothello/internal/files"
)

// FileGameCounts counts the games of the files in Config.GameFiles.
type FileGameCounts struct {
	Games      int `json:"games"`      // training games
	Unfinished int `json:"unfinished"` // skipped: without an end
	Elsewhere  int `json:"elsewhere"`  // skipped: not from the standard start
	Unreadable int `json:"unreadable"` // skipped: illegal moves and other errors
}

// String returns a sentence with the numbers of usable and skipped games.
func (g FileGameCounts) String() string {
	text := fmt.Sprintf("The files have %s to train on", english.Count(g.Games, "game"))
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{g.Unfinished, "unfinished"}, {g.Unreadable, "with illegal moves or otherwise unreadable"},
		{g.Elsewhere, "from another start"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	if len(parts) > 0 {
		text += "; left out: " + strings.Join(parts, ", ")
	}
	return text + "."
}

// Skipped returns the number of games that are not training games.
func (g FileGameCounts) Skipped() int { return g.Unfinished + g.Elsewhere + g.Unreadable }

// NewSource returns the Source of a file, with the hash of its present content. A file without a training
// game is an error.
func NewSource(path string) (Source, error) {
	if path == "" {
		return Source{}, errors.New("the name of a file is empty")
	}
	sum, err := files.HashFile(path)
	if err != nil {
		return Source{}, err
	}
	one := errors.New("there is one")
	given, err := eachGame(path, func(*Game) error { return one })
	if err == nil {
		err = fmt.Errorf("%s has no finished game from the standard start position: %d unfinished, %d from other positions, "+
			"%d unreadable; %s", path, given.Unfinished, given.Elsewhere, given.Unreadable, formats.Kinds)
	} else if errors.Is(err, one) {
		err = nil
	}
	return Source{Path: path, Sum: sum}, err
}

// EachGame calls visit for each finished game of the source until visit returns an error. A file whose
// content has changed is an error.
func (s Source) EachGame(visit func(*Game) error) (FileGameCounts, error) {
	sum, err := files.HashFile(s.Path)
	if err != nil {
		return FileGameCounts{}, err
	}
	if sum != s.Sum {
		return FileGameCounts{}, fmt.Errorf("%s has changed since training began: restore the original file (SHA-256 %.12s…)",
			s.Path, s.Sum)
	}
	return eachGame(s.Path, visit)
}

// eachGame calls visit for each finished game of a file until visit returns an error.
func eachGame(path string, visit func(*Game) error) (given FileGameCounts, err error) {
	lost, err := formats.EachGame(engine.Start(), path, func(game *engine.Game) error {
		g := Game{Moves: game.Moves}
		switch {
		case game.Start != engine.Start():
			given.Elsewhere++
		case !g.finished():
			given.Unfinished++
		default:
			given.Games++
			return visit(&g)
		}
		return nil
	})
	given.Unreadable = lost.Games
	return given, err
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
func (l *Training) gather(ctx context.Context) (copied bool, err error) {
	s, err := openStore(l.Dir, givenFile, l.Config.givenID())
	if err != nil {
		return false, err
	}
	defer func() { s.close() }()
	if s.complete && l.FileGames != nil {
		return false, nil
	}
	if err := s.restart(l.Dir, givenFile, l.Config.givenID()); err != nil {
		return false, err
	}
	var given FileGameCounts
	var waiting []Game // for a full chunk
	for _, source := range l.Config.GameFiles {
		of, err := source.EachGame(func(g *Game) error {
			if waiting = append(waiting, *g); len(waiting) < chunkGames {
				return ctx.Err()
			}
			err := s.add(chunkGames, encodeGames(waiting))
			waiting = waiting[:0]
			return err
		})
		if err != nil {
			return false, err
		}
		given.Add(of)
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
	return true, l.Write(givenCounts, files.EncodeSummed(given))
}

// readGiven reads the counts if their file exists.
func (l *Training) readGiven() {
	data, err := l.Read(givenCounts, files.MaxSettings)
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
