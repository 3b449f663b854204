package large

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"evothello/internal/names"
	"evothello/players"
	"evothello/players/programs"
	"evothello/search"
	"evothello/weights"
)

// Register appends a kind of player to the roster. Call it at the start of a program.
func Register(e players.RosterEntry) { entries = append(entries, e) }

// Roster returns the entries of all players, in display order.
func Roster() []players.RosterEntry { return slices.Clone(entries) }

// ParseSpec parses the spec of a player for large boards; its contestants have Large. A player that only
// plays on boards up to 8×8 is an error that lists the players for larger boards.
func ParseSpec(text string) (players.Spec, error) {
	s, known, err := players.ParseAmong(entries, text, " on this board")
	if !known {
		return s, unknownPlayer(text)
	}
	return s, err
}

// unknownPlayer returns the error of a player that is not in this roster.
func unknownPlayer(text string) error {
	known := players.Names(entries)
	path, _, _ := strings.Cut(text, ":")
	name := players.Canonical(path)
	_, textErr := os.Stat(text)
	_, pathErr := os.Stat(path)
	if slices.Contains(players.Names(players.Roster()), name) || textErr == nil || pathErr == nil {
		return fmt.Errorf("player %s plays only on boards up to 8×8; players for larger boards: %s", text,
			strings.Join(known, ", "))
	}
	return fmt.Errorf("on boards larger than 8×8: %w", names.New("player", name, known))
}

// DefaultPlayer is the opponent of users who choose none. DefaultDepth is its search depth then, a
// beginner's level.
const (
	DefaultPlayer = "alphabeta"
	DefaultDepth  = 1
)

// entries are all players for large boards.
var entries = slices.Concat([]players.RosterEntry{
	ruleEntry("random", "any legal move", randomMove),
	ruleEntry("greedy", "the move that flips most discs, ties at random", greedyMove),
	ruleEntry("unselfish", "the move that flips fewest discs, ties at random", unselfishMove),
	ruleEntry("slowstarter", "unselfish while under 15 % of the squares hold discs, greedy after", slowStarterMove),
	ruleEntry("corner", "a corner if one can be had, else any move", cornerMove),
	ruleEntry("episode", "a corner at 90 %, else the move that flips most at 80 %, else any move", episodeMove),
	{
		Name: "table", About: tableAbout,
		New: players.Plain(players.Contestant{About: tableAbout, Large: func() players.LargePlayer { return tablePlayer{} }}),
	},
	{
		Name: "montecarlo", About: "the best of 1000 random games from each move, 0.5 s at most",
		New: func() players.Kind { return &monteCarlo{} },
	},
	monteCarloEntry("m-10", 10, 0),
	monteCarloEntry("m-100", 100, 0),
	monteCarloEntry("m-1000", 1000, 0),
	monteCarloEntry("theend", 10_000, 14),
	searcher("minmax", "MinMax to depth 2 with Table and Possibility", toDepth(tableAndPossibility, 2, 0)),
	searcher("negamax", "NegaMax to depth 3 with Table and Possibility", toDepth(tableAndPossibility, 3, 0)),
	searcher(DefaultPlayer, "AlphaBeta to depth 4 with Table and Possibility", toDepth(tableAndPossibility, 4, 0)),
	searcher("joseki", "alphabeta, because its book is for 8×8", toDepth(tableAndPossibility, 4, 0)),
	searcher("fullreading", "alphabeta, last 9 exact", toDepth(tableAndPossibility, 4, 9)),
	searcher("iterative", "AlphaBeta as deep as 0.5 s allow, last 9 exact", withClock(tableAndPossibility, 9)),
	searcher("edge", "iterative with the Edge scorer as well, last 9 exact", withClock("reversi-edge", 9)),
	searcher("switch", "AlphaBeta within 0.5 s, weights reversi-switch, last 10 exact; or as file=CHAMPION.json says",
		alphaBeta{set: "reversi-switch", defaults: search.Settings{Time: halfSecond, Endgame: 10}, asFileSays: true}),
	searcher("blanki-16", "AlphaBeta within 0.5 s, weights reversi-blank, last 16 exact", withClock("reversi-blank", 16)),
	searcher("negascout", "NegaScout to depth 4, weights reversi-blank unless given", toDepth("reversi-blank", 4, 0)),
	{
		Name: "external", About: "a program of the reversi library's protocol, from file=REGISTRATION.json, run by a " +
			"shell as there",
		External: true, New: func() players.Kind { return &programs.Registered{} },
	},
}, seeds())

// toDepth returns a kind that searches with a weight set to a depth.
func toDepth(set string, depth, endgame int) alphaBeta {
	return alphaBeta{set: set, defaults: search.Settings{Depth: depth, Endgame: endgame}}
}

// withClock returns a kind that searches with a weight set for half a second a move.
func withClock(set string, endgame int) alphaBeta {
	return alphaBeta{set: set, defaults: search.Settings{Time: halfSecond, Endgame: endgame}}
}

// halfSecond is the time per move of the reversi library's players with a clock.
const halfSecond = time.Second / 2

// seeds returns the weight sets of the reversi library with the search of their namesakes on 8×8.
func seeds() (entries []players.RosterEntry) {
	for _, e := range players.Roster() {
		if slices.Contains(weights.ReversiNames, e.Name) && e.Name != "reversi-table-8x8" {
			entries = append(entries, searcher(e.Name, e.About, toDepth(e.Name, 4, 8)))
		}
	}
	return entries
}
