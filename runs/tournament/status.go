package tournament

import (
	"errors"
	"fmt"
	"io/fs"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs"
)

// Format is the format of a tournament's directory. It has only the fields that identify the format.
var Format = runs.Format{
	NoneFound: "no tournament", Found: "a tournament is", Config: configFile,
}

func init() {
	runs.Register(runs.Kind{
		Format: &Format, Check: Check, Tables: []string{ratingsFile, crossFile},
		Standing: func(dir string) (runs.Standing, error) {
			s, err := ReadStatus(files.At(dir))
			if err != nil {
				return runs.Standing{}, err
			}
			return runs.Standing{Count: s.Played, Goal: s.Games, Unit: "game", Finished: s.Results != nil}, nil
		},
		WhyNoPlayer: func(dir string) string {
			return fmt.Sprintf("a tournament is there, not a player: `%s` lists its players", called.Evolve("status", dir))
		},
	})
}

// A Status is the status of a tournament.
type Status struct {
	Config   Config
	Played   int      // number of finished games
	Games    int      // total number of games
	Programs bool     // whether external programs take part
	Results  *Results // nil until all games are finished
}

// ReadStatus reads the status of the tournament in a directory. It changes nothing and does not start players.
func ReadStatus(dir *files.Dir) (*Status, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	s := &Status{Config: c, Games: c.gamesInPair() * len(c.Players) * (len(c.Players) - 1) / 2 * c.Pairs}
	for _, p := range c.Players {
		spec, err := players.ParseSpec(p.Spec)
		s.Programs = s.Programs || err == nil && spec.External
	}
	pairs := map[int]bool{}
	if _, err := c.readJournal(dir, func(e *entry) error { pairs[e.Pair] = true; return nil }); err != nil {
		return nil, err
	}
	if s.Played = c.gamesInPair() * len(pairs); s.Played == s.Games {
		s.Results, err = ReadResults(dir)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // they are written only after the last game
		}
	}
	return s, err
}
