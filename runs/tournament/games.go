package tournament

import (
	"errors"
	"fmt"
	"slices"

	"evothello/fitness"
	"evothello/internal/files"
)

// A Game is a game of a tournament, as stored in the journal.
type Game struct {
	Opening      int    // number of the opening in the tournament, from 1
	Black, White string // specs of the players
	fitness.Record
}

// ErrNoPairing is the error of two players that do not play each other in a tournament.
var ErrNoPairing = errors.New("these two players do not play each other")

// ReadGames returns the games that two players have played so far in the tournament in a directory, in the
// order of their openings. It changes nothing and starts no player.
func ReadGames(dir *files.Dir, a, b string) ([]Game, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	t := &Tournament{Config: c}
	t.pairUp()
	index := func(spec string) int {
		return slices.IndexFunc(c.Players, func(p Player) bool { return p.Spec == spec })
	}
	low, high := index(a), index(b)
	if low > high {
		low, high = high, low
	}
	pairing := slices.Index(t.pairings, [2]int{low, high})
	if pairing < 0 {
		return nil, fmt.Errorf("%.80q and %.80q: %w", a, b, ErrNoPairing)
	}
	first := pairing * c.Pairs
	played := map[int]fitness.PairResult{}
	_, err = c.readJournal(dir, func(e *entry) error {
		if e.Pair >= first && e.Pair < first+c.Pairs {
			played[e.Pair] = e.PairResult
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var games []Game
	for i := range c.Pairs {
		result, is := played[first+i]
		if !is {
			continue
		}
		black, white := c.Players[low].Spec, c.Players[high].Spec
		for _, record := range result.Games[:c.gamesInPair()] {
			games = append(games, Game{i + 1, black, white, record})
			black, white = white, black
		}
	}
	return games, nil
}
