package roster

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"evothello/internal/names"
	"evothello/players"
	"evothello/players/programs"
)

// Roster lists the players by name, in the order in which they are shown.
func Roster() []players.RosterEntry { return slices.Clone(entries) }

// ParseSpec reads a player's spec. A player who plays on boards of up to 8×8 alone is
// refused with an error that names those who play on larger ones. Contestants of these specs
// have Large.
func ParseSpec(text string) (players.Spec, error) {
	s, known, err := players.ParseAmong(entries, text, " on this board")
	if !known {
		return s, stranger(text)
	}
	return s, err
}

// stranger is the error of a player whom this roster does not have.
func stranger(text string) error {
	known := players.Names(entries)
	path, _, _ := strings.Cut(text, ":")
	name := players.Canonical(path)
	_, noText := os.Stat(text)
	_, noPath := os.Stat(path)
	if slices.Contains(players.Names(players.Roster()), name) || noText == nil || noPath == nil {
		return fmt.Errorf("player %s plays on boards of up to 8×8 alone; on larger ones play %s", text,
			strings.Join(known, ", "))
	}
	return fmt.Errorf("on boards larger than 8×8: %w", names.New("player", name, known))
}

// Usual is who plays against users who name no player, and UsualDepth how many plies it looks ahead
// then, which is a beginner's level.
const (
	Usual      = "alphabeta"
	UsualDepth = 1
)

// entries are all players of large boards.
var entries = []players.RosterEntry{
	lots("random", "any legal move", randomMove),
	lots("greedy", "the move that flips most discs, ties at random", greedyMove),
	lots("unselfish", "the move that flips fewest discs, ties at random", unselfishMove),
	lots("slowstarter", "unselfish while under 15 % of the squares hold discs, greedy after", slowStarterMove),
	lots("corner", "a corner if one can be had, else any move", cornerMove),
	lots("episode", "a corner at 90 %, else the move that flips most at 80 %, else any move", episodeMove),
	{
		Name: "table", About: tableAbout,
		New: players.Plain(players.Contestant{About: tableAbout, Large: func() players.LargePlayer { return tablePlayer{} }}),
	},
	{
		Name: "montecarlo", About: "the best of 1000 random games from each move, 0.5 s at most",
		New: func() players.Kind { return &monteCarlo{} },
	},
	console("m-10", 10, 0),
	console("m-100", 100, 0),
	console("m-1000", 1000, 0),
	console("theend", 10_000, 14),
	{
		Name: Usual, About: "AlphaBeta to depth 4 with Table and Possibility",
		New: func() players.Kind { return &alphaBeta{depth: 4} },
	},
	{
		Name: "external", About: "a program of the reversi library's protocol, from file=REGISTRATION.json, run by a " +
			"shell as there",
		External: true, New: func() players.Kind { return &programs.Registered{} },
	},
}
