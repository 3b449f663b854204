package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs"
)

// Format is what tournaments are among the directories of evolve.
var Format = runs.Format{
	Absent: "no tournament", Present: "a tournament is", Config: configFile,
}

// Waits says why a tournament is no player, and what to do.
func Waits(dir string) string {
	return fmt.Sprintf("a tournament is there, not a player: `%s` lists its players", called.Evolve("status", dir))
}

// A Status says how a tournament stands.
type Status struct {
	Config   Config
	Played   int      // games that are finished
	Games    int      // in all
	Programs bool     // other people's programs take part
	Results  *Results // nil before the end
}

// ReadStatus reads how the tournament in a directory stands. It changes nothing, and makes no
// player ready.
func ReadStatus(dir string) (*Status, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	s := &Status{Config: c, Games: len(c.Players) * (len(c.Players) - 1) * c.Pairs}
	for _, p := range c.Players {
		spec, err := players.ParseSpec(p.Spec)
		s.Programs = s.Programs || err == nil && spec.Foreign
	}
	path := filepath.Join(dir, journalFile)
	data, err := files.ReadKept(path, files.MaxJournal)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	pairs := map[int]bool{}
	number := 0
	for text := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
		var e entry
		if number++; number == 1 {
			err = c.readHeader(text)
		} else if e, err = readSound(text); err == nil {
			pairs[e.Pair] = true
		}
		if err != nil {
			return nil, refuse("%s:%d: %w", path, number, err)
		}
	}
	if s.Played = 2 * len(pairs); s.Played == s.Games {
		s.Results, err = ReadResults(dir)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // they are written after the last game
		}
	}
	return s, err
}
