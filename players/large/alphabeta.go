package large

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/formats"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// alphaBeta is the kind of players that search with weights, like their namesakes on 8×8 squares. Those choose the
// same moves with MinMax, NegaMax, NegaScout or AlphaBeta. Books are for 8×8 squares.
type alphaBeta struct {
	set        string          // default weights by name
	defaults   search.Settings // default search
	asFileSays bool            // a champion's file replaces the default search

	setNamed string
	file     string        // a champion's file, "" if the spec sets none
	depth    int           // 0 if the spec sets none
	time     time.Duration // 0 if the spec sets none
	endgame  *int          // nil if the spec sets none
}

// The greatest depth and endgame on boards larger than 8×8. Larger ones would take hours per move.
const (
	MaxDepth   = 8
	MaxEndgame = 18
)

// Options implements players.Kind.
func (k *alphaBeta) Options() []players.Option {
	return []players.Option{
		{Key: "depth", Set: players.Count(&k.depth, 1, MaxDepth)},
		{Key: "time", Set: players.Duration(&k.time, "a time per move such as 0.5s or 200ms")},
		{Key: "endgame", Set: func(value string) error {
			k.endgame = new(int)
			return players.Count(k.endgame, 0, MaxEndgame)(value)
		}},
		{Key: "weights", Set: func(value string) error {
			k.setNamed = players.Canonical(value)
			_, err := weights.Named(k.setNamed)
			return err
		}},
		{Key: "file", Set: players.Path(&k.file, "a file's path")},
	}
}

// WhyUnrepeatable implements players.Kind.
func (k *alphaBeta) WhyUnrepeatable() string {
	switch {
	case k.file != "":
		return "a file may change; name built-in weights"
	case k.time > 0 || k.defaults.Time > 0 && k.depth == 0:
		return "with a clock its games cannot be repeated; give depth"
	}
	return ""
}

// weights returns the default weights or those that the spec names.
func (k *alphaBeta) weights() (*weights.Switch, error) {
	if k.file != "" {
		return formats.ReadSwitch(k.file)
	}
	return weights.Named(cmp.Or(k.setNamed, k.set))
}

// HomeBoard implements players.BoardBound.
func (k *alphaBeta) HomeBoard() *engine.Shape {
	w, err := k.weights()
	if err != nil {
		return nil // reported when the player is compiled
	}
	return w.Board
}

// Recipe returns the weights and the search. A depth replaces a clock, and a clock replaces a depth.
func (k *alphaBeta) Recipe() (*players.Recipe, error) {
	w, err := k.weights()
	if err != nil {
		return nil, err
	}
	settings := k.defaults
	if k.asFileSays && k.file != "" {
		settings = w.Settings()
	}
	if k.depth > 0 || k.time > 0 {
		settings.Depth, settings.Time = k.depth, k.time
	}
	if k.endgame != nil {
		settings.Endgame = *k.endgame
	}
	settings.Algorithm = search.AlphaBeta
	_, err = compile(w, settings)
	return &players.Recipe{Weights: w, Search: &settings}, err
}

// Contestant implements players.Kind.
func (k *alphaBeta) Contestant() (*players.Contestant, error) {
	r, err := k.Recipe()
	if err != nil {
		return nil, err
	}
	return compile(r.Weights, *r.Search)
}

// compile returns the player of weights with a search.
func compile(w *weights.Switch, settings search.Settings) (*players.Contestant, error) {
	settings.Algorithm = search.AlphaBeta // all choose the same moves
	switch {
	case settings.Depth > MaxDepth:
		return nil, fmt.Errorf("depth %d: must be 1 to %d on boards larger than 8×8", settings.Depth, MaxDepth)
	case settings.Endgame > MaxEndgame:
		return nil, fmt.Errorf("endgame %d: must be 0 to %d on boards larger than 8×8", settings.Endgame, MaxEndgame)
	case settings.Nodes > 0:
		return nil, fmt.Errorf("%d nodes a move: on boards larger than 8×8 give depth or time", settings.Nodes)
	}
	if err := cmp.Or(settings.Validate(), checkScorers(w)); err != nil {
		return nil, err
	}
	about := settings.String()
	if w.Name != "" {
		about = "weights of " + w.Name + ", " + about
	}
	return &players.Contestant{About: about, PlaysOn: w.PlaysOn, Large: func() players.LargePlayer {
		return &alphaBetaPlayer{settings: settings, weights: w}
	}}, nil
}

// tableAndPossibility are the weights of alphabeta.
const tableAndPossibility = "reversi-alphabeta"

// searcher returns an entry of such players.
func searcher(name, about string, k alphaBeta) players.RosterEntry {
	return players.RosterEntry{Name: name, About: about, New: func() players.Kind { fresh := k; return &fresh }}
}

type alphaBetaPlayer struct {
	settings search.Settings
	weights  *weights.Switch
	size     int           // of the board that phases is for
	phases   []*evaluation // by phase
}

// NewGame implements players.LargePlayer.
func (*alphaBetaPlayer) NewGame(uint64) {}

// Move implements players.LargePlayer.
func (k *alphaBetaPlayer) Move(ctx context.Context, at large.Position) (players.LargeResult, error) {
	began := time.Now()
	if r, solved := k.solve(ctx, at.Board); solved {
		return r, nil
	}
	if k.size != at.Size {
		k.size, k.phases = at.Size, nil
		for _, w := range k.weights.Phases {
			k.phases = append(k.phases, newEvaluation(at.Size, w))
		}
	}
	phase := k.weights.Turns.Phase(at.Discs()-4, at.Size*at.Size-4)
	s := &alphaBetaSearch{ctx: ctx, leaf: k.phases[phase].score, end: winLose}
	if k.settings.Time > 0 {
		return k.deepen(ctx, s, at.Board, began), nil
	}
	move, _ := s.best(at.Board, k.settings.Depth)
	return players.LargeResult{Move: move, Depth: k.settings.Depth, Nodes: s.nodes}, nil
}

// solve solves the position if few squares are empty. With a clock it has half of the time.
func (k *alphaBetaPlayer) solve(ctx context.Context, b large.Board) (r players.LargeResult, solved bool) {
	if k.settings.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, k.settings.Time/2)
		defer cancel()
		ctx = limited
	}
	return solve(ctx, b, k.settings.Endgame)
}

// deepen searches deeper and deeper until the time since began is over. The result is that of the last finished
// depth; depth 1 is always finished.
func (k *alphaBetaPlayer) deepen(ctx context.Context, s *alphaBetaSearch, b large.Board,
	began time.Time) players.LargeResult {
	r := players.LargeResult{Depth: 1}
	r.Move, _ = s.best(b, 1)
	limited, cancel := context.WithDeadline(ctx, began.Add(k.settings.Time))
	defer cancel()
	s.ctx = limited
	for depth := 2; depth <= min(cmp.Or(k.settings.Depth, search.MaxDepth), b.Empties()); depth++ {
		move, done := s.best(b, depth)
		if !done {
			break
		}
		r.Move, r.Depth = move, depth
	}
	r.Nodes = s.nodes
	return r
}

// won is larger than every heuristic value, even the table's points for all squares of the largest board.
const won = 1 << 29

// winLose is the value of a finished game: that of a win or a loss, and the disc difference. Empty squares
// do not count.
func winLose(b *large.Board) int {
	switch diff := b.DiscDiff(); {
	case diff > 0:
		return won + diff
	case diff < 0:
		return diff - won
	}
	return 0
}

// solve finds the move with the best final disc difference; empty squares count for the winner. It
// returns solved = false if more than empties squares are empty, or if ctx is cancelled first. The
// position must have a move.
func solve(ctx context.Context, b large.Board, empties int) (r players.LargeResult, solved bool) {
	if b.Empties() > empties {
		return r, false
	}
	s := &alphaBetaSearch{ctx: ctx, end: func(b *large.Board) int { return b.FinalDiff() }}
	move, done := s.best(b, b.Empties()+1) // deeper than the end of the game
	return players.LargeResult{Move: move, Depth: b.Empties(), Nodes: s.nodes}, done
}
