// Package lobby lists the players that a user can choose: the roster, the champions of runs and of
// learning, and the programs named on the command line. The user may be anyone who can reach the
// page, so a choice never names a file or a command.
package lobby

import (
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"evothello/formats"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
)

// A Lobby is where players wait to be chosen. It may be used concurrently.
type Lobby struct {
	runsDir  string
	programs []players.Spec
	limit    time.Duration

	mu    sync.Mutex
	ready map[string]*players.Contestant // by name and recipe
}

// New opens the lobby of the champions of all runs under a directory, and of some other
// people's programs.
func New(runsDir string, programs []players.Spec) *Lobby {
	return &Lobby{runsDir: runsDir, programs: programs, ready: map[string]*players.Contestant{}}
}

// Within has players who look ahead think so long about a move at most: then what they
// have found so far counts. It must be called first.
func (l *Lobby) Within(limit time.Duration) *Lobby {
	l.limit = limit
	return l
}

// A Level is how far a player looks ahead.
type Level struct {
	Level   int `json:"level"` // from 1
	Depth   int `json:"depth"` // plies
	Endgame int `json:"endgame"`
}

// Levels are from a beginner's to as much as is bearable: the champion thinks up to a
// quarter of a second about a move at level 9, and two seconds at level 10.
var Levels = []Level{
	{1, 1, 2}, {2, 2, 4}, {3, 3, 6}, {4, 4, 8}, {5, 5, 10}, {6, 6, 12}, {7, 8, 16}, {8, 10, 18}, {9, 12, 20}, {10, 14, 22},
}

// A Kind says where a player comes from.
type Kind string

// The kinds of players.
const (
	Roster  Kind = "roster"
	Program Kind = "program" // an external program
	Given   Kind = "given"   // a player of a file that was named on the command line
	Run     Kind = "run"     // a champion of a run, or of a directory where something is learnt
)

// An Offer is a player who can be chosen.
type Offer struct {
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Elo     *float64 `json:"elo"` // nil if unknown
	Kind    Kind     `json:"kind"`
	Levels  bool     `json:"levels"`  // whether it looks as far ahead as it is told
	Weights bool     `json:"weights"` // whether it has weights, which can value, explain and give discs away
	Board   string   `json:"board"`   // the only board that it plays on, as BoardName has it; "" for any
}

// Offers are all who can be played: the newest champion of each run and of each directory
// where something is learnt, the newest first, then the roster, then programs. Champions that cannot be read are left
// out.
func (l *Lobby) Offers() (offers []Offer) {
	for _, champion := range runs.Newest(l.runsDir, func(string, error) {}) {
		w, err := formats.ReadSwitch(champion)
		if err != nil {
			continue
		}
		dir := filepath.Dir(champion)
		about := w.Settings().String()
		switch {
		case w.Origin == nil:
		case tables.Format.Is(dir):
			about = fmt.Sprintf("learnt in round %d from games, %s", w.Origin.Generation, about)
		default:
			about = fmt.Sprintf("champion of generation %d, bred with %s", w.Origin.Generation, about)
		}
		offers = append(offers, Offer{
			Name: runPrefix + filepath.Base(dir), About: about, Kind: Run, Levels: true, Weights: true, Board: boardOf(w),
		})
	}
	for _, entry := range players.Roster() {
		spec, err := players.ParseSpec(entry.Name)
		if err != nil || entry.RequiredKey != "" {
			continue
		}
		_, levels := spec.AtDepth(1)
		w, err := spec.Switch()
		o := Offer{Name: entry.Name, About: entry.About, Kind: Roster, Levels: levels, Weights: err == nil}
		if err == nil {
			o.Board = boardOf(w)
		}
		if elo, known := entry.Rating(); known {
			o.Elo = &elo
		}
		offers = append(offers, o)
	}
	for _, spec := range l.programs {
		offers = append(offers, l.named(spec))
	}
	return offers
}

// named is the offer of a player from the command line.
func (l *Lobby) named(spec players.Spec) Offer {
	if spec.External {
		return Offer{Name: spec.Text, About: "another program", Kind: Program} // which plays as it was named
	}
	o := Offer{Name: spec.Text, About: spec.About, Kind: Given}
	if c, err := l.Contestant(Choice{Name: spec.Text}); err == nil {
		o.About = c.About
	}
	if w, err := spec.Switch(); err == nil {
		o.Board = boardOf(w)
	} else if home := spec.HomeBoard(); home != nil {
		o.Board = BoardName(*home)
	}
	return o
}
