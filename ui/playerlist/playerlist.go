// Package playerlist lists the players that a user can choose: the roster, the champions of runs and of
// trainings, and the players named on the command line. Anyone who can reach the page can choose,
// so a choice never names a file or a command.
package playerlist

import (
	"context"
	"sync"
	"time"

	"evothello/engine"
	"evothello/players"
)

// A List lists players and compiles the ones that are chosen. It is safe for concurrent use.
type List struct {
	runsDir  string
	programs []players.Spec
	limit    time.Duration // for a move; 0 is no limit

	mu    sync.Mutex
	ready map[string]*players.Contestant // compiled players, by name and recipe

	readMu sync.Mutex
	read   map[string]champion // by the path of the file
}

// New returns a List of the roster, the champions of all runs under a directory, and the players
// named on the command line.
func New(runsDir string, programs []players.Spec) *List {
	return &List{runsDir: runsDir, programs: programs, ready: map[string]*players.Contestant{},
		read: map[string]champion{}}
}

// LimitTime limits the time per move of players that search. At the limit they play the best move found so
// far. It must be called before any other method.
func (l *List) LimitTime(limit time.Duration) *List {
	l.limit = limit
	return l
}

// A Level is a search depth that a user can choose by number.
type Level struct {
	Level   int `json:"level"`   // from 1
	Depth   int `json:"depth"`   // plies
	Endgame int `json:"endgame"` // solves from this many empty squares on
}

// Levels are all levels, from the depth for beginners to the deepest one that is fast enough for a user. The
// champion takes up to 0.25 s per move at level 9, and up to 2 s at level 10.
var Levels = []Level{
	{1, 1, 2}, {2, 2, 4}, {3, 3, 6}, {4, 4, 8}, {5, 5, 10}, {6, 6, 12}, {7, 8, 16}, {8, 10, 18}, {9, 12, 20}, {10, 14, 22},
}

// A Kind is the origin of a player.
type Kind string

// The kinds of players.
const (
	Roster   Kind = "roster"
	Program  Kind = "program" // an external program
	FromFile Kind = "given"   // a player from a file that the command line names
	Run      Kind = "run"     // a champion of a run, or of a training
)

// A ListedPlayer is a player that can be chosen.
type ListedPlayer struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// AboutLarge is the description on boards larger than 8×8, in place of About. It is "" if the player does
	// not play on them.
	AboutLarge string   `json:"about_large,omitempty"`
	Elo        *float64 `json:"elo"` // nil if unknown
	// Elos are its ratings at its levels, from level 1 on, on the scale of Elo. They are empty if its levels
	// were not rated.
	Elos    []float64 `json:"elos,omitempty"`
	Kind    Kind      `json:"kind"`
	Levels  bool      `json:"levels"`  // whether its search depth can be chosen
	Weights bool      `json:"weights"` // whether it has weights; explanations, values and handicaps need them
	Board   string    `json:"board"`   // name of its only board, as from BoardName; "" if it plays on any
}

// On returns the player with its description for a board. The second result is false if the player does not
// play on the board.
func (p ListedPlayer) On(board engine.Shape) (on ListedPlayer, is bool) {
	switch {
	case p.Board != "":
		return p, p.Board == BoardName(board)
	case board.IsLarge():
		p.About, p.Weights = p.AboutLarge, false // weights explain positions up to 8×8
		return p, p.AboutLarge != ""
	}
	return p, true
}

// Players returns all players. First are the newest champions of all runs and trainings, newest first. Then
// come the roster and the players named on the command line. It skips champions that cannot be read. When ctx
// ends it omits those that have not been read yet.
func (l *List) Players(ctx context.Context) (listed []ListedPlayer) {
	for c := range l.champions(ctx, func(string, error) {}) {
		listed = append(listed, c.listed)
	}
	for _, entry := range players.Roster() {
		spec, err := players.ParseSpec(entry.Name)
		if err != nil || entry.RequiredKey() != "" {
			continue
		}
		_, searches := spec.AtDepth(1)
		_, levels := spec.AtLevel(1)
		_, err = spec.Switch()
		o := ListedPlayer{
			Name: entry.Name, About: entry.About, AboutLarge: entry.AboutLarge, Kind: Roster,
			Levels: searches || levels, Weights: err == nil, Board: boardOfSpec(spec), Elos: elosByLevel(entry.Name),
		}
		if rating, known := entry.Rating(); known {
			o.Elo = &rating.Elo
		}
		listed = append(listed, o)
	}
	for _, spec := range l.programs {
		listed = append(listed, l.fromCommandLine(spec))
	}
	return listed
}

// fromCommandLine returns the entry of a player that the command line names.
func (l *List) fromCommandLine(spec players.Spec) ListedPlayer {
	if spec.External {
		return ListedPlayer{Name: spec.Text, About: "an external program", AboutLarge: spec.AboutLarge, Kind: Program}
	}
	o := ListedPlayer{Name: spec.Text, About: spec.About, AboutLarge: spec.AboutLarge, Kind: FromFile}
	if c, err := l.Contestant(Choice{Name: spec.Text}); err == nil {
		o.About = c.Introduction()
	}
	o.Board = boardOfSpec(spec)
	return o
}

// boardOfSpec returns the name of the only board that a player plays on, "" if it plays on any.
func boardOfSpec(spec players.Spec) string {
	if w, err := spec.Switch(); err == nil {
		return boardOf(w)
	}
	if home := spec.HomeBoard(); home != nil {
		return BoardName(*home)
	}
	return ""
}

// A DirectoryPlayer is the player in a directory of a run or of other work.
type DirectoryPlayer struct {
	Name  string `json:"name"`
	Board string `json:"board"` // name of the only board that it plays on, "" if it plays on any
}

// OfDirectory returns the player of the working directory with this name. It returns nil if there is none, or
// if the player is an external program.
func (l *List) OfDirectory(name string) *DirectoryPlayer {
	player := runPrefix + name
	spec, err := l.spec(player)
	if err != nil {
		return nil
	}
	if _, err := l.recipe(Choice{Name: player}); err != nil {
		return nil
	}
	return &DirectoryPlayer{player, boardOfSpec(spec)}
}
