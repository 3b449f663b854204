package playerlist

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"evothello/formats"
	"evothello/players"
	"evothello/runs"
	"evothello/runs/ladder"
	"evothello/search"
	"evothello/weights"
)

// A Choice is a player that the user chose, and its search depth.
type Choice struct {
	Name     string `json:"name"`
	Level    int    `json:"level,omitempty"`    // 1-based index into Levels; 0 means the player's default depth
	Depth    int    `json:"depth,omitempty"`    // search depth in plies, not together with Level
	Endgame  int    `json:"endgame,omitempty"`  // solves from this many empty squares on; needs Depth
	Handicap int    `json:"handicap,omitempty"` // maximum number of discs that it gives away per move
	// Seconds is the time per move, in place of a level or a depth; 0 means no time limit.
	Seconds float64 `json:"seconds,omitempty"`
}

// ErrUnknown is the cause of errors about names that are not in the list of players.
var ErrUnknown = errors.New("no such player")

// runPrefix starts the names of runs' champions: runs/NAME is the run's newest champion,
// runs/NAME/40 the champion of generation 40.
const runPrefix = "runs/"

// IsRun reports whether a name is the name of a run's champion.
func IsRun(name string) bool { return strings.HasPrefix(name, runPrefix) }

// Player returns the name, in the list, of the champion that a run promoted in a generation.
func Player(run string, generation int) string {
	return fmt.Sprintf("%s%s/%d", runPrefix, run, generation)
}

// ladderPrefix starts the names of the champions of the ladder that ships with the program: ladder/11 is that of
// generation 11.
const ladderPrefix = "ladder/"

// A Rung is a champion of a ladder. A ladder consists of opponents from one run, each stronger than the one
// before.
type Rung struct {
	Name       string `json:"name"`
	Generation int    `json:"generation"`
	Board      string `json:"board"`   // name of its only board, as from BoardName
	Depth      int    `json:"depth"`   // search depth of its run, in plies
	Endgame    int    `json:"endgame"` // solves from this many empty squares on
}

// newRung returns a rung with the weights of a champion.
func newRung(name string, generation int, w *weights.Switch) Rung {
	settings := w.Settings()
	return Rung{name, generation, BoardName(w.HomeBoard()), settings.Depth, settings.Endgame}
}

// Ladder returns the champions of the ladder that ships with the program, the weakest first.
func Ladder() (rungs []Rung) {
	for _, generation := range ladder.Generations {
		w, err := weights.Named(weights.RungName(generation))
		if err != nil {
			panic("playerlist: " + err.Error())
		}
		rungs = append(rungs, newRung(fmt.Sprintf("%s%d", ladderPrefix, generation), generation, w))
	}
	return rungs
}

// LadderOf returns the champions of a user's run, in the order of generations. player is the name of the
// run's newest champion. For other players the result is empty.
func (l *List) LadderOf(player string) (rungs []Rung) {
	run, isRun := strings.CutPrefix(player, runPrefix)
	if _, err := l.champion(player, run); !isRun || err != nil {
		return nil
	}
	dir := filepath.Join(l.runsDir, run)
	for _, generation := range runs.Promoted(dir) {
		if w, err := formats.ReadSwitch(runs.ChampionFile(dir, generation)); err == nil {
			rungs = append(rungs, newRung(Player(run, generation), generation, w))
		}
	}
	return rungs
}

// BoardOf returns the name of the only board that a player plays on. It returns "" if the player plays on any
// board or is unknown.
func (l *List) BoardOf(player string) string {
	spec, err := l.spec(player)
	if err != nil {
		return ""
	}
	return boardOfSpec(spec)
}

// spec finds a player by its name in the list, or the champion of a run's generation.
func (l *List) spec(name string) (players.Spec, error) {
	if i := slices.IndexFunc(l.programs, func(s players.Spec) bool { return s.Text == name }); i >= 0 {
		return l.programs[i], nil
	}
	if run, isRun := strings.CutPrefix(name, runPrefix); isRun {
		return l.champion(name, run)
	}
	if generation, is := strings.CutPrefix(name, ladderPrefix); is {
		n, err := strconv.Atoi(generation)
		if err != nil || !slices.Contains(ladder.Generations, n) {
			return players.Spec{}, unknown(name)
		}
		w, err := weights.Named(weights.RungName(n))
		if err != nil {
			return players.Spec{}, err
		}
		settings := w.Settings()
		return players.ParseSpec(fmt.Sprintf("%s:weights=%s,depth=%d,endgame=%d", weights.EvolvedName, weights.RungName(n),
			settings.Depth, settings.Endgame))
	}
	listed := func(e players.RosterEntry) bool { return e.Name == name && e.RequiredKey() == "" }
	if slices.ContainsFunc(players.Roster(), listed) {
		return players.ParseSpec(name)
	}
	return players.Spec{}, unknown(name)
}

func unknown(name string) error { return fmt.Errorf("%w: %.80q", ErrUnknown, name) }

// champion finds a run's champion by NAME or NAME/GENERATION. It compares NAME with the entries
// of the runs directory, so that a name cannot lead to another path.
func (l *List) champion(name, run string) (spec players.Spec, err error) {
	run, generation, promoted := strings.Cut(run, "/")
	entries, err := os.ReadDir(l.runsDir)
	if err != nil || !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == run }) {
		return spec, unknown(name)
	}
	path := filepath.Join(l.runsDir, run)
	if promoted {
		n, err := strconv.ParseUint(generation, 10, 31)
		if err != nil {
			return spec, unknown(name)
		}
		path = runs.ChampionFile(path, int(n))
	}
	if spec, err = players.ParseSpec(path); err != nil {
		return spec, unknown(name)
	}
	return spec, nil
}

// Contestant returns the compiled player of a choice, if possible from the cache. An invalid choice is an
// error.
func (l *List) Contestant(c Choice) (*players.Contestant, error) {
	recipe, err := l.recipe(c)
	if err != nil {
		return nil, Explain(err)
	}
	key := c.Name + " " + recipe.Hash()
	l.mu.Lock()
	defer l.mu.Unlock()
	if ready, known := l.ready[key]; known {
		return ready, nil
	}
	compiled, err := recipe.Contestant()
	if err != nil {
		return nil, err
	}
	if len(l.ready) >= maxReady {
		clear(l.ready)
	}
	l.ready[key] = compiled
	return compiled, nil
}

// maxReady is how many compiled players the cache holds. Caching pays because a player with a
// Handicap plays some games first, to measure what points are worth in discs.
const maxReady = 64

// recipe returns the player's recipe with the search, time limit and handicap of the choice.
func (l *List) recipe(c Choice) (*players.Recipe, error) {
	spec, err := l.spec(c.Name)
	if err != nil {
		return nil, err
	}
	depth, endgame, err := c.SearchDepth()
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", c.Name, err)
	}
	if depth > 0 {
		spec, _ = spec.AtDepth(depth) // leaves players that do not search unchanged
	}
	if c.Level > 0 {
		spec, _ = spec.AtLevel(c.Level) // and players without levels of their own
	}
	if spec, err = l.atTime(spec, c); err != nil {
		return nil, err
	}
	r, err := spec.Recipe()
	if err != nil {
		return nil, err
	}
	r.Name = c.Name
	if r.Weights == nil {
		if c.Handicap != 0 {
			return nil, fmt.Errorf("player %s has no weights, so it cannot give discs away: leave out handicap", c.Name)
		}
		return r, nil
	}
	if depth > 0 {
		r.Search = &search.Settings{Algorithm: r.Search.Algorithm, Depth: depth, Endgame: endgame}
	}
	if l.limit > 0 && (r.Search.Time == 0 || r.Search.Time > l.limit) {
		limited := *r.Search
		limited.Time = l.limit
		r.Search = &limited
	}
	if r.Handicap = c.Handicap; r.Handicap > 0 {
		r.Selective = nil // it must value all moves
	}
	return r, nil
}

// atTime gives a player the time of a choice.
func (l *List) atTime(spec players.Spec, c Choice) (players.Spec, error) {
	limit := time.Duration(c.Seconds * float64(time.Second))
	switch {
	case c.Seconds == 0:
		return spec, nil
	case !(c.Seconds >= 0.01) && l.limit == 0:
		return spec, fmt.Errorf("player %s: seconds %v: must be at least 0.01", c.Name, c.Seconds)
	case !(c.Seconds >= 0.01), l.limit > 0 && limit > l.limit:
		return spec, fmt.Errorf("player %s: seconds %v: must be 0.01 to %v",
			c.Name, c.Seconds, l.limit.Seconds())
	case c.Level != 0 || c.Depth != 0 || c.Endgame != 0:
		return spec, fmt.Errorf("player %s: give only one of seconds, level and depth", c.Name)
	}
	timed, known := spec.AtTime(limit)
	if !known {
		return spec, fmt.Errorf("player %s cannot play by time: leave out seconds", c.Name)
	}
	return timed, nil
}

// SearchDepth returns the search depth of the choice in plies, and the number of empty squares from which it
// solves. Both are 0 for the player's default.
func (c *Choice) SearchDepth() (depth, endgame int, err error) {
	switch {
	case c.Level == 0 && c.Depth == 0 && c.Endgame != 0:
		return 0, 0, errors.New("endgame needs depth: give both")
	case c.Level == 0:
		depth, endgame = c.Depth, c.Endgame
	case c.Depth != 0 || c.Endgame != 0:
		return 0, 0, errors.New("give either level, or depth and endgame")
	case c.Level < 0 || c.Level > len(Levels):
		return 0, 0, fmt.Errorf("level %d: must be a whole number from 1 to %d", c.Level, len(Levels))
	default:
		depth, endgame = Levels[c.Level-1].Depth, Levels[c.Level-1].Endgame
	}
	if depth < 0 || depth > search.MaxDepth || endgame < 0 || endgame > search.MaxDepth {
		return 0, 0, fmt.Errorf("depth %d, endgame %d: must be whole numbers from 0 to %d", depth, endgame, search.MaxDepth)
	}
	return depth, endgame, nil
}

// Switch returns the weights of a player in the list.
func (l *List) Switch(name string) (*weights.Switch, error) {
	spec, err := l.spec(name)
	if err != nil {
		return nil, err
	}
	return spec.Switch()
}
