package tournament

import (
	"errors"
	"fmt"
	"io/fs"

	"evothello/internal/called"
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
		s.Programs = s.Programs || err == nil && spec.External
	}
	pairs := map[int]bool{}
	if _, err := c.readJournal(dir, func(e *entry) error { pairs[e.Pair] = true; return nil }); err != nil {
		return nil, err
	}
	if s.Played = 2 * len(pairs); s.Played == s.Games {
		s.Results, err = ReadResults(dir)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // they are written after the last game
		}
	}
	return s, err
}
